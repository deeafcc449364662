// Start once every script is there: what the link asks for comes last, when all controls are known.
const unpacking = startExamples();
startLink();
unpacking.then(() => { if (location.hash.includes("?")) followLink(); });
