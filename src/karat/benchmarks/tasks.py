"""The tasks of structured prediction: which kind of document, which metrics."""

from __future__ import annotations

from karat.benchmarks.task import Choices, Option, Task, resolve_choices
from karat.benchmarks.task_amr import AMR
from karat.benchmarks.task_coreference import COREFERENCE
from karat.benchmarks.task_dependencies import DEPENDENCIES
from karat.benchmarks.task_marked_text import EVENTS, RELATIONS, SPANS
from karat.benchmarks.task_templates import NARY_RELATIONS, ROLE_FILLERS, TEMPLATES
from karat.errors import UnknownNameError

TASKS: tuple[Task, ...] = (
    RELATIONS,
    DEPENDENCIES,
    SPANS,
    EVENTS,
    COREFERENCE,
    ROLE_FILLERS,
    NARY_RELATIONS,
    TEMPLATES,
    AMR,
)


def task_named(name: str) -> Task:
    """Give the task of that name."""
    for known in TASKS:
        if known.name == name:
            return known
    raise UnknownNameError("task", name, [known.name for known in TASKS])


def metrics_of(task: Task) -> set[str]:
    """The names of the metrics that a task shows under any of its options."""
    usual = resolve_choices(task, None)
    every = [usual, *({**usual, option.name: value} for option in task.options for value in option.values)]
    return {metric.name for choices in every for metric in task.metrics(choices)}


__all__ = ["TASKS", "Choices", "Option", "Task", "metrics_of", "resolve_choices", "task_named"]
