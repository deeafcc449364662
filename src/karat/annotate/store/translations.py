"""Translations: what the translator of a sentence wrote is the sentence for everybody.

The first who translates an item is its translator. The item's text follows that person's document, also by undo and
redo, in the transaction that stores the event. It stays as it is once somebody else has work on it, and nobody else can
translate it; only its translator can give it back, by undoing the translation.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, select, update

from karat.annotate.event import InvalidEventError
from karat.annotate.project import Document, Item
from karat.annotate.store.tables import ANALYSIS, DOCUMENT, ITEM
from karat.annotate.store.texts import fold


def follow_translation(
    connection: Connection, document: Document, item: Item, before: str | None, after: str | None
) -> None:
    """Give an item the text that its translator's document now has; the analysis of the old text is removed."""
    if after == before:
        return
    if before is None and item.text:
        raise InvalidEventError("translate: expected a sentence that waits for its translation, found one that has it")
    works = select(func.count()).where(
        DOCUMENT.c.item_id == item.id, DOCUMENT.c.id != document.id, DOCUMENT.c.triples > 0
    )
    if connection.scalar(works):
        raise InvalidEventError(
            "translate: expected a sentence that nobody else has annotated, found facts that others made of it"
        )
    text = after or ""
    folded = fold(item.key, text, item.source)
    connection.execute(update(ITEM).where(ITEM.c.id == item.id).values(text=text, folded=folded))
    connection.execute(ANALYSIS.delete().where(ANALYSIS.c.item_id == item.id))
