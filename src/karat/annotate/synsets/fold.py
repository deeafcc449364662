"""How each event changes the state of a document; ``web/src/sync/fold.ts`` does the same in the browser.

A fold never fails on an event that was valid when it was made. An undo can take away what a later event of somebody
else names; that part of the later event then has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from karat.annotate.event import EVERYTHING
from karat.annotate.kind import Named
from karat.annotate.synsets.state import Decision, State, Synset, Triple, slots_from_json

Payload = Mapping[str, Any]


def fold(state: State, event: Named) -> State:
    """Apply an event."""
    return _FOLDS[event.kind](state, event.payload)


def touched(kind: str, payload: Payload) -> frozenset[str]:
    """Name the synsets, triples, candidates and other parts that an event names.

    A translation changes the sentence below all triples, and an import needs an empty document: both touch everything.
    """
    return frozenset(_TOUCHED[kind](payload))


def _add(state: State, payload: Payload) -> State:
    return _with_triples(state, payload["synset"], [Triple.from_json(triple) for triple in payload["triples"]])


def _change(state: State, payload: Payload) -> State:
    subject, relation, object_ = slots_from_json(payload)

    def change(triple: Triple) -> Triple:
        return replace(triple, subject=subject, relation=relation, object=object_)

    return _with_changed(state, [payload["triple"]], change)


def _remove(state: State, payload: Payload) -> State:
    return _without_triples(state, payload["triples"])


def _move(state: State, payload: Payload) -> State:
    by_id = {triple.id: triple for triple in state.triples()}
    moved = [by_id[id] for id in dict.fromkeys(payload["triples"]) if id in by_id]
    if not moved:
        return state
    if payload["synset"] not in state.synset_ids():
        state = replace(state, synsets=(*state.synsets, Synset(payload["synset"])))
    left = {triple.id for triple in moved}
    synsets = []
    for synset in state.synsets:
        triples = tuple(triple for triple in synset.triples if triple.id not in left)
        if synset.id == payload["synset"]:
            triples += tuple(moved)
        synsets.append(replace(synset, triples=triples))
    return replace(state, synsets=tuple(synset for synset in synsets if synset.triples))


def _merge(state: State, payload: Payload) -> State:
    by_id = {synset.id: synset for synset in state.synsets}
    target = by_id.get(payload["into"])
    if target is None:
        return state
    others = [by_id[id] for id in dict.fromkeys(payload["synsets"]) if id in by_id and id != target.id]
    merged = target.with_triples(*(triple for synset in others for triple in synset.triples))
    merged = replace(merged, note="\n".join(filter(None, [target.note, *(synset.note for synset in others)])))
    left = {synset.id for synset in others}
    synsets = (merged if synset.id == target.id else synset for synset in state.synsets if synset.id not in left)
    return replace(state, synsets=tuple(synsets))


def _mark(state: State, payload: Payload) -> State:
    return _with_changed(state, payload["triples"], lambda triple: replace(triple, wholesome=payload["wholesome"]))


def _note(state: State, payload: Payload) -> State:
    if payload["synset"] is None:
        return replace(state, note=payload["text"])
    synsets = (
        replace(synset, note=payload["text"]) if synset.id == payload["synset"] else synset for synset in state.synsets
    )
    return replace(state, synsets=tuple(synsets))


def _decide(state: State, payload: Payload) -> State:
    decision = Decision(False)
    if payload["accepted"]:
        triple = Triple.from_json(payload["triple"])
        state = _with_triples(state, payload["synset"], [triple])
        decision = Decision(True, triple.id)
    return replace(state, decisions={**state.decisions, payload["candidate"]: decision})


def _translate(state: State, payload: Payload) -> State:
    return replace(state, translation=payload["text"])


def _done(state: State, payload: Payload) -> State:
    return replace(state, done=payload["done"])


def _import(state: State, payload: Payload) -> State:
    for synset in map(Synset.from_json, payload["synsets"]):
        is_new = synset.id not in state.synset_ids()
        state = _with_triples(state, synset.id, synset.triples)
        if is_new:
            *before, added = state.synsets
            state = replace(state, synsets=(*before, replace(added, note=synset.note, label=synset.label)))
    return state


_FOLDS: dict[str, Callable[[State, Payload], State]] = {
    "add": _add,
    "change": _change,
    "remove": _remove,
    "move": _move,
    "merge": _merge,
    "mark": _mark,
    "note": _note,
    "decide": _decide,
    "translate": _translate,
    "done": _done,
    "import": _import,
}
"""All kinds of events, and what they do."""

EVENT_KINDS = tuple(_FOLDS)


def _triples(payload: Payload) -> set[str]:
    return {f"triple {id}" for id in payload["triples"]}


def _touched_by_decide(payload: Payload) -> set[str]:
    parts = {f"candidate {payload['candidate']}"}
    if payload["accepted"]:
        parts |= {f"synset {payload['synset']}", f"triple {payload['triple']['id']}"}
    return parts


_TOUCHED: dict[str, Callable[[Payload], set[str]]] = {
    "add": lambda payload: {f"synset {payload['synset']}", *(f"triple {each['id']}" for each in payload["triples"])},
    "change": lambda payload: {f"triple {payload['triple']}"},
    "remove": _triples,
    "move": lambda payload: {f"synset {payload['synset']}", *_triples(payload)},
    "merge": lambda payload: {f"synset {id}" for id in (*payload["synsets"], payload["into"])},
    "mark": _triples,
    "note": lambda payload: {"note" if payload["synset"] is None else f"synset {payload['synset']}"},
    "decide": _touched_by_decide,
    "translate": lambda payload: {EVERYTHING},
    "done": lambda payload: {"done"},
    "import": lambda payload: {EVERYTHING},
}


def _with_triples(state: State, synset_id: str, triples: Collection[Triple]) -> State:
    """Add triples to a synset, which is made if there is none; a triple whose id is taken is left out."""
    taken = state.triple_ids()
    added = []
    for triple in triples:
        if triple.id not in taken:
            taken.add(triple.id)
            added.append(triple)
    if not added:
        return state
    if synset_id not in state.synset_ids():
        return replace(state, synsets=(*state.synsets, Synset(synset_id, tuple(added))))
    synsets = (synset.with_triples(*added) if synset.id == synset_id else synset for synset in state.synsets)
    return replace(state, synsets=tuple(synsets))


def _without_triples(state: State, ids: Collection[str]) -> State:
    """Remove triples, and synsets that are then empty."""
    left = set(ids)
    synsets = (
        replace(synset, triples=tuple(triple for triple in synset.triples if triple.id not in left))
        for synset in state.synsets
    )
    return replace(state, synsets=tuple(synset for synset in synsets if synset.triples))


def _with_changed(state: State, ids: Collection[str], change: Callable[[Triple], Triple]) -> State:
    changed = set(ids)
    synsets = (
        replace(synset, triples=tuple(change(each) if each.id in changed else each for each in synset.triples))
        if any(triple.id in changed for triple in synset.triples)
        else synset
        for synset in state.synsets
    )
    return replace(state, synsets=tuple(synsets))
