import { describe, expect, test, vi } from "vitest";

import { tagged, written } from "../draft/testing";
import { openDocument } from "../../../sync";
import { emptyState } from "../state";
import { messages } from "../../../components/toasts.svelte";
import { SYNSET_RULES } from "../rules";
import { handlers } from "./commands";
import { keepDraft, keptDraft } from "./kept-draft";
import { Work } from "./work.svelte";

// 0 Ann 1 was 2 painting 3 at 4 the 5 harbour 6 when 7 she 8 slept
const SENTENCE = tagged(
  "Ann/PROPN was/AUX painting/VERB at/ADP the/DET? harbour/NOUN when/SCONJ she/PRON slept/VERB",
  "en",
  { coreferent: [{ pronoun: 7, antecedent: [0] }] },
);

function started(): Work {
  const work = new Work(SENTENCE, openDocument(SYNSET_RULES, 1, emptyState(), 0));
  work.pick(0, 0, false);
  work.pick(1, 3, false);
  work.pick(4, 5, false);
  return work;
}

const triples = (work: Work): string[][] =>
  work.doc.state.synsets.map((synset) => synset.triples.map((triple) => written(triple)));

describe("adding", () => {
  test("Enter fills the next slot from the keyboard's selection, then adds", () => {
    const work = new Work(SENTENCE, openDocument(SYNSET_RULES, 1, emptyState(), 0));
    const keys = handlers(work, { merge: () => {}, move: () => {}, type: () => {} });
    const press = (command: keyof typeof keys) => keys[command]!(new KeyboardEvent("keydown"));
    press("add");
    press("token-right");
    for (let count = 0; count < 2; count++) press("extend-right");
    press("relation");
    press("token-right");
    press("extend-right");
    press("object");
    press("optional");
    press("add");
    expect(triples(work)).toEqual([["Ann | was painting at | the [harbour]"]]);
  });

  test("a slot's key right after picking means the picked words", () => {
    const work = new Work(SENTENCE, openDocument(SYNSET_RULES, 1, emptyState(), 0));
    work.pick(0, 0, false);
    work.put("subject");
    work.pick(4, 5, false);
    work.put("object");
    work.pick(1, 3, false);
    work.put("relation");
    work.add(null);
    expect(triples(work)).toEqual([["Ann | was painting at | the harbour"]]);
  });

  test("a slot's key after moving the cursor means the word under it", () => {
    const work = new Work(SENTENCE, openDocument(SYNSET_RULES, 1, emptyState(), 0));
    work.pick(0, 0, false);
    work.moveCursor(7);
    work.put("subject");
    work.pick(1, 3, false);
    work.pick(4, 5, false);
    work.add(null);
    expect(triples(work)).toEqual([["she | was painting at | the harbour"]]);
  });

  test("every wording of the draft is warned about", () => {
    const work = started();
    expect(work.warnings.map(({ rule }) => rule)).not.toContain("conjunction");
    const plain = work.warnings.length;
    work.select({ cursor: 8, anchor: 0, selected: true, earlier: [] });
    work.also("object");
    expect(work.warnings.length).toBeGreaterThan(plain);
  });

  test("all combinations go into one event, with where they come from", () => {
    const work = started();
    work.acceptSuggestions();
    work.takeAll(["border", "coreference"]);
    work.add(null);
    expect(triples(work)).toEqual([
      [
        "Ann | was painting at | [the] harbour",
        "Ann | was painting | at [the] harbour",
        "Ann | was | painting at [the] harbour",
        "she | was painting at | [the] harbour",
        "she | was painting | at [the] harbour",
        "she | was | painting at [the] harbour",
      ],
    ]);
    const ways = work.doc.state.synsets[0]!.triples.map(({ origin }) => origin.way);
    expect(ways).toEqual(["hand", "border", "border", "variant", "variant", "variant"]);
    work.doc.undo();
    expect(triples(work)).toEqual([]);
    work.doc.redo();
    expect(triples(work)[0]).toHaveLength(6);
  });

  test("what the synset has is not added again; a new synset takes everything", () => {
    const work = started();
    work.add(null);
    expect(work.added).toEqual([]);
    expect(work.blocked).toBe(true);
    work.toggleBorder({ first: 0, second: 1 });
    expect(work.added).toHaveLength(1);
    work.add(work.synsetId);
    expect(triples(work)[0]).toHaveLength(2);
    work.moveCursor(7);
    work.put("subject");
    work.add(null);
    expect(triples(work).map((synset) => synset.length)).toEqual([2, 2]);
  });

  test("words that were just added are not added again to another synset, unless it was undone", () => {
    const work = started();
    work.add(null);
    work.add(null);
    expect([work.wanted, work.said]).toEqual([[], "Nothing to add: these triples were just added"]);
    expect(triples(work)).toHaveLength(1);
    work.synsetId = "another";
    work.add(work.synsetId);
    expect(triples(work)).toHaveLength(1);
    work.doc.undo();
    work.add(null);
    expect(triples(work)).toEqual([["Ann | was painting at | the harbour"]]);
  });

  test("the next fact is warned about before it goes into the same synset", () => {
    const work = started();
    work.add(null);
    work.pick(7, 7, false);
    work.pick(8, 8, false);
    work.pick(6, 6, false);
    const warned = () =>
      work.warnings.some(({ rule, text }) => rule === "another fact" && text.includes("(n)"));
    expect(warned()).toBe(true);
    work.synsetId = null;
    expect(warned()).toBe(false);
  });

  test("the key for typed words opens its dialog also where it only says why there is nothing to type", () => {
    const work = started();
    const opened: string[] = [];
    const keys = handlers(work, { merge: () => {}, move: () => {}, type: (slot) => opened.push(slot) });
    keys.type!(new KeyboardEvent("keydown"));
    expect([work.sentence.explicitOnly, opened]).toEqual([true, ["object"]]);
  });

  test("an explicit project refuses words from elsewhere", () => {
    const work = started();
    work.type("relation", "paints", false);
    expect(work.blocked).toBe(true);
    work.add(null);
    expect(triples(work)).toEqual([]);
    expect(work.said).toContain("warnings");
  });

  test("refused combinations stay out", () => {
    const work = started();
    work.takeAll(["border"]);
    work.toggleRefused(work.triples[2]!.key);
    work.add(null);
    expect(triples(work)[0]).toHaveLength(2);
  });
});

