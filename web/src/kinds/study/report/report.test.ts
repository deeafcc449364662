import { expect, it } from "vitest";
import {
  coefficient,
  countInterval,
  factualityClasses,
  percentInterval,
  prevalence,
  pValue,
  rulesBroken,
  scaling,
  share,
  type Proportion,
  type SystemReport,
} from "./report";

const of = (count: number, total: number): Proportion => ({
  count,
  total,
  value: total ? count / total : null,
  interval: null,
  clustered: null,
});

it("writes shares with their counts and intervals", () => {
  expect(share(of(217, 374))).toBe("58.0 % (217/374)");
  expect(share(of(0, 0))).toBe("— (0/0)");
  expect(percentInterval([0.5296, 0.6291])).toBe("[53.0, 62.9]");
  expect(percentInterval(null)).toBe("");
});

it("writes coefficients and p", () => {
  expect(coefficient({ value: 10 / 17, interval: [0.0211, 1] })).toBe(".588 [.021, 1.000]");
  expect(coefficient({ value: null, interval: null })).toBe("—");
  expect([pValue(0.0319), pValue(0.0001), pValue(null)]).toEqual([".032", "< .001", "—"]);
  expect(prevalence({ correct: 6 / 7, incorrect: 1 / 7 })).toBe("correct .857, incorrect .143");
});

const system = (rules: Record<string, number>, classes: [string, Proportion][]): SystemReport =>
  ({
    rules,
    classes: classes.map(([name, fact]) => ({ name, fact, polarity: null, modality: null })),
  }) as unknown as SystemReport;

it("lists rules and classes that any system has", () => {
  const systems = [
    system({ F1: 0, F4: 2, A1: 0 }, [["(+,CT)", of(3, 4)]]),
    system({ F1: 0, F4: 0, A1: 1 }, [["(-,CT)", of(1, 1)]]),
  ];
  expect(rulesBroken(systems)).toEqual([
    { rule: "F4", counts: [2, 0] },
    { rule: "A1", counts: [0, 1] },
  ]);
  expect(factualityClasses(systems)).toEqual([
    { name: "(+,CT)", facts: [of(3, 4), null] },
    { name: "(-,CT)", facts: [null, of(1, 1)] },
  ]);
  expect(rulesBroken([])).toEqual([]);
});

it("writes the interval of a yield in extractions", () => {
  expect(countInterval([1203.6, 1310.2])).toBe("[1,204, 1,310]");
  expect(countInterval(null)).toBe("");
});

it("says what a yield is scaled up from", () => {
  const drawn = { sampled: 30, extractions: 74 } as SystemReport;
  expect(scaling(drawn)).toBe("scaled up from the sample");
  expect(scaling({ ...drawn, sampled: 74 })).toBe("scaled up from those with a final label");
});
