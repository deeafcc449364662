"""Put labels of a file into a study, each as its labeller's work, and make the tasks where there are none yet."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from karat.annotate.event import IMPORT, LONGEST_ACTIVE, NewEvent
from karat.annotate.files.items import batches
from karat.annotate.people import Person, Role
from karat.annotate.project import Document, Project
from karat.annotate.study.creation import set_options
from karat.annotate.study.label_files import LabelFile
from karat.annotate.study.labels_table import place_rows
from karat.annotate.study.options import StudyOptions
from karat.annotate.study.outputs import as_shown
from karat.annotate.study.state import State
from karat.annotate.study.tasks import item_of_task, task_of_item
from karat.annotate.synsets.gold import new_id
from karat.errors import InputError
from karat.model.alignment import text_key
from karat.model.study import AttributionLabel, Label, Study, Task

if TYPE_CHECKING:
    from karat.annotate.store import Store

BATCH = 200
"""Labels that are stored in one transaction."""


def import_labels(
    store: Store, project: Project, file: LabelFile, author: Person | None = None, *, make_curators: bool = False
) -> list[str]:
    """Store the labels of a file, and say in sentences what was done.

    A study without tasks gets those of the file. Labels of tasks on which their labeller has begun, or which two or
    more others have finished, are left out. People who are not known are added without a password; who adjudicated is
    added only with ``make_curators``, since a curator may not make another.
    """
    if file.study is not None:
        _check_attributions(file.study.tasks, file.study.labels)
    lines = []
    known = list(map(task_of_item, store.stream_items(project.id)))
    if not known:
        if file.study is None:
            raise InputError(f"{project.name}: expected a study with tasks for a table of labels, found none")
        known = list(file.study.tasks)
        add_tasks(store, project, file.study)
        lines.append(f"{_counted(len(known), 'task')} added")
    if file.study is None:
        labels, notes = place_rows(known, file.rows)
        lines += notes
        keys = {task.key: task.key for task in known}
        _check_attributions(known, labels)
    else:
        keys = match_tasks(known, file.study.tasks)
        labels = [label for label in file.labels if label.task in keys]
        if len(labels) < len(file.labels):
            count = _counted(len(file.labels) - len(labels), "label")
            lines.append(f"{count} of hidden repeats that the study has not left out")
    importer = _Importer(store, project, {label: keys[label.task] for label in labels})
    closed = importer.closed_labels(labels)
    labels = [label for label in labels if label not in closed]
    for name, number in sorted(Counter(label.labeller for label in closed).items()):
        lines.append(
            f"{_counted(number, 'label')} of {name} left out, because two or more others have finished these tasks"
        )
    own = {(label.labeller, label.machine): label for label in labels if not label.adjudicated}
    people = {name: _labeller(store, label) for (name, _), label in own.items()}
    # All are assigned before anything is stored: an item that is revealed takes no further labeller.
    for name, person in people.items():
        importer.assign(person, [label for label in labels if label.labeller == name and not label.adjudicated])
    for name, person in people.items():
        given = [label for label in labels if label.labeller == name and not label.adjudicated]
        stored, labelled, skipped = importer.store_work(person, given, None if person.machine else author)
        empty = stored - labelled
        without = f", and {_counted(empty, 'task')} without a label" if empty else ""
        lines.append(_said(f"{_counted(labelled, 'label')} of {name} imported{without}", skipped))
    decided = [label for label in labels if label.adjudicated]
    if decided:
        stored, skipped = importer.store_adjudicated(decided, make_curators=make_curators)
        lines.append(_said(f"{_counted(stored, 'adjudicated label')} imported", skipped))
    return lines or ["no labels found"]


def add_tasks(store: Store, project: Project, study: Study) -> None:
    """Give a study the tasks of a file."""
    counts = Counter(label.task for label in study.labels if not (label.machine or label.adjudicated))
    set_options(store, project, StudyOptions.from_info(study.info, max(counts.values(), default=2)))
    store.add_items(project.id, map(item_of_task, study.tasks))


def match_tasks(known: Sequence[Task], tasks: Iterable[Task]) -> dict[str, str]:
    """Find the task of a study for each task of a file: by its key if both are the same, or by what is labelled."""
    by_key = {task.key: task for task in known}
    by_content = {_content(task): task for task in reversed(known) if task.repeat_of is None}
    keys: dict[str, str] = {}
    for task in tasks:
        own = by_key.get(task.key)
        found = own if own is not None and _content(own) == _content(task) else by_content.get(_content(task))
        if found is not None and (task.repeat_of is None or found is own):
            keys[task.key] = found.key
        elif task.repeat_of is None:
            raise InputError(
                f"task {task.key!r}: expected an extraction of the study, found {task.extraction.triple} of sentence "
                f"{task.sentence.id}"
            )
    return keys


def _content(task: Task) -> tuple[str, object]:
    return text_key(task.sentence.text), as_shown(task.extraction)


def _check_attributions(tasks: Iterable[Task], labels: Iterable[Label]) -> None:
    """Refuse *none* for an extraction that has an attribution, before anything of the labels is stored."""
    attributed = {task.key for task in tasks if task.extraction.attribution is not None}
    for label in labels:
        if label.attribution == AttributionLabel.NONE and label.task in attributed:
            raise InputError(
                f"label of {label.labeller!r}, task {label.task!r}: expected the attribution correct or incorrect, "
                "since the extraction has one, found none"
            )


def _labeller(store: Store, label: Label) -> Person:
    found = store.person_by_name(label.labeller)
    if found is None:
        return store.add_person(label.labeller, Role.ANNOTATOR, machine=label.machine)
    if found.machine != label.machine:
        said, is_ = ("a language model", "a person") if label.machine else ("a person", "a language model")
        raise InputError(f"labeller {label.labeller!r}: expected {is_}, as in the project, found {said}")
    return found


class _Importer:
    """Stores labels, whose tasks' keys in the project are given."""

    def __init__(self, store: Store, project: Project, keys: Mapping[Label, str]) -> None:
        self.store = store
        self.project = project
        self.keys = keys
        self.items = store.item_keys(project.id)

    def closed_labels(self, labels: Iterable[Label]) -> set[Label]:
        """Give the labels of people whose tasks take no further labeller: two or more know each other's work."""
        holders: dict[str, set[int | None]] = {}
        closed = set()
        for label in labels:
            if label.machine or label.adjudicated:
                continue
            key = self.keys[label]
            if key not in holders:
                works = [each for each in self.store.documents_of(self.items[key]) if each.is_work]
                is_closed = len(works) > 1 and works[0].revealed
                holders[key] = {each.person for each in works} if is_closed else set()
            person = self.store.person_by_name(label.labeller) if holders[key] else None
            if holders[key] and (person is None or person.id not in holders[key]):
                closed.add(label)
        return closed

    def assign(self, person: Person, labels: Iterable[Label]) -> None:
        self.store.assign(self.project.id, person.id, [self.items[self.keys[label]] for label in labels])

    def store_work(self, person: Person, labels: Sequence[Label], author: Person | None) -> tuple[int, int, int]:
        """Store a labeller's work where they have not begun.

        Give how much was stored, how much of it has a label, which *unsure* alone is not, and how much was not stored.
        """
        documents = {
            item.key: document
            for item, document in self.store.stream_documents(self.project.id, person.id)
            if document is not None
        }
        free = [
            (documents[self.keys[label]], label)
            for label in labels
            if (document := documents.get(self.keys[label])) is not None and document.version == 0
        ]
        self._append(free, None if author is None else author.id)
        return len(free), sum(_is_labelled(label) for _, label in free), len(labels) - len(free)

    def store_adjudicated(self, labels: Sequence[Label], *, make_curators: bool) -> tuple[int, int]:
        """Store what was adjudicated where nobody has begun to; whoever did it is the author, if they are known."""
        by_author: defaultdict[int | None, list[tuple[Document, Label]]] = defaultdict(list)
        for label in labels:
            document = self.store.merged(self.items[self.keys[label]])
            assert document is not None, "made where it was missing"
            if document.version == 0:
                author = self._curator(label.labeller, make_curators) if document.revealed else None
                by_author[author].append((document, label))
        for author, free in by_author.items():
            self._append(free, author)
        stored = sum(map(len, by_author.values()))
        return stored, len(labels) - stored

    def _curator(self, name: str, make: bool) -> int | None:
        person = self.store.person_by_name(name)
        if person is None and make:
            person = self.store.add_person(name, Role.CURATOR)
        return person.id if person is not None and person.role.includes(Role.CURATOR) else None

    def _append(self, free: Sequence[tuple[Document, Label]], author: int | None) -> None:
        for batch in batches(free, BATCH):
            self.store.append_all(author, list(_changes(batch)))


def _changes(batch: Iterable[tuple[Document, Label]]) -> Iterator[tuple[int, list[NewEvent]]]:
    for document, label in batch:
        active_ms = min(label.active_ms, LONGEST_ACTIVE)
        yield document.id, [NewEvent(new_id(), IMPORT, state_of_label(label).to_json(), 0, active_ms)]


def state_of_label(label: Label) -> State:
    """Make the state of a document that holds a label; it is done unless the labeller is unsure or said nothing."""
    return State(
        None if label.fact is None else str(label.fact),
        None if label.attribution is None else str(label.attribution),
        label.rules,
        label.note,
        label.unsure,
        done=_is_labelled(label) and not label.unsure,
    )


def _is_labelled(label: Label) -> bool:
    return label.fact is not None or label.attribution is not None


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _said(done: str, skipped: int) -> str:
    return f"{done}; {skipped:,} left out, because there is work already" if skipped else done
