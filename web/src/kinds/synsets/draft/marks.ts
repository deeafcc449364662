/** Optional marks: which tokens may be left out, alone or together; remembered for the whole sentence. */

import type { Analysis } from "./sentence";
import { type Word, type Wording, wordingOf, wordsOf } from "./words";

/** The optional group of each marked token, and -1 for tokens that were made required by hand. */
export interface Marks {
  readonly groups: ReadonlyMap<number, number>;
  readonly next: number;
}

export const NO_MARKS: Marks = { groups: new Map(), next: 0 };
const REQUIRED = -1;

/** Mark the tokens as one optional group; tokens of another group take the rest of it apart. */
export function markTogether(marks: Marks, tokens: readonly number[]): Marks {
  const groups = new Map(marks.groups);
  for (const token of tokens) groups.set(token, marks.next);
  return { groups, next: marks.next + 1 };
}

export function markRequired(marks: Marks, tokens: readonly number[]): Marks {
  const groups = new Map(marks.groups);
  for (const token of tokens) groups.set(token, REQUIRED);
  return { groups, next: marks.next };
}

/** Remember the marks of a wording that was made elsewhere, such as a triple that is edited. */
export function remember(marks: Marks, wording: Wording): Marks {
  let remembered = marks;
  for (const chunk of wording) {
    if (!chunk.at) continue;
    remembered = chunk.optional ? markTogether(remembered, chunk.at) : markRequired(remembered, chunk.at);
  }
  return remembered;
}

/**
 * The optional chunks that the analysis suggests for a slot with these tokens (guideline A.1.3).
 *
 * A group applies if the slot holds all of it and something required besides; tokens in no such group are suggested by
 * themselves. If nothing required would remain, nothing is suggested. As karat.annotate.language.suggestions does.
 */
export function suggestedChunks(analysis: Analysis, tokens: readonly number[]): number[][] {
  const free = new Set(tokens);
  const singles = tokens.filter((token) => analysis.tokens[token]?.optional);
  const chunks: number[][] = [];
  for (const group of analysis.groups) {
    const required = [...free].some((token) => !group.includes(token) && !singles.includes(token));
    if (!required || !group.every((token) => free.has(token))) continue;
    chunks.push([...group]);
    for (const token of group) free.delete(token);
  }
  const alone = singles.filter((token) => free.has(token));
  return free.size > alone.length ? [...chunks, ...alone.map((token) => [token])] : [];
}

/** The suggested chunks of a slot of which nothing has been marked or made required yet. */
export function openSuggestions(marks: Marks, analysis: Analysis, tokens: readonly number[]): number[][] {
  return suggestedChunks(analysis, tokens).filter((chunk) =>
    chunk.every((token) => !marks.groups.has(token)),
  );
}

/** Apply the marks to words of the sentence: neighbouring words of the same group become one optional chunk. */
export function marked(words: readonly Pick<Word, "text" | "at">[], marks: Marks): Wording {
  return wordingOf(
    words.map(({ text, at }) => {
      const group = at === null ? undefined : marks.groups.get(at);
      return { text, at, group: group === undefined || group === REQUIRED ? null : group };
    }),
  );
}

/** Toggle words of one wording: one optional group, or required if they are exactly that already. */
export function toggleWords(wording: Wording, from: number, to: number): Wording {
  const words = wordsOf(wording);
  const selected = words.slice(from, to + 1);
  const group = selected[0]?.group ?? null;
  const whole =
    group !== null && words.every((word, index) => (word.group === group) === (index >= from && index <= to));
  const next = whole ? null : words.length;
  return wordingOf(
    words.map((word, index) => (index >= from && index <= to ? { ...word, group: next } : word)),
  );
}

/** Take apart the optional groups that a word belongs to: required again. */
export function requireWords(wording: Wording, from: number, to: number): Wording {
  const words = wordsOf(wording);
  const groups = new Set(words.slice(from, to + 1).map((word) => word.group));
  return wordingOf(words.map((word) => (groups.has(word.group) ? { ...word, group: null } : word)));
}
