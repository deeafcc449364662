import { describe, expect, it } from "vitest";
import { tagged } from "../draft/testing";
import { render, type Slots } from "../draft/words";
import { emptyState, type SynsetState, type Triple } from "../state";
import {
  acceptance,
  type Candidate,
  nextIndex,
  openCandidates,
  rejection,
  slotByToken,
  slotsOf,
  stepTarget,
  toggleWord,
  withSuggestions,
} from "./candidates";

const word = (text: string, at: number) => ({ text, optional: false, at: [at] });
const candidate: Candidate = {
  id: "c1",
  round: 3,
  subject: [word("The", 0), word("old", 1), word("mill", 2)],
  relation: [word("burned", 3)],
  object: [word("down", 4)],
  suggestion: null,
};

function decided(decisions: SynsetState["decisions"], ...triples: string[]): SynsetState {
  const made = triples.map((id) => ({ id }) as Triple);
  return { ...emptyState(), decisions, synsets: [{ id: "s", label: null, note: "", triples: made }] };
}

const written = (slots: Slots) => [slots.subject, slots.relation, slots.object].map(render).join(" | ");

describe("open candidates", () => {
  it.each([
    ["without a decision", decided({}), 1],
    ["rejected", decided({ c1: { accepted: false, triple: null } }), 0],
    ["accepted", decided({ c1: { accepted: true, triple: "t1" } }, "t1"), 0],
    ["accepted, but removed since", decided({ c1: { accepted: true, triple: "t1" } }), 1],
  ])("%s", (_, state, open) => expect(openCandidates([candidate], state)).toHaveLength(open));

  it("shows the one that took the place of the last", () => {
    expect([nextIndex(0, 3), nextIndex(2, 2), nextIndex(0, 0)]).toEqual([0, 1, 0]);
  });
});

describe("a candidate as a triple", () => {
  it("makes words optional, and leaves one of a slot required", () => {
    const slots = toggleWord(slotsOf(candidate), "subject", 1);
    expect(written(slots)).toBe("The [old] mill | burned | down");
    expect(written(toggleWord(slots, "subject", 1))).toBe("The old mill | burned | down");
    expect(written(toggleWord(slots, "object", 0))).toBe("The [old] mill | burned | down");
  });

  it("takes what the guideline suggests", () => {
    const sentence = tagged("The/DET? old/ADJ? mill/NOUN burned/VERB down/ADP");
    const suggested = sentence.analysis.tokens.flatMap(({ optional }, number) => (optional ? [number] : []));
    const slots = withSuggestions(slotsOf(candidate), sentence.analysis);
    const optional = slots.subject.filter((chunk) => chunk.optional).flatMap((chunk) => chunk.at ?? []);
    expect(optional).toEqual(suggested.filter((token) => token < 3));
  });

  it("is accepted without the name of its system", () => {
    const payload = acceptance(candidate, slotsOf(candidate), "s1");
    expect(payload).toMatchObject({ candidate: "c1", accepted: true, synset: "s1" });
    expect(payload.triple!.origin).toEqual({ round: 3, way: "candidate", source: null });
    expect(payload.triple!.id).toMatch(/^[a-z0-9]{12,32}$/);
    expect(rejection(candidate)).toEqual({ candidate: "c1", accepted: false });
  });

  it("shows its slots in the sentence", () => {
    expect([...slotByToken(slotsOf(candidate))]).toEqual([
      [0, "subject"],
      [1, "subject"],
      [2, "subject"],
      [3, "relation"],
      [4, "object"],
    ]);
  });
});

it.each([
  [null, 1, "a"],
  [null, -1, "c"],
  ["a", 1, "b"],
  ["c", 1, "c"],
  ["a", -1, "a"],
] as const)("steps from synset %s by %s to %s", (target, step, next) => {
  expect(stepTarget(["a", "b", "c"], target, step)).toBe(next);
  expect(stepTarget([], target, step)).toBeNull();
});
