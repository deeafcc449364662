/** What changed from one wording of a sentence to another, word by word. */
import { plain, tokenise, type Token } from "./tokens";

export type ChangeKind = "same" | "removed" | "added";

export interface Change {
  kind: ChangeKind;
  text: string;
  /** Whether white space follows it. */
  space: boolean;
}

/** Compare two wordings by their longest common run of words; upper and lower case differ. */
export function diffWords(before: string, after: string): Change[] {
  const left = tokenise(before);
  const right = tokenise(after);
  const lengths = commonLengths(left, right);
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i]!.text === right[j]!.text) {
      push(changes, "same", right, j);
      [i, j] = [i + 1, j + 1];
    } else if (j >= right.length || (i < left.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      push(changes, "removed", left, i++);
    } else {
      push(changes, "added", right, j++);
    }
  }
  return changes;
}

/** lengths[i][j]: length of the longest common subsequence from the i-th and the j-th token on. */
function commonLengths(left: readonly Token[], right: readonly Token[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        left[i]!.text === right[j]!.text
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}

function push(changes: Change[], kind: ChangeKind, tokens: readonly Token[], at: number): void {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  const space = next !== undefined && next.start > token.end;
  const last = changes.at(-1);
  if (last?.kind === kind) {
    last.text += (last.space ? " " : "") + token.text;
    last.space = space;
  } else {
    // Words that are gone and words that replace them do not run together.
    if (last && last.kind !== "same" && kind !== "same") last.space = true;
    changes.push({ kind, text: token.text, space });
  }
}

/**
 * A sentence without case, punctuation and spaces: two that are equal in this do not differ in form. The mirror
 * of `form` in annotate/cliques/content.py.
 */
export function formOf(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\p{P}\p{Z}\p{C}]+/gu, "");
}

export const sameForm = (one: string, other: string): boolean => formOf(one) === formOf(other);

export interface Difference {
  kind: "none" | "order" | "words";
  /** Words that the other sentence lacks, and words of it that are not here. */
  fresh: number;
  gone: number;
}

/** How a sentence differs from another: not at all in form, only in the order of its words, or in its words. */
export function differenceOf(text: string, other: string): Difference {
  if (sameForm(text, other)) return { kind: "none", fresh: 0, gone: 0 };
  const here = countWords(text);
  const there = countWords(other);
  const fresh = lacking(here, there);
  const gone = lacking(there, here);
  return { kind: fresh + gone === 0 ? "order" : "words", fresh, gone };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text: word } of tokenise(text)) {
    const key = plain(word);
    if (formOf(key) !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function lacking(counts: Map<string, number>, others: Map<string, number>): number {
  let sum = 0;
  for (const [word, count] of counts) sum += Math.max(0, count - (others.get(word) ?? 0));
  return sum;
}
