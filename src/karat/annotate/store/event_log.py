"""The event log: a batch of events is stored whole or not at all, and is on disk before it is acknowledged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from karat.annotate.event import CHECK_BEGINS, REDO, UNDO, Event, InvalidEventError, NewEvent, check_undo
from karat.annotate.kind import Place, ProjectKind, check_kind, kind_named, replay
from karat.annotate.permissions import Access, may_append
from karat.annotate.project import CHECK, MACHINE, Document, Settings
from karat.annotate.store.columns import now
from karat.annotate.store.documents import as_document, documents_query, is_work
from karat.annotate.store.engine import Connected
from karat.annotate.store.errors import LockedError, NotAllowedError, NotFoundError, VersionConflictError
from karat.annotate.store.items import BATCH, batches, find_item
from karat.annotate.store.people import find_person
from karat.annotate.store.tables import DOCUMENT, DONE, EVENT, ITEM, OPEN, PROJECT, SNAPSHOT, STARTED
from karat.annotate.store.translations import follow_translation
from karat.annotate.store.values import Appended
from karat.one_line import cut

LONGEST_SUMMARY = 80
MOST = 10_000
"""The most events that one question answers with."""


class EventLog(Connected):
    """Events of a store's documents."""

    def append(self, document: int, author: int | None, events: Sequence[NewEvent]) -> Appended:
        """Store events in one transaction, and return when they are on disk.

        An event whose client id is there already is not stored again, also if only a part of the events is. Raise
        ``VersionConflictError`` if others' events came after the version that an event was made on, ``LockedError`` or
        ``NotAllowedError`` if the author may not change the document, ``InvalidEventError`` if an event is wrong.
        ``author=None`` is the command line, which may write to every document that is not closed.
        """
        with self.write() as connection:
            return Batch.begin(connection, document, author).append(events)

    def append_all(self, author: int | None, changes: Iterable[tuple[int, Sequence[NewEvent]]]) -> None:
        """Store the events of several documents in one transaction, as ``append`` does for one: all or none."""
        with self.write() as connection:
            for document, events in changes:
                Batch.begin(connection, document, author).append(events)

    def events(self, document: int, after: int = 0, limit: int = MOST) -> list[Event]:
        """Events of a document in order, after a number."""
        with self.read() as connection:
            return read_events(connection, document, after, limit)


@dataclass
class Batch:
    """Events that are being stored in a document, which is locked meanwhile."""

    connection: Connection
    document: Document
    author: int | None
    kind: ProjectKind[Any]
    settings: Settings
    active_ms: int

    @classmethod
    def begin(cls, connection: Connection, id: int, author: int | None) -> Batch:
        """Lock a document's item until the end of the transaction, and read them."""
        lock = select(DOCUMENT.c.id).join(ITEM, ITEM.c.id == DOCUMENT.c.item_id).where(DOCUMENT.c.id == id)
        # All who change documents of an item lock the item, and nothing before it: so nobody waits in a circle.
        if connection.execute(lock.with_for_update(of=ITEM)).first() is None:
            raise NotFoundError("document", id)
        # Read after locking: PostgreSQL gives the row as it was when the statement began to wait.
        query = documents_query().add_columns(PROJECT.c.settings).where(DOCUMENT.c.id == id)
        row = connection.execute(query).one()
        settings = Settings.from_json(row.settings)
        return cls(connection, as_document(row), author, kind_named(row.kind), settings, row.active_ms)

    def append(self, events: Sequence[NewEvent]) -> Appended:
        """Store those events that are not there yet, and give the numbers of all."""
        numbers = self.find_stored(events)
        fresh: list[NewEvent] = []
        for event in events:
            if event.client_id not in numbers:
                numbers[event.client_id] = self.document.version + len(fresh) + 1
                fresh.append(event)
        if fresh:
            # First, because a conflict answers with the document's events.
            self.check_access(fresh)
            self.check_version(fresh, set(numbers.values()))
            self.store(fresh)
        return Appended(self.document.version + len(fresh), tuple(numbers[event.client_id] for event in events))

    def find_stored(self, events: Sequence[NewEvent]) -> dict[str, int]:
        """The numbers of the events that were stored before; the same client id must stand for the same event."""
        stored: dict[str, Any] = {}
        for batch in batches({event.client_id for event in events}, BATCH):
            query = select(EVENT).where(EVENT.c.document_id == self.document.id, EVENT.c.client_id.in_(batch))
            stored.update({row.client_id: row for row in self.connection.execute(query)})
        seen: dict[str, NewEvent] = {}
        for event in events:
            row = stored.get(event.client_id)
            twin = seen.setdefault(event.client_id, event)
            is_same = (twin.kind, canonical(twin.payload)) == (event.kind, canonical(event.payload))
            if row is not None:
                stored_as = (row.kind, canonical(row.payload), row.author_id)
                is_same &= stored_as == (event.kind, canonical(event.payload), self.author)
            if not is_same:
                raise InvalidEventError(
                    f"event.client_id: expected a new one for a new event, found {event.client_id!r}"
                )
        return {client_id: row.number for client_id, row in stored.items()}

    def check_version(self, fresh: Sequence[NewEvent], own: set[int]) -> None:
        """Raise an error if an event was made without knowing all others that are before it."""
        version = self.document.version
        for count, event in enumerate(fresh):
            if event.on > version + count:
                raise InvalidEventError(f"event.on: expected a version up to {version + count}, found {event.on}")
            # Events of this batch are known to the author, however the client counts them.
            if any(number not in own for number in range(event.on + 1, version + 1)):
                oldest = min(each.on for each in fresh)
                raise VersionConflictError(version, read_events(self.connection, self.document.id, oldest, MOST))

    def check_access(self, fresh: Sequence[NewEvent]) -> None:
        """Raise an error if the author may not change the document now."""
        if self.author is None:
            if is_closed(self.document):
                raise LockedError(self.document.frozen)
            return
        person = find_person(self.connection, self.author)
        for event in fresh:
            match may_append(person, self.document, event.kind, event.payload):
                case Access.LOCKED:
                    raise LockedError(self.document.frozen)
                case Access.FORBIDDEN:
                    raise NotAllowedError

    def store(self, fresh: Sequence[NewEvent]) -> None:
        """Check and fold the events, and write them with the new state and counts."""
        time, id, version = now(), self.document.id, self.document.version
        item = find_item(self.connection, self.document.item)
        place = Place(item, self.settings, self.document.purpose, self.document.is_merged)
        stored = [
            Event(
                id, version + count, each.client_id, self.author, time, each.kind, each.payload, each.on, each.active_ms
            )
            for count, each in enumerate(fresh, 1)
        ]
        before = self.kind.from_json(self.document.state)
        state = self.fold(stored, place)
        if self.settings.translation:
            texts = self.kind.translation(before), self.kind.translation(state)
            follow_translation(self.connection, self.document, place.item, *texts)
        self.connection.execute(insert(EVENT), [as_row(event) for event in stored])
        written = update(SNAPSHOT).where(SNAPSHOT.c.document_id == id).values(state=self.kind.to_json(state))
        if not self.connection.execute(written).rowcount:
            self.connection.execute(insert(SNAPSHOT).values(document_id=id, state=self.kind.to_json(state)))
        values = {
            "version": version + len(fresh),
            "status": document_status(self.kind, state, stored[-1].kind),
            "active_ms": self.active_ms + sum(event.active_ms for event in fresh),
            "changed": time,
            **count_parts(self.kind, state),
        }
        self.connection.execute(update(DOCUMENT).where(DOCUMENT.c.id == id).values(values))
        if self.document.is_work:
            set_item_status(self.connection, self.document.item)

    def fold(self, stored: Sequence[Event], place: Place) -> Any:
        """The state after the events; undo and redo need all events from the first."""
        history: list[Event] | None = None
        state = self.kind.from_json(self.document.state)
        for event in stored:
            check_kind(self.kind, event.kind)
            if event.kind not in (UNDO, REDO):
                self.kind.check(state, event.kind, event.payload, place)
                state = self.kind.fold(state, event)
                if history is not None:
                    history.append(event)
                continue
            if history is None:
                earlier = read_events(self.connection, self.document.id, 0, None)
                history = [*earlier, *(each for each in stored if each.number < event.number)]
            check_undo(history, event.author, event.kind)
            history.append(event)
            state = replay(self.kind, history)
        return state


