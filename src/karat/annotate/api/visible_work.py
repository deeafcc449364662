"""Streams of the work in a project that somebody may see, for figures; memory stays flat."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.files import Choice, stream_work
from karat.annotate.people import Person
from karat.annotate.permissions import may_read
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.synsets.agreement import Work
from karat.annotate.synsets.effort import ItemWork
from karat.annotate.synsets.state import State
from karat.model import Sentence


def finished_by_both(store: Store, project: Project, reader: Person, first: int, second: int) -> Iterator[Work]:
    """Items that two annotators have done, as far as the reader may see both."""
    streams = [store.stream_documents(project.id, person) for person in dict.fromkeys((first, second, reader.id))]
    for row in zip(*streams, strict=False):
        documents = [document for _, document in row if document is not None]
        done = {document.person: document for document in documents if document.done}
        pair = [done[person] for person in (first, second) if person in done]
        if len(pair) == 2 and all(may_read(reader, document, documents) for document in pair):
            item = row[0][0]
            yield Sentence(item.key, item.text), State.from_json(pair[0].state), State.from_json(pair[1].state)


def work_by_item(store: Store, project: Project, reader: Person) -> Iterator[ItemWork]:
    """Items that somebody has worked on, with what the reader may see of it."""
    for work in stream_work(store, project, Choice(reader=reader)):
        states = {who: State.from_json(each.state) for who, each in work.documents.items() if each.version}
        if states:
            merged = work.documents.get(None)
            final = states.get(None) if merged is not None and merged.done else None
            yield ItemWork([state for who, state in states.items() if who is not None], final)
