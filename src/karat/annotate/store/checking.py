"""Check that a store is whole: the file itself, references, numbers of events, states, counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, func, select

from karat.annotate.event import Event
from karat.annotate.kind import kind_named, replay
from karat.annotate.project import MACHINE
from karat.annotate.store.batches.checking import find_wrong_batches
from karat.annotate.store.documents import as_document, documents_query, is_work
from karat.annotate.store.engine import Connected
from karat.annotate.store.event_log import as_event, count_parts, document_status, joint_status
from karat.annotate.store.tables import DOCUMENT, EVENT, ITEM, METADATA, PERSON
from karat.errors import KaratError, StoreError

BATCH = 50
"""Documents that are checked at a time, with all their events in memory."""

UNREADABLE = (KaratError, AttributeError, KeyError, TypeError, ValueError)
"""What reading JSON of another shape raises."""


class Checking(Connected):
    """Checks of a store."""

    def check(self) -> list[str]:
        """List what is wrong, one line each; nothing if all is well."""
        try:
            with self.read() as connection:
                damage = list(find_damage(connection))
                if damage:
                    return damage
                problems = [*find_lost_references(connection), *find_wrong_statuses(connection)]
                # Batches are read through what they refer to, which must be there.
                problems += [] if problems else find_wrong_batches(connection)
            return [*problems, *self._find_wrong_documents()]
        except StoreError as error:
            return [str(error)]

    def _find_wrong_documents(self) -> Iterator[str]:
        """Compare every document with its events, some at a time."""
        last = 0
        while True:
            names = (
                ITEM.c.key,
                PERSON.c.name.label("person"),
                PERSON.c.machine,
                ITEM.c.project_id.label("item_project"),
            )
            query = documents_query().add_columns(*names, ITEM.c.position.label("item_position"))
            query = query.outerjoin(PERSON, PERSON.c.id == DOCUMENT.c.person_id)
            query = query.where(DOCUMENT.c.id > last).order_by(DOCUMENT.c.id).limit(BATCH)
            with self.read() as connection:
                rows = connection.execute(query).all()
                events = events_by_document(connection, [row.id for row in rows])
            for row in rows:
                for problem in compare(row, events[row.id]):
                    yield f"document {row.id} ({row.person or 'merged'}, sentence {row.key}): {problem}"
            if len(rows) < BATCH:
                return
            last = rows[-1].id


def find_damage(connection: Connection) -> Iterator[str]:
    """What SQLite finds wrong with its file; PostgreSQL has its own programs for that."""
    if connection.dialect.name == "sqlite":
        for (line,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if line != "ok":
                yield f"the database file is damaged: {line}"


def find_lost_references(connection: Connection) -> Iterator[str]:
    """Rows that refer to rows that are not there."""
    for table in METADATA.sorted_tables:
        for key in table.foreign_keys:
            child, parent = key.parent, key.column
            other = parent.table.alias("referred")
            query = (
                select(func.count())
                .select_from(table.outerjoin(other, other.c[parent.name] == child))
                .where(child.is_not(None), other.c[parent.name].is_(None))
            )
            if count := connection.scalar(query):
                yield f"{table.name}: {count} rows refer by {child.name} to no row of {parent.table.name}"


def find_wrong_statuses(connection: Connection) -> Iterator[str]:
    """Items whose status is not that of their annotators' documents."""
    work = (DOCUMENT.c.item_id == ITEM.c.id) & is_work()
    least, most = func.min(DOCUMENT.c.status), func.max(DOCUMENT.c.status)
    query = (
        select(ITEM.c.key, ITEM.c.status, least, most)
        .select_from(ITEM.outerjoin(DOCUMENT, work))
        .group_by(ITEM.c.id, ITEM.c.key, ITEM.c.status)
    )
    for key, status, least_status, most_status in connection.execute(query):
        expected = joint_status({each for each in (least_status, most_status) if each is not None})
        if status != expected:
            yield f"sentence {key}: expected status {expected} from its documents, found {status}"


def events_by_document(connection: Connection, ids: list[int]) -> dict[int, list[Event]]:
    """The events of some documents, in order."""
    query = select(EVENT).where(EVENT.c.document_id.in_(ids)).order_by(EVENT.c.document_id, EVENT.c.number)
    events: dict[int, list[Event]] = {id: [] for id in ids}
    for row in connection.execute(query):
        events[row.document_id].append(as_event(row))
    return events


def compare(row: Row[Any], events: list[Event]) -> Iterator[str]:
    """What a document says that its events do not."""
    numbers = [event.number for event in events]
    if numbers != list(range(1, len(events) + 1)):
        missing = next(count for count, number in enumerate([*numbers, 0], 1) if count != number)
        yield f"expected events numbered without gaps, found no event {missing} among {len(events)}"
        return
    kind = kind_named(row.kind)
    try:
        state = replay(kind, events)
    except UNREADABLE as error:
        yield f"its events cannot be replayed: {error}"
        return
    try:
        # As values, not as JSON: a state that an older version wrote may lack what is at its default.
        is_fold = kind.from_json(as_document(row).state) == state
    except UNREADABLE:
        is_fold = False
    if not is_fold:
        yield "expected the state that its events give, found another"
    status = document_status(kind, state, events[-1].kind if events else None)
    counts = count_parts(kind, state)
    if bool(row.machine) is not (row.purpose == MACHINE):
        yield f"expected the purpose {MACHINE!r} for a language model's work alone, found {row.purpose!r}"
    expected = {
        "version": len(events),
        "status": status,
        "active_ms": sum(event.active_ms for event in events),
        "project_id": row.item_project,
        "position": row.item_position,
        **counts,
    }
    for name, value in expected.items():
        if (found := getattr(row, name)) != value:
            yield f"expected {name} {value}, found {found}"
