"""Documents: who is assigned to which item, their states, and a stream of them for exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, delete, func, insert, literal, null, select, update
from sqlalchemy.exc import IntegrityError

from karat.annotate.cliques.batches import CHECKING, WORKING
from karat.annotate.kind import kind_named
from karat.annotate.project import CHECK, MACHINE, PURPOSES, WORK, Document, Item
from karat.annotate.sharing import share_out
from karat.annotate.store.engine import Connected
from karat.annotate.store.errors import NotFoundError
from karat.annotate.store.items import BATCH, batches
from karat.annotate.store.people import find_person
from karat.annotate.store.projects import add_member, find_project
from karat.annotate.store.tables import (
    ANALYSIS,
    BATCH_CHECK,
    BATCH_ITEM,
    CLIQUE_BATCH,
    CONTENT,
    DOCUMENT,
    DONE,
    ITEM,
    OPEN,
    PROJECT,
    SNAPSHOT,
    STARTED,
)
from karat.errors import InputError, UnknownNameError

STREAMED = 100
"""Documents that a stream reads at once, and so the most that it keeps in memory."""

NEW = {"version": 0, "status": OPEN, "synsets": 0, "triples": 0, "active_ms": 0}


class Documents(Connected):
    """Documents of a store."""

    def assign(self, project: int, person: int, items: Iterable[int] | None = None, purpose: str = WORK) -> int:
        """Give items of a project to a person, all if none are named; give the number of new documents.

        An item that is revealed to two or more annotators takes no further one: they know each other's work. Who has a
        document of an item gets no second one, whatever it is for. What a machine does is always a machine's document.
        """
        if purpose not in PURPOSES:
            raise UnknownNameError("purpose", purpose, PURPOSES)
        with self.write() as connection:
            find_project(connection, project)
            add_member(connection, project, person)
            is_machine = find_person(connection, person).machine
            if purpose == MACHINE and not is_machine:
                raise InputError("expected a language model for the purpose 'machine', found a person")
            purpose = MACHINE if is_machine else purpose
            if items is None:
                return assign_items(connection, project, person, None, purpose)
            return sum(assign_items(connection, project, person, batch, purpose) for batch in batches(items, BATCH))

    def share_out(self, project: int, people: Sequence[int]) -> int:
        """Give each item as many of these people as the project asks for, evenly; give the number of new documents.

        Who has an item already counts. An item that two or more annotators have finished stays theirs.
        """
        with self.write() as connection:
            found = find_project(connection, project)
            for person in people:
                if find_person(connection, person).machine:
                    raise InputError("expected people to share the items out to, found a language model")
                add_member(connection, project, person)
            works = connection.execute(
                select(DOCUMENT.c.item_id, DOCUMENT.c.person_id).where(DOCUMENT.c.project_id == project, is_work())
            ).all()
            holders: dict[int, list[int]] = {}
            for item, person in works:
                holders.setdefault(item, []).append(person)
            query = select(ITEM.c.id, ITEM.c.status).where(ITEM.c.project_id == project).order_by(ITEM.c.position)
            rows = ((row.id, row.status, holders.get(row.id, [])) for row in connection.execute(query))
            # Two or more who have finished an item know each other's work: it takes no further one.
            items = [(item, people_of) for item, status, people_of in rows if status != DONE or len(people_of) < 2]
            loads = Counter(person for _, person in works)
            shares = share_out(items, people, found.settings.annotators_per_item, loads)
            return sum(
                assign_items(connection, project, person, batch, WORK)
                for person, mine in shares.items()
                for batch in batches(mine, BATCH)
            )

    def take_back(self, project: int, person: int, items: Iterable[int] | None = None) -> int:
        """Take items from a person who has not begun with them, all if none are named; give how many were taken.

        An item whose other annotators are all done is then done.
        """
        with self.write() as connection:
            find_project(connection, project)
            find_person(connection, person)
            chosen = [None] if items is None else list(batches(items, BATCH))
            return sum(take_items(connection, project, person, batch) for batch in chosen)

    def count_lacking(self, project: int) -> int:
        """How many items have fewer annotators than the project asks for."""
        annotators = (
            select(func.count()).select_from(DOCUMENT).where(DOCUMENT.c.item_id == ITEM.c.id, is_work())
        ).scalar_subquery()
        with self.read() as connection:
            wanted = find_project(connection, project).settings.annotators_per_item
            lacking = select(func.count()).select_from(ITEM).where(ITEM.c.project_id == project, annotators < wanted)
            return connection.scalar(lacking) or 0

    def document(self, id: int) -> Document:
        """The document with this id."""
        with self.read() as connection:
            row = connection.execute(documents_query().where(DOCUMENT.c.id == id)).first()
        if row is None:
            raise NotFoundError("document", id)
        return as_document(row)

    def document_of(self, item: int, person: int | None) -> Document | None:
        """A person's document of an item, or the merged one, if there is one."""
        with self.read() as connection:
            row = connection.execute(documents_query().where(DOCUMENT.c.item_id == item, is_of(person))).first()
        return None if row is None else as_document(row)

    def documents_of(self, item: int) -> list[Document]:
        """All documents of an item: the annotators' in the order of their ids, then the merged one."""
        query = documents_query().where(DOCUMENT.c.item_id == item)
        with self.read() as connection:
            documents = [as_document(row) for row in connection.execute(query)]
        return sorted(documents, key=lambda document: (document.is_merged, document.person or 0))

    def merged(self, item: int, create: bool = True) -> Document | None:
        """The merged document of an item, which is made if it is asked for."""
        found = self.document_of(item, None)
        if found is not None or not create:
            return found
        try:
            with self.write() as connection:
                row = connection.execute(select(ITEM).where(ITEM.c.id == item)).first()
                if row is None:
                    raise NotFoundError("sentence", item)
                values = {**NEW, "item_id": item, "project_id": row.project_id, "position": row.position}
                connection.execute(insert(DOCUMENT).values(**values, person_id=None))
        except IntegrityError:
            pass  # another process made it meanwhile
        return self.document_of(item, None)

    def stream_documents(
        self, project: int, who: int | str | None = "merged", *, analysis: bool = False, content: bool = False
    ) -> Iterator[tuple[Item, Document | None]]:
        """Each item of a project by position, with the document of a person, or the merged one (``"merged"`` or None).

        ``content`` reads what the items contain too, also what is hidden. Some are read at a time, so memory stays
        flat, and nothing is locked while the caller works.
        """
        person = None if who == "merged" or who is None else int(who)
        after = 0
        while True:
            query = stream_query(project, person, after, analysis, content)
            with self.read() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                yield as_item(row), as_document(row) if row.id is not None else None
            if len(rows) < STREAMED:
                return
            after = rows[-1].position


