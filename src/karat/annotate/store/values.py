"""What the store's questions answer with, beside the values of the domain."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from karat.annotate.people import Person, Role
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are on disk: the document's version, and the number of each event in the order they were given."""

    version: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item in the list, with one person's work on it; ``document`` is None if it is not assigned to them.

    ``status`` is ``open``, ``started`` or ``done``: of the person's document, or of the item where no person is asked
    for. An item is done, and revealed, when all who were assigned to it are done. ``team`` is how far the others are
    with an item that is not the person's: also ``merged``. ``summary`` is what the project's kind says of the document
    in some words.
    """

    id: int
    position: int
    key: str
    text: str
    source: str | None
    document: int | None
    version: int
    status: str
    done: bool
    revealed: bool
    synsets: int
    triples: int
    team: str | None = None
    summary: str | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Candidate:
    """An extraction of a system (round 3) or of another benchmark's gold (round 2) that waits for a decision."""

    id: str
    item: int
    round: int
    subject: str
    relation: str
    object: str
    sources: tuple[str, ...]

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name; the sources are hidden from those who review."""
        return {
            "id": self.id,
            "item": self.item,
            "round": self.round,
            "subject": self.subject,
            "relation": self.relation,
            "object": self.object,
            "sources": list(self.sources),
        }


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """How far one annotator is with a project."""

    person: int
    name: str
    assigned: int
    started: int
    done: int
    synsets: int
    triples: int
    active_ms: int


@dataclass(frozen=True, slots=True)
class OwnProgress:
    """How many documents somebody has, has finished, and has with the summary that was asked for."""

    assigned: int
    done: int
    summarised: int

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a project is: its items by status, merged documents with work in them, and each annotator.

    ``checks`` and ``machines`` count experts' checks and the work of language models, which are in no other count.
    """

    items: int
    started: int
    done: int
    merged: int
    people: tuple[PersonProgress, ...]
    checks: tuple[PersonProgress, ...] = ()
    machines: tuple[PersonProgress, ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """One annotator's work on an item, without what is in it."""

    item: int
    person: int
    name: str
    status: str
    active_ms: int

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in; ``launch`` if by the link that ``karat annotate`` printed."""

    person: Person
    csrf: str
    launch: bool
    expires: datetime

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Invitation:
    """An offer to join with a role, and to work on projects; ``id`` is the hash of its token, which opens nothing."""

    id: str
    role: Role
    projects: tuple[int, ...]
    expires: datetime
    accepted: bool
    author: int | None

    __repr__ = one_line