describe("changing", () => {
  test("a triple is changed in place, its origin stays", () => {
    const work = started();
    work.add(null);
    work.edit(work.triple!);
    work.shiftBorder(1);
    work.add(work.synsetId);
    expect(triples(work)).toEqual([["Ann | was painting | at the harbour"]]);
    expect(work.draft.editing).toBeNull();
  });

  test("move, split, merge, mark, delete", () => {
    const work = started();
    work.takeAll(["border"]);
    work.add(null);
    const [first] = work.doc.state.synsets[0]!.triples;
    work.move([first!.id], null);
    expect(triples(work).map((synset) => synset.length)).toEqual([2, 1]);
    work.mark(work.triple!);
    expect(work.triple!.wholesome).toBe(false);
    work.mark(work.triple!);
    expect(work.triple!.wholesome).toBeNull();
    work.merge([work.synsetId!], work.doc.state.synsets[0]!.id);
    expect(triples(work).map((synset) => synset.length)).toEqual([3]);
    work.step(1);
    work.remove([work.tripleId!]);
    expect(triples(work)[0]).toHaveLength(2);
    expect(work.triple).not.toBeNull();
  });

  test("a coreferent subject across a synset that was made before", () => {
    const work = started();
    work.takeAll(["border"]);
    work.add(null);
    work.clear();
    work.select({ cursor: 7, anchor: 7, selected: true, earlier: [] });
    work.across("subject");
    expect(triples(work)[0]).toHaveLength(6);
    expect(triples(work)[0]![3]).toBe("she | was painting at | the harbour");
  });
});

