import { describe, expect, it } from "vitest";
import type { Tuple } from "../state";
import { tokenise } from "../words/tokens";
import * as drafts from "./draft";
import { uncoveredWords, warningsOf } from "./warnings";

const TEXT = "Mara and Per built the old mill in Skive in 1931.";
const TOKENS = tokenise(TEXT);
const pick = (...numbers: number[]) => drafts.pickedPart(TEXT, TOKENS, numbers);
const BUILT: Tuple = {
  id: "t1",
  sentence: "1",
  relation: "built",
  arguments: ["Mara", "the old mill"],
  time: "in 1931",
  place: "in Skive",
};

describe("the draft of a tuple", () => {
  it("is filled predicate first, then argument by argument", () => {
    let draft = drafts.fill(drafts.EMPTY, "relation", pick(3));
    expect(draft.slot).toBe(0);
    draft = drafts.fill(draft, draft.slot, pick(0));
    draft = drafts.fill(draft, draft.slot, pick(4, 5, 6));
    expect(draft.slot).toBe(2);
    draft = drafts.fill(draft, "place", pick(7, 8));
    draft = drafts.fill(draft, "time", pick(9, 10));
    expect(draft.slot).toBe(2);
    expect(drafts.tupleOf(draft, "t1", "1")).toEqual(BUILT);
  });

  it("takes the predicate after an argument", () => {
    const draft = drafts.fill(drafts.EMPTY, 0, pick(0));
    expect([draft.slot, drafts.tupleOf(draft, "t", "1")]).toEqual(["relation", null]);
  });

  it("has a slot cursor that stays among its slots", () => {
    let draft = drafts.fill(drafts.EMPTY, "relation", pick(3));
    expect(drafts.slotsOf(draft)).toEqual(["relation", 0, "time", "place"]);
    draft = drafts.stepSlot(drafts.stepSlot(drafts.stepSlot(draft, 1), 1), 1);
    expect(draft.slot).toBe("place");
    draft = drafts.stepSlot(draft, -1);
    expect(draft.slot).toBe("time");
  });

  it("empties the current slot, or the last one that has words", () => {
    const full = drafts.draftFrom(BUILT, TOKENS);
    expect(drafts.clearSlot({ ...full, slot: 0 }).arguments.map(({ text }) => text)).toEqual([
      "the old mill",
    ]);
    const cleared = drafts.clearSlot(full); // the slot of a new argument
    expect([cleared.arguments.length, cleared.slot]).toEqual([1, 1]);
    expect(drafts.clearSlot(drafts.EMPTY)).toEqual(drafts.EMPTY);
    expect(drafts.isEmpty(drafts.EMPTY) && !drafts.isEmpty(full)).toBe(true);
  });

  it("copied from another sentence has its own words, and begins at the first slot with others", () => {
    const other = "The old mill was built by Mara in 1931.";
    const draft = drafts.draftAfter({ ...BUILT, place: null }, other);
    expect(draft.arguments.map(({ text, at }) => [text, at])).toEqual([
      ["Mara", [6]],
      ["The old mill", [0, 1, 2]],
    ]);
    expect(draft.slot).toBe(2);
    expect(drafts.draftAfter({ ...BUILT, arguments: ["Per", "mill"] }, other).slot).toBe(0);
  });

  it("colours tokens by slot", () => {
    const draft = drafts.draftFrom(BUILT, TOKENS);
    expect(drafts.slotByToken(draft).get(5)).toBe(1);
    expect(drafts.slotByToken(draft).get(8)).toBe("place");
  });
});

describe("warnings", () => {
  const rules = (draft: drafts.Draft, others: Tuple[] = [], language = "en") =>
    warningsOf(draft, others, language).map(({ rule }) => rule);
  const built = drafts.fill(drafts.EMPTY, "relation", pick(3));

  it.each([
    ["an empty draft", drafts.EMPTY, []],
    ["a predicate alone", built, ["no-argument"]],
    ["a conjunction in an argument", drafts.fill(built, 0, pick(0, 1, 2)), ["conjunction-0"]],
    ["a full stop alone", drafts.fill(built, 0, pick(11)), ["wordless-0"]],
    ["a conjunction at its edge", drafts.fill(built, 0, pick(0, 1)), []],
    ["a word from elsewhere", drafts.fill(built, 0, drafts.typedPart(TOKENS, "Mara Lund")!), ["foreign-0"]],
  ])("%s", (_, draft, expected) => expect(rules(draft)).toEqual(expected));

  it("name the words that are not in the sentence", () => {
    const draft = drafts.fill(built, 0, drafts.typedPart(TOKENS, "Mara Lund")!);
    expect(warningsOf(draft, [], "en")[0]!.text).toBe("Argument 1: “Lund” is not in the sentence");
  });

  it("tell of a tuple that is there already, but not of the one that is changed", () => {
    const draft = drafts.draftFrom(BUILT, TOKENS);
    expect(rules(draft, [BUILT])).toEqual(["twice"]);
    expect(rules({ ...draft, editing: "t1" }, [BUILT])).toEqual([]);
  });

  it("know the conjunctions of the language", () => {
    const draft = drafts.fill(built, 0, { text: "Mara und Per", at: [0, 1, 2] });
    expect([rules(draft, [], "de"), rules(draft, [], "en"), rules(draft, [], "da")]).toEqual([
      ["conjunction-0"],
      [],
      ["conjunction-0"],
    ]);
  });
});

it("lists the words that no tuple of a sentence has", () => {
  expect(uncoveredWords(TEXT, [BUILT])).toEqual(["and", "Per"]);
  expect(uncoveredWords("It rains.", [])).toEqual(["It", "rains"]);
});
