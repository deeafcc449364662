"""Hidden repeats: who has still to label an extraction that they have labelled once stays blind to the others.

All that reads others' work on a task asks here, because the rules in ``permissions`` know one item at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from karat.annotate.people import Person
from karat.annotate.permissions import readable
from karat.annotate.project import Document, Item

if TYPE_CHECKING:
    from karat.annotate.store import Store

REPEAT_OF = "repeat_of"

Unfinished = Mapping[str, set[str]]
"""The keys of tasks that somebody has not finished, by the task that they repeat or are."""


def unfinished_tasks(store: Store, project: int, person: Person) -> Unfinished:
    """Find what a person has still to label in a study."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for item, document in store.stream_documents(project, person.id, content=True):
        if document is not None and document.is_work and not document.done:
            found[_original(item)].add(item.key)
    return found


def readable_labels(
    person: Person, item: Item, documents: Sequence[Document], unfinished: Unfinished
) -> list[Document]:
    """Keep the documents of a task that a person may read: only their own while the same extraction waits elsewhere."""
    if unfinished.get(_original(item), set()) - {item.key}:
        return [document for document in documents if document.person == person.id]
    return readable(person, documents)


def readable_of_item(store: Store, person: Person, id: int, documents: Sequence[Document]) -> list[Document]:
    """Keep the documents of an item of any kind that a person may read; only in studies can it wait elsewhere."""
    if not any(document.person == person.id and document.is_work for document in documents):
        return readable(person, documents)
    item = store.item(id, hidden=True)
    if item.hidden is None or REPEAT_OF not in item.hidden:
        return readable(person, documents)
    return readable_labels(person, item, documents, unfinished_tasks(store, item.project, person))


def _original(item: Item) -> str:
    """The key of the task that an item repeats, or its own."""
    assert item.hidden is not None, item.key
    return item.hidden[REPEAT_OF] or item.key
