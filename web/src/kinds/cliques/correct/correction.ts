/** A correction that somebody writes: what it still lacks, and what is left to do in the clique. */
import { differenceOf, formOf, sameForm } from "../words/diff";
import {
  originalOf,
  paraphrasesOf,
  type Clique,
  type CliqueSentence,
  type CliqueState,
  type CorrectionType,
} from "../state";

export interface Draft {
  readonly text: string;
  readonly types: readonly CorrectionType[];
}

/** The sentence as it stands now: corrected, or as the machine wrote it. */
export function currentText(state: CliqueState, sentence: CliqueSentence): string {
  return state.corrections[sentence.id]?.text ?? sentence.text;
}

/** A draft that is equal to what is saved. */
export function draftOf(state: CliqueState, sentence: CliqueSentence): Draft {
  const saved = state.corrections[sentence.id];
  return { text: saved?.text ?? sentence.text, types: saved?.types ?? [] };
}

export function isSaved(state: CliqueState, sentence: CliqueSentence, draft: Draft): boolean {
  const saved = draftOf(state, sentence);
  return saved.text === draft.text && saved.types.join() === draft.types.join();
}

/** Add a type to the draft or take it away; types keep their order. */
export function toggleType(draft: Draft, type: CorrectionType, order: readonly CorrectionType[]): Draft {
  const types = order.filter((each) => (each === type) !== draft.types.includes(each));
  return { ...draft, types };
}

/** A sentence is one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

/** Another sentence of the clique that a text does not differ from in form. */
export function twinOf(
  clique: Clique,
  state: CliqueState,
  sentence: CliqueSentence,
  text: string,
): CliqueSentence | null {
  const others = clique.sentences.filter(({ id }) => id !== sentence.id);
  return others.find((other) => sameForm(currentText(state, other), text)) ?? null;
}

/** Why a draft cannot be saved, in words; null if it can. */
export function problemOf(
  clique: Clique,
  state: CliqueState,
  sentence: CliqueSentence,
  draft: Draft,
): string | null {
  const text = oneLine(draft.text);
  if (formOf(text) === "") return "Write the sentence: it is empty";
  if (text === oneLine(sentence.text))
    return "Nothing is changed yet: change the sentence, or keep it as it is";
  const twin = twinOf(clique, state, sentence, text);
  if (twin) return sameAs(twin);
  if (draft.types.length === 0) return "Say what was corrected: grammar, a phrase, or the whole sentence";
  return null;
}

/** Why a paraphrase cannot be kept as it is; null if it can. */
export function keepingProblem(clique: Clique, state: CliqueState, sentence: CliqueSentence): string | null {
  const twin = twinOf(clique, state, sentence, sentence.text);
  return twin && sameAs(twin);
}

function sameAs(twin: CliqueSentence): string {
  const whom = twin.original ? "the original" : `paraphrase ${twin.id}`;
  return `It does not differ in form from ${whom}: only case, punctuation or spaces are different`;
}

/** How a text differs from the original, in words. */
export function describeDifference(text: string, original: string): string {
  const { kind, fresh, gone } = differenceOf(text, original);
  if (kind === "none") return "Does not differ in form from the original";
  if (kind === "order") return "The words of the original in another order";
  const parts = [
    fresh > 0 && `${words(fresh)} not in the original`,
    gone > 0 && `${words(gone)} of it left out`,
  ];
  return parts.filter(Boolean).join(", ");
}

const words = (number: number): string => (number === 1 ? "1 word" : `${number} words`);

/** Paraphrases that nobody has corrected or kept yet. */
export function openParaphrases(clique: Clique, state: CliqueState): CliqueSentence[] {
  return paraphrasesOf(clique).filter(({ id }) => !(id in state.corrections));
}

/** The next open paraphrase after this one, from the first one again; this one if none is open. */
export function nextOpen(clique: Clique, state: CliqueState, from: string): string {
  const all = paraphrasesOf(clique);
  const open = new Set(openParaphrases(clique, state).map(({ id }) => id));
  const at = all.findIndex(({ id }) => id === from);
  const following = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  return following.find(({ id }) => open.has(id))?.id ?? from;
}

/** The paraphrase above or below. */
export function neighbour(clique: Clique, from: string, step: 1 | -1): string {
  const all = paraphrasesOf(clique);
  const at = all.findIndex(({ id }) => id === from);
  return all[at + step]?.id ?? from;
}

export const originalText = (clique: Clique): string => originalOf(clique).text;