def canonical(payload: Mapping[str, Any]) -> str:
    """Write a payload so that equal ones are equal texts, whether they come from the database or from Python."""
    return json.dumps(payload, sort_keys=True)


def is_closed(document: Document) -> bool:
    """Whether the command line must not write to a document: work that is revealed or frozen, a check of the rest."""
    if document.is_merged or document.purpose == MACHINE:
        return False
    return document.frozen or document.revealed is (document.purpose != CHECK)


def set_item_status(connection: Connection, item: int) -> None:
    """Reveal an item when all who were assigned to it are done, and hide it again when one is not."""
    query = select(DOCUMENT.c.status).where(DOCUMENT.c.item_id == item, is_work())
    connection.execute(update(ITEM).where(ITEM.c.id == item).values(status=joint_status(connection.scalars(query))))


def document_status(kind: ProjectKind[Any], state: Any, last_event: str | None) -> int:
    """How far a document is, given the kind of its last event, if any; who is asked for a check has not begun."""
    if kind.is_done(state):
        return DONE
    return OPEN if last_event in (None, CHECK_BEGINS) else STARTED


def joint_status(statuses: Iterable[int]) -> int:
    """The status of an item, from those of its annotators' documents."""
    found = set(statuses)
    return DONE if found == {DONE} else OPEN if found <= {OPEN} else STARTED


def count_parts(kind: ProjectKind[Any], state: Any) -> dict[str, Any]:
    """What lists show of a state."""
    counts, summary = kind.counts(state), kind.summary(state)
    parts = {name: counts.get(name, 0) for name in ("synsets", "triples")}
    return {**parts, "summary": None if summary is None else cut(summary, LONGEST_SUMMARY)}


def read_events(connection: Connection, document: int, after: int, limit: int | None) -> list[Event]:
    """Events of a document in order, within a transaction."""
    query = select(EVENT).where(EVENT.c.document_id == document, EVENT.c.number > after).order_by(EVENT.c.number)
    return [as_event(row) for row in connection.execute(query.limit(limit))]


def as_event(row: Row[Any]) -> Event:
    """Read a row of the table."""
    return Event(
        row.document_id,
        row.number,
        row.client_id,
        row.author_id,
        row.time,
        row.kind,
        row.payload,
        row.made_on,
        row.active_ms,
    )


def as_row(event: Event) -> dict[str, Any]:
    """The row of an event."""
    return {
        "document_id": event.document,
        "number": event.number,
        "client_id": event.client_id,
        "author_id": event.author,
        "time": event.time,
        "kind": event.kind,
        "payload": event.payload,
        "made_on": event.on,
        "active_ms": event.active_ms,
    }
