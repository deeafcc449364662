"""What an experiment shows while it works: the current step, and a bar for each run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from karat.cli.output import say, status
from karat.cli.run.progress_bar import progress_bar
from karat.systems.experiment.checking import PendingRun
from karat.systems.experiment.conducting import Watcher
from karat.systems.experiment.tasks import Task
from karat.systems.summary import Progress, Tell, tell_nobody


class Screen(Watcher):
    """Shows one thing at a time on standard error, where that is a terminal; messages are said anywhere."""

    def __init__(self) -> None:
        self._shown = ExitStack()
        self._bar: str | None = None
        self._tell: Tell = tell_nobody
        self._status: Callable[[str], None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Remove what is shown."""
        self._shown.close()
        self._bar = self._status = None

    def step(self, text: str) -> None:
        """Show what is done now."""
        if self._status is None:
            self.clear()
            self._status = self._shown.enter_context(status())
        self._status(text)

    def checked(self, pending: Sequence[PendingRun]) -> None:
        """Say how much there is to run."""
        self.clear()
        if pending:
            sentences = sum(run.wanted - run.done for run in pending)
            runs = "1 run" if len(pending) == 1 else f"{len(pending)} runs"
            say(f"{runs} to do, {sentences:,} sentences in all")

    def progress(self, task: Task, progress: Progress) -> None:
        """Show how far a run is."""
        if self._bar != task.name:
            self.clear()
            self._bar = task.name
            self._tell = self._shown.enter_context(progress_bar(task.name))
        self._tell(progress)

    def stopped(self, task: Task, reason: str) -> None:
        """Say that a run stopped, while the others go on."""
        self.clear()
        say(f"{task.name}: stopped: {reason}")

    def note(self, text: str) -> None:
        """Say something that the user should know."""
        self.clear()
        say(text)
