/** What a curator decides about a row, as events of the merged document. */
import type { SlotName } from "../draft/words";
import { newId } from "../../../sync";
import { type Chunk, type EventKind, type Payloads, type Synset, type Triple } from "../state";
import { patternKey, type SynsetRow, type TripleRow, wordsKey } from "./rows";

export type Change = { [K in EventKind]: { kind: K; payload: Payloads[K] } }[EventKind];
export type Side = "a" | "b";

/** Take one annotator's triple: add it, or give the merged triple its options. */
export function takeTriple(synset: SynsetRow, row: TripleRow, side: Side, name: string): Change[] {
  const triple = row[side];
  if (!triple) return [];
  if (!row.merged) return [adding(synset, [adopted(triple, name)])];
  return rewording(row.merged, triple);
}

/** Take all triples that one annotator has of a fact. */
export function takeSynset(synset: SynsetRow, side: Side, name: string): Change[] {
  const missing = synset.triples.flatMap((row) => {
    const triple = row[side];
    return triple && !row.merged ? [adopted(triple, name)] : [];
  });
  const reworded = synset.triples.flatMap((row) =>
    row.merged && row[side] ? rewording(row.merged, row[side]) : [],
  );
  return [...(missing.length > 0 ? [adding(synset, missing)] : []), ...reworded];
}

/** Give a merged triple other words; the wording that it was taken from is then decided too. */
export function editTriple(row: TripleRow, chunks: Record<SlotName, Chunk[]>): Change[] {
  if (!row.merged) return [];
  const edited = { ...row.merged, ...chunks };
  const isReplaced = wordsKey(edited) !== wordsKey(row.merged);
  return [...rewording(row.merged, edited), ...(isReplaced ? rejection(row.a ?? row.b) : [])];
}

/** Leave a triple out of the gold; that somebody decided so is kept. */
export function leaveOutTriple(row: TripleRow): Change[] {
  return [...removal(row.merged ? [row.merged] : []), ...rejection(row.a ?? row.b)];
}

/** Leave a fact out of the gold. */
export function leaveOutSynset(synset: SynsetRow): Change[] {
  return [...removal(synset.merged.flatMap((each) => each.triples)), ...rejection(synset.a ?? synset.b)];
}

function adopted(triple: Triple, name: string): Triple {
  return { ...triple, id: newId(), origin: { round: triple.origin.round, way: "adopted", source: name } };
}

function adding(synset: SynsetRow, triples: Triple[]): Change {
  return { kind: "add", payload: { synset: synset.merged[0]?.id ?? newId(), triples } };
}

function rewording(merged: Triple, wanted: Triple): Change[] {
  if (patternKey(merged) === patternKey(wanted)) return [];
  const { subject, relation, object } = wanted;
  return [{ kind: "change", payload: { triple: merged.id, subject, relation, object } }];
}

function removal(triples: readonly Triple[]): Change[] {
  if (triples.length === 0) return [];
  return [{ kind: "remove", payload: { triples: triples.map((triple) => triple.id) } }];
}

/** One rejection stands for both annotators' form: it is one decision, and one undo takes it back. */
function rejection(value: Triple | Synset | null): Change[] {
  return value ? [{ kind: "decide", payload: { candidate: value.id, accepted: false } }] : [];
}
