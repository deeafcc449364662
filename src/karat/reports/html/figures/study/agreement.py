"""Charts of agreement: of labellers with each other, and of automatic metrics with people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.study.values import coefficient_value
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.study.agreement import COLUMNS, agreement_rows, kappa_of
from karat.reports.tables.study.comparisons import VERDICTS
from karat.reports.tables.study.wording import MACHINE
from karat.reports.tables.table import counted, printable
from karat.results.agreement.agreement import Agreement, Coefficient
from karat.results.statistics.estimate import format_value
from karat.results.study.report import StudyReport

WIDTH = 700
ROW = 22
GAP = 18
PANELS: Mapping[str, Callable[[Agreement], Coefficient]] = {
    "raw": lambda found: found.raw,
    "κ": kappa_of,
    "α": lambda found: found.alpha,
    "AC1": lambda found: found.ac1,
}
"""The coefficients that are drawn, a panel each."""


def agreement_chart(report: StudyReport, theme: Theme) -> Chart:
    """Coefficients of each group of labellers, language models apart."""
    rows = [
        (f"{label}: {who}", found)
        for label in ("fact", "attribution")
        for who, found in agreement_rows(report, label)
        if found.items
    ]
    values = [
        {"row": name, "panel": panel, "apart": MACHINE in name, **coefficient_value(coefficient(found))}
        for name, found in rows
        for panel, coefficient in PANELS.items()
    ]
    first, found = rows[0]
    machines = " Language models (LLM), in another colour, are no part of people's agreement."
    return Chart(
        "agreement",
        "Agreement of the labellers",
        "Raw agreement, and three coefficients that take out chance, each with its "
        f"{report.level * 100:g} % interval. κ is Cohen's for two labellers, Fleiss' for more."
        + (machines if not report.with_machines and any(value["apart"] for value in values) else ""),
        f"Dots of four coefficients. {first}: raw {format_value(found.raw.value)}, "
        f"κ {format_value(kappa_of(found).value)}, AC1 {format_value(found.ac1.value)}.",
        _coefficients(theme, values, [name for name, _ in rows], list(PANELS)),
        ("labels and labellers", "extractions", *COLUMNS.values()),
        tuple((name, f"{found.items:,}", *(str(getattr(found, each)) for each in COLUMNS)) for name, found in rows),
    )


def automatic_chart(report: StudyReport, theme: Theme) -> Chart:
    """How far each metric agrees with people's final labels."""
    shown = {name: VERDICTS[name] for name in ("precision", "recall", "kappa", "ac1", "correlation")}
    names = [printable(each.verdict) for each in report.automatic]
    values = [
        {"row": printable(each.verdict), "panel": head, "apart": False, **coefficient_value(getattr(each, name))}
        for each in report.automatic
        for name, head in shown.items()
    ]
    best = max(report.automatic, key=lambda each: -2.0 if each.kappa.value is None else each.kappa.value)
    return Chart(
        "automatic",
        "Automatic metrics against people",
        "P and R: precision and recall of what a metric accepts, with people's labels as gold; κ, AC1 and r: agreement "
        f"and correlation with them. Lines are {report.level * 100:g} % intervals.",
        f"Dots for {counted(len(names), 'metric')}. The highest κ is that of {printable(best.verdict)}: {best.kappa}.",
        _coefficients(theme, values, names, list(shown.values())),
        ("metric", *shown.values()),
        tuple((printable(each.verdict), *(str(getattr(each, name)) for name in shown)) for each in report.automatic),
    )


def _coefficients(
    theme: Theme, values: Sequence[Mapping[str, Any]], rows: Sequence[str], panels: Sequence[str]
) -> Spec:
    """A panel for each coefficient, a row for each name; the axis starts at 0, or below it where a value is."""
    ends = [end for value in values for end in (value["low"], value["value"]) if end is not None]
    least = min(0.0, min(ends, default=0.0))
    width = (WIDTH - GAP * (len(panels) - 1)) // len(panels)
    drawn = [
        _panel(theme, name, [value for value in values if value["panel"] == name], rows, least, width)
        for name in panels
    ]
    for panel in drawn[1:]:
        panel["encoding"]["y"]["axis"]["labels"] = False
    return specification(theme, (), {"hconcat": drawn, "spacing": GAP})


def _panel(
    theme: Theme, name: str, values: Sequence[Mapping[str, Any]], rows: Sequence[str], least: float, width: int
) -> Spec:
    axis = {"ticks": False, "domain": False, "labelPadding": 8, "grid": True, "labelLimit": 260}
    y = {
        "field": "row",
        "type": "nominal",
        "sort": list(rows),
        "title": None,
        "scale": {"domain": list(rows)},
        "axis": axis,
    }
    x = {
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [least, 1], "nice": False},
        "axis": {"format": ".1f", "tickCount": 3},
    }
    colour = {"condition": {"test": "datum.apart", "value": theme.series[0]}, "value": theme.series[1]}
    return {
        "title": {"text": name, "fontSize": 12, "anchor": "middle"},
        "data": {"values": [dict(value) for value in values if value["value"] is not None]},
        "width": width,
        "height": {"step": ROW},
        "encoding": {"y": y},
        "layer": [
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2.2, "opacity": 0.55},
                "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "color": colour},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
                "encoding": {
                    "x": {**x, "field": "value"},
                    "color": colour,
                    "tooltip": [{"field": "row"}, {"field": "shown", "title": name}],
                },
            },
        ],
    }