def assign_items(connection: Connection, project: int, person: int, items: list[int] | None, purpose: str) -> int:
    """Make the documents that are missing, and hide again what was revealed to one annotator alone."""
    annotators = (
        select(func.count()).select_from(DOCUMENT).where(DOCUMENT.c.item_id == ITEM.c.id, is_work())
    ).scalar_subquery()
    mine = select(DOCUMENT.c.id).where(DOCUMENT.c.item_id == ITEM.c.id, DOCUMENT.c.person_id == person)
    new_values = {**NEW, "purpose": purpose}
    values = [literal(value).label(name) for name, value in new_values.items()]
    free = select(ITEM.c.id, ITEM.c.project_id, ITEM.c.position, literal(person), *values).where(
        ITEM.c.project_id == project, ~mine.exists()
    )
    if purpose == WORK:
        free = free.where((ITEM.c.status != DONE) | (annotators < 2))
    if items is not None:
        free = free.where(ITEM.c.id.in_(items))
    names = ["item_id", "project_id", "position", "person_id", *new_values]
    new = insert(DOCUMENT).from_select(names, free.order_by(ITEM.c.position))
    made = connection.execute(new, execution_options={"preserve_rowcount": True}).rowcount
    if purpose != WORK:
        return made
    unfinished = select(DOCUMENT.c.item_id).where(
        DOCUMENT.c.project_id == project, DOCUMENT.c.person_id == person, DOCUMENT.c.status == OPEN, is_work()
    )
    hidden = update(ITEM).where(ITEM.c.project_id == project, ITEM.c.status == DONE, ITEM.c.id.in_(unfinished))
    connection.execute(hidden.values(status=STARTED))
    return made


def take_items(connection: Connection, project: int, person: int, items: list[int] | None) -> int:
    """Remove documents of a person in which nothing was done, and reveal what the others have finished."""
    untouched = (DOCUMENT.c.person_id == person) & (DOCUMENT.c.version == 0) & is_work()
    mine = select(DOCUMENT.c.item_id).where(DOCUMENT.c.project_id == project, untouched)
    if items is not None:
        mine = mine.where(DOCUMENT.c.item_id.in_(items))
    taken = connection.scalars(mine.with_for_update()).all()
    for batch in batches(taken, BATCH):
        connection.execute(delete(DOCUMENT).where(DOCUMENT.c.item_id.in_(batch), untouched))
        unfinished = select(DOCUMENT.c.item_id).where(DOCUMENT.c.item_id == ITEM.c.id, is_work())
        of_others = unfinished.where(DOCUMENT.c.status != DONE).exists()
        finished = ITEM.c.id.in_(batch) & unfinished.exists() & ~of_others
        connection.execute(update(ITEM).where(finished).values(status=DONE))
    return len(taken)


def is_of(person: int | None) -> Any:
    """Whose document: a person's, or the merged one."""
    return DOCUMENT.c.person_id.is_(None) if person is None else DOCUMENT.c.person_id == person


def is_work() -> Any:
    """Whether a document is an annotator's work, which decides on its item's status."""
    return DOCUMENT.c.person_id.is_not(None) & (DOCUMENT.c.purpose == WORK)


