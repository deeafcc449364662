/** A clique, the state of a document of kind cliques, and its events: the same values as in Python. */

export type Stage = 1 | 2;

/** One sentence of a clique: the original, or a paraphrase of it. */
export interface CliqueSentence {
  id: string;
  text: string;
  original: boolean;
}

export interface Tuple {
  id: string;
  sentence: string;
  relation: string;
  arguments: string[];
  time: string | null;
  place: string | null;
}

/** What an item of kind cliques holds. */
export interface Clique {
  stage: Stage;
  clique: string;
  sentences: CliqueSentence[];
  /** Tuples that the file of the cliques has for the original. */
  given: Tuple[];
}

export const TYPES = ["grammar", "phrase", "rewrite"] as const;
export type CorrectionType = (typeof TYPES)[number];

export const FAULTS = {
  1: ["grammar", "meaning", "form"],
  2: ["completeness", "assertedness", "informativeness", "atomicity"],
} as const;
export type Fault = (typeof FAULTS)[Stage][number];

/** What a worker made of a paraphrase; one that is kept as it is has no text and no types. */
export interface Correction {
  text: string | null;
  types: CorrectionType[];
  kept: boolean;
}

export interface Verdict {
  right: boolean;
  faults: Fault[];
  note: string;
}

export interface CliqueState {
  corrections: Record<string, Correction>;
  tuples: Tuple[];
  /** Sentences that say nothing that could be a tuple. */
  empty: string[];
  /** By round and sentence: "2:12.1". Those of earlier rounds stay. */
  verdicts: Record<string, Verdict>;
  /** The round of the check that an expert is asked for; 0 in a worker's document. */
  round: number;
  note: string;
  done: boolean;
}

export interface CliquePayloads {
  correct: { sentence: string; text: string; types: CorrectionType[] };
  keep: { sentence: string };
  reset: { sentence: string };
  add: { tuple: Tuple };
  change: { tuple: Tuple };
  remove: { tuple: string };
  empty: { sentence: string };
  verdict: { round: number; sentence: string; right: boolean | null; faults: Fault[]; note: string };
  /** An expert is asked to check, in a round; the server makes this event. */
  check: { round: number };
  /** A worker's batch comes back, for a further round; the server makes this event. */
  return: { round: number };
  note: { text: string };
  done: { done: boolean };
  import: { tuples: Tuple[] };
}

export function emptyState(): CliqueState {
  return { corrections: {}, tuples: [], empty: [], verdicts: {}, round: 0, note: "", done: false };
}

export const verdictKey = (round: number, sentence: string): string => `${round}:${sentence}`;

export const originalOf = (clique: Clique): CliqueSentence =>
  clique.sentences.find(({ original }) => original)!;

export const paraphrasesOf = (clique: Clique): CliqueSentence[] =>
  clique.sentences.filter(({ original }) => !original);

/** The sentences that are worked on and checked: all but an original that needs no work. */
export const sentencesToDo = (clique: Clique): CliqueSentence[] =>
  clique.stage === 1 || clique.given.length > 0 ? paraphrasesOf(clique) : clique.sentences;

export const tuplesOf = (state: CliqueState, sentence: string): Tuple[] =>
  state.tuples.filter((tuple) => tuple.sentence === sentence);
