import { describe, expect, test } from "vitest";

import type { Analysis, Sentence } from "./sentence";
import { tagged, triple, wording } from "./testing";
import { type KnownTriple, RULES, sectionFor, warningsOf } from "./warnings";
import type { Slots } from "./words";

const PLAIN = tagged("Ann/PROPN and/CCONJ Bob/PROPN paint/VERB the/DET old/ADJ boat/NOUN ./PUNCT", "en", {
  conjunctions: [1],
});
const RIVER = tagged(
  "She/PRON was/AUX honoured/VERB by/ADP a/DET lake/NOUN being/AUX named/VERB after/ADP her/PRON ./PUNCT",
  "en",
  { clauses: [[4, 9]] },
);
const GERMAN = tagged("Sie/PRON fängt/VERB um/ADP acht/NUM an/ADP ./PUNCT", "de", {
  verb_order: [{ finite: 1, moved: [4], rule: "A.3.1" }],
});
const CHINESE = tagged("她/PRON 是/AUX 学校/NOUN 的/PART 校长/NOUN", "zh");

function rules(text: string, sentence: Sentence, known: KnownTriple[] = [], synset: string | null = null) {
  return warningsOf(triple(text, sentence), { sentence, known, synset }).map(
    ({ rule, section }) => `${rule} ${section}`,
  );
}

const CASES: [rule: string, warned: string, fine: string, sentence: Sentence][] = [
  ["implicit words A.1.7", "Ann | is painting | boat", "Ann | paint | boat", PLAIN],
  ["conjunction A.1.6", "Ann and Bob | paint | boat", "Ann | paint | boat", PLAIN],
  ["no verb A.1.1", "Ann | the | boat", "Ann | paint | boat", PLAIN],
  ["empty slot A.1.3", "Ann | paint | [the] [boat]", "Ann | paint | [the] boat", PLAIN],
  ["cut clause A.1.4", "She | was honoured by | a lake", "a lake | being named after | her", RIVER],
  ["verb order A.3.1", "Sie | fängt um | acht", "Sie | fängt an um | acht", GERMAN],
  ["noun phrase A.2.2", "她 | 是 学校 的 | 校长", "她 | 是 | [学校 的] 校长", CHINESE],
];

test("a triple that shares words in at most one slot with its synset is probably another fact", () => {
  const known = [{ slots: triple("Ann | paint | the boat", PLAIN), synset: "s", name: "Synset 1" }];
  const warned = (text: string, synset: string | null = "s") =>
    rules(text, PLAIN, known, synset).includes("another fact A.1.2");
  expect(warned("Bob | paint | old")).toBe(true);
  expect(warned("Bob | paint | old", null)).toBe(false);
  expect(warned("Bob | paint | the old boat")).toBe(false);
  expect(warned("Ann | paint | old")).toBe(false);
  expect(warned("boat | old | Ann")).toBe(false);
});

test("a slot without a required word is refused; a token in two slots is warned about", () => {
  const of = (slots: Slots) => warningsOf(slots, { sentence: PLAIN, known: [], synset: null });
  for (const text of ["[Ann] | paint | boat", "Ann | [paint] | boat", "Ann | paint | [the boat]"]) {
    expect(of(triple(text, PLAIN)).map(({ rule, blocks }) => [rule, blocks])).toEqual([["empty slot", true]]);
  }
  const twice = { ...triple("Ann | paint | boat", PLAIN), subject: wording("boat", PLAIN) };
  expect(of(twice).map(({ text, blocks }) => [text, blocks])).toEqual([
    ["“boat” stands in subject and object.", false],
  ]);
});

