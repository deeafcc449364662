/** The state of a labelled extraction, its events, and what a task shows: the same values as in Python. */

export type FactLabel = "correct" | "incorrect";
export type AttributionLabel = "correct" | "incorrect" | "none";

export interface StudyState {
  fact: FactLabel | null;
  attribution: AttributionLabel | null;
  /** The rules that an incorrect fact or attribution breaks, in the order of the guideline. */
  rules: string[];
  note: string;
  unsure: boolean;
  done: boolean;
}

/** What each event says; undo and redo are the same for all kinds of projects. */
export type StudyPayloads = {
  fact: { label: FactLabel | null };
  attribution: { label: AttributionLabel | null };
  rules: { rules: string[] };
  note: { text: string };
  unsure: { unsure: boolean };
  done: { done: boolean };
  import: StudyState;
};

export type StudyEvent = {
  [K in keyof StudyPayloads]: { kind: K; payload: StudyPayloads[K] };
}[keyof StudyPayloads];

export const FACT_RULES = [
  "F1",
  "F2",
  "F3",
  "F4",
  "F5",
  "F6",
  "F7",
  "F8",
  "F9",
  "F10",
  "F11",
  "F12",
] as const;
export const ATTRIBUTION_RULES = ["A1", "A2", "A3"] as const;

export const isFactRule = (rule: string): boolean => rule.startsWith("F");

export interface Quantity {
  /** The placeholder in the slots, such as QUANT_S_1. */
  id: string;
  text: string;
}

export interface Attribution {
  source: string;
  predicate: string | null;
  polarity: "+" | "-" | null;
  modality: "CT" | "PS" | null;
}

export interface StudyExtraction {
  relation: string;
  arguments: string[];
  polarity: "+" | "-" | null;
  modality: "CT" | "PS" | null;
  attribution: Attribution | null;
  quantities: Quantity[];
}

/** What a task shows besides its sentence; which system it comes from is not in it. */
export interface TaskContent {
  sentence_id: string;
  clause: string | null;
  extraction: StudyExtraction;
}

/** A rule of the guideline, with examples of both labels. */
export interface Rule {
  id: string;
  label: string;
  title: string;
  text: string;
  /** What it means to break it. */
  broken: string;
  examples: { sentence: string; extraction: StudyExtraction; correct: boolean; note: string }[];
}

export function emptyState(): StudyState {
  return { fact: null, attribution: null, rules: [], note: "", unsure: false, done: false };
}
