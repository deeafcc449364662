import { describe, expect, test } from "vitest";

import { shiftBefore, shifted } from "./borders";
import {
  also,
  append,
  clearDraft,
  type Draft,
  draftTriples,
  dropWording,
  editTriple,
  fill,
  formOf,
  isComplete,
  newDraft,
  put,
  shiftBorder,
  spend,
  toggleBorder,
  toggleRefused,
  typedWording,
} from "./draft";
import {
  acceptAll,
  refuseAll,
  suggestedTokens,
  toggleInWording,
  toggleToken,
  toggleTokens,
} from "./optional";
import { acrossSynset } from "./synset";
import { tagged, triple, written, wording } from "./testing";
import { keyOf, render } from "./words";

// 0 Ann 1 has 2 been 3 painting 4 at 5 the 6 old 7 harbour 8 since 9 May
const SENTENCE = tagged(
  "Ann/PROPN has/AUX? been/AUX? painting/VERB at/ADP the/DET? old/ADJ? harbour/NOUN since/ADP May/PROPN",
);

function drafted(): Draft {
  return fill(fill(fill(newDraft(SENTENCE), [0]), [1, 2, 3, 4]), [5, 6, 7]);
}

const triplesOf = (draft: Draft): string[] =>
  draftTriples(draft)
    .filter(({ refused }) => !refused)
    .map(({ slots }) => written(slots));

describe("slots", () => {
  test("picked words fill subject, relation and object in turn", () => {
    expect(newDraft(SENTENCE).next).toBe("subject");
    const draft = drafted();
    expect(isComplete(draft)).toBe(true);
    expect(draft.next).toBeNull();
    expect(triplesOf(draft)).toEqual(["Ann | has been painting at | the old harbour"]);
    expect(fill(draft, [9])).toBe(draft);
  });

  test("further words are added to the slot filled last, in the order picked", () => {
    const draft = append(fill(fill(newDraft(SENTENCE), [0]), [3]), [8, 9]);
    expect(render(formOf(draft).relation[0]!)).toBe("painting since May");
    const outOfOrder = append(append(fill(fill(newDraft(SENTENCE), [0]), [3]), [8, 9]), [4]);
    expect(render(formOf(outOfOrder).relation[0]!)).toBe("painting since May at");
  });

  test("putting replaces, and an emptied slot is the next one", () => {
    const draft = put(drafted(), "object", [7]);
    expect(triplesOf(draft)).toEqual(["Ann | has been painting at | harbour"]);
    expect(dropWording(draft, "object", 0).next).toBe("object");
  });

  test("typed words are aligned where they stand in the sentence", () => {
    expect(typedWording(newDraft(SENTENCE), "paints at the")).toEqual([
      { text: "paints", optional: false, at: null },
      { text: "at", optional: false, at: [4] },
      { text: "the", optional: false, at: [5] },
    ]);
  });

  test("a cleared draft keeps the marks of the sentence", () => {
    const draft = fill(clearDraft(toggleTokens(drafted(), [5])), [5, 7]);
    expect(render(formOf(draft).subject[0]!)).toBe("[the] harbour");
  });
});

test("a triple is opened to be changed, with its marks", () => {
  const slots = triple("Ann | [has] painting | [the old] harbour", SENTENCE);
  const draft = editTriple(newDraft(SENTENCE), "abc", slots);
  expect(draft).toMatchObject({ editing: "abc", next: null });
  expect(triplesOf(put(draft, "subject", [5, 6, 7]))).toEqual([
    "[the old] harbour | [has] painting | [the old] harbour",
  ]);
});

test("each triple says how it came about", () => {
  const draft = also(toggleBorder(drafted(), { first: 0, second: 1 }), "object", [7]);
  expect(draftTriples(draft).map(({ way }) => way)).toEqual(["hand", "border", "variant", "variant"]);
});

test("after adding, picked words begin a new draft; other commands go on with the words that are there", () => {
  const spent = spend(drafted());
  expect(triplesOf(fill(fill(fill(spent, [7]), [3]), [9]))).toEqual(["harbour | painting | May"]);
  expect(triplesOf(put(spent, "object", [9]))).toEqual(["Ann | has been painting at | May"]);
  expect(fill(put(spent, "object", [9]), [7]).spent).toBe(false);
  expect(triplesOf(fill(put(spent, "object", [9]), [7]))).toEqual(["Ann | has been painting at | May"]);
});

describe("further wordings", () => {
  test("every combination is a triple, each once", () => {
    const draft = also(also(drafted(), "object", [7]), "object", [7]);
    expect(triplesOf(draft)).toEqual([
      "Ann | has been painting at | the old harbour",
      "Ann | has been painting at | harbour",
    ]);
  });

  test("the same words again are added without marks, to be marked in another way", () => {
    const draft = also(toggleTokens(drafted(), [5]), "object", [5, 6, 7]);
    expect(triplesOf(toggleInWording(draft, "object", 1, 1, 1))).toEqual([
      "Ann | has been painting at | [the] old harbour",
      "Ann | has been painting at | the [old] harbour",
    ]);
  });

  test("a combination can be refused, and taken back", () => {
    const draft = also(drafted(), "object", [7]);
    const key = keyOf(draftTriples(draft)[1]!.slots);
    expect(triplesOf(toggleRefused(draft, key))).toHaveLength(1);
    expect(triplesOf(toggleRefused(toggleRefused(draft, key), key))).toHaveLength(2);
  });
});