describe("each rule warns, and only where it applies", () => {
  test.each(CASES)("%s", (rule, warned, fine, sentence) => {
    expect(rules(warned, sentence)).toContain(rule);
    expect(rules(fine, sentence)).not.toContain(rule);
  });

  test("a complex argument is a clause of its own, or very long", () => {
    const sentence = tagged(
      "Courses/NOUN followed/VERB including/VERB the/DET popular/ADJ one/NOUN given/VERB by/ADP Ann/PROPN in/ADP May/PROPN",
    );
    const clause = "Courses | followed | including the popular one given by Ann in May";
    expect(rules(clause, sentence)).toContain("complex argument A.1.5");
    expect(rules("Courses | followed | the popular one", sentence)).not.toContain("complex argument A.1.5");
  });

  test.each([
    ["A.3.2", "Sie/PRON muss/AUX zur/ADP Schule/NOUN gehen/VERB", "Sie | muss zur | Schule"],
    ["A.3.3", "Die/DET Post/NOUN wurde/AUX durch/ADP Ann/PROPN gebracht/VERB", "Post | wurde durch | Ann"],
  ])("German %s: the moved verb belongs beside the finite one", (rule, text, warned) => {
    const words = text.split(" ").map((part) => part.split("/")[0]);
    const finite = words.findIndex((word) => word === "muss" || word === "wurde");
    const sentence = tagged(text, "de", {
      verb_order: [{ finite, moved: [words.length - 1], rule }],
    } as Partial<Analysis>);
    expect(rules(warned, sentence)).toContain(`verb order ${rule}`);
  });

  test("duplicates: the same triple here blocks, elsewhere warns, other marks are shown", () => {
    const known = [{ slots: triple("Ann | paint | [the] boat", PLAIN), synset: "one", name: "Synset 1" }];
    const of = (text: string, synset: string) =>
      warningsOf(triple(text, PLAIN), { sentence: PLAIN, known, synset }).map(({ text, blocks }) => [
        text,
        blocks,
      ]);
    expect(of("Ann | paint | [the] boat", "one")).toEqual([["This synset has this triple already.", true]]);
    expect(of("Ann | paint | [the] boat", "two")).toEqual([["Synset 1 has this triple already.", false]]);
    expect(of("Ann | paint | the boat", "two")[0]![0]).toContain("Ann | paint | [the] boat");
    expect(of("Bob | paint | the boat", "two")).toEqual([]);
  });
});

test("German: the moved part may follow the finite verb across the border", () => {
  expect(rules("Sie | fängt | an um acht", GERMAN)).not.toContain("verb order A.3.1");
  expect(rules("Sie | fängt | um acht an", GERMAN)).toContain("verb order A.3.1");
});

test("words that the sentence has together or apart are not implicit", () => {
  const sentence = tagged("Ann/PROPN saw/VERB ``/PUNCT Home/PROPN");
  expect(rules("Ann | saw | ``Home", sentence)).not.toContain("implicit words A.1.7");
});

test("a Chinese verb of two characters is one verb", () => {
  const sentence = tagged("她/PRON 看/VERB 学/VERB 习/VERB 书/NOUN", "zh");
  expect(rules("她 | 看 | 学 习 书", sentence)).not.toContain("complex argument A.1.5");
});

test("a Chinese noun phrase of the analysis stays in one slot, also without 的 at the border", () => {
  const sentence = tagged("她/PRON 是/AUX 学校/NOUN 校长/NOUN", "zh", { noun_phrases: [[2, 3]] });
  expect(rules("她 | 是 学校 | 校长", sentence)).toContain("noun phrase A.2.2");
  expect(rules("她 | 是 | 学校 校长", sentence)).not.toContain("noun phrase A.2.2");
});

test("an argument with the beginning of a clause cuts it, one with all of it does not", () => {
  const sentence = tagged("Ann/PROPN saw/VERB boats/NOUN that/PRON had/AUX sunk/VERB", "en", {
    clauses: [[3, 5]],
  });
  expect(rules("Ann | saw | boats that", sentence)).toContain("cut clause A.1.4");
  expect(rules("Ann | saw | boats that had sunk", sentence)).not.toContain("cut clause A.1.4");
  expect(rules("Ann | saw | boats", sentence)).not.toContain("cut clause A.1.4");
});

test("implicit words block only where the project is explicit", () => {
  const free = { ...PLAIN, explicitOnly: false };
  const of = (sentence: Sentence) =>
    warningsOf(triple("Ann | is painting | boat", sentence), { sentence, known: [], synset: null })[0];
  expect(of(PLAIN)).toMatchObject({ rule: "implicit words", blocks: true, slot: "relation" });
  expect(of(free)).toMatchObject({ rule: "implicit words", blocks: false });
});

test("conjunctions are known without a tagger", () => {
  const untagged = { ...PLAIN, analysis: { ...PLAIN.analysis, tagger: null, conjunctions: [] } };
  expect(rules("Ann and Bob | paint | boat", untagged)).toEqual(["conjunction A.1.6"]);
});

test("the guideline opens at the first warning", () => {
  const warnings = warningsOf(triple("Ann and Bob | paint | boat", PLAIN), {
    sentence: PLAIN,
    known: [],
    synset: null,
  });
  expect(sectionFor(warnings)).toBe("A.1.6");
  expect(sectionFor([])).toBe("A.1.3");
});

test("every rule has a section and a name of its own", () => {
  expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
});
