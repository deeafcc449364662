/** Events of a clique in words, for a person who must decide between two. */
import type { CliqueChange } from "./fold";
import type { CliquePayloads, CliqueState, Tuple } from "./state";

/** A tuple on one line: (built; Mara; the mill; time: in 1931). */
export function tupleText(tuple: Omit<Tuple, "id" | "sentence">): string {
  const { relation, arguments: parts, time, place } = tuple;
  const more = [time !== null && `time: ${time}`, place !== null && `place: ${place}`].filter(Boolean);
  return `(${[relation, ...parts, ...more].join("; ")})`;
}

/** Say what an event does; tuples that are only named are looked up in the states. */
export function describe(event: CliqueChange, ...states: CliqueState[]): string {
  const text = TEXTS[event.kind] as (
    payload: CliquePayloads[keyof CliquePayloads],
    states: CliqueState[],
  ) => string;
  return text(event.payload, states);
}

const TEXTS: { [K in keyof CliquePayloads]: (payload: CliquePayloads[K], states: CliqueState[]) => string } =
  {
    correct: ({ sentence, text, types }) => `Corrected ${sentence} (${types.join(", ")}): ${text}`,
    keep: ({ sentence }) => `Kept ${sentence} as it is`,
    reset: ({ sentence }) => `Took back what was decided on ${sentence}`,
    add: ({ tuple }) => `Added ${tupleText(tuple)} to ${tuple.sentence}`,
    change: ({ tuple }, states) => {
      const old = findTuple(tuple.id, states);
      const before = old && tupleText(old) !== tupleText(tuple) ? ` (the other: ${tupleText(old)})` : "";
      return `Changed to ${tupleText(tuple)}${before}`;
    },
    remove: ({ tuple }, states) => {
      const old = findTuple(tuple, states);
      return `Deleted ${old ? tupleText(old) : "a tuple that is gone"}`;
    },
    empty: ({ sentence }) => `Marked ${sentence} as having no tuple`,
    verdict: ({ sentence, right, faults }) => {
      if (right === null) return `Took back the verdict on ${sentence}`;
      return `Judged ${sentence} as ${right ? "right" : `wrong: ${faults.join(", ")}`}`;
    },
    check: ({ round }) => `Asked for a check in round ${round}`,
    return: ({ round }) => `Gave the batch back for round ${round}`,
    note: ({ text }) => `Wrote the note “${text}”`,
    done: ({ done }) => (done ? "Marked the clique as done" : "Opened the clique again"),
    import: ({ tuples }) => `Imported ${tuples.length === 1 ? "1 tuple" : `${tuples.length} tuples`}`,
  };

function findTuple(id: string, states: CliqueState[]): Tuple | undefined {
  for (const { tuples } of states.toReversed()) {
    const found = tuples.find((tuple) => tuple.id === id);
    if (found) return found;
  }
  return undefined;
}
