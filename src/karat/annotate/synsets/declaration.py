"""The kind *synsets*, as the rest of the app uses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.annotate.kind import Export, Named, Place
from karat.annotate.synsets import fold, payloads
from karat.annotate.synsets.state import State
from karat.errors import InputError
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class SynsetsKind:
    """Declares the kind; its members are described by ``ProjectKind``."""

    name: str = "synsets"
    title: str = "Fact synsets (BenchIE)"
    tasks: tuple[str, ...] = ("annotate", "review", "compare")
    event_kinds: tuple[str, ...] = fold.EVENT_KINDS
    exports: tuple[Export, ...] = (
        Export("benchie", "BenchIE gold", "txt", "text/plain"),
        Export("benchie-e", "BenchIE gold of facet E", "txt", "text/plain"),
        Export("jsonl", "Everything, a sentence a line", "jsonl", "application/x-ndjson"),
        Export("csv", "Triples as a table", "csv", "text/csv"),
    )

    __repr__ = one_line

    def initial_state(self) -> State:
        return State()

    def to_json(self, state: State) -> dict[str, Any]:
        return state.to_json()

    def from_json(self, value: Mapping[str, Any]) -> State:
        return State.from_json(value)

    def check(self, state: State, kind: str, payload: Mapping[str, Any], place: Place) -> None:
        payloads.check(state, kind, payload, place)

    def fold(self, state: State, event: Named) -> State:
        return fold.fold(state, event)

    def touched(self, kind: str, payload: Mapping[str, Any]) -> frozenset[str]:
        return fold.touched(kind, payload)

    def is_done(self, state: State) -> bool:
        return state.done

    def translation(self, state: State) -> str | None:
        return state.translation

    def counts(self, state: State) -> dict[str, int]:
        return {
            "synsets": len(state.synsets),
            "triples": sum(len(synset.triples) for synset in state.synsets),
            "decisions": len(state.decisions),
        }

    def summary(self, state: State) -> str | None:
        return None  # the counts say enough

    def options(self, value: Mapping[str, Any]) -> None:
        if value:
            raise InputError(f"setting options: expected none in a project of synsets, found {next(iter(value))!r}")


SYNSETS = SynsetsKind()
