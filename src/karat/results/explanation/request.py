"""Which document of which system is to be explained."""

from __future__ import annotations

from dataclasses import dataclass

from karat.benchmarks.tasks import Choices, Task
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class ExplanationRequest:
    """A request to explain one document of one system, under a task and its options.

    ``words`` are those of the document, where its file has them.
    """

    task: Task
    options: Choices
    system: str
    document: str
    time_limit: float | None = None
    words: tuple[str, ...] = ()

    __repr__ = one_line
