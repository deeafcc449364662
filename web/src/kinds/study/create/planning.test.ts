import { expect, it } from "vitest";
import { sampleSize, wilson } from "./planning";

// statsmodels.stats.proportion.proportion_confint(…, method="wilson")
it.each([
  [0.6, 100, 0.5020025867910618, 0.6905987135675411],
  [0.5, 10, 0.23659309051256394, 0.7634069094874361],
  [0, 20, 0, 0.1611251580528194],
])("gives Wilson's interval of %d of %d", (share, count, low, high) => {
  const found = wilson(share, count);
  expect(found[0]).toBeCloseTo(low, 10);
  expect(found[1]).toBeCloseTo(high, 10);
});

it("says what a sample is good for", () => {
  expect(sampleSize(100)).toBe(
    "With 100 extractions labelled, a precision of 60 % has a 95 % interval of 50.2 to 69.1 %.",
  );
});
