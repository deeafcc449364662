"""All tasks of structured prediction."""

from __future__ import annotations

from karat.benchmarks.tasks.coreference import COREFERENCE
from karat.benchmarks.tasks.graphs import AMR, DEPENDENCIES
from karat.benchmarks.tasks.marked_text import EVENTS, RELATIONS, SPANS
from karat.benchmarks.tasks.task import Choices, Option, Task, resolve_choices
from karat.benchmarks.tasks.templates import NARY_RELATIONS, ROLE_FILLERS, TEMPLATES
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
    """Return the task with a name."""
    for task in TASKS:
        if task.name == name:
            return task
    raise UnknownNameError("task", name, [task.name for task in TASKS])


def metrics_of(task: Task) -> set[str]:
    """Collect the names of the metrics that a task shows under any of its options."""
    return {metric.name for choices in choices_of(task) for metric in task.metrics(choices)}


def choices_of(task: Task) -> list[Choices]:
    """List a task's default options, then each value of each option, with the others at their defaults."""
    defaults = resolve_choices(task, None)
    variants = [
        {**defaults, option.name: value}
        for option in task.options
        for value in option.values or ((True,) if option.default is False else ())
    ]
    return [defaults, *variants]


__all__ = ["TASKS", "Choices", "Option", "Task", "choices_of", "metrics_of", "resolve_choices", "task_named"]
