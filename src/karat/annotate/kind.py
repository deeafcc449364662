"""What a kind of project declares, and the kinds there are.

A kind is one module or folder that makes one object with the members of ``ProjectKind``, and a line in ``KINDS``.
Storing, permissions, undo and the server are the same for all kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

from karat.annotate.event import EVERYTHING, REDO, UNDO, InvalidEventError, Undoable, effective_events
from karat.annotate.guidelines import examination
from karat.annotate.project import WORK, Item, Settings
from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Export:
    """A file that a project can be written to; ``files`` writes it."""

    name: str
    title: str
    suffix: str
    media_type: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Place:
    """Where an event happens, which its check depends on: the item, the settings, and what the document is for."""

    item: Item
    settings: Settings
    purpose: str = WORK
    is_merged: bool = False

    __repr__ = one_line


class Change(Undoable, Protocol):
    """What a fold needs to know of an event; both ``NewEvent`` (with an author) and ``Event`` have it."""

    @property
    def payload(self) -> Mapping[str, Any]: ...


class Named(Protocol):
    """An event's kind and payload."""

    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> Mapping[str, Any]: ...


class ProjectKind(Protocol[State]):
    """What all kinds of projects have."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def tasks(self) -> tuple[str, ...]:
        """The screens on which people work."""

    @property
    def event_kinds(self) -> tuple[str, ...]:
        """All kinds of events except undo and redo."""

    @property
    def exports(self) -> tuple[Export, ...]: ...

    def initial_state(self) -> State:
        """Give the state of a document without events."""

    def to_json(self, state: State) -> dict[str, Any]: ...

    def from_json(self, value: Mapping[str, Any]) -> State: ...

    def check(self, state: State, kind: str, payload: Mapping[str, Any], place: Place) -> None:
        """Raise ``InvalidEventError``, in one plain line, if the event is wrong or does not fit the state."""

    def fold(self, state: State, event: Named) -> State:
        """Apply an event; what it names and the state no longer has, is left out."""

    def touched(self, kind: str, payload: Mapping[str, Any]) -> frozenset[str]:
        """Name the parts of a document that an event reads or changes; ``EVERYTHING`` stands for all of them."""

    def is_done(self, state: State) -> bool: ...

    def translation(self, state: State) -> str | None:
        """The text that the person translated the sentence to, in projects of translations."""

    def counts(self, state: State) -> dict[str, int]:
        """Count what lists and the dashboard show."""

    def summary(self, state: State) -> str | None:
        """Say in some words how a document stands, for lists; nothing if the counts say enough."""

    def options(self, value: Mapping[str, Any]) -> object:
        """Read the options that projects of the kind have in their settings, or raise ``InputError`` in one line."""


KINDS: dict[str, str] = {
    "synsets": "karat.annotate.synsets:SYNSETS",
    "study": "karat.annotate.study:STUDY",
    "cliques": "karat.annotate.cliques:CLIQUES",
}
"""Where each kind is declared. A kind is imported when it is first used."""


@cache
def kind_named(name: str) -> ProjectKind[Any]:
    """Find a kind of project."""
    if name not in KINDS:
        raise UnknownNameError("kind of project", name, KINDS)
    module, _, attribute = KINDS[name].partition(":")
    return cast("ProjectKind[Any]", getattr(import_module(module), attribute))


def check_settings(kind: str, settings: Settings) -> None:
    """Raise an error if a project of the kind cannot have these settings."""
    kind_named(kind).options(settings.options)
    missing = {
        "translation": settings.translation and kind != "synsets",
        "examination": settings.examination and not examination("en", kind),
    }
    for name, is_missing in missing.items():
        if is_missing:
            raise InputError(f"setting {name}: expected false in a project of the kind {kind!r}, found true")


def replay(kind: ProjectKind[State], events: Iterable[Change]) -> State:
    """Rebuild a document's state from all its events."""
    state = kind.initial_state()
    for event in effective_events(events):
        state = kind.fold(state, event)
    return state


def check_kind(kind: ProjectKind[Any], event_kind: str) -> None:
    """Raise an error if the project has no such events."""
    known = (*kind.event_kinds, UNDO, REDO)
    if event_kind not in known:
        raise InvalidEventError(f"event.kind: expected one of {', '.join(known)}, found {event_kind!r}")


def commutes(kind: ProjectKind[Any], one: Named, other: Named) -> bool:
    """Whether two events give the same in either order, so that one can be put after the other without asking.

    They do if they touch no common part. Undo and redo commute with nothing, because what they change depends on all
    events before them.
    """
    if {one.kind, other.kind} & {UNDO, REDO}:
        return False
    touched = kind.touched(one.kind, one.payload), kind.touched(other.kind, other.payload)
    return touched[0].isdisjoint(touched[1]) and not any(EVERYTHING in side for side in touched)
