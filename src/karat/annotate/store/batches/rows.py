"""Rows of batches: what the steps of a batch read within a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, Select, select

from karat.annotate.cliques.batch import Batch, Check, Replacement
from karat.annotate.cliques.batches import Accuracy
from karat.annotate.cliques.content import Content
from karat.annotate.cliques.options import Options
from karat.annotate.cliques.state import State
from karat.annotate.project import CHECK, Item
from karat.annotate.store.documents import as_document, documents_query
from karat.annotate.store.errors import NotFoundError
from karat.annotate.store.tables import BATCH_CHECK, BATCH_ITEM, BATCH_REPLACEMENT, CLIQUE_BATCH, DOCUMENT, ITEM


def waiting_items(connection: Connection, project: int, stage: int, most: int | None) -> list[int]:
    """The items of a stage that are in no batch, by position."""
    query = (
        select(ITEM.c.id)
        .outerjoin(BATCH_ITEM, BATCH_ITEM.c.item_id == ITEM.c.id)
        .where(ITEM.c.project_id == project, BATCH_ITEM.c.item_id.is_(None), ITEM.c.key.like(f"%/{stage}"))
        .order_by(ITEM.c.position)
        .limit(most)
    )
    return list(connection.scalars(query))


def document_rows(connection: Connection, batch: Batch) -> list[Row[Any]]:
    """All documents of a batch's items, by position."""
    columns = (DOCUMENT.c.id, DOCUMENT.c.item_id, DOCUMENT.c.person_id, DOCUMENT.c.purpose, DOCUMENT.c.status)
    query: Select[Any] = (
        select(*columns, DOCUMENT.c.summary, ITEM.c.key)
        .join(ITEM, ITEM.c.id == DOCUMENT.c.item_id)
        .join(BATCH_ITEM, BATCH_ITEM.c.item_id == ITEM.c.id)
        .where(BATCH_ITEM.c.batch_id == batch.id, DOCUMENT.c.person_id.is_not(None))
        .order_by(ITEM.c.position, DOCUMENT.c.id)
    )
    return list(connection.execute(query))


def is_asked_for(batch: Batch, row: Row[Any]) -> bool:
    """Whether a document is one of the present check."""
    check = batch.present_check
    return check is not None and row.purpose == CHECK and row.item_id in check.sample and row.person_id in check.experts


def read_states(connection: Connection, documents: list[int]) -> dict[int, State]:
    """The states of some documents."""
    rows = connection.execute(documents_query().where(DOCUMENT.c.id.in_(documents)))
    return {row.id: State.from_json(as_document(row).state) for row in rows}


def content_of(item: Item) -> Content:
    """The clique of an item."""
    assert item.content is not None
    return Content.from_json(item.content)


def find_batch(connection: Connection, id: int) -> Batch:
    """Find a batch within a transaction."""
    row = connection.execute(select(CLIQUE_BATCH).where(CLIQUE_BATCH.c.id == id)).first()
    if row is None:
        raise NotFoundError("batch", id)
    cliques = (
        select(BATCH_ITEM.c.item_id, BATCH_ITEM.c.person_id)
        .join(ITEM, ITEM.c.id == BATCH_ITEM.c.item_id)
        .where(BATCH_ITEM.c.batch_id == id)
        .order_by(ITEM.c.position)
    )
    checks = select(BATCH_CHECK).where(BATCH_CHECK.c.batch_id == id).order_by(BATCH_CHECK.c.round)
    replaced = select(BATCH_REPLACEMENT).where(BATCH_REPLACEMENT.c.batch_id == id).order_by(BATCH_REPLACEMENT.c.id)
    return Batch(
        row.id,
        row.project_id,
        row.number,
        row.stage,
        row.status,
        row.round,
        row.seed,
        row.author_id,
        row.created,
        {each.item_id: each.person_id for each in connection.execute(cliques)},
        tuple(as_check(each) for each in connection.execute(checks)),
        tuple(as_replacement(each) for each in connection.execute(replaced)),
    )


def as_check(row: Row[Any]) -> Check:
    """Read a row of the table."""
    return Check(
        row.round,
        tuple(row.sample),
        tuple(row.experts),
        Options.from_json(row.options),
        row.author_id,
        row.started,
        row.decided_by,
        row.decided,
        None if row.total is None else Accuracy(row.right_count, row.total),
        row.accepted,
    )


def as_replacement(row: Row[Any]) -> Replacement:
    """Read a row of the table."""
    return Replacement(
        row.round, row.purpose, row.person_id, row.successor_id, tuple(row.cliques), row.author_id, row.time
    )
