"""The kind *cliques*, as the rest of the app uses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.annotate.cliques import fold, payloads
from karat.annotate.cliques.options import Options
from karat.annotate.cliques.state import State
from karat.annotate.kind import Export, Named, Place
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class CliquesKind:
    """Declares the kind; its members are described by ``ProjectKind``."""

    name: str = "cliques"
    title: str = "Cliques of paraphrases (ROBUST)"
    tasks: tuple[str, ...] = ("correct", "tuples", "check")
    event_kinds: tuple[str, ...] = fold.EVENT_KINDS
    exports: tuple[Export, ...] = (
        Export("robust", "ROBUST unified JSON, of accepted tuples", "json", "application/json"),
        Export("robust-sentences", "Accepted sentences, without tuples", "json", "application/json"),
        Export("jsonl", "Everything, a clique a line", "jsonl", "application/x-ndjson"),
        Export("csv", "Counts of corrections", "csv", "text/csv"),
    )

    __repr__ = one_line

    def initial_state(self) -> State:
        return State()

    def to_json(self, state: State) -> dict[str, Any]:
        return state.to_json()

    def from_json(self, value: Mapping[str, Any]) -> State:
        return State.from_json(value)

    def options(self, value: Mapping[str, Any]) -> Options:
        return Options.from_json(value)

    def check(self, state: State, kind: str, payload: Mapping[str, Any], place: Place) -> None:
        payloads.check(state, kind, payload, place)

    def fold(self, state: State, event: Named) -> State:
        return fold.fold(state, event)

    def touched(self, kind: str, payload: Mapping[str, Any]) -> frozenset[str]:
        return fold.touched(kind, payload)

    def is_done(self, state: State) -> bool:
        return state.done

    def translation(self, state: State) -> str | None:
        return None

    def counts(self, state: State) -> dict[str, int]:
        return {
            "corrections": sum(not each.kept for each in state.corrections.values()),
            "kept": sum(each.kept for each in state.corrections.values()),
            "tuples": len(state.tuples),
        }

    def summary(self, state: State) -> str | None:
        """What lists show: of a check, of tuples, or of corrections."""
        if state.round:
            wrong = sum(not each.right for key, each in state.verdicts.items() if key.startswith(f"{state.round}:"))
            return f"{wrong} wrong" if state.done else None
        if state.tuples or state.empty:
            return f"{len(state.tuples)} tuple{'' if len(state.tuples) == 1 else 's'}"
        if state.corrections:
            return f"{self.counts(state)['corrections']} corrected"
        return None


CLIQUES = CliquesKind()
