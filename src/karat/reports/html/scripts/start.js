// Start what the page has; the link is followed once all controls are known, and again when their data are there.
const packed = one("#examples-data");
if (packed) {
  const unpacking = unpack(packed);
  const started = [startExamples(unpacking)];
  if (one("#pair-groups")) started.push(startHeadToHead(unpacking));
  Promise.all(started).catch((error) => {
    for (const count of all("#examples-count, #pair-count")) {
      count.textContent = `The examples could not be unpacked by this browser: ${error.message}`;
    }
  }).then(() => { if (location.hash.includes("?")) followLink(); });
}
startLink();
