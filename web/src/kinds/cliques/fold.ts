/**
 * How each event changes the state of a document of kind cliques: the mirror of `annotate/cliques/fold.py`.
 * Both are tested with the cases of web/fixtures/cliques-fold.json. No function changes its arguments.
 */
import { EVERYTHING, type Change } from "../../sync/rules";
import {
  tuplesOf,
  verdictKey,
  type CliquePayloads,
  type CliqueState,
  type Correction,
  type Tuple,
} from "./state";

export type CliqueChange = Change<CliquePayloads>;
type Kind = keyof CliquePayloads;
type Fold<K extends Kind> = (state: CliqueState, payload: CliquePayloads[K]) => CliqueState;

const FOLDS: { [K in Kind]: Fold<K> } = {
  correct: (state, { sentence, text, types }) =>
    withCorrection(state, sentence, { text, types, kept: false }),
  keep: (state, { sentence }) => withCorrection(state, sentence, { text: null, types: [], kept: true }),
  reset: (state, { sentence }) => ({
    ...state,
    corrections: without(state.corrections, sentence),
    empty: state.empty.filter((id) => id !== sentence),
  }),
  add: (state, { tuple }) => withTuples(state, [tuple]),
  change(state, { tuple }) {
    if (!state.tuples.some(({ id }) => id === tuple.id)) return state;
    return {
      ...state,
      tuples: state.tuples.map((each) => (each.id === tuple.id ? tuple : each)),
      empty: state.empty.filter((id) => id !== tuple.sentence),
    };
  },
  remove: (state, { tuple }) => ({ ...state, tuples: state.tuples.filter(({ id }) => id !== tuple) }),
  empty(state, { sentence }) {
    if (tuplesOf(state, sentence).length > 0) return state;
    return { ...state, empty: [...state.empty.filter((id) => id !== sentence), sentence] };
  },
  verdict(state, { round, sentence, right, faults, note }) {
    const key = verdictKey(round, sentence);
    const others = without(state.verdicts, key);
    return { ...state, verdicts: right === null ? others : { ...others, [key]: { right, faults, note } } };
  },
  check: (state, { round }) => ({ ...state, round, done: false }),
  return: (state) => ({ ...state, done: false }),
  note: (state, { text }) => ({ ...state, note: text }),
  done: (state, { done }) => ({ ...state, done }),
  import: (state, { tuples }) => withTuples(state, tuples),
};

export function fold(state: CliqueState, event: CliqueChange): CliqueState {
  const apply = FOLDS[event.kind] as Fold<Kind>;
  return apply(state, event.payload);
}

const ofSentence = ({ sentence }: { sentence: string }) => [`sentence ${sentence}`];
/** Corrections touch one common part beside their sentence, because no two may have the same form. */
const ofCorrection = (payload: { sentence: string }) => [...ofSentence(payload), "forms"];
const ofTuple = ({ tuple }: { tuple: Tuple }) => [`tuple ${tuple.id}`, `sentence ${tuple.sentence}`];

const TOUCHED: { [K in Kind]: (payload: CliquePayloads[K]) => string[] } = {
  correct: ofCorrection,
  keep: ofCorrection,
  reset: ofCorrection,
  add: ofTuple,
  change: ofTuple,
  // A sentence can be marked as empty once its last tuple is removed, and a removal does not say whose tuple it is.
  remove: ({ tuple }) => [`tuple ${tuple}`, "empty"],
  empty: ({ sentence }) => [`sentence ${sentence}`, "empty"],
  verdict: ({ round, sentence }) => [`verdict ${verdictKey(round, sentence)}`],
  check: () => [EVERYTHING],
  return: () => [EVERYTHING],
  note: () => ["note"],
  done: () => [EVERYTHING],
  import: () => [EVERYTHING],
};

/** Name the sentences, tuples and other parts that an event reads or changes. */
export function touched({ kind, payload }: CliqueChange): string[] {
  const name = TOUCHED[kind] as (payload: CliquePayloads[Kind]) => string[];
  return name(payload);
}

function withCorrection(state: CliqueState, sentence: string, correction: Correction): CliqueState {
  return { ...state, corrections: { ...without(state.corrections, sentence), [sentence]: correction } };
}

/** Add tuples at the end; one whose id is taken is left out. Their sentences are no longer empty. */
function withTuples(state: CliqueState, tuples: readonly Tuple[]): CliqueState {
  const taken = new Set(state.tuples.map(({ id }) => id));
  const added = tuples.filter(({ id }) => !taken.has(id) && taken.add(id));
  const sentences = new Set(added.map(({ sentence }) => sentence));
  return {
    ...state,
    tuples: [...state.tuples, ...added],
    empty: state.empty.filter((id) => !sentences.has(id)),
  };
}

function without<V>(record: Record<string, V>, key: string): Record<string, V> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));
}