describe("optional tokens", () => {
  test("several tokens become one group, and required again", () => {
    const group = toggleTokens(drafted(), [5, 6]);
    expect(triplesOf(group)).toEqual(["Ann | has been painting at | [the old] harbour"]);
    expect(triplesOf(toggleTokens(group, [5, 6]))).toEqual(["Ann | has been painting at | the old harbour"]);
    expect(triplesOf(toggleToken(group, 6))).toEqual(["Ann | has been painting at | the old harbour"]);
  });

  test("single tokens are optional one by one", () => {
    const draft = toggleToken(toggleToken(drafted(), 5), 6);
    expect(triplesOf(draft)).toEqual(["Ann | has been painting at | [the] [old] harbour"]);
  });

  test("a token is marked in all wordings, a word only in its own", () => {
    const two = also(drafted(), "object", [5, 7]);
    expect(triplesOf(toggleToken(two, 5))).toEqual([
      "Ann | has been painting at | [the] old harbour",
      "Ann | has been painting at | [the] harbour",
    ]);
    expect(triplesOf(toggleInWording(two, "object", 1, 0, 0))).toEqual([
      "Ann | has been painting at | the old harbour",
      "Ann | has been painting at | [the] harbour",
    ]);
  });

  test("suggestions are taken or refused for a slot or the whole triple, and then no longer suggested", () => {
    expect(suggestedTokens(drafted())).toEqual([1, 2, 5, 6]);
    expect(triplesOf(acceptAll(drafted()))).toEqual(["Ann | [has] [been] painting at | [the] [old] harbour"]);
    const object = acceptAll(drafted(), ["object"]);
    expect(triplesOf(object)).toEqual(["Ann | has been painting at | [the] [old] harbour"]);
    expect(suggestedTokens(object)).toEqual([1, 2]);
    const refused = refuseAll(object);
    expect(suggestedTokens(refused)).toEqual([]);
    expect(triplesOf(acceptAll(refused))).toEqual(triplesOf(object));
  });

  test("a group is suggested where the slot has all of it and more, its single tokens elsewhere", () => {
    const sentence = tagged("mayor/NOUN of/ADP the/DET? town/NOUN slept/VERB well/ADV?", "en", {
      groups: [[1, 2, 3]],
    });
    const draft = fill(fill(fill(newDraft(sentence), [0, 1, 2, 3]), [4]), [5]);
    expect(triplesOf(acceptAll(draft))).toEqual(["mayor [of the town] | slept | well"]);
    const apart = fill(fill(fill(newDraft(sentence), [0]), [4, 5]), [1, 2, 3]);
    expect(triplesOf(acceptAll(apart))).toEqual(["mayor | slept [well] | of [the] town"]);
  });

  test("a token made required by hand is not marked by accepting all", () => {
    const draft = toggleToken(toggleToken(drafted(), 6), 6);
    expect(triplesOf(acceptAll(draft, ["object"]))).toEqual([
      "Ann | has been painting at | [the] old harbour",
    ]);
  });
});

describe("borders", () => {
  test("[ and ] move a word between relation and object", () => {
    const left = shiftBorder(drafted(), "second", 1);
    expect(triplesOf(left)).toEqual(["Ann | has been painting | at the old harbour"]);
    expect(triplesOf(shiftBorder(left, "second", -1))).toEqual(triplesOf(drafted()));
    const first = put(drafted(), "subject", [0, 1]);
    expect(triplesOf(shiftBorder(first, "first", 1))[0]).toBe(
      "Ann | has has been painting at | the old harbour",
    );
  });

  test("a slot never loses its last word", () => {
    const draft = put(drafted(), "relation", [3]);
    expect(shiftBorder(draft, "second", 1)).toBe(draft);
  });

  test("further borders stand beside the drawn one, for all wordings", () => {
    const draft = also(toggleBorder(drafted(), { first: 0, second: 1 }), "object", [7]);
    expect(triplesOf(draft)).toEqual([
      "Ann | has been painting at | the old harbour",
      "Ann | has been painting | at the old harbour",
      "Ann | has been painting at | harbour",
      "Ann | has been painting | at harbour",
    ]);
    expect(triplesOf(toggleBorder(draft, { first: 0, second: 1 }))).toHaveLength(2);
  });

  test("a border that leaves only optional words makes them required", () => {
    const slots = shifted(triple("Ann | [has] [been] painting at | harbour"), { first: 0, second: 2 })!;
    expect(written(slots)).toBe("Ann | has been | painting at harbour");
  });

  test("a border inside a group takes the group apart", () => {
    const slots = shifted(triple("Ann | paints [since early] | May"), { first: 0, second: 1 })!;
    expect(written(slots)).toBe("Ann | paints since | early May");
  });

  test("the border before a word", () => {
    const slots = triple("Ann | has been painting at | the harbour");
    expect(shiftBefore(slots, "relation", 3)).toEqual({ first: 0, second: 1 });
    expect(shiftBefore(slots, "object", 1)).toEqual({ first: 0, second: -1 });
    expect(shiftBefore(slots, "object", 0)).toBeNull();
  });
});

test("another wording across a synset makes a twin of each triple once", () => {
  const synset = [
    triple("Ann | paints at | sea"),
    triple("Ann | paints | at sea"),
    triple("Bob | paints | at sea"),
  ];
  expect(acrossSynset(synset, "subject", wording("she")).map(written)).toEqual([
    "she | paints at | sea",
    "she | paints | at sea",
  ]);
  expect(acrossSynset(synset, "subject", wording("he"), wording("Bob")).map(written)).toEqual([
    "he | paints | at sea",
  ]);
});
