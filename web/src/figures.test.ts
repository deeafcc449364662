import { expect, it } from "vitest";
import { counted, duration, interval, score } from "./figures";

it.each([
  [null, "—"],
  [0, ".000"],
  [0.7314, ".731"],
  [1, "1.000"],
  [-0.25, "-.250"],
])("score %s is written %s", (value, text) => expect(score(value)).toBe(text));

it.each([
  [null, "—"],
  [999, "1 s"],
  [60_000, "1 min"],
  [200_000, "3 min 20 s"],
  [2_856_000, "48 min"],
  [7_500_000, "2 h 5 min"],
])("duration %s is written %s", (value, text) => expect(duration(value)).toBe(text));

it("writes intervals and counts", () => {
  expect([interval(0.5, 0.75), interval(null, 1)]).toEqual(["[.500, .750]", ""]);
  expect([counted(1, "synset"), counted(1200, "synset"), counted(2, "person", "people")]).toEqual([
    "1 synset",
    "1,200 synsets",
    "2 people",
  ]);
});
