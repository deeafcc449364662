/** How sure a figure of a sample will be, for whoever chooses the size of a sample. */

/** The normal quantile of an interval of 95 %. */
const Z = 1.959963984540054;

/** Wilson's interval of a share at 95 %. */
export function wilson(share: number, count: number): [number, number] {
  const z2 = (Z * Z) / count;
  const centre = (share + z2 / 2) / (1 + z2);
  const half = (Z / (1 + z2)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count));
  return [centre - half, centre + half];
}

/** The precision that planning begins with, for want of a better guess. */
const GUESS = 0.6;

/** What a sample of this size tells of a system, in a sentence. */
export function sampleSize(count: number): string {
  const [low, high] = wilson(GUESS, count).map((bound) => Math.round(bound * 1000) / 10);
  return `With ${count} extractions labelled, a precision of ${GUESS * 100} % has a 95 % interval of ${low} to ${high} %.`;
}
