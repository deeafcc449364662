"""The kind *study*, as the rest of the app uses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.annotate.kind import Export, Named, Place
from karat.annotate.study import fold, payloads
from karat.annotate.study.extractions import has_attribution
from karat.annotate.study.options import StudyOptions
from karat.annotate.study.state import State, summarise
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class StudyKind:
    """Declares the kind; its members are described by ``ProjectKind``."""

    name: str = "study"
    title: str = "Human study of extractions"
    tasks: tuple[str, ...] = ("label", "adjudicate")
    event_kinds: tuple[str, ...] = fold.EVENT_KINDS
    exports: tuple[Export, ...] = (
        Export("jsonl", "The study, a task a line", "jsonl", "application/x-ndjson"),
        Export("csv", "Labels as a table", "csv", "text/csv"),
    )

    __repr__ = one_line

    def initial_state(self) -> State:
        return State()

    def to_json(self, state: State) -> dict[str, Any]:
        return state.to_json()

    def from_json(self, value: Mapping[str, Any]) -> State:
        return State.from_json(value)

    def options(self, value: Mapping[str, Any]) -> StudyOptions:
        return StudyOptions.from_json(value)

    def check(self, state: State, kind: str, payload: Mapping[str, Any], place: Place) -> None:
        payloads.check(state, kind, payload, is_attributed=has_attribution(place.item.content))

    def fold(self, state: State, event: Named) -> State:
        return fold.fold(state, event)

    def touched(self, kind: str, payload: Mapping[str, Any]) -> frozenset[str]:
        return fold.touched(kind)

    def is_done(self, state: State) -> bool:
        return state.done

    def translation(self, state: State) -> str | None:
        return None

    def counts(self, state: State) -> dict[str, int]:
        return {}

    def summary(self, state: State) -> str | None:
        return summarise(state)


STUDY = StudyKind()
