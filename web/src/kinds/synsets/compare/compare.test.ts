import { describe, expect, it } from "vitest";
import { wording } from "../draft/testing";
import { render, SLOTS, type Slots } from "../draft/words";
import { fold } from "../fold";
import { emptyState, type SynsetState, type Triple } from "../state";
import { toChunks } from "../draft/synset";
import { type Change, editTriple, leaveOutSynset, leaveOutTriple, takeSynset, takeTriple } from "./decisions";
import { type Pair, rowsOf, type SynsetRow } from "./rows";
import { deed, type Step } from "./steps";
import { foreignWords, parseSlots, problemOf } from "./wording";

/** A triple written as `subject --> relation --> object`. */
function triple(id: string, text: string): Triple {
  const [subject, relation, object] = text.split(" --> ").map((slot) => wording(slot));
  const slots = { subject: subject!, relation: relation!, object: object! };
  return { id, ...toChunks(slots), wholesome: null, origin: { round: 1, way: "hand", source: null } };
}

function state(synsets: Record<string, Triple[]>): SynsetState {
  const made = Object.entries(synsets).map(([id, triples]) => ({ id, label: null, note: "", triples }));
  return { ...emptyState(), synsets: made };
}

const A = state({
  a1: [triple("x1", "Ann --> met --> Ben"), triple("x2", "Ann --> met --> Ben [in] [Oslo]")],
  a2: [triple("x3", "Ann --> met in --> Oslo")],
});
const B = state({ b1: [triple("y1", "Ann --> met --> Ben"), triple("y2", "Ann --> met --> Ben in [Oslo]")] });
const PAIRS: Pair[] = [
  {
    a: "a1",
    b: "b1",
    agrees: false,
    covering: ["b1"],
    shared: ["Ann", "met", "Ben"],
    triples: [
      { a: "x1", b: "y1", agrees: true, differing: [], grouped_otherwise: false },
      { a: "x2", b: "y2", agrees: false, differing: [[2, 1]], grouped_otherwise: false },
    ],
  },
  {
    a: "a2",
    b: null,
    agrees: false,
    covering: [],
    shared: null,
    triples: [{ a: "x3", b: null, agrees: false, differing: [], grouped_otherwise: false }],
  },
];
const STARTED = state({ m1: [triple("z1", "Ann --> met --> Ben")] });

function after(merged: SynsetState, changes: Change[]): SynsetState {
  return changes.reduce<SynsetState>(fold, merged);
}

function rows(merged: SynsetState | null): SynsetRow[] {
  return rowsOf(PAIRS, A, B, merged);
}

const patterns = (merged: SynsetState) =>
  merged.synsets.map((synset) =>
    synset.triples.map((each) => SLOTS.map((slot) => render(each[slot])).join(" --> ")),
  );

describe("rows", () => {
  it("stand open where nothing is merged", () => {
    expect(rows(null).map((row) => [row.merged.length, row.open])).toEqual([
      [0, 2],
      [0, 1],
    ]);
  });

  it("have the merged triples of the same words beside them", () => {
    const [first, second] = rows(STARTED);
    expect(first!.triples.map((row) => row.merged?.id)).toEqual(["z1", undefined]);
    expect([first!.open, second!.open]).toEqual([1, 1]);
    expect([...first!.triples[1]!.differing]).toEqual(["object 1"]);
  });

  it("keep what only the merged document has", () => {
    const own = after(STARTED, [
      { kind: "add", payload: { synset: "m1", triples: [triple("z2", "Ben --> met --> Ann")] } },
      { kind: "add", payload: { synset: "m2", triples: [triple("z3", "Oslo --> in --> Ben")] } },
    ]);
    const found = rows(own);
    expect(found[0]!.triples.at(-1)).toMatchObject({ a: null, b: null, settled: true, merged: { id: "z2" } });
    expect(found.at(-1)).toMatchObject({ a: null, b: null, open: 0 });
  });
});

