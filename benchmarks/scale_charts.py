"""Pictures of how CPU time and memory grow with the input, in the style of Karat's reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.line_panels import line_panel
from karat.reports.html.figures.theme import PAPER

if TYPE_CHECKING:
    from scale import Measured, Run


def write_pictures(measured: Mapping[str, Sequence[Measured]], folder: Path) -> list[str]:
    """Write the pictures, and give the lines that show them in a page."""
    charts = [
        growth_chart("growth-time", "CPU time, seconds", measured, lambda run: run.cpu),
        growth_chart("growth-memory", "Memory of the largest process, MB", measured, lambda run: run.megabytes),
    ]
    for chart in charts:
        (folder / f"{chart.name}.svg").write_bytes(chart.drawn("svg"))
    return [f"![{chart.alternative}](images/{chart.name}.svg)" for chart in charts]


def growth_chart(
    name: str, title: str, measured: Mapping[str, Sequence[Measured]], value: Callable[[Run], float]
) -> Chart:
    """Draw a line for each workload, both axes in powers of ten."""
    values = [_value(workload, each.size, value(each.serial)) for workload, sizes in measured.items() for each in sizes]
    x: Spec = {"title": "extractions or documents", "scale": {"type": "log"}, "axis": {"format": "~s", "grid": False}}
    y: Spec = {"title": title, "scale": {"type": "log"}, "axis": {"format": "~s"}}
    ends = [
        f"{workload} from {value(sizes[0].serial):,.1f} for {sizes[0].size:,} to {value(sizes[-1].serial):,.1f} for "
        f"{sizes[-1].size:,}"
        for workload, sizes in measured.items()
        if sizes
    ]
    return Chart(
        name,
        title,
        "",
        f"{title}, by the number of extractions or documents: {'; '.join(ends)}",
        specification(PAPER, (), line_panel(PAPER, values, list(measured), x, y, width=440)),
        ("workload", "size", title),
        tuple((each["line"], each["at"], each["shown"]) for each in values),
    )


def _value(line: str, size: int, value: float) -> dict[str, Any]:
    return {
        "line": line,
        "x": size,
        "at": f"{size:,}",
        "value": value,
        "low": None,
        "high": None,
        "shown": f"{value:,.1f}",
    }
