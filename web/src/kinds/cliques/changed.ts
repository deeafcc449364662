/** Which sentence of a clique two states differ in: where the cursor goes after undo and redo. */
import type { CliqueState, Tuple } from "./state";

/** What a change was made to; the tuple is null where none was changed, or where it is gone. */
export interface Changed {
  sentence: string;
  tuple: string | null;
}

/** Find what changed between two states; null if it is nothing of a sentence. */
export function findChanged(before: CliqueState, after: CliqueState): Changed | null {
  const tuple = changedTuple(before.tuples, after.tuples);
  if (tuple) {
    const isThere = after.tuples.some(({ id }) => id === tuple.id);
    return { sentence: tuple.sentence, tuple: isThere ? tuple.id : null };
  }
  const key = changedKey(before.verdicts, after.verdicts);
  const sentence =
    changedKey(before.corrections, after.corrections) ??
    changedMark(before.empty, after.empty) ??
    key?.slice(key.indexOf(":") + 1);
  return sentence === undefined ? null : { sentence, tuple: null };
}

function changedTuple(before: readonly Tuple[], after: readonly Tuple[]): Tuple | undefined {
  const isIn = (tuples: readonly Tuple[], tuple: Tuple) => tuples.some((each) => areEqual(each, tuple));
  return after.find((tuple) => !isIn(before, tuple)) ?? before.find((tuple) => !isIn(after, tuple));
}

function changedKey(before: Record<string, object>, after: Record<string, object>): string | undefined {
  return Object.keys({ ...before, ...after }).find((key) => !areEqual(before[key], after[key]));
}

function changedMark(before: readonly string[], after: readonly string[]): string | undefined {
  return (
    after.find((sentence) => !before.includes(sentence)) ??
    before.find((sentence) => !after.includes(sentence))
  );
}

const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
