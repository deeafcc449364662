import { expect, it } from "vitest";
import { capitalised, counted, duration, interval, score, timeForEach } from "./figures";

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

it.each([
  [0, 0, null],
  [1, 0, 36_000],
  [1, 1, 18_000],
  [0, 2, 18_000],
])("36 s over %s started and %s done are %s ms for each", (started, done, expected) =>
  expect(timeForEach({ started, done, active_ms: 36_000 })).toBe(expected),
);

it("begins a phrase with a capital letter", () => {
  expect(["my tasks", ""].map(capitalised)).toEqual(["My tasks", ""]);
});
