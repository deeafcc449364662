/** The rules of documents of kind cliques: corrections, tuples and verdicts. */
import type { DocumentRules, OpenDocument } from "../../sync";
import { describe } from "./describe";
import { fold, touched, type CliqueChange } from "./fold";
import { emptyState, verdictKey, type CliquePayloads, type CliqueState } from "./state";

/** What lists show of a document, as Python's `summary` has it. */
export function summaryOf(state: CliqueState): string | null {
  if (state.round > 0) {
    const ofRound = Object.entries(state.verdicts).filter(([key]) =>
      key.startsWith(verdictKey(state.round, "")),
    );
    return state.done ? `${ofRound.filter(([, { right }]) => !right).length} wrong` : null;
  }
  if (state.tuples.length > 0 || state.empty.length > 0)
    return `${state.tuples.length} tuple${state.tuples.length === 1 ? "" : "s"}`;
  const corrections = Object.values(state.corrections);
  return corrections.length > 0 ? `${corrections.filter(({ kept }) => !kept).length} corrected` : null;
}

/** A tuple that somebody else deleted is added again; what is there already is left out. */
function restate(event: CliqueChange, before: CliqueState, now: CliqueState): CliqueChange | null {
  const has = (state: CliqueState, id: string) => state.tuples.some((tuple) => tuple.id === id);
  switch (event.kind) {
    case "add":
      return has(now, event.payload.tuple.id) ? { kind: "change", payload: event.payload } : event;
    case "change":
      return has(now, event.payload.tuple.id) ? event : { kind: "add", payload: event.payload };
    case "remove":
      return has(now, event.payload.tuple) ? event : null;
    case "done":
      return now.done === event.payload.done && before.done !== now.done ? null : event;
    default:
      return event;
  }
}

export const CLIQUE_RULES: DocumentRules<CliqueState, CliquePayloads> = {
  name: "cliques",
  emptyState,
  fold,
  touched,
  describe,
  restate,
  isDone: ({ done }) => done,
  summary: (state) => ({ summary: summaryOf(state), done: state.done }),
};

export type CliqueDocument = OpenDocument<CliqueState, CliquePayloads>;
