"""What an explanation was asked of."""

from __future__ import annotations

from dataclasses import dataclass

from karat.benchmarks.tasks import Choices, Task


@dataclass(frozen=True, slots=True)
class Asked:
    """A task with its options, and one document of one system."""

    task: Task
    options: Choices
    system: str
    document: str
    time_limit: float | None = None
