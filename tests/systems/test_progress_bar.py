"""The progress of a run, on consoles of two widths."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from karat.cli.run.progress_bar import progress_bar
from karat.systems.summary import Progress

MOVES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def shown(width: int, *told: Progress) -> list[str]:
    """The lines that are shown one after another, without colours."""
    console = Console(file=io.StringIO(), force_terminal=True, width=width, _environ={})
    with progress_bar("naive", console) as tell:
        for progress in told:
            tell(progress)
    text = MOVES.sub("", console.file.getvalue())  # type: ignore[attr-defined]
    return [line.strip() for line in re.split(r"[\r\n]+", text) if line.strip()]


@pytest.mark.parametrize("width", [80, 120])
def test_a_line_of_the_console(width: int) -> None:
    last = shown(width, Progress(0, 12_000, 0, 0), Progress(6_000, 12_000, 0, 1_234))[-1]
    assert re.fullmatch(r"naive ━+[╸╺ ]?━* 6,000/12,000 .*1,234 failed", last)
    assert len(last) <= width


def test_nothing_is_known_at_first() -> None:
    assert [line for line in shown(80) if not re.fullmatch(r"naive ━+ *(-+:-+)?", line)] == []


def test_a_resumed_run_starts_where_the_last_stopped() -> None:
    assert "4,000/12,000" in shown(80, Progress(4_000, 12_000, 4_000, 0))[-1]


def test_failures_are_retried_before_the_rest() -> None:
    """The bar begins again with another total."""
    last = shown(80, Progress(0, 3, 0, 0), Progress(3, 3, 0, 1), Progress(9, 10, 9, 1), Progress(10, 10, 9, 1))[-1]
    assert "10/10" in last
    assert "1 failed" in last


def test_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("naive") as tell:
        tell(Progress(1, 2, 0, 0))
    assert capsys.readouterr() == ("", "")
