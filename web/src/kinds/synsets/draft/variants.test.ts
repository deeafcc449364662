import { describe, expect, test } from "vitest";

import { type Draft, draftTriples, fill, newDraft } from "./draft";
import type { Sentence } from "./sentence";
import { tagged, written } from "./testing";
import { gainOf, proposeVariants, takeVariants, type VariantKind } from "./variants";
import { separatedVerb } from "./verb_order";

function drafted(sentence: Sentence, ...slots: number[][]): Draft {
  return slots.reduce((draft, tokens) => fill(draft, tokens), newDraft(sentence));
}

const taken = (draft: Draft, ...kinds: VariantKind[]): string[] =>
  draftTriples(takeVariants(draft, kinds)).map(({ slots }) => written(slots));
const kinds = (draft: Draft): VariantKind[] => proposeVariants(draft).map(({ kind }) => kind);

describe("borders that keep the meaning", () => {
  test("before prepositions and between the words of the verb group", () => {
    const sentence = tagged("Ann/PROPN was/AUX forced/VERB to/PART pay/VERB for/ADP repairs/NOUN");
    expect(taken(drafted(sentence, [0], [1, 2, 3, 4, 5], [6]), "border")).toEqual([
      "Ann | was forced to pay for | repairs",
      "Ann | was forced to pay | for repairs",
      "Ann | was forced to | pay for repairs",
      "Ann | was forced | to pay for repairs",
      "Ann | was | forced to pay for repairs",
    ]);
  });

  test("not through a noun of the relation", () => {
    const sentence = tagged("Ann/PROPN became/VERB mayor/NOUN of/ADP Cork/PROPN");
    expect(taken(drafted(sentence, [0], [1, 2, 3], [4]), "border")).toEqual([
      "Ann | became mayor of | Cork",
      "Ann | became mayor | of Cork",
    ]);
  });

  test("after a preposition that begins the object", () => {
    const sentence = tagged("Ann/PROPN lives/VERB in/ADP Cork/PROPN");
    expect(taken(drafted(sentence, [0], [1], [2, 3]), "border")).toEqual([
      "Ann | lives | in Cork",
      "Ann | lives in | Cork",
    ]);
  });
});

test("the active form of a passive, where its words stand in the sentence", () => {
  const sentence = tagged("The/DET? gate/NOUN was/AUX opened/VERB by/ADP Ann/PROPN", "en", {
    passives: [{ auxiliaries: [2], verb: 3, by: 4 }],
  });
  const draft = drafted(sentence, [0, 1], [2, 3, 4], [5]);
  expect(taken(draft, "active")).toEqual(["The gate | was opened by | Ann", "Ann | opened | The gate"]);
  const shifted = drafted(sentence, [0, 1], [2, 3], [4, 5]);
  expect(taken(shifted, "active")[1]).toBe("Ann | opened | The gate");
  const without = tagged("The/DET gate/NOUN was/AUX opened/VERB in/ADP May/PROPN", "en", {
    passives: [{ auxiliaries: [2], verb: 3, by: null }],
  });
  expect(kinds(drafted(without, [0, 1], [2, 3, 4], [5]))).not.toContain("active");
});

test("no active form without an agent", () => {
  const sentence = tagged("gate/NOUN was/AUX opened/VERB by/ADP Ann/PROPN", "en", {
    passives: [{ auxiliaries: [1], verb: 2, by: 3 }],
  });
  expect(kinds(drafted(sentence, [0], [1, 2], [3]))).not.toContain("active");
});

test("a coreferent subject, in both directions", () => {
  const sentence = tagged("Ann/PROPN left/VERB Cork/PROPN when/SCONJ she/PRON sold/VERB boats/NOUN", "en", {
    coreferent: [{ pronoun: 4, antecedent: [0] }],
  });
  expect(taken(drafted(sentence, [4], [5], [6]), "coreference")).toEqual([
    "she | sold | boats",
    "Ann | sold | boats",
  ]);
  expect(taken(drafted(sentence, [0], [1], [2]), "coreference")).toEqual([
    "Ann | left | Cork",
    "she | left | Cork",
  ]);
});

test("a pronoun is not offered as an object, but its antecedent is", () => {
  const sentence = tagged("Ann/PROPN left/VERB when/SCONJ Bob/PROPN called/VERB her/PRON", "en", {
    coreferent: [{ pronoun: 5, antecedent: [0] }],
  });
  expect(taken(drafted(sentence, [3], [4], [5]), "coreference")).toContain("Bob | called | Ann");
  expect(taken(drafted(sentence, [3], [4], [0]), "coreference")).toEqual(["Bob | called | Ann"]);
});

test("German: the particle goes beside the finite verb", () => {
  const sentence = tagged("Sie/PRON fängt/VERB um/ADP acht/NUM an/ADP", "de", {
    verb_order: [{ finite: 1, moved: [4], rule: "A.3.1" }],
  });
  const draft = drafted(sentence, [0], [1, 2], [3, 4]);
  expect(proposeVariants(draft)[0]).toMatchObject({ kind: "verb order", section: "A.3.1" });
  const moved = takeVariants(draft, ["verb order"]);
  expect(draftTriples(moved).map(({ slots }) => written(slots))).toEqual(["Sie | fängt an um | acht"]);
  expect(separatedVerb(moved)).toBeNull();
});

describe("other spellings", () => {
  test.each([
    ["`` Home '' film", ["` ` Home ' ' film", "``Home'' film", "Home film"]],
    ["Acme Corp.", ["Acme Corp [.]"]],
    ["mid-May", ["mid [-] May"]],
    ["a 19 - floor tower", ["a 19-floor tower"]],
    ["Cork , Ireland", ["Cork, Ireland"]],
  ])("%s", (text, spellings) => {
    const sentence = tagged(`Ann saw ${text}`);
    const object = text.split(" ").map((_, index) => index + 2);
    const triples = taken(drafted(sentence, [0], [1], object), "spelling");
    for (const spelling of spellings) expect(triples).toContain(`Ann | saw | ${spelling}`);
  });

  test("initials, with or without their full stops", () => {
    const sentence = tagged("Ann left U.S. territory");
    const triples = taken(drafted(sentence, [0], [1], [2, 3]), "spelling");
    expect(triples).toEqual([
      "Ann | left | U.S. territory",
      "Ann | left | U. S. territory",
      "Ann | left | U [.] S [.] territory",
    ]);
  });
});

test("a refused variant is not taken with the others; each says what it adds", () => {
  const sentence = tagged("Ann/PROPN was/AUX seen/VERB in/ADP Cork/PROPN");
  const draft = drafted(sentence, [0], [1, 2, 3], [4]);
  const [first] = proposeVariants(draft);
  expect(gainOf(draft, first!)).toBe(1);
  expect(draftTriples(takeVariants(draft, undefined, new Set([first!.id])))).toHaveLength(2);
  expect(draftTriples(takeVariants(draft))).toHaveLength(3);
});

test("nothing is offered for an incomplete draft", () => {
  expect(proposeVariants(drafted(tagged("Ann/PROPN lives/VERB in/ADP Cork/PROPN"), [0], [1]))).toEqual([]);
});
