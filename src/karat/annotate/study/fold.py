"""How each event changes the state of a document; the page does the same in ``web/src/kinds/study``.

A label that is changed drops the rules that no longer fit it. A document that was done stays so only while it is
complete, so that whoever changes a label to *incorrect* is asked for the rule again. An import is taken as it is:
labels that were given elsewhere may name no rules, and no attribution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from karat.annotate.event import EVERYTHING
from karat.annotate.kind import Named
from karat.annotate.study.state import State, fitting_rules

Payload = Mapping[str, Any]


def fold(state: State, event: Named) -> State:
    """Apply an event."""
    return _FOLDS[event.kind](state, event.payload)


def touched(kind: str) -> frozenset[str]:
    """Name the parts of a document that an event reads or changes."""
    return frozenset(_TOUCHED[kind])


def _label_fact(state: State, payload: Payload) -> State:
    return _relabelled(replace(state, fact=payload["label"]))


def _label_attribution(state: State, payload: Payload) -> State:
    return _relabelled(replace(state, attribution=payload["label"]))


def _name_rules(state: State, payload: Payload) -> State:
    return _relabelled(replace(state, rules=tuple(payload["rules"])))


def _note(state: State, payload: Payload) -> State:
    return replace(state, note=payload["text"])


def _doubt(state: State, payload: Payload) -> State:
    return _relabelled(replace(state, unsure=payload["unsure"]))


def _finish(state: State, payload: Payload) -> State:
    # Not done if an undo took a label away that was there when the event was made.
    return replace(state, done=payload["done"] and state.is_complete)


def _import(_: State, payload: Payload) -> State:
    imported = State.from_json(payload)
    return replace(imported, rules=fitting_rules(imported.rules, imported.fact, imported.attribution))


def _relabelled(state: State) -> State:
    """Drop the rules that do not fit the labels, and open the document again if it is no longer complete."""
    state = replace(state, rules=fitting_rules(state.rules, state.fact, state.attribution))
    return replace(state, done=state.done and state.is_complete)


_FOLDS: dict[str, Callable[[State, Payload], State]] = {
    "fact": _label_fact,
    "attribution": _label_attribution,
    "rules": _name_rules,
    "note": _note,
    "unsure": _doubt,
    "done": _finish,
    "import": _import,
}
"""All kinds of events, and what they do."""

EVENT_KINDS = tuple(_FOLDS)

_TOUCHED: dict[str, tuple[str, ...]] = {
    "fact": ("fact", "rules"),
    "attribution": ("attribution", "rules"),
    "rules": ("rules",),
    "note": ("note",),
    "unsure": ("unsure",),
    "done": ("done", "fact", "attribution", "rules", "unsure"),
    "import": (EVERYTHING,),
}
