/** Keeping my changes after somebody else changed the same parts: say again what still makes sense. */
import type { Change } from "../../sync/rules";
import type { Payloads, SynsetState } from "./state";

/**
 * Restate a change that was made on `before` so that it holds on `now`. A change of a triple that the other
 * person deleted brings the triple back; what names nothing any more is left out (null).
 */
export function restate(
  event: Change<Payloads>,
  before: SynsetState,
  now: SynsetState,
): Change<Payloads> | null {
  const present = new Set(now.synsets.flatMap((synset) => synset.triples.map(({ id }) => id)));
  const synsets = new Set(now.synsets.map(({ id }) => id));
  switch (event.kind) {
    case "change": {
      const { triple, subject, relation, object } = event.payload;
      if (present.has(triple)) return event;
      const home = before.synsets.find((synset) => synset.triples.some(({ id }) => id === triple));
      const old = home?.triples.find(({ id }) => id === triple);
      if (!home || !old) return null;
      return {
        ...event,
        kind: "add",
        payload: { synset: home.id, triples: [{ ...old, subject, relation, object }] },
      };
    }
    case "remove":
    case "mark":
    case "move": {
      const triples = event.payload.triples.filter((id) => present.has(id));
      const payload = { ...event.payload, triples };
      return triples.length > 0 ? ({ ...event, payload } as Change<Payloads>) : null;
    }
    case "merge": {
      const { into } = event.payload;
      const left = event.payload.synsets.filter((id) => synsets.has(id));
      const others = left.filter((id) => id !== into);
      const payload = { ...event.payload, synsets: left };
      return synsets.has(into) && others.length > 0 ? { ...event, payload } : null;
    }
    case "note": {
      const { synset } = event.payload;
      return synset === null || synsets.has(synset) ? event : null;
    }
    default:
      return event;
  }
}
