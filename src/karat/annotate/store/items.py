"""Items: adding sentences, and the list of them, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, and_, func, insert, null, select, update

from karat.annotate.project import Item, NewItem
from karat.annotate.store.engine import Connected
from karat.annotate.store.errors import NotFoundError
from karat.annotate.store.tables import ANALYSIS, CONTENT, DOCUMENT, DONE, ITEM, OPEN, PROJECT, STARTED
from karat.annotate.store.texts import LONGEST_NAME, check_text, check_texts, contains, fold, is_storable
from karat.annotate.store.values import ItemRow
from karat.errors import InputError, UnknownNameError

BATCH = 500
MOST = 500
"""The most rows of a page."""

STATUSES = {"open": OPEN, "started": STARTED, "done": DONE}
NAMES = {number: name for name, number in STATUSES.items()}

T = TypeVar("T")


class Items(Connected):
    """Items of a store."""

    def add_items(self, project: int, items: Iterable[NewItem]) -> int:
        """Add items at the end of a project, all or, if one is wrong, none; give their number.

        Nobody else can write to SQLite meanwhile: what takes long, such as analyses, is made before or added after.
        """
        with self.write() as connection:
            return self.insert_items(connection, project, items)

    def insert_items(self, connection: Connection, project: int, items: Iterable[NewItem]) -> int:
        """Add items within a transaction."""
        lock = select(PROJECT.c.id).where(PROJECT.c.id == project).with_for_update()
        if connection.execute(lock).first() is None:
            raise NotFoundError("project", project)
        last = select(func.max(ITEM.c.position)).where(ITEM.c.project_id == project)
        numbers = count((connection.scalar(last) or 0) + 1)
        return sum(self._add_batch(connection, project, batch, numbers) for batch in batches(items, BATCH))

    def _add_batch(self, connection: Connection, project: int, batch: Sequence[NewItem], numbers: count[int]) -> int:
        rows = [as_row(project, position, item) for item, position in zip(batch, numbers, strict=False)]
        keys = [row["key"] for row in rows]
        taken = select(ITEM.c.key).where(ITEM.c.project_id == project, ITEM.c.key.in_(keys)).limit(1)
        if (key := connection.scalar(taken)) is None and len(set(keys)) < len(keys):
            key = next(key for index, key in enumerate(keys) if key in keys[:index])
        if key is not None:
            raise InputError(f"expected each key of a sentence once in a project, found {key!r} again")
        connection.execute(insert(ITEM), rows)
        self._add_parts(connection, project, {item.key: item for item in batch})
        return len(rows)

    def _add_parts(self, connection: Connection, project: int, items: Mapping[str, NewItem]) -> None:
        """Add analyses and contents, which have tables of their own."""
        query = select(ITEM.c.id, ITEM.c.key).where(ITEM.c.project_id == project, ITEM.c.key.in_(list(items)))
        ids = {row.key: row.id for row in connection.execute(query)}
        analyses = [
            {"item_id": ids[key], "analysis": item.analysis} for key, item in items.items() if item.analysis is not None
        ]
        contents = [
            {"item_id": ids[key], "content": item.content, "hidden": item.hidden}
            for key, item in items.items()
            if item.content is not None or item.hidden is not None
        ]
        for table, values in ((ANALYSIS, analyses), (CONTENT, contents)):
            if values:
                connection.execute(insert(table), values)

    def item(self, id: int, *, hidden: bool = False) -> Item:
        """The item with this id, with its analysis and content; what is hidden only if it is asked for."""
        with self.read() as connection:
            return find_item(connection, id, hidden=hidden)

    def stream_items(self, project: int) -> Iterator[Item]:
        """Each item of a project by position, with its content and what is hidden, but without its analysis.

        Some are read at a time, so memory stays flat, and nothing is locked while the caller works.
        """
        after = 0
        while True:
            query = (
                select(ITEM, CONTENT.c.content, CONTENT.c.hidden)
                .outerjoin(CONTENT, CONTENT.c.item_id == ITEM.c.id)
                .where(ITEM.c.project_id == project, ITEM.c.position > after)
                .order_by(ITEM.c.position)
                .limit(BATCH)
            )
            with self.read() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                yield Item(
                    row.id, row.project_id, row.position, row.key, row.text, row.source, None, row.content, row.hidden
                )
            if len(rows) < BATCH:
                return
            after = rows[-1].position

    def item_by_key(self, project: int, key: str) -> Item | None:
        """The item with this key, if the project has one."""
        query = select(ITEM.c.id).where(ITEM.c.project_id == project, ITEM.c.key == key)
        with self.read() as connection:
            id = connection.scalar(query)
            return None if id is None else find_item(connection, id)

    def item_keys(self, project: int) -> dict[str, int]:
        """The id of each item by its key."""
        query = select(ITEM.c.key, ITEM.c.id).where(ITEM.c.project_id == project).order_by(ITEM.c.position)
        with self.read() as connection:
            return {row.key: row.id for row in connection.execute(query)}

    def items(
        self,
        project: int,
        *,
        after: int = 0,
        limit: int = 50,
        person: int | None = None,
        status: str | None = None,
        search: str | None = None,
        assigned: bool = False,
        summary: str | None = None,
    ) -> list[ItemRow]:
        """A page of a project's items by position, each with a person's document where they have one.

        ``status`` is of the person's document, or of the item where no person is given. ``assigned`` leaves out items
        that are not the person's, and ``summary`` those whose document has another one.
        """
        if status is not None and status not in STATUSES:
            raise UnknownNameError("status", status, STATUSES)
        if search and not is_storable(search):
            return []
        assigned = assigned or summary is not None
        query = page_query(project, after, person, None if status is None else STATUSES[status], assigned)
        if summary is not None:
            query = query.where(DOCUMENT.c.summary == summary)
        if search:
            query = query.where(ITEM.c.folded.like(contains(search), escape="\\"))
        with self.read() as connection:
            rows = connection.execute(query.limit(max(1, min(limit, MOST))))
            return [as_item_row(row, person) for row in rows]

    def set_analysis(self, item: int, analysis: Mapping[str, Any] | None, text: str | None = None) -> None:
        """Replace the analysis of an item; if ``text`` is given, only if it is still the item's."""
        with self.write() as connection:
            # Two who analyse one item at a time take turns.
            connection.execute(select(ITEM.c.id).where(ITEM.c.id == item).with_for_update())
            found = find_item(connection, item)
            if text is not None and found.text != text:
                return
            connection.execute(ANALYSIS.delete().where(ANALYSIS.c.item_id == item))
            if analysis is not None:
                connection.execute(insert(ANALYSIS).values(item_id=item, analysis=analysis))

    def set_text(self, item: int, text: str) -> None:
        """Replace the text of an item, whose analysis no longer fits and is removed."""
        check_text("sentence", text)
        with self.write() as connection:
            found = find_item(connection, item)
            folded = fold(found.key, text, found.source)
            connection.execute(update(ITEM).where(ITEM.c.id == item).values(text=text, folded=folded))
            connection.execute(ANALYSIS.delete().where(ANALYSIS.c.item_id == item))


