/** Keeping my changes after somebody else changed the same parts: say again what still makes sense. */
import { fold } from "./fold";
import type { NewEvent, SynsetState, Triple } from "./state";

type Change = Pick<NewEvent, "kind" | "payload">;

/**
 * Restate a change that was made on `before` so that it holds on `now`. A change of a triple that the other
 * person deleted brings the triple back; what names nothing any more is left out (null).
 */
export function restate<E extends Change>(event: E, before: SynsetState, now: SynsetState): E | null {
  const present = new Set(now.synsets.flatMap((synset) => synset.triples.map(({ id }) => id)));
  const synsets = new Set(now.synsets.map(({ id }) => id));
  const change = event as Change;
  switch (change.kind) {
    case "change": {
      const payload = change.payload as { triple: string } & Pick<Triple, "subject" | "relation" | "object">;
      if (present.has(payload.triple)) return event;
      const home = before.synsets.find((synset) => synset.triples.some(({ id }) => id === payload.triple));
      const old = home?.triples.find(({ id }) => id === payload.triple);
      if (!home || !old) return null;
      const { subject, relation, object } = payload;
      return {
        ...event,
        kind: "add",
        payload: { synset: home.id, triples: [{ ...old, subject, relation, object }] },
      };
    }
    case "remove":
    case "mark":
    case "move": {
      const payload = change.payload as { triples: string[] };
      const triples = payload.triples.filter((id) => present.has(id));
      return triples.length > 0 ? { ...event, payload: { ...payload, triples } } : null;
    }
    case "merge": {
      const payload = change.payload as { synsets: string[]; into: string };
      const left = payload.synsets.filter((id) => synsets.has(id));
      const others = left.filter((id) => id !== payload.into);
      return synsets.has(payload.into) && others.length > 0
        ? { ...event, payload: { ...payload, synsets: left } }
        : null;
    }
    case "note": {
      const { synset } = change.payload as { synset: string | null };
      return synset === null || synsets.has(synset) ? event : null;
    }
    default:
      return event;
  }
}

/** Restate changes one after the other. */
export function restateAll<E extends Change>(
  events: readonly E[],
  before: SynsetState,
  now: SynsetState,
): E[] {
  const kept: E[] = [];
  for (const event of events) {
    const restated = restate(event, before, now);
    before = fold(before, event);
    if (!restated) continue;
    kept.push(restated);
    now = fold(now, restated);
  }
  return kept;
}
