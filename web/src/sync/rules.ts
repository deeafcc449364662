/** What a kind of project says of its documents: pure functions, the mirror of the kind in Python. */
import type { ItemRow } from "../api/types";
import { effectiveEvents, isHistory, type Undoable } from "./history";

/** The payload of each event of a kind, by the event's name; without undo and redo. */
export type PayloadsOf<P> = { [K in keyof P]: object };

/** An event of a kind: narrowed to its payload by its `kind`. */
export type Change<P extends PayloadsOf<P>> = {
  [K in keyof P & string]: { kind: K; payload: P[K] };
}[keyof P & string];

/**
 * The rules of the documents of one kind. No function changes its arguments, and none ever sees undo or redo:
 * those are the same for all kinds.
 */
export interface DocumentRules<S, P extends PayloadsOf<P>> {
  /** The kind's name. */
  readonly name: string;
  emptyState(): S;
  fold(state: S, event: Change<P>): S;
  /** Name the parts that an event touches; events that touch no common part may change places. */
  touched(event: Change<P>): Iterable<string>;
  /** Say what an event does; what it only names is looked up in the states, the last one first. */
  describe(event: Change<P>, ...states: S[]): string;
  /** Restate an event that was made on `before` so that it holds on `now`; null leaves it out. */
  restate?(event: Change<P>, before: S, now: S): Change<P> | null;
  isDone(state: S): boolean;
  /** What the list shows of a document at once, before the server is asked. */
  summary(state: S): Partial<ItemRow>;
}

/** The rules of a kind that is known by its name only. */
export type AnyRules = DocumentRules<any, any>;

interface Event {
  kind: string;
  payload: object;
}

/** Touched by an event that may not change places with any other. */
export const EVERYTHING = "*";

/** Apply events in order, leaving out those that are undone. */
export function foldAll<S, P extends PayloadsOf<P>>(
  rules: DocumentRules<S, P>,
  state: S,
  events: readonly (Undoable & Event)[],
): S {
  return effectiveEvents(events).reduce(
    (before, event) => rules.fold(before, event as unknown as Change<P>),
    state,
  );
}

export function touchedBy(rules: AnyRules, event: Event): Set<string> {
  return new Set(isHistory(event) ? [EVERYTHING] : rules.touched(event));
}

/** Say what an event does, undo and redo too. */
export function describeEvent<S>(rules: DocumentRules<S, any>, event: Event, ...states: S[]): string {
  if (isHistory(event)) return event.kind === "undo" ? "Undid the last change" : "Redid a change";
  return rules.describe(event, ...states);
}

/**
 * Keep my changes after somebody else changed the same parts: restate one after the other what still makes
 * sense.
 */
export function restateAll<S, E extends Event>(
  rules: DocumentRules<S, any>,
  events: readonly E[],
  before: S,
  now: S,
): E[] {
  const kept: E[] = [];
  for (const event of events) {
    const isKept = isHistory(event) || !rules.restate;
    const restated = isKept ? event : (rules.restate!(event, before, now) as E | null);
    if (!isHistory(event)) before = rules.fold(before, event);
    if (!restated) continue;
    kept.push(restated);
    if (!isHistory(restated)) now = rules.fold(now, restated);
  }
  return kept;
}
