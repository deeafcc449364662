/** The rows of a comparison: what A, B and the merged document have of each fact, and what is still open. */
import type { components } from "../../../api/schema";
import { SLOTS, splitWords, type SlotName } from "../draft/words";
import type { Synset, SynsetState, Triple } from "../state";

type Schemas = components["schemas"];
export type Pair = Schemas["SynsetPairView"];

/** The share of words in common from which an edited synset counts as the same fact. */
const ALIKE = 0.75;

export interface TripleRow {
  key: string;
  a: Triple | null;
  b: Triple | null;
  merged: Triple | null;
  /** A and B have the same words with the same options. */
  agrees: boolean;
  /** Words that only one of them has as optional, as slot and number. */
  differing: ReadonlySet<string>;
  groupedOtherwise: boolean;
  /** Taken, or left out on purpose. */
  settled: boolean;
}

export interface SynsetRow {
  key: string;
  a: Synset | null;
  b: Synset | null;
  /** Synsets of the merged document that state the fact; usually one. */
  merged: Synset[];
  triples: TripleRow[];
  agrees: boolean;
  /** How many triples wait for a decision. */
  open: number;
  /** Synsets of the other annotator that share an extraction though they are paired otherwise. */
  alsoCovered: number;
}

/** Put what the merged document has beside the pairs of A and B; what only it has comes last. */
export function rowsOf(
  pairs: readonly Pair[],
  a: SynsetState,
  b: SynsetState | null,
  merged: SynsetState | null,
): SynsetRow[] {
  const synsetsOfA = byId(a.synsets);
  const synsetsOfB = byId(b?.synsets ?? []);
  const found = pairs.map((pair) => ({
    pair,
    a: pair.a === null ? null : (synsetsOfA.get(pair.a) ?? null),
    b: pair.b === null ? null : (synsetsOfB.get(pair.b) ?? null),
  }));
  const homes = (merged?.synsets ?? []).map((synset) => homeOf(synset, found));
  const rows = found.map(({ pair, a: one, b: other }, index) => {
    const own = (merged?.synsets ?? []).filter((_, number) => homes[number] === index);
    return synsetRow(pair, one, other, own, merged?.decisions ?? {});
  });
  const alone = (merged?.synsets ?? []).filter((_, number) => homes[number] === -1);
  return [...rows, ...alone.map(mergedRow)];
}

/**
 * The pair with which a merged synset has most triples in common; if it was edited so that it has none, the pair with
 * most of its words; -1 if there is neither.
 */
function homeOf(synset: Synset, pairs: readonly { a: Synset | null; b: Synset | null }[]): number {
  const theirs = pairs.map(({ a, b }) => [...(a?.triples ?? []), ...(b?.triples ?? [])]);
  const keys = new Set(synset.triples.map(wordsKey));
  const common = theirs.map((triples) => countCommon(new Set(triples.map(wordsKey)), keys));
  const index = largest(common);
  if (index >= 0 && common[index]! > 0) return index;
  const words = wordSet(synset.triples);
  const alike = theirs.map((triples) => overlap(words, wordSet(triples)));
  const nearest = largest(alike);
  return nearest >= 0 && alike[nearest]! >= ALIKE ? nearest : -1;
}

function largest(values: readonly number[]): number {
  return values.length === 0 ? -1 : values.indexOf(Math.max(...values));
}

function wordSet(triples: readonly Triple[]): Set<string> {
  return new Set(triples.flatMap((triple) => wordsKey(triple).split(/\s/u)));
}

function countCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((each) => other.has(each)).length;
}

/** The share of words that two sets have in common (Jaccard). */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = countCommon(one, other);
  return common / Math.max(1, one.size + other.size - common);
}

function synsetRow(
  pair: Pair,
  a: Synset | null,
  b: Synset | null,
  merged: Synset[],
  decisions: SynsetState["decisions"],
): SynsetRow {
  const isRejected = (id: string | null) => id !== null && decisions[id]?.accepted === false;
  const isLeftOut = isRejected(pair.a) || isRejected(pair.b);
  const triplesOfA = byId(a?.triples ?? []);
  const triplesOfB = byId(b?.triples ?? []);
  const waiting = merged.flatMap((synset) => synset.triples);
  const take = (triple: Triple | null) => {
    const index = triple ? waiting.findIndex((each) => wordsKey(each) === wordsKey(triple)) : -1;
    return index < 0 ? null : waiting.splice(index, 1)[0]!;
  };
  const triples = pair.triples.map((each): TripleRow => {
    const one = each.a === null ? null : (triplesOfA.get(each.a) ?? null);
    const other = each.b === null ? null : (triplesOfB.get(each.b) ?? null);
    const own = take(one ?? other);
    return {
      key: `${each.a ?? ""}/${each.b ?? ""}`,
      a: one,
      b: other,
      merged: own,
      agrees: each.agrees,
      differing: new Set(each.differing.map(([slot, word]) => placeKey(SLOTS[slot]!, word))),
      groupedOtherwise: each.grouped_otherwise,
      settled: own !== null || isLeftOut || isRejected(each.a) || isRejected(each.b),
    };
  });
  const paired = pair.a !== null && pair.b !== null ? 1 : 0;
  return {
    key: `${pair.a ?? ""}/${pair.b ?? ""}`,
    a,
    b,
    merged,
    triples: [...triples, ...waiting.map(ownRow)],
    agrees: pair.agrees,
    open: triples.filter((row) => !row.settled).length,
    alsoCovered: pair.covering.length - paired,
  };
}

function mergedRow(synset: Synset): SynsetRow {
  const triples = synset.triples.map(ownRow);
  return {
    key: synset.id,
    a: null,
    b: null,
    merged: [synset],
    triples,
    agrees: false,
    open: 0,
    alsoCovered: 0,
  };
}

function ownRow(triple: Triple): TripleRow {
  const nothing = { a: null, b: null, agrees: false, differing: new Set<string>(), groupedOtherwise: false };
  return { key: triple.id, ...nothing, merged: triple, settled: true };
}

/** The words of a triple, whatever is optional: the same fact in the same wording. */
export function wordsKey(triple: Triple): string {
  return SLOTS.map((slot) => triple[slot].flatMap((chunk) => splitWords(chunk.text)).join(" ")).join("\t");
}

/** The words of a triple in their chunks: the same pattern. */
export function patternKey(triple: Triple): string {
  const chunks = (slot: SlotName) =>
    triple[slot]
      .map((chunk) => [splitWords(chunk.text).join(" "), chunk.optional] as const)
      .filter(([text]) => text !== "");
  return JSON.stringify(SLOTS.map(chunks));
}

export function placeKey(slot: SlotName, word: number): string {
  return `${slot} ${word}`;
}

function byId<T extends { id: string }>(values: readonly T[]): Map<string, T> {
  return new Map(values.map((value) => [value.id, value]));
}
