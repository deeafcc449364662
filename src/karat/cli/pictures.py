"""Check that charts can be drawn, and write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from karat.cli.output import say
from karat.errors import InputError
from karat.formats.files import write_lines
from karat.reports.html import PAGE, PAPER, Chart, Theme, chart_page, converter, write_charts


def check_drawing(page: Path | None, charts: Path | None) -> bool:
    """Tell whether charts are wanted; if so, report a missing extra before the work starts."""
    if page is None and charts is None:
        return False

    converter()
    return True


def write_pictures(
    draw: Callable[[Theme], Sequence[Chart]],
    title: str,
    subtitle: str,
    page: Path | None,
    charts: Path | None,
    chart_format: Literal["svg", "png", "pdf"],
) -> None:
    """Write the page and the chart files that were asked for, and say so."""
    if not draw(PAPER):
        raise InputError(f"{title}: expected numbers to draw, found none")
    if page is not None:
        write_lines(page, [chart_page(title, subtitle, draw(PAGE))])
        say(f"{page}: charts written")
    if charts is not None:
        say(*(f"{path}: chart written" for path in write_charts(draw(PAPER), charts, chart_format)))
