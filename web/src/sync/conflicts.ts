/** Which unsent events still hold after events of somebody else, and which need a person's decision. */
import type { NewEvent, StoredEvent } from "./event";
import { EVERYTHING, touchedBy, type AnyRules } from "./rules";

type Event = Pick<NewEvent, "kind" | "payload">;

/** Whether two events may change places: they name no common part of the document. */
export function commutes(rules: AnyRules, one: Event, other: Event): boolean {
  const parts = touchedBy(rules, one);
  const otherParts = touchedBy(rules, other);
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
  rules: AnyRules,
  pending: readonly E[],
  remote: readonly StoredEvent[],
): Clash<E> | null {
  const mine: E[] = [];
  const theirs = new Set<StoredEvent>();
  for (const event of pending) {
    // An event that was made later than the other one was made knowing it.
    const against = remote.filter((other) => other.number > event.on && !commutes(rules, event, other));
    against.forEach((other) => theirs.add(other));
    if (against.length > 0 || mine.some((earlier) => !commutes(rules, event, earlier))) mine.push(event);
  }
  return mine.length > 0 ? { mine, theirs: remote.filter((event) => theirs.has(event)) } : null;
}
