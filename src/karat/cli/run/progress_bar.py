"""The progress of a run: done and all, rate, time left, failures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from karat.reports.lists import make_console
from karat.systems.summary import Progress, Tell, tell_nobody


class CountColumn(ProgressColumn):
    """Results that are done, and all of them; nothing before that is known."""

    def render(self, task: Task) -> Text:
        """Show both numbers."""
        return Text("" if task.total is None else f"{task.completed:,.0f}/{task.total:,.0f}")


class RateColumn(ProgressColumn):
    """Results a second, or a minute where they are slow; those of earlier runs do not count."""

    def render(self, task: Task) -> Text:
        """Show the rate of the last half minute."""
        return Text(describe_rate(task.speed), style="progress.data.speed")


def describe_rate(speed: float | None) -> str:
    """Say how many results come in a second, or in a minute where that is less than one.

    >>> describe_rate(41.26), describe_rate(0.5), describe_rate(None)
    ('41.3/s', '30.0/min', '')
    """
    if not speed:
        return ""
    return f"{speed:.1f}/s" if speed >= 1 else f"{speed * 60:.1f}/min"


@contextmanager
def progress_bar(name: str, console: Console | None = None) -> Iterator[Tell]:
    """Show the progress of a run on standard error, if that is a terminal; give the function that updates it.

    The ``console`` is another place to show it.
    """
    if console is None and not sys.stderr.isatty():
        yield tell_nobody
        return

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        CountColumn(),
        RateColumn(),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
        TextColumn("{task.fields[failures]}", style="yellow"),
    )
    shown_on = console or make_console(stderr=True)
    with Bar(*columns, console=shown_on, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(name, total=None, failures="")

        def show(progress: Progress) -> None:
            shown = bar.tasks[0]
            if shown.total != progress.total or progress.done == progress.resumed:
                bar.reset(task, total=progress.total, completed=progress.resumed, failures="")
            failures = f"{progress.failures:,} failed" if progress.failures else ""
            bar.update(task, completed=progress.done, failures=failures)

        yield show
