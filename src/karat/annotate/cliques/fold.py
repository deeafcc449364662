"""How each event changes the state of a document; ``web/src/kinds/cliques/fold.ts`` does the same in the browser.

A fold never fails on an event that was valid when it was made: what it names and the state no longer has, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from karat.annotate.cliques.state import Correction, State, Tuple, Verdict, verdict_key
from karat.annotate.event import CHECK_BEGINS, EVERYTHING, RETURNED
from karat.annotate.kind import Named

Payload = Mapping[str, Any]


def fold(state: State, event: Named) -> State:
    """Apply an event."""
    return _FOLDS[event.kind](state, event.payload)


def touched(kind: str, payload: Payload) -> frozenset[str]:
    """Name the sentences, tuples and other parts that an event reads or changes.

    Corrections touch one common part beside their sentence, because no two may have the same form.
    """
    return frozenset(_TOUCHED[kind](payload))


def _correct(state: State, payload: Payload) -> State:
    return _with_correction(state, payload["sentence"], Correction(payload["text"], tuple(payload["types"])))


def _keep(state: State, payload: Payload) -> State:
    return _with_correction(state, payload["sentence"], Correction(None))


def _reset(state: State, payload: Payload) -> State:
    """Forget a correction, or that a sentence is empty."""
    sentence = payload["sentence"]
    corrections = {id: each for id, each in state.corrections.items() if id != sentence}
    return replace(state, corrections=corrections, empty=_without(state.empty, sentence))


def _add(state: State, payload: Payload) -> State:
    return _with_tuples(state, Tuple.from_json(payload["tuple"]))


def _change(state: State, payload: Payload) -> State:
    changed = Tuple.from_json(payload["tuple"])
    if all(each.id != changed.id for each in state.tuples):
        return state
    tuples = tuple(changed if each.id == changed.id else each for each in state.tuples)
    return replace(state, tuples=tuples, empty=_without(state.empty, changed.sentence))


def _remove(state: State, payload: Payload) -> State:
    return replace(state, tuples=tuple(each for each in state.tuples if each.id != payload["tuple"]))


def _empty(state: State, payload: Payload) -> State:
    """Mark a sentence as empty, unless it has tuples."""
    sentence = payload["sentence"]
    if state.tuples_of(sentence):
        return state
    return replace(state, empty=(*_without(state.empty, sentence), sentence))


def _verdict(state: State, payload: Payload) -> State:
    key = verdict_key(payload["round"], payload["sentence"])
    verdicts = {other: each for other, each in state.verdicts.items() if other != key}
    if payload["right"] is not None:
        verdicts[key] = Verdict(payload["right"], tuple(payload["faults"]), payload["note"])
    return replace(state, verdicts=verdicts)


def _check(state: State, payload: Payload) -> State:
    return replace(state, round=payload["round"], done=False)


def _returned(state: State, _: Payload) -> State:
    """Open a worker's document again, because its batch was refused."""
    return replace(state, done=False)


def _note(state: State, payload: Payload) -> State:
    return replace(state, note=payload["text"])


def _done(state: State, payload: Payload) -> State:
    return replace(state, done=payload["done"])


def _import(state: State, payload: Payload) -> State:
    return _with_tuples(state, *map(Tuple.from_json, payload["tuples"]))


_FOLDS: dict[str, Callable[[State, Payload], State]] = {
    "correct": _correct,
    "keep": _keep,
    "reset": _reset,
    "add": _add,
    "change": _change,
    "remove": _remove,
    "empty": _empty,
    "verdict": _verdict,
    CHECK_BEGINS: _check,
    RETURNED: _returned,
    "note": _note,
    "done": _done,
    "import": _import,
}
"""All kinds of events, and what they do."""

EVENT_KINDS = tuple(_FOLDS)


def _of_correction(payload: Payload) -> set[str]:
    return {f"sentence {payload['sentence']}", "forms"}


def _of_tuple(payload: Payload) -> set[str]:
    return {f"tuple {payload['tuple']['id']}", f"sentence {payload['tuple']['sentence']}"}


_TOUCHED: dict[str, Callable[[Payload], set[str]]] = {
    "correct": _of_correction,
    "keep": _of_correction,
    "reset": _of_correction,
    "add": _of_tuple,
    "change": _of_tuple,
    # A sentence can be marked as empty once its last tuple is removed, and a removal does not say whose tuple it is.
    "remove": lambda payload: {f"tuple {payload['tuple']}", "empty"},
    "empty": lambda payload: {f"sentence {payload['sentence']}", "empty"},
    "verdict": lambda payload: {f"verdict {verdict_key(payload['round'], payload['sentence'])}"},
    CHECK_BEGINS: lambda payload: {EVERYTHING},
    RETURNED: lambda payload: {EVERYTHING},
    "note": lambda payload: {"note"},
    "done": lambda payload: {EVERYTHING},
    "import": lambda payload: {EVERYTHING},
}


def _with_correction(state: State, sentence: str, correction: Correction) -> State:
    """Put a correction at the end, so that the order of a state's JSON is that of the events."""
    corrections = {id: each for id, each in state.corrections.items() if id != sentence}
    return replace(state, corrections={**corrections, sentence: correction})


def _with_tuples(state: State, *tuples: Tuple) -> State:
    """Add tuples at the end; one whose id is taken is left out. Their sentences are no longer empty."""
    taken = {each.id for each in state.tuples}
    added: list[Tuple] = []
    for each in tuples:
        if each.id not in taken:
            taken.add(each.id)
            added.append(each)
    sentences = {each.sentence for each in added}
    empty = tuple(sentence for sentence in state.empty if sentence not in sentences)
    return replace(state, tuples=(*state.tuples, *added), empty=empty)


def _without(sentences: tuple[str, ...], sentence: str) -> tuple[str, ...]:
    return tuple(each for each in sentences if each != sentence)
