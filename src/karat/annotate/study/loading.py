"""A study of a store as a value: its tasks, and the labels that are given so far, for reports and exports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from karat.annotate.people import Person
from karat.annotate.project import MACHINE, Document, Item, Project
from karat.annotate.study.options import StudyOptions
from karat.annotate.study.repeats import readable_labels, unfinished_tasks
from karat.annotate.study.state import State
from karat.annotate.study.tasks import task_of_item
from karat.model.study import AttributionLabel, FactLabel, Label, Study, Task

if TYPE_CHECKING:
    from karat.annotate.store import Store

COMMAND_LINE = "karat"
"""Who adjudicated where no person did: the command line, from a file."""


def load_study(store: Store, project: Project, *, reader: Person | None = None, unfinished: bool = False) -> Study:
    """Read a study with all labels that are done or marked as unsure.

    What is only begun is left out unless ``unfinished`` is set, and so is whatever ``reader`` may not see yet; without
    a reader, which is the command line, nothing is.
    """
    names = {person.id: person.name for person in store.people()}
    tasks: list[Task] = []
    labels: list[Label] = []
    to_label = {} if reader is None else unfinished_tasks(store, project.id, reader)
    for item, documents in stream_work(store, project):
        tasks.append(task_of_item(item))
        seen = documents if reader is None else readable_labels(reader, item, documents, to_label)
        given = (_label(store, item.key, document, names, unfinished) for document in seen)
        labels.extend(label for label in given if label is not None)
    options = StudyOptions.from_json(project.settings.options)
    return Study(project.name, tuple(tasks), tuple(labels), options.to_info())


def stream_work(store: Store, project: Project) -> Iterator[tuple[Item, list[Document]]]:
    """Yield each item with what is hidden, and all its documents: people's, language models', and the merged one."""
    progress = store.progress(project.id)
    everybody: list[int | None] = [each.person for each in (*progress.people, *progress.machines)]
    streams = [store.stream_documents(project.id, person) for person in (*everybody, None)]
    for item, *row in zip(store.stream_items(project.id), *streams, strict=True):
        assert all(other.id == item.id for other, _ in row), "items come in the same order"
        yield item, [document for _, document in row if document is not None]


def _label(store: Store, key: str, document: Document, names: dict[int, str], unfinished: bool) -> Label | None:
    state = State.from_json(document.state)
    if not (state.done or state.unsure or (unfinished and document.version)):
        return None
    return Label(
        key,
        _adjudicator(store, document, names) if document.person is None else names[document.person],
        None if state.fact is None else FactLabel(state.fact),
        None if state.attribution is None else AttributionLabel(state.attribution),
        state.rules,
        state.note,
        state.unsure,
        machine=document.purpose == MACHINE,
        adjudicated=document.is_merged,
        active_ms=document.active_ms,
    )


def _adjudicator(store: Store, document: Document, names: dict[int, str]) -> str:
    """Name who changed the merged document last."""
    last: Sequence[int | None] = [event.author for event in store.events(document.id)][-1:]
    return COMMAND_LINE if not last or last[0] is None else names[last[0]]
