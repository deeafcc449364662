"""Let a language model label a study: ask it about each task, record its answers, and store its labels.

Each answer goes to a journal as it comes, so that an interrupted run can be resumed. The labels are stored as events of
the model's own documents, which are never an annotator's work: they decide nothing about a task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.annotate.event import IMPORT, NewEvent
from karat.annotate.files.items import batches
from karat.annotate.people import Person, Role
from karat.annotate.project import Item, Project
from karat.annotate.study.extractions import has_attribution
from karat.annotate.study.llm.answers import FailureKind, LabelledAnswer, parse_answer
from karat.annotate.study.llm.demonstrations import draw, finished_tasks, is_shown, shown_for
from karat.annotate.study.llm.prompt import Demonstration, version, write_messages
from karat.annotate.study.state import State
from karat.errors import FormatError, InputError
from karat.model import Usage
from karat.one_line import one_line
from karat.systems import asking
from karat.systems.asking import Model, Question

if TYPE_CHECKING:
    from karat.annotate.store import Store

BATCH = 100
"""Labels that are stored in one transaction; nobody else can write to SQLite meanwhile."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a model is asked in one run: with how many demonstrations, drawn by which seed."""

    shots: int = 0
    seed: int = 0

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class AskReport:
    """What came of asking a model: all counts are of tasks, over all runs with the same journal.

    ``demonstrations`` are not asked about. ``failures`` are answers without labels, by task; ``ruleless`` counts those
    that call something incorrect without naming a rule.
    """

    labeller: str
    asked: int
    answers: int
    labelled: int
    ruleless: int
    demonstrations: tuple[str, ...]
    failures: Mapping[str, LabelledAnswer]

    __repr__ = one_line

    @property
    def failure_counts(self) -> dict[FailureKind, int]:
        """How many answers failed in which way."""
        return dict(Counter(each.failure for each in self.failures.values() if each.failure is not None))

    def to_json(self) -> dict[str, Any]:
        """Give the counts, and each answer that could not be read."""
        return {
            "labeller": self.labeller,
            "asked": self.asked,
            "answers": self.answers,
            "labelled": self.labelled,
            "without_rule": self.ruleless,
            "demonstrations": list(self.demonstrations),
            "failures": [
                {"task": key, "failure": each.failure, "answer": each.text} for key, each in self.failures.items()
            ],
        }


def ask_model(
    store: Store,
    project: Project,
    model: Model,
    name: str,
    journal: Path,
    run: Run,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
    count_earlier: Callable[[Usage], None] = lambda _: None,
) -> AskReport:
    """Ask a model about all tasks that its journal has no answer to yet, and store the labels of all answers."""
    if project.kind != "study":
        raise InputError(f"{project.name}: expected a study, found a project of {project.kind}")
    items = list(store.stream_items(project.id))
    if not items:
        raise InputError(f"{project.name}: expected tasks to label, found none")
    machine = find_machine(store, name)
    pool = find_demonstrations(store, project, items, journal, machine, run)
    asked = [item for item in items if not is_shown(item, pool)]
    questions = [
        Question(item.key, write_messages(item.text, content, shown_for(item.text, content, pool, run.shots)))
        for item in asked
        if (content := item.content) is not None
    ]
    try:
        head = write_head(pool, run)
        count = asking.ask(
            questions, model, journal, head=head, workers=workers, tell=tell, count_earlier=count_earlier
        )
    finally:
        # Also if the model could not be reached any more: what it answered so far counts.
        attributed = {item.key for item in items if has_attribution(item.content)}
        answers = {
            key: parse_answer(answer, is_attributed=key in attributed) for key, answer in asking.read_answers(journal)
        }
        if answers:
            machine = machine or store.add_person(name, Role.ANNOTATOR, machine=True)
            store_labels(store, project, machine, {item.key: item.id for item in asked}, answers)
    return AskReport(
        name,
        count,
        len(answers),
        sum(each.labels is not None for each in answers.values()),
        sum(each.ruleless for each in answers.values()),
        tuple(each.key for each in pool),
        {key: each for key, each in sorted(answers.items()) if each.failure is not None},
    )


def find_machine(store: Store, name: str) -> Person | None:
    """Find the person that stands for the model, if it labelled before."""
    person = store.person_by_name(name)
    if person is not None and not person.machine:
        raise InputError(f"{name}: expected a name for the language model, found that of a person")
    return person


def find_demonstrations(
    store: Store, project: Project, items: Sequence[Item], journal: Path, machine: Person | None, run: Run
) -> list[Demonstration]:
    """Draw demonstrations, or take those with which the journal was begun: people may have gone on since."""
    head = asking.read_head(journal)
    if head is None:
        progress = store.progress(project.id).machines
        if machine is not None and any(each.person == machine.id and each.done for each in progress):
            raise InputError(
                f"{journal}: expected the earlier answers of {machine.name!r}, which has labelled tasks, found none; "
                "choose another name for another run"
            )
        return draw(finished_tasks(store, project), run.shots, run.seed, items) if run.shots else []
    by_key = {item.key: item for item in items}
    if any(each["task"] not in by_key for each in head.get("demonstrations", ())):
        raise FormatError(journal, 1, "demonstrations from this study", "those of another")
    return [_read_demonstration(by_key[each["task"]], each) for each in head.get("demonstrations", ())]


def write_head(pool: Sequence[Demonstration], run: Run) -> dict[str, Any]:
    """Write what all questions of a journal have in common."""
    return {
        "prompt": version(),
        "shots": run.shots,
        "seed": run.seed,
        "demonstrations": [
            {
                "task": each.key,
                "fact": each.labels.fact,
                "attribution": each.labels.attribution,
                "rules": list(each.labels.rules),
            }
            for each in pool
        ],
    }


def _read_demonstration(item: Item, value: Mapping[str, Any]) -> Demonstration:
    assert item.content is not None, item.key
    labels = State(value["fact"], value["attribution"], tuple(value["rules"]))
    return Demonstration(item.key, item.text, item.content, labels)


def store_labels(
    store: Store, project: Project, machine: Person, items: Mapping[str, int], answers: Mapping[str, LabelledAnswer]
) -> None:
    """Put the labels that were read into the model's documents; one that has labels already stays as it is."""
    store.assign(project.id, machine.id, items.values())
    documents = {
        item.key: document
        for item, document in store.stream_documents(project.id, machine.id)
        if document is not None and document.version == 0
    }
    changes = [
        (document.id, [NewEvent(event_id(document.id, machine), IMPORT, answer.labels.to_json(), on=0)])
        for key, answer in answers.items()
        if answer.labels is not None and (document := documents.get(key)) is not None
    ]
    for batch in batches(changes, BATCH):
        store.append_all(machine.id, batch)


def event_id(document: int, machine: Person) -> str:
    """The id of the event with a model's labels: the same again if a run is repeated, so that it is stored once."""
    return sha256(f"{machine.name}\0{document}".encode()).hexdigest()[:24]