describe("a half-made draft", () => {
  const WORDS = "Ann | was painting at | [the] harbour";

  test("is there again with its marks after another sentence or a reload, until it is added", async () => {
    const work = started();
    work.acceptSuggestions();
    keepDraft(7, 1, work.draft);
    vi.resetModules(); // as after a reload
    const { keptDraft: afterReload } = await import("./kept-draft");
    for (const kept of [keptDraft, afterReload]) {
      const again = new Work(SENTENCE, openDocument(SYNSET_RULES, 1, emptyState(), 0), kept(7, 1, SENTENCE));
      expect(again.triples.map(({ slots }) => written(slots))).toEqual([WORDS]);
      again.clear();
      again.pick(4, 5, false);
      expect(again.draft.marks.groups.has(4)).toBe(true);
    }
    work.add(null);
    keepDraft(7, 1, work.draft);
    expect(keptDraft(7, 1, SENTENCE).next).toBe("subject");
  });

  test("is not given to somebody else, another document or other words", () => {
    const work = started();
    keepDraft(7, 1, work.draft);
    const other = tagged("Ann/PROPN slept/VERB");
    const kept = [keptDraft(8, 1, SENTENCE), keptDraft(7, 2, SENTENCE), keptDraft(7, 1, other)];
    expect(kept.map(({ next }) => next)).toEqual(["subject", "subject", "subject"]);
  });
});

test("after undo the last triple of the synset is current; without one, a key for it says so", () => {
  const work = started();
  const keys = handlers(work, { merge: () => {}, move: () => {}, type: () => {} });
  work.add(null);
  const first = work.tripleId;
  work.shiftBorder(1);
  work.add(work.synsetId);
  expect(work.tripleId).not.toBe(first);
  work.undo();
  expect(work.triple?.id).toBe(first);
  work.undo();
  keys.wholesome!(new KeyboardEvent("keydown"));
  expect(work.said).toContain("No triple is current");
  expect(messages.map(({ text }) => text)).toContain(work.said);
  work.redo();
  expect(work.triple?.id).toBe(first);
});

test("adding closes the list of variants", () => {
  const work = started();
  work.variantsOpen = true;
  work.add(null);
  expect(work.variantsOpen).toBe(false);
});

test("suggested words of one group are shown together", () => {
  const sentence = tagged("Ann/PROPN saw/VERB boats/NOUN of/ADP? Germany/PROPN?");
  const [of, germany] = sentence.analysis.tokens.slice(3);
  const grouped = sentence.analysis.tokens.map((token) =>
    token === of || token === germany ? { ...token, group: 0 } : token,
  );
  const analysis = { ...sentence.analysis, tokens: grouped, groups: [[3, 4]] };
  const work = new Work(
    { ...sentence, analysis } as typeof sentence,
    openDocument(SYNSET_RULES, 1, emptyState(), 0),
  );
  work.pick(0, 0, false);
  work.pick(1, 1, false);
  work.pick(2, 4, false);
  expect(work.suggestedGroups).toEqual(["of Germany"]);
});

test("where there is no keyboard, a switch says what picking does", () => {
  const work = started();
  work.picking = "add";
  work.pickWith(8, 8, { add: false, select: false });
  expect(written(work.triples[0]!.slots)).toBe("Ann | was painting at | the harbour slept");
  work.picking = "select";
  work.pickWith(7, 7, { add: false, select: false });
  expect(work.selectedTokens()).toEqual([7]);
  expect(written(work.triples[0]!.slots)).toBe("Ann | was painting at | the harbour slept");
});

test("the arrows go through the triples of all synsets", () => {
  const work = started();
  work.add(null);
  work.select({ cursor: 7, anchor: 7, selected: true, earlier: [] });
  work.put("subject");
  work.add(null);
  work.tripleId = null;
  work.step(1);
  const ids = work.doc.state.synsets.map(({ id }) => id);
  expect(work.synsetId).toBe(ids[0]);
  work.step(1);
  expect(work.synsetId).toBe(ids[1]);
  work.stepSynset(-1);
  expect(work.synsetId).toBe(ids[0]);
  work.stepSynset(1);
  work.stepSynset(1);
  expect(work.synsetId).toBeNull();
});
