/** Undo and redo as events, as `annotate/event.py` has them: which events have an effect. */

export interface Undoable {
  author: number | null;
  kind: string;
}

/** Whether an event only takes back or brings back others. */
export function isHistory({ kind }: { kind: string }): boolean {
  return kind === "undo" || kind === "redo";
}

/** Kinds that nobody undoes, nor anything before them: an expert is asked for a check, a worker's batch comes back. */
const NEW_BEGINNINGS: ReadonlySet<string> = new Set(["check", "return"]);

interface History {
  effective: boolean[];
  /** For each author, indexes of what an undo takes back next and of what a redo brings back next. */
  done: Map<number | null, number[]>;
  undone: Map<number | null, number[]>;
}

function readHistory(events: readonly Undoable[]): History {
  const history: History = { effective: events.map(() => false), done: new Map(), undone: new Map() };
  events.forEach((event, index) => {
    const done = entry(history.done, event.author);
    const undone = entry(history.undone, event.author);
    if (event.kind === "undo") moveLast(done, undone, history.effective, false);
    else if (event.kind === "redo") moveLast(undone, done, history.effective, true);
    else if (NEW_BEGINNINGS.has(event.kind)) {
      history.effective[index] = true;
      history.done.clear();
      history.undone.clear();
    } else {
      history.effective[index] = true;
      undone.length = 0;
      if (event.kind !== "import") done.push(index);
    }
  });
  return history;
}

function entry(map: Map<number | null, number[]>, author: number | null): number[] {
  if (!map.has(author)) map.set(author, []);
  return map.get(author)!;
}

function moveLast(from: number[], to: number[], effective: boolean[], value: boolean): void {
  const index = from.pop();
  if (index === undefined) return;
  effective[index] = value;
  to.push(index);
}

/** Leave out undone events, and undo and redo themselves. */
export function effectiveEvents<E extends Undoable>(events: readonly E[]): E[] {
  const { effective } = readHistory(events);
  return events.filter((_, index) => effective[index]);
}

/** The event that an undo of the author would take back. */
export function undoneBy<E extends Undoable>(events: readonly E[], author: number | null): E | null {
  const index = readHistory(events).done.get(author)?.at(-1);
  return index === undefined ? null : events[index]!;
}

/** The event that a redo of the author would bring back. */
export function redoneBy<E extends Undoable>(events: readonly E[], author: number | null): E | null {
  const index = readHistory(events).undone.get(author)?.at(-1);
  return index === undefined ? null : events[index]!;
}