def page_query(project: int, after: int, person: int | None, status: int | None, assigned: bool = False) -> Select[Any]:
    """Select items by position, through an index whose order is the position's."""
    merged = DOCUMENT.alias()
    columns = (
        select(merged.c.status)
        .where(merged.c.item_id == ITEM.c.id, merged.c.person_id.is_(None))
        .scalar_subquery()
        .label("merged_status"),
        ITEM.c.id,
        ITEM.c.position,
        ITEM.c.key,
        ITEM.c.text,
        ITEM.c.source,
        ITEM.c.status,
        DOCUMENT.c.id.label("document"),
        DOCUMENT.c.version,
        DOCUMENT.c.status.label("document_status"),
        DOCUMENT.c.synsets,
        DOCUMENT.c.triples,
        DOCUMENT.c.summary,
    )
    if person is not None and (assigned or status is not None):
        query = select(*columns).select_from(DOCUMENT.join(ITEM, ITEM.c.id == DOCUMENT.c.item_id))
        query = query.where(DOCUMENT.c.project_id == project, DOCUMENT.c.person_id == person)
        if status is not None:
            query = query.where(DOCUMENT.c.status == status)
        return query.where(DOCUMENT.c.position > after).order_by(DOCUMENT.c.position)
    of_person = DOCUMENT.c.person_id.is_(None) if person is None else DOCUMENT.c.person_id == person
    query = select(*columns).select_from(ITEM.outerjoin(DOCUMENT, and_(DOCUMENT.c.item_id == ITEM.c.id, of_person)))
    query = query.where(ITEM.c.project_id == project)
    if status is not None:
        query = query.where(ITEM.c.status == status)
    return query.where(ITEM.c.position > after).order_by(ITEM.c.position)


def batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Cut a stream into lists of a size; the last may be shorter."""
    stream = iter(values)
    while batch := list(islice(stream, size)):
        yield batch


def as_row(project: int, position: int, item: NewItem) -> dict[str, Any]:
    """Check an item and give its row."""
    key, text, source = item.key, item.text, item.source
    check_text("key of a sentence", key, LONGEST_NAME)
    for name, value in (("content", item.content), ("hidden content", item.hidden)):
        if value is not None:
            check_texts(f"{name} of sentence {key!r}", value)
    check_text(f"sentence {key!r}", text)
    if source is not None:
        check_text(f"source of sentence {key!r}", source)
    return {
        "project_id": project,
        "position": position,
        "key": key,
        "text": text,
        "source": source,
        "folded": fold(key, text, source),
        "status": OPEN,
    }


def as_item_row(row: Row[Any], person: int | None) -> ItemRow:
    """Read a row of the list."""
    status = row.status if person is None else row.document_status or OPEN
    return ItemRow(
        id=row.id,
        position=row.position,
        key=row.key,
        text=row.text,
        source=row.source,
        document=row.document,
        version=row.version or 0,
        status=NAMES[status],
        done=status == DONE,
        revealed=row.status == DONE,
        synsets=row.synsets or 0,
        triples=row.triples or 0,
        summary=row.summary,
        team=None if row.document is not None else "merged" if row.merged_status == DONE else NAMES[row.status],
    )


def find_item(connection: Connection, id: int, *, hidden: bool = False) -> Item:
    """Find an item within a transaction."""
    query = (
        select(ITEM, ANALYSIS.c.analysis, CONTENT.c.content, CONTENT.c.hidden if hidden else null().label("hidden"))
        .outerjoin(ANALYSIS, ANALYSIS.c.item_id == ITEM.c.id)
        .outerjoin(CONTENT, CONTENT.c.item_id == ITEM.c.id)
        .where(ITEM.c.id == id)
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFoundError("sentence", id)
    return Item(
        row.id, row.project_id, row.position, row.key, row.text, row.source, row.analysis, row.content, row.hidden
    )
