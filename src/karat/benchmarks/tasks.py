"""The tasks of structured prediction: which kind of document, which metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karat.algebra import Metric
from karat.errors import UnknownNameError

Choices = Mapping[str, Any]
"""A task's options by name."""


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of document and how it is scored.

    ``metrics`` gives the metrics under the options that were chosen, the main one first. ``prepare`` makes a document's
    content ready for them: singletons dropped, conventions applied. ``signature`` names the options that move a number.
    """

    name: str
    title: str
    kind: str
    metrics: Callable[[Choices], Sequence[Metric]]
    prepare: Callable[[Any, Choices], Any] = lambda content, _: content
    signature: Callable[[Choices], str] = lambda _: ""


TASKS: tuple[Task, ...] = ()


def task_named(name: str) -> Task:
    """Give the task of that name."""
    for known in TASKS:
        if known.name == name:
            return known
    raise UnknownNameError("task", name, [known.name for known in TASKS])
