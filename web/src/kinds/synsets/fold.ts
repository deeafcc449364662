/**
 * How each event changes the state of a document of kind synsets: the mirror of `annotate/synsets/fold.py`.
 * Both are tested with the cases of web/fixtures/fold.json. No function changes its arguments.
 */
import type { Change } from "../../sync/rules";
import type { EventKind, Payloads, Synset, SynsetState, Triple } from "./state";

type Fold<K extends EventKind> = (state: SynsetState, payload: Payloads[K]) => SynsetState;

const FOLDS: { [K in EventKind]: Fold<K> } = {
  add: (state, { synset, triples }) => withTriples(state, synset, triples),
  change: (state, { triple, subject, relation, object }) =>
    withChanged(state, [triple], (before) => ({ ...before, subject, relation, object })),
  remove: (state, { triples }) => withoutTriples(state, triples),
  move,
  merge,
  mark: (state, { triples, wholesome }) =>
    withChanged(state, triples, (before) => ({ ...before, wholesome })),
  note(state, { synset: id, text }) {
    if (id === null) return { ...state, note: text };
    return withSynsets(state, (synset) => (synset.id === id ? { ...synset, note: text } : synset));
  },
  decide(state, { candidate, accepted, synset, triple }) {
    if (!accepted) return withDecision(state, candidate, false, null);
    return withDecision(withTriples(state, synset!, [triple!]), candidate, true, triple!.id);
  },
  translate: (state, { text }) => ({ ...state, translation: text }),
  done: (state, { done }) => ({ ...state, done }),
  import: (state, { synsets }) => synsets.reduce(withImported, state),
};

/** Apply an event. */
export function fold(state: SynsetState, { kind, payload }: Change<Payloads>): SynsetState {
  const apply = FOLDS[kind] as Fold<EventKind>;
  return apply(state, payload);
}

function move(state: SynsetState, { triples: ids, synset: target }: Payloads["move"]): SynsetState {
  const byId = new Map(allTriples(state).map((triple) => [triple.id, triple]));
  const moved = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (moved.length === 0) return state;
  const left = new Set(moved.map(({ id }) => id));
  const before = state.synsets.some(({ id }) => id === target)
    ? state.synsets
    : [...state.synsets, newSynset(target, [])];
  const synsets = before.map((synset) => {
    const triples = synset.triples.filter(({ id }) => !left.has(id));
    return { ...synset, triples: synset.id === target ? [...triples, ...moved] : triples };
  });
  return { ...state, synsets: synsets.filter(({ triples }) => triples.length > 0) };
}

function merge(state: SynsetState, { synsets: ids, into }: Payloads["merge"]): SynsetState {
  const byId = new Map(state.synsets.map((synset) => [synset.id, synset]));
  const target = byId.get(into);
  if (!target) return state;
  const others = [...new Set(ids)].flatMap((id) => (id === into ? [] : (byId.get(id) ?? [])));
  const merged: Synset = {
    ...target,
    triples: [target, ...others].flatMap(({ triples }) => triples),
    note: [target, ...others].flatMap(({ note }) => note || []).join("\n"),
  };
  const left = new Set(others.map(({ id }) => id));
  const synsets = state.synsets.filter(({ id }) => !left.has(id));
  return { ...state, synsets: synsets.map((synset) => (synset.id === into ? merged : synset)) };
}

function allTriples(state: SynsetState): Triple[] {
  return state.synsets.flatMap(({ triples }) => triples);
}

function newSynset(id: string, triples: Triple[]): Synset {
  return { id, label: null, note: "", triples };
}

function withDecision(
  state: SynsetState,
  candidate: string,
  accepted: boolean,
  triple: string | null,
): SynsetState {
  return { ...state, decisions: { ...state.decisions, [candidate]: { accepted, triple } } };
}

function withSynsets(state: SynsetState, change: (synset: Synset) => Synset): SynsetState {
  return { ...state, synsets: state.synsets.map(change) };
}

/** Add triples to a synset, which is made if there is none; a triple whose id is taken is left out. */
function withTriples(state: SynsetState, id: string, triples: readonly Triple[]): SynsetState {
  const taken = new Set(allTriples(state).map((triple) => triple.id));
  const added = triples.filter((triple) => !taken.has(triple.id) && taken.add(triple.id));
  if (added.length === 0) return state;
  if (!state.synsets.some((synset) => synset.id === id)) {
    return { ...state, synsets: [...state.synsets, newSynset(id, added)] };
  }
  return withSynsets(state, (synset) =>
    synset.id === id ? { ...synset, triples: [...synset.triples, ...added] } : synset,
  );
}

function withImported(state: SynsetState, imported: Synset): SynsetState {
  const isNew = !state.synsets.some(({ id }) => id === imported.id);
  const after = withTriples(state, imported.id, imported.triples);
  if (!isNew || after === state) return after;
  return withSynsets(after, (synset) =>
    synset.id === imported.id ? { ...synset, note: imported.note, label: imported.label ?? null } : synset,
  );
}

/** Remove triples, and synsets that are then empty. */
function withoutTriples(state: SynsetState, ids: readonly string[]): SynsetState {
  const left = new Set(ids);
  const after = withSynsets(state, (synset) => ({
    ...synset,
    triples: synset.triples.filter(({ id }) => !left.has(id)),
  }));
  return { ...after, synsets: after.synsets.filter(({ triples }) => triples.length > 0) };
}

function withChanged(
  state: SynsetState,
  ids: readonly string[],
  change: (triple: Triple) => Triple,
): SynsetState {
  const changed = new Set(ids);
  return withSynsets(state, (synset) =>
    synset.triples.some(({ id }) => changed.has(id))
      ? { ...synset, triples: synset.triples.map((each) => (changed.has(each.id) ? change(each) : each)) }
      : synset,
  );
}