describe("decisions", () => {
  it("take a triple into the synset of its fact", () => {
    const [first] = rows(STARTED);
    const merged = after(STARTED, takeTriple(first!, first!.triples[1]!, "b", "Ben"));
    expect(patterns(merged)).toEqual([["Ann --> met --> Ben", "Ann --> met --> Ben in [Oslo]"]]);
    expect(merged.synsets[0]!.triples[1]!.origin).toEqual({ round: 1, way: "adopted", source: "Ben" });
    expect(rows(merged)[0]!.open).toBe(0);
  });

  it("give a merged triple the other's options instead of a second one", () => {
    const [first] = rows(STARTED);
    const taken = after(STARTED, takeTriple(first!, first!.triples[1]!, "b", "Ben"));
    const [again] = rows(taken);
    const merged = after(taken, takeTriple(again!, again!.triples[1]!, "a", "Ann"));
    expect(patterns(merged)).toEqual([["Ann --> met --> Ben", "Ann --> met --> Ben [in] [Oslo]"]]);
    expect(takeTriple(again!, again!.triples[1]!, "b", "Ben")).toEqual([]);
  });

  it("take a fact whole", () => {
    const first = after(emptyState(), takeSynset(rows(emptyState())[0]!, "a", "Ann"));
    expect(patterns(first)).toEqual([["Ann --> met --> Ben", "Ann --> met --> Ben [in] [Oslo]"]]);
    const second = after(first, takeSynset(rows(first)[1]!, "a", "Ann"));
    expect(second.synsets).toHaveLength(2);
    expect(rows(second).map((row) => row.open)).toEqual([0, 0]);
    expect(takeSynset(rows(second)[1]!, "b", "Ben")).toEqual([]);
  });

  it("edit a merged triple, which stays with its fact", () => {
    const [first] = rows(STARTED);
    const edited = triple("", "Ann --> met in --> Ben");
    const merged = after(STARTED, editTriple(first!.triples[0]!, edited));
    expect(patterns(merged)).toEqual([["Ann --> met in --> Ben"]]);
    const [again] = rows(merged);
    expect([again!.merged.length, again!.open, again!.triples[0]!.settled]).toEqual([1, 1, true]);
    const optional = triple("", "[Ann] --> met --> Ben");
    expect(editTriple(first!.triples[0]!, optional).map((change) => change.kind)).toEqual(["change"]);
  });

  it("leave out, and say so", () => {
    const [first, second] = rows(STARTED);
    const without = after(STARTED, [...leaveOutTriple(first!.triples[1]!), ...leaveOutSynset(second!)]);
    expect(rows(without).map((row) => row.open)).toEqual([0, 0]);
    expect(without.decisions).toEqual({
      x2: { accepted: false, triple: null },
      a2: { accepted: false, triple: null },
    });
    const nothing = after(STARTED, leaveOutSynset(first!));
    expect([patterns(nothing), rows(nothing)[0]!.open]).toEqual([[], 0]);
  });
});

describe("a triple as text", () => {
  const tokens = "Ann met the old man in the park".split(" ");
  const texts = { subject: "Ann", relation: "met [in the]", object: "[the old] man" };

  it("is read with its optional words and tokens", () => {
    const slots: Slots = parseSlots(texts, tokens);
    expect(SLOTS.map((slot) => render(slots[slot]))).toEqual(["Ann", "met [in the]", "[the old] man"]);
    expect(slots.relation.map((chunk) => chunk.at)).toEqual([[1], [5, 6]]);
    expect(slots.object.map((chunk) => chunk.at)).toEqual([[2, 3], [4]]);
    expect(foreignWords(parseSlots({ ...texts, subject: "She" }, tokens))).toEqual(["She"]);
  });

  it.each([
    ["", "A slot needs a word"],
    ["[]", "A slot needs a word"],
    ["[the", "Every [ needs a ], and brackets do not nest"],
    ["[the [old] man]", "Every [ needs a ], and brackets do not nest"],
    ["[the man]", "One word of a slot must not be optional"],
    ["[the] man", null],
  ])("%s: %s", (text, problem) => expect(problemOf(text)).toBe(problem));
});

describe("what is shown", () => {
  const step: Step = {
    number: 1,
    author: "Cleo",
    time: "2026-01-01T00:00:00Z",
    kind: "add",
    triples: ["x"],
    sources: [],
    done: null,
    undone: false,
  };

  it.each([
    [{}, "added a triple"],
    [{ sources: ["Ann"], triples: ["x", "y"] }, "took 2 triples of Ann"],
    [{ kind: "import", sources: ["Ann, Ben"] }, "started with a triple that Ann and Ben agree on"],
    [{ kind: "import", sources: ["Eve"] }, "started with a triple of Eve"],
    [{ kind: "decide", triples: [] }, "left something out"],
    [{ kind: "change" }, "changed a triple"],
    [{ kind: "change", sources: ["Ben"] }, "took Ben's wording of a triple"],
    [{ kind: "done", done: true }, "marked the sentence as done"],
    [{ kind: "done", done: false }, "opened the sentence again"],
    [{ kind: "later" }, "later"],
  ])("%o: %s", (change, text) => expect(deed({ ...step, ...change })).toBe(text));
});