def documents_query() -> Select[Any]:
    """Select documents with their states."""
    joined = (
        DOCUMENT.join(ITEM, ITEM.c.id == DOCUMENT.c.item_id)
        .join(PROJECT, PROJECT.c.id == ITEM.c.project_id)
        .outerjoin(SNAPSHOT, SNAPSHOT.c.document_id == DOCUMENT.c.id)
    )
    joined = (
        joined.outerjoin(BATCH_ITEM, BATCH_ITEM.c.item_id == DOCUMENT.c.item_id)
        .outerjoin(CLIQUE_BATCH, CLIQUE_BATCH.c.id == BATCH_ITEM.c.batch_id)
        .outerjoin(
            BATCH_CHECK,
            (BATCH_CHECK.c.batch_id == CLIQUE_BATCH.c.id) & (BATCH_CHECK.c.round == CLIQUE_BATCH.c.round),
        )
    )
    status, batch_status = ITEM.c.status.label("item_status"), CLIQUE_BATCH.c.status.label("batch_status")
    columns = (status, PROJECT.c.kind, SNAPSHOT.c.state, is_alone(), batch_status)
    return select(DOCUMENT, *columns, BATCH_CHECK.c.sample, BATCH_CHECK.c.experts).select_from(joined)


def is_alone() -> Any:
    """Whether an item has one annotator, no expert who checks it, and no merged document in which somebody has begun.

    What a machine does beside the annotator changes nothing.
    """
    other = DOCUMENT.alias("other")
    begun = (other.c.purpose != MACHINE) & (other.c.person_id.is_not(None) | (other.c.version > 0))
    others = select(other.c.id).where(other.c.item_id == DOCUMENT.c.item_id, other.c.id != DOCUMENT.c.id, begun)
    return (is_work() & ~others.correlate(DOCUMENT).exists()).label("alone")


def stream_query(project: int, person: int | None, after: int, analysis: bool, content: bool) -> Select[Any]:
    """Select items with the documents of one person."""
    joined: Any = (
        ITEM.join(PROJECT, PROJECT.c.id == ITEM.c.project_id)
        .outerjoin(DOCUMENT, and_(DOCUMENT.c.item_id == ITEM.c.id, is_of(person)))
        .outerjoin(SNAPSHOT, SNAPSHOT.c.document_id == DOCUMENT.c.id)
    )
    if analysis:
        joined = joined.outerjoin(ANALYSIS, ANALYSIS.c.item_id == ITEM.c.id)
    if content:
        joined = joined.outerjoin(CONTENT, CONTENT.c.item_id == ITEM.c.id)
    columns = [
        ITEM.c.id.label("item_id"),
        ITEM.c.project_id,
        ITEM.c.position,
        ITEM.c.key,
        ITEM.c.text,
        ITEM.c.source,
        ITEM.c.status.label("item_status"),
        PROJECT.c.kind,
        DOCUMENT.c.id,
        DOCUMENT.c.person_id,
        DOCUMENT.c.version,
        DOCUMENT.c.status,
        DOCUMENT.c.purpose,
        DOCUMENT.c.active_ms,
        SNAPSHOT.c.state,
        is_alone(),
        ANALYSIS.c.analysis if analysis else null().label("analysis"),
        CONTENT.c.content if content else null().label("content"),
        CONTENT.c.hidden if content else null().label("hidden"),
        null().label("batch_status"),  # nobody changes a document that comes from a stream
    ]
    query = select(*columns).select_from(joined).where(ITEM.c.project_id == project, ITEM.c.position > after)
    return query.order_by(ITEM.c.position).limit(STREAMED)


def as_item(row: Row[Any]) -> Item:
    """Read the item of a stream's row."""
    return Item(
        row.item_id, row.project_id, row.position, row.key, row.text, row.source, row.analysis, row.content, row.hidden
    )


def as_document(row: Row[Any]) -> Document:
    """Read a document; without events it has no snapshot, but the first state of its kind."""
    state = row.state
    if state is None:
        kind = kind_named(row.kind)
        state = kind.to_json(kind.initial_state())
    return Document(
        id=row.id,
        item=row.item_id,
        person=row.person_id,
        version=row.version,
        state=state,
        done=row.status == DONE,
        revealed=row.item_status == DONE,
        alone=bool(row.alone),
        purpose=row.purpose,
        active_ms=row.active_ms,
        frozen=is_frozen(row),
    )


def is_frozen(row: Row[Any]) -> bool:
    """Whether a document is closed to everybody by its batch.

    A worker's is while the batch is checked and once it is accepted, an expert's unless it is asked for in the present
    round.
    """
    if row.batch_status is None or row.purpose not in (WORK, CHECK):
        return False
    if row.purpose == WORK:
        return bool(row.batch_status != WORKING)
    return row.batch_status != CHECKING or row.item_id not in row.sample or row.person_id not in row.experts
