import { describe, expect, it } from "vitest";
import type { Person } from "../../../api/types";
import {
  acceptedCliques,
  accuracyText,
  canBeReplaced,
  isReturned,
  nextStep,
  sampleSize,
  successorsOf,
  type Batch,
  type Check,
  type PersonShare,
} from "./batches";
import { dealtText, shortage } from "./dealing";
import { batchOptions, DEFAULTS } from "./options";

const person = (id: number, done: number, cliques = 2) => ({
  id,
  name: `P${id}`,
  cliques,
  done,
  gone: null,
});

const CHECK: Check = {
  round: 1,
  cliques: 2,
  experts: [person(8, 2), person(9, 1)],
  right: null,
  total: null,
  accepted: null,
  accept_above: 90,
  rule: "all",
  started: "2026-01-01T00:00:00Z",
  decided: null,
};
const BATCH: Batch = {
  id: 1,
  number: 1,
  stage: 1,
  status: "working",
  round: 1,
  created: "2026-01-01T00:00:00Z",
  workers: [person(1, 2), person(2, 1)],
  items: [1, 2, 3, 4],
  checks: [],
  replacements: [],
};
const WORKED: Batch = { ...BATCH, workers: [person(1, 2), person(2, 2)] };
const CHECKED: Check = { ...CHECK, experts: [person(8, 2), person(9, 2)] };

describe("a batch", () => {
  it.each<[string, Batch, string]>([
    ["in work", BATCH, "work"],
    ["whose work is done", WORKED, "start"],
    ["that is checked", { ...WORKED, status: "checking", checks: [CHECK] }, "check"],
    ["whose checks are done", { ...WORKED, status: "checking", checks: [CHECKED] }, "decide"],
    [
      "in its second round, where only the first was checked",
      { ...BATCH, round: 2, checks: [{ ...CHECKED, accepted: false }] },
      "work",
    ],
    ["that is accepted", { ...WORKED, status: "accepted", checks: [CHECKED] }, "none"],
  ])("%s", (_, batch, step) => expect(nextStep(batch)).toBe(step));

  it.each<[string, Batch, PersonShare, boolean]>([
    ["a worker with open cliques", BATCH, person(2, 1), true],
    ["not from a worker who is done", BATCH, person(1, 2), false],
    [
      "an expert of the present check",
      { ...WORKED, status: "checking", checks: [CHECK] },
      person(8, 2),
      true,
    ],
    [
      "not from a worker while it is checked",
      { ...WORKED, status: "checking", checks: [CHECK] },
      person(1, 2),
      false,
    ],
    ["nobody once it is accepted", { ...WORKED, status: "accepted", checks: [CHECKED] }, person(8, 2), false],
  ])("can be taken over from %s", (_, batch, share, expected) =>
    expect(canBeReplaced(batch, share)).toBe(expected),
  );

  it("is taken over by people who never both work on it and check it", () => {
    const people = [1, 2, 3, 7, 8, 9].map((id) => ({
      id,
      name: `P${id}`,
      role: id < 7 ? "annotator" : "curator",
      active: id !== 3,
      machine: false,
    })) as Person[];
    const ids = (found: Person[]) => found.map(({ id }) => id);
    const returned: Batch = { ...BATCH, round: 2, checks: [{ ...CHECKED, accepted: false }] };
    expect(ids(successorsOf(BATCH, person(2, 1), people))).toEqual([1, 7, 8, 9]);
    expect(ids(successorsOf(returned, person(2, 1), people))).toEqual([1, 7]);
    expect(
      ids(successorsOf({ ...WORKED, status: "checking", checks: [CHECK] }, person(9, 1), people)),
    ).toEqual([7]);
  });

  it("is returned if it is in work once more", () => {
    expect([isReturned(BATCH), isReturned({ ...BATCH, round: 2 })]).toEqual([false, true]);
  });

  it.each<[Partial<Check>, string]>([
    [{}, "not decided yet"],
    [{ right: 27, total: 30 }, "27 of 30 sentences right, 90.0 %"],
    [{ right: 1, total: 1 }, "1 of 1 sentence right, 100.0 %"],
    [{ right: 55, total: 60, rule: "mean" }, "55 of 60 verdicts right, 91.7 %"],
    [{ right: 0, total: 0 }, "0 of 0 sentences right"],
  ])("says what was found: %j", (found, text) => expect(accuracyText({ ...CHECK, ...found })).toBe(text));

  it.each([
    [20, 40, 8],
    [3, 40, 2],
    [1, 40, 1],
    [15, 20, 3],
  ])("of %i cliques gives %i %% to the experts, rounded up", (cliques, percent, expected) => {
    expect(sampleSize(cliques, percent)).toBe(expected);
  });

  it.each([
    [3, 3, null],
    [20, 3, null],
    [2, 3, "2 cliques for 3 workers: 1 of them gets none, since each clique goes whole to one worker."],
    [1, 4, "1 clique for 4 workers: 3 of them get none, since each clique goes whole to one worker."],
  ])("of %i cliques for %i workers says who gets none", (cliques, workers, expected) => {
    expect(shortage(cliques, workers)).toBe(expected);
  });

  it("names those who got nothing of it", () => {
    const chosen = [1, 2, 3].map((id) => ({ id, name: `P${id}` }) as Person);
    expect(dealtText(BATCH, chosen.slice(0, 2))).toBe("Batch 1 is given out: 4 cliques");
    expect(dealtText({ ...BATCH, items: [1, 2] }, chosen)).toBe(
      "Batch 1 is given out: 2 cliques. Without any: P3, since each clique goes whole to one worker",
    );
  });

  it("counts its cliques as accepted with it", () => {
    const batches: Batch[] = [BATCH, { ...BATCH, status: "accepted", items: [5, 6] }];
    expect(acceptedCliques({ batches, waiting: {} })).toBe(2);
  });

  it("has the options of its project, or the defaults", () => {
    expect(batchOptions({ sample: 50 })).toEqual({ ...DEFAULTS, sample: 50 });
    expect(batchOptions(undefined)).toEqual(DEFAULTS);
  });
});
