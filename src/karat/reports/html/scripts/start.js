// Start what the page has; the link is followed once all controls are known, and again when their data are there.
const startPacked = (data, ...starts) => {
  const packed = one(data);
  const unpacking = packed ? unpack(packed) : null;
  return packed ? starts.map((start) => start(unpacking)) : [];
};
const started = [
  ...startPacked("#examples-data", startExamples, ...(one("#pair-groups") ? [startHeadToHead] : [])),
  ...startPacked("#findings-data", startTaskErrors),
  ...startPacked("#tasks-data", startStudy),
  ...startPacked("#disagreements-data", startDisagreements),
];
Promise.all(started).catch((error) => {
  for (const count of all("#examples-count, #pair-count, #findings-count, #tasks-count, #disagreements-count")) {
    count.textContent = `The examples could not be unpacked by this browser: ${error.message}`;
  }
}).then(() => { if (location.hash.includes("?")) followLink(); });
startLink();
