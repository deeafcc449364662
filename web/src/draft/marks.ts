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

/** The suggested optional groups of the analysis (guideline A.1.3), single tokens as groups of one. */
export function suggestedGroups(analysis: Analysis): number[][] {
  const inGroups = new Set(analysis.groups.flat());
  const single = analysis.tokens.flatMap((token, number) =>
    token.optional && !inGroups.has(number) ? [[number]] : [],
  );
  return [...analysis.groups.map((group) => [...group]), ...single];
}

/** Mark all suggested tokens among the given ones that nobody has marked or made required before. */
export function acceptSuggestions(marks: Marks, analysis: Analysis, tokens: ReadonlySet<number>): Marks {
  let accepted = marks;
  for (const group of suggestedGroups(analysis)) {
    const open = group.filter((token) => tokens.has(token) && !marks.groups.has(token));
    if (open.length > 0 && open.length === group.length) accepted = markTogether(accepted, open);
  }
  return accepted;
}

/** Make all suggested tokens among the given ones required, so that they are not suggested again. */
export function refuseSuggestions(marks: Marks, analysis: Analysis, tokens: ReadonlySet<number>): Marks {
  const open = suggestedGroups(analysis)
    .flat()
    .filter((token) => tokens.has(token) && !marks.groups.has(token));
  return markRequired(marks, open);
}

/** Tokens that are suggested as optional and not yet accepted or refused. */
export function openSuggestions(marks: Marks, analysis: Analysis, tokens: Iterable<number>): number[] {
  const among = new Set(tokens);
  return suggestedGroups(analysis)
    .filter((group) => group.every((token) => among.has(token) && !marks.groups.has(token)))
    .flat();
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
