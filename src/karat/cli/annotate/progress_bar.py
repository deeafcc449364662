"""A progress bar of sentences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from karat.reports.lists import make_console


@contextmanager
def sentence_bar(title: str) -> Iterator[Callable[[int], None]]:
    """Show how many sentences are done on standard error, if that is a terminal; give the function that adds some."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    columns = (SpinnerColumn(), TextColumn(title), TextColumn("{task.completed:,} sentences"), TimeElapsedColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(title, total=None)
        yield lambda count: progress.advance(task, count)
