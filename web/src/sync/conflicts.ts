/** Which unsent events still hold after events of somebody else, and which need a person's decision. */
import { EVERYTHING, touched } from "./fold";
import type { NewEvent, StoredEvent } from "./state";

type Change = Pick<NewEvent, "kind" | "payload">;

/** Whether two events may change places: they name no common part of the document. */
export function commutes(one: Change, other: Change): boolean {
  const parts = touched(one);
  const otherParts = touched(other);
  if (parts.has(EVERYTHING) || otherParts.has(EVERYTHING)) return false;
  return ![...parts].some((part) => otherParts.has(part));
}

export interface Clash<E extends NewEvent = NewEvent> {
  /** My events that do not commute with those of others, and later ones of mine that build on them. */
  mine: E[];
  theirs: StoredEvent[];
}

/** Find the unsent events that cannot simply follow what others did; null if all can. */
export function findClash<E extends NewEvent>(
  pending: readonly E[],
  remote: readonly StoredEvent[],
): Clash<E> | null {
  const mine: E[] = [];
  const theirs = new Set<StoredEvent>();
  for (const event of pending) {
    // An event that was made later than the other one was made knowing it.
    const against = remote.filter((other) => other.number > event.on && !commutes(event, other));
    against.forEach((other) => theirs.add(other));
    if (against.length > 0 || mine.some((earlier) => !commutes(event, earlier))) mine.push(event);
  }
  return mine.length > 0 ? { mine, theirs: remote.filter((event) => theirs.has(event)) } : null;
}
