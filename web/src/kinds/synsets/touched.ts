/** Which parts of a document of kind synsets an event touches: the mirror of Python's `touched`. */
import { EVERYTHING, type Change } from "../../sync/rules";
import type { EventKind, Payloads } from "./state";

const triplesNamed = (payload: { triples: string[] }) => payload.triples.map((id) => `triple ${id}`);

const TOUCHED: { [K in EventKind]: (payload: Payloads[K]) => string[] } = {
  add: ({ synset, triples }) => [`synset ${synset}`, ...triples.map(({ id }) => `triple ${id}`)],
  change: ({ triple }) => [`triple ${triple}`],
  remove: triplesNamed,
  move: (payload) => [`synset ${payload.synset}`, ...triplesNamed(payload)],
  merge: ({ synsets, into }) => [...synsets, into].map((id) => `synset ${id}`),
  mark: triplesNamed,
  note: ({ synset }) => [synset === null ? "note" : `synset ${synset}`],
  decide: ({ candidate, accepted, synset, triple }) => [
    `candidate ${candidate}`,
    ...(accepted ? [`synset ${synset}`, `triple ${triple!.id}`] : []),
  ],
  // A translation changes the sentence below all triples, and an import needs an empty document.
  translate: () => [EVERYTHING],
  done: () => ["done"],
  import: () => [EVERYTHING],
};

/** Name the synsets, triples, candidates and other parts that an event touches. */
export function touched({ kind, payload }: Change<Payloads>): string[] {
  const name = TOUCHED[kind] as (payload: Payloads[EventKind]) => string[];
  return name(payload);
}
