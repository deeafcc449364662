/** Events in words, for a person who must decide between two. */
import type { Change } from "../../sync/rules";
import type { Chunk, EventKind, Payloads, SynsetState, Triple } from "./state";

/** A slot as text: the cat [big]. */
export function slotText(chunks: readonly Chunk[]): string {
  return chunks.map(({ text, optional }) => (optional ? `[${text}]` : text)).join(" ");
}

export function tripleText(triple: Pick<Triple, "subject" | "relation" | "object">): string {
  return [triple.subject, triple.relation, triple.object].map(slotText).join(" – ");
}

/** Say what an event does; triples that are only named are looked up in the states. */
export function describe({ kind, payload }: Change<Payloads>, ...states: SynsetState[]): string {
  const describeKind = TEXTS[kind] as (payload: Payloads[EventKind], states: SynsetState[]) => string;
  return describeKind(payload, states);
}

const TEXTS: { [K in keyof Payloads]: (payload: Payloads[K], states: SynsetState[]) => string } = {
  add: ({ triples }) => `Added ${triples.map(tripleText).join("; ")}`,
  change: (payload, states) => {
    const old = findTriple(payload.triple, states);
    const before = old && tripleText(old) !== tripleText(payload) ? ` (the other: ${tripleText(old)})` : "";
    return `Changed to ${tripleText(payload)}${before}`;
  },
  remove: ({ triples }, states) => `Deleted ${named(triples, states)}`,
  move: ({ triples }, states) => `Moved ${named(triples, states)} to another synset`,
  merge: ({ synsets }) => `Merged ${synsets.length} synsets`,
  mark: ({ triples, wholesome }, states) =>
    `Marked ${named(triples, states)} as ${wholesome === null ? "undecided" : wholesome ? "wholesome" : "not wholesome"}`,
  note: ({ text }) => `Wrote the note “${text}”`,
  decide: ({ accepted, triple }) =>
    accepted && triple ? `Accepted ${tripleText(triple)}` : "Rejected an extraction",
  translate: ({ text }) => `Translated: ${text}`,
  done: ({ done }) => (done ? "Marked the sentence as done" : "Opened the sentence again"),
  import: ({ synsets }) => `Imported ${synsets.length} synsets`,
};

function findTriple(id: string, states: SynsetState[]): Triple | undefined {
  for (const { synsets } of states.toReversed()) {
    const found = synsets.flatMap(({ triples }) => triples).find((triple) => triple.id === id);
    if (found) return found;
  }
  return undefined;
}

function named(ids: string[], states: SynsetState[]): string {
  return ids
    .map((id) => findTriple(id, states))
    .map((triple) => (triple ? tripleText(triple) : "a triple that is gone"))
    .join("; ");
}
