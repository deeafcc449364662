"""The solved tasks that a model is shown: drawn by seed from what people have finished, one a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from karat.annotate.project import Document, Item, Project
from karat.annotate.study.llm.prompt import Demonstration
from karat.annotate.study.loading import stream_work
from karat.annotate.study.state import State
from karat.errors import InputError
from karat.systems.drawing import shuffle

if TYPE_CHECKING:
    from karat.annotate.store import Store


def finished_tasks(store: Store, project: Project) -> Iterator[Demonstration]:
    """Yield the tasks whose labels are settled: adjudicated, or given by all labellers alike.

    Where labellers agree on *incorrect*, the rules that all of them name count; if there are none, they do not agree.
    """
    for item, documents in stream_work(store, project):
        labels = settled_labels(documents)
        if labels is not None and item.content is not None:
            yield Demonstration(item.key, item.text, item.content, labels)


def settled_labels(documents: Sequence[Document]) -> State | None:
    """The labels of a task if people are through with it."""
    merged = next((State.from_json(each.state) for each in documents if each.is_merged and each.done), None)
    work = [each for each in documents if each.is_work]
    if merged is None and (not work or not all(each.done for each in work)):
        return None
    states = [merged] if merged is not None else [State.from_json(each.state) for each in work]
    first = states[0]
    if any((each.fact, each.attribution) != (first.fact, first.attribution) for each in states):
        return None
    common = tuple(rule for rule in first.rules if all(rule in each.rules for each in states))
    settled = State(first.fact, first.attribution, common)
    return settled if settled.is_complete else None


def draw(tasks: Iterable[Demonstration], shots: int, seed: int, asked: Iterable[Item]) -> list[Demonstration]:
    """Draw the demonstrations of a run, each of another sentence.

    All questions share the first ``shots`` of them. One more is drawn, if it is needed, for questions about a sentence
    that is among these, since no question may be shown a task of its own sentence.
    """
    pool: list[Demonstration] = []
    seen: set[str] = set()
    for task in shuffle(sorted(tasks, key=lambda each: each.key), "demonstrations", seed):
        if not seen & {task.text, task.content["sentence_id"]}:
            pool.append(task)
            seen |= {task.text, task.content["sentence_id"]}
        if len(pool) > shots:
            break
    shown = pool[:shots]
    questions = (item for item in asked if not is_shown(item, shown))
    spare = any(is_about(item.text, item.content or {}, each) for item in questions for each in shown)
    needed = shots + spare if shots else 0
    if len(pool) < needed:
        tasks_needed = "1 task" if needed == 1 else f"{needed} tasks of different sentences"
        raise InputError(
            f"expected {tasks_needed} that people have finished and agree on, to show {shots} in each prompt, "
            f"found {len(pool)}"
        )
    return pool[:needed]


def shown_for(text: str, content: Mapping[str, Any], pool: Sequence[Demonstration], shots: int) -> list[Demonstration]:
    """Choose the demonstrations of one question, none of which is of its sentence."""
    return list(islice((each for each in pool if not is_about(text, content, each)), shots))


def is_about(text: str, content: Mapping[str, Any], demonstration: Demonstration) -> bool:
    """Whether a task is of a demonstration's sentence."""
    return demonstration.text == text or demonstration.content["sentence_id"] == content.get("sentence_id")


def is_shown(item: Item, pool: Iterable[Demonstration]) -> bool:
    """Whether a task is a demonstration, or a repeat of one; it is not asked about, so that it counts nowhere."""
    return any(each.key == item.key or (each.text, each.content) == (item.text, item.content) for each in pool)
