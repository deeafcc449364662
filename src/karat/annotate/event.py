"""Events: every change of a document, numbered and never deleted; undo and redo are events too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from karat.errors import InputError
from karat.one_line import one_line

ID = re.compile(r"[a-z0-9]{12,32}")
"""An id that a client makes: of an event, a synset, a triple."""

LONGEST_ACTIVE = 24 * 60 * 60 * 1000
"""The most milliseconds of work that one event may claim."""

UNDO, REDO, IMPORT, DONE = "undo", "redo", "import", "done"
"""Kinds that all kinds of projects have."""

CHECK_BEGINS, RETURNED = "check", "return"
"""The app asks an expert for a check, and gives work back, with such events; no person may make one."""

NEW_BEGINNINGS = frozenset({CHECK_BEGINS, RETURNED})
"""Kinds that nobody undoes, nor anything before them: that was checked, or decided on."""

EVERYTHING = "*"
"""Stands for all parts of a document among those that an event touches."""


class InvalidEventError(InputError):
    """An event cannot be stored, because its payload is wrong or does not fit the document."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A change that a client asks for.

    ``client_id`` makes a retry harmless: the same id twice is stored once. ``on`` is the version of the document that
    the client saw. ``active_ms`` is the time that the person worked on it.
    """

    client_id: str
    kind: str
    payload: Mapping[str, Any]
    on: int
    active_ms: int = 0

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, value: Any) -> NewEvent:
        """Check what a client sent, except for the payload, which the project's kind checks."""
        if not isinstance(value, dict):
            raise InvalidEventError(f"event: expected an object, found {type(value).__name__}")
        known = {each.name for each in fields(cls)}
        for name in value:
            if name not in known:
                raise InvalidEventError(f"event: expected only {', '.join(sorted(known))}, found {name!r}")
        client_id, kind, payload = value.get("client_id"), value.get("kind"), value.get("payload")
        if not isinstance(client_id, str) or not ID.fullmatch(client_id):
            raise InvalidEventError(f"event.client_id: expected 12 to 32 letters a-z and digits, found {client_id!r}")
        if not isinstance(kind, str):
            raise InvalidEventError(f"event.kind: expected a text, found {kind!r}")
        if not isinstance(payload, dict):
            raise InvalidEventError(f"event.payload: expected an object, found {type(payload).__name__}")
        on, active_ms = value.get("on"), value.get("active_ms", 0)
        if type(on) is not int or on < 0:
            raise InvalidEventError(f"event.on: expected a version, 0 or more, found {on!r}")
        if type(active_ms) is not int or not 0 <= active_ms <= LONGEST_ACTIVE:
            raise InvalidEventError(f"event.active_ms: expected 0 to {LONGEST_ACTIVE}, found {active_ms!r}")
        return cls(client_id, kind, payload, on, active_ms)


@dataclass(frozen=True, slots=True)
class Event:
    """A change that was stored; ``number`` counts from 1 and is the document's version after it."""

    document: int
    number: int
    client_id: str
    author: int | None
    time: datetime
    kind: str
    payload: Mapping[str, Any]
    on: int
    active_ms: int = 0

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "time": self.time.isoformat()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Event:
        """Read what ``to_json`` gave."""
        return cls(**{**value, "time": datetime.fromisoformat(value["time"])})


class Undoable(Protocol):
    """What undo and redo need to know of an event."""

    @property
    def author(self) -> int | None: ...
    @property
    def kind(self) -> str: ...


E = TypeVar("E", bound=Undoable)


def effective_events(events: Iterable[E]) -> list[E]:
    """Leave out undone events, and undo and redo themselves.

    An undo takes back the latest effective event of its author, except an import. A redo brings back what its author
    undid last, at its old place, unless the author made another change since. Neither goes back behind an event of
    ``NEW_BEGINNINGS``. Without anything to undo or redo they have no effect.
    """
    history = _History(events)
    return [event for event, is_effective in zip(history.events, history.effective, strict=True) if is_effective]


def undone_by(events: Iterable[E], author: int | None) -> E | None:
    """Find the event that an undo of the author would take back."""
    history = _History(events)
    index = history.undo_index(author)
    return None if index is None else history.events[index]


def redone_by(events: Iterable[E], author: int | None) -> E | None:
    """Find the event that a redo of the author would bring back."""
    history = _History(events)
    undone = history.undone.get(author)
    return history.events[undone[-1]] if undone else None


def check_undo(events: Sequence[Undoable], author: int | None, kind: str) -> None:
    """Raise an error if there is nothing to undo or redo."""
    if (undone_by if kind == UNDO else redone_by)(events, author) is None:
        raise InvalidEventError(f"{kind}: there is nothing to {kind}")


class _History(Generic[E]):
    """All events, which of them are effective, and, for each author, the indexes of what can be redone."""

    def __init__(self, events: Iterable[E]) -> None:
        self.events = list(events)
        self.effective = [False] * len(self.events)
        self.undone: dict[int | None, list[int]] = {}
        self._done: dict[int | None, list[int]] = {}
        for index, event in enumerate(self.events):
            undone = self.undone.setdefault(event.author, [])
            done = self._done.setdefault(event.author, [])
            if event.kind == UNDO:
                if done:
                    self.effective[done[-1]] = False
                    undone.append(done.pop())
            elif event.kind == REDO:
                if undone:
                    self.effective[undone[-1]] = True
                    done.append(undone.pop())
            elif event.kind in NEW_BEGINNINGS:
                self.effective[index] = True
                self.undone.clear()
                self._done.clear()
            else:
                self.effective[index] = True
                undone.clear()
                if event.kind != IMPORT:
                    done.append(index)

    def undo_index(self, author: int | None) -> int | None:
        done = self._done.get(author)
        return done[-1] if done else None
