/** The state of a document of kind synsets, and its events: the same values as in Python. */

export interface Chunk {
  text: string;
  optional: boolean;
  /** Numbers of its tokens in the sentence; null if a word is not from the sentence. */
  at: number[] | null;
}

export type Slot = "subject" | "relation" | "object";
export const SLOTS: readonly Slot[] = ["subject", "relation", "object"];

export type Way =
  "hand" | "variant" | "border" | "active" | "coreference" | "imported" | "candidate" | "adopted";

export interface Origin {
  round: number;
  way: Way;
  source: string | null;
}

export interface Triple extends Record<Slot, Chunk[]> {
  id: string;
  /** Facet E: true or false by a person, null if unmarked. */
  wholesome: boolean | null;
  origin: Origin;
}

export interface Synset {
  id: string;
  /** The id that an imported synset had in its file, which exports keep. */
  label: string | null;
  note: string;
  triples: Triple[];
}

export interface Decision {
  accepted: boolean;
  triple: string | null;
}

export interface SynsetState {
  synsets: Synset[];
  decisions: Record<string, Decision>;
  translation: string | null;
  note: string;
  done: boolean;
}

export interface Payloads {
  add: { synset: string; triples: Triple[] };
  change: { triple: string } & Record<Slot, Chunk[]>;
  remove: { triples: string[] };
  move: { triples: string[]; synset: string };
  merge: { synsets: string[]; into: string };
  mark: { triples: string[]; wholesome: boolean | null };
  note: { synset: string | null; text: string };
  decide: { candidate: string; accepted: boolean; synset?: string; triple?: Triple };
  translate: { text: string };
  done: { done: boolean };
  import: { synsets: Synset[] };
}

export type EventKind = keyof Payloads;

export function emptyState(): SynsetState {
  return { synsets: [], decisions: {}, translation: null, note: "", done: false };
}
