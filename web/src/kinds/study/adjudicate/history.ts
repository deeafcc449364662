/** The history of a decision in plain words. */
import { effectiveEvents, type Undoable } from "../../../sync/history";
import { describe } from "../fold";
import type { StudyEvent } from "../state";

export interface Step {
  number: number;
  author: string;
  text: string;
  undone: boolean;
  time: string;
}

interface Stored extends Undoable {
  number: number;
  time: string;
  payload: object;
}

/** What was done, step by step; undo and redo are shown by what they leave undone. */
export function stepsOf(events: readonly Stored[], names: ReadonlyMap<number, string>): Step[] {
  const effective = new Set(effectiveEvents(events).map(({ number }) => number));
  return events
    .filter(({ kind }) => kind !== "undo" && kind !== "redo")
    .map(({ number, author, kind, payload, time }) => ({
      number,
      author: author === null ? "The command line" : (names.get(author) ?? "Somebody"),
      text:
        kind === "import"
          ? "started with what all agree on"
          : lowered(describe({ kind, payload } as unknown as StudyEvent)),
      undone: !effective.has(number),
      time,
    }));
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
