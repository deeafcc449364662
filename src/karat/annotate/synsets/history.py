"""Who decided what, and when: the events of a document as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from karat.annotate.event import REDO, UNDO, Event, effective_events
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Step:
    """One event: who did what to which triples, and whether it was undone since.

    ``sources`` are the annotators or systems that the triples were taken from.
    """

    number: int
    author: int | None
    time: datetime
    kind: str
    triples: tuple[str, ...]
    sources: tuple[str, ...]
    undone: bool

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "number": self.number,
            "author": self.author,
            "time": self.time.isoformat(),
            "kind": self.kind,
            "triples": list(self.triples),
            "sources": list(self.sources),
            "undone": self.undone,
        }


def history(events: Sequence[Event]) -> list[Step]:
    """List all events in order; undo and redo are seen in what they undid."""
    effective = {event.number for event in effective_events(events)}
    return [
        Step(
            event.number,
            event.author,
            event.time,
            event.kind,
            *_triples_of(event),
            event.number not in effective,
        )
        for event in events
        if event.kind not in (UNDO, REDO)
    ]


def _triples_of(event: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    payload = event.payload
    match event.kind:
        case "add":
            whole = payload["triples"]
        case "import":
            whole = [triple for synset in payload["synsets"] for triple in synset["triples"]]
        case "decide":
            whole = [payload["triple"]] if payload["accepted"] else []
        case "change":
            return (payload["triple"],), ()
        case "remove" | "move" | "mark":
            return tuple(payload["triples"]), ()
        case _:
            return (), ()
    sources = dict.fromkeys(triple["origin"]["source"] for triple in whole)
    return tuple(triple["id"] for triple in whole), tuple(source for source in sources if source is not None)
