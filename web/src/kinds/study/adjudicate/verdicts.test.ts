import { expect, it } from "vitest";
import { emptyState, type StudyState } from "../state";
import { differenceText, sortVerdicts } from "./verdicts";

const said = (person: number, change: Partial<StudyState>, machine = false) => ({
  person,
  name: `labeller ${person}`,
  machine,
  state: { ...emptyState(), fact: "correct", attribution: "none", done: true, ...change } as StudyState,
});

it("names on what people differ", () => {
  const broken = said(2, { fact: "incorrect", rules: ["F4", "F10"] });
  const { people, differing } = sortVerdicts([said(1, {}), broken]);
  expect(differing).toEqual(["fact"]);
  expect(differenceText(differing)).toBe("They differ on the fact.");
  expect(people[1]).toMatchObject({ fact: "incorrect", factRules: ["F4", "F10"], attributionRules: [] });
});

it("keeps LLMs apart: they make no difference", () => {
  const machine = said(3, { fact: "incorrect", attribution: "incorrect", rules: ["F1", "A3"] }, true);
  const { people, machines, differing } = sortVerdicts([machine, said(1, {}), said(2, {})]);
  expect(differing).toEqual([]);
  expect(differenceText(differing)).toBe("All labellers agree.");
  expect(people.map(({ person }) => person)).toEqual([1, 2]);
  expect(machines).toMatchObject([{ person: 3, factRules: ["F1"], attributionRules: ["A3"] }]);
});

it("takes labels with other rules as agreed", () => {
  const verdicts = [
    said(1, { fact: "incorrect", rules: ["F4"] }),
    said(2, { fact: "incorrect", rules: ["F1", "F4"] }),
  ];
  const { differing, isUndecided } = sortVerdicts(verdicts);
  expect([differing, isUndecided]).toEqual([["rules"], false]);
  expect(differenceText(differing)).toBe(
    "All labellers agree on both labels, and differ on the rules broken.",
  );
});

it("does not call a missing label a difference", () => {
  expect(sortVerdicts([said(1, {}), said(2, { attribution: null })]).isUndecided).toBe(false);
});

it("does not call another note a difference", () => {
  expect(sortVerdicts([said(1, { note: "hard" }), said(2, {})]).differing).toEqual([]);
  expect(differenceText(["fact", "attribution"])).toBe("They differ on the fact and the attribution.");
});
