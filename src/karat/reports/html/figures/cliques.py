"""Charts of robustness: originals against the worst of each clique, variance within cliques, variance by syntax."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from karat.reports.html.figures.axes import fitted_axis
from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.dumbbells import PANELS, dumbbell_chart
from karat.reports.html.figures.line_panels import line_panel, top_of
from karat.reports.html.figures.scores import rows_of
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.table import HEADERS, counted, printable
from karat.results.cliques.robustness import WIDEST, Robustness, robustness
from karat.results.cliques.scores import ORIGINALS, WORST
from karat.results.cliques.syntax import VarianceByDistance
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import Estimate, format_interval, format_value
from karat.results.system_result import SystemResult

BINS = 25
"""Steps of the variance; it ends at a quarter, so they are of .01."""
ROLES = {"originals": ORIGINALS, "worst of each clique": WORST}


def clique_charts(evaluation: Evaluation, theme: Theme) -> Iterator[Chart]:
    """Make the charts of cliques; none if only originals, or no cliques, were scored by ROBUST."""
    if ("robust", WORST) not in evaluation.labels or not all(system.cliques for system in evaluation):
        return
    yield originals_chart(evaluation, theme)
    found = robustness(evaluation, bins=BINS)
    yield variance_chart(found, theme)
    if any(panels(found).values()):
        yield syntax_variance_chart(found, theme)
    yield dumbbell_chart(evaluation, theme)


def originals_chart(evaluation: Evaluation, theme: Theme) -> Chart:
    """Precision, recall and F1 of the originals and of the worst of each clique, side by side."""
    losses = [delta.values[-1] for system in evaluation if (delta := system["robust", WORST].delta) is not None]
    ends = [
        format_value(value, signed=True)
        for value in dict.fromkeys(sorted(value for value in losses if value is not None))
    ]
    return Chart(
        "originals-against-worst",
        "The originals against the worst of each clique",
        "Each line goes from the score of the original sentences to that of the worst sentence of each clique; the "
        "number is the difference. A robust system has short lines.",
        f"For each of {counted(len(evaluation), 'system')} lines from precision, recall and F1 of the originals to "
        f"those of the worst sentence of each clique. F1 changes by {' to '.join(ends[:1] + ends[1:][-1:]) or '—'}.",
        _spans(evaluation, theme),
        ("system", *(f"{HEADERS[value]} {what}" for value in VALUES for what in ("originals", "worst", "difference"))),
        tuple(
            (printable(system.name), *chain.from_iterable(_span_texts(system, place) for place in range(len(VALUES))))
            for system in evaluation
        ),
    )


def _ends(system: SystemResult, value: str) -> dict[str, Estimate]:
    return {role: getattr(system["robust", facet], value) for role, facet in ROLES.items()}


def _difference(system: SystemResult, place: int) -> tuple[float | None, str]:
    """A difference as a number and as text."""
    delta = system["robust", WORST].delta
    if delta is None:
        return None, format_value(None)
    found = delta.intervals[place]
    interval = format_interval(found.low, found.high, signed=True) if found else ""
    return delta.values[place], f"{format_value(delta.values[place], signed=True)} {interval}".rstrip()


def _span_texts(system: SystemResult, place: int) -> tuple[str, ...]:
    return (*map(str, _ends(system, VALUES[place]).values()), _difference(system, place)[1])


def _spans(evaluation: Evaluation, theme: Theme) -> Spec:
    values = [
        {
            "system": printable(system.name),
            "score": HEADERS[value],
            "role": role,
            "value": ends[role].value,
            "other": ends["originals"].value,
            "difference": format_value(_difference(system, place)[0], signed=True),
            "shown": str(ends[role]),
        }
        for system in evaluation
        for place, value in enumerate(VALUES)
        for ends in (_ends(system, value),)
        for role in ROLES
    ]
    shown = [ends.value for system in evaluation for value in VALUES for ends in _ends(system, value).values()]
    fitted = fitted_axis("score", [value for value in shown if value is not None], 4)
    x = {**fitted, "title": None}
    roles = {"field": "role", "type": "nominal", "title": None, "legend": {"orient": "top"}, "sort": list(ROLES)}
    at_worst = [{"filter": f"datum.role != '{next(iter(ROLES))}'"}]
    colours = [theme.ink, theme.series[1]]
    line = {
        "transform": at_worst,
        "mark": {"type": "rule", "color": theme.quiet, "strokeWidth": 3, "opacity": 0.45},
        "encoding": {"x": {**x, "field": "value"}, "x2": {"field": "other"}},
    }
    text = {
        "transform": [*at_worst, {"calculate": "(datum.value + datum.other) / 2", "as": "middle"}],
        "mark": {"type": "text", "dy": -9, "fontSize": 11, "color": theme.quiet},
        "encoding": {"x": {**x, "field": "middle"}, "text": {"field": "difference"}},
    }
    marks = {
        "mark": {"type": "point", "size": 90, "opacity": 1, "strokeWidth": 1.6},
        "encoding": {
            "x": {**x, "field": "value"},
            "stroke": {**roles, "scale": {"domain": list(ROLES), "range": colours}},
            "fill": {**roles, "scale": {"domain": list(ROLES), "range": [theme.paper, colours[1]]}},
            "shape": {**roles, "scale": {"domain": list(ROLES), "range": ["diamond", "circle"]}},
            "tooltip": [{"field": "system"}, {"field": "role"}, {"field": "shown", "title": "value"}],
        },
    }
    systems = [printable(system.name) for system in evaluation]
    return specification(
        theme,
        values,
        {
            "facet": {"field": "score", "type": "nominal", "sort": list(HEADERS.values()), "title": fitted["title"]},
            "columns": len(VALUES),
            "spacing": {"column": 22},
            "spec": {
                "width": 195,
                "height": {"step": 34},
                "encoding": {"y": rows_of(systems)},
                "layer": [line, marks, text],
            },
        },
    )


def variance_chart(found: Sequence[Robustness], theme: Theme) -> Chart:
    """How many cliques have which variance of F1, a panel for each system (Figure 5a)."""
    systems = [printable(one.system) for one in found]
    cliques = found[0].cliques
    values = [
        {
            "system": name,
            "low": each.low,
            "high": each.high,
            "count": each.count,
            "at": f"{format_value(each.low)} to {format_value(each.high)}",
        }
        for name, one in zip(systems, found, strict=True)
        for each in one.bins
    ]
    return Chart(
        "clique-variance",
        "Variance of F1 within cliques",
        f"How many of {counted(cliques, 'clique')} have which variance of F1 among their sentences, in steps of "
        f"{format_value(found[0].bins[0].high, digits=2)}.",
        f"Bars of the number of cliques by the variance of F1 within them, for {counted(len(systems), 'system')}. "
        + " ".join(
            f"{name}: {one.bins[0].count:,} of {cliques:,} below {format_value(one.bins[0].high)}."
            for name, one in zip(systems, found, strict=True)
        ),
        specification(theme, values, _histograms(systems, theme)),
        ("variance of F1", *systems),
        tuple(
            (f"{format_value(row[0].low)} to {format_value(row[0].high)}", *(f"{each.count:,}" for each in row))
            for row in zip(*(one.bins for one in found), strict=True)
        ),
    )


def _histograms(systems: Sequence[str], theme: Theme) -> Spec:
    bars = {
        "x": {
            "field": "low",
            "bin": "binned",
            "type": "quantitative",
            "title": "variance of F1",
            "scale": {"domain": [0, WIDEST]},
            "axis": {"format": ".1f", "values": [0, 0.1, 0.2], "grid": False},
        },
        "x2": {"field": "high"},
        "y": {
            "field": "count",
            "type": "quantitative",
            "title": "cliques",
            "axis": {"tickCount": 4, "tickMinStep": 1, "format": ",d", "domain": False, "ticks": False},
        },
        "tooltip": [{"field": "system"}, {"field": "at", "title": "variance"}, {"field": "count", "title": "cliques"}],
    }
    return {
        "facet": {"field": "system", "type": "nominal", "sort": list(systems), "title": None},
        "columns": min(PANELS, len(systems)),
        "spacing": {"row": 28, "column": 28},
        "spec": {
            "width": 210,
            "height": 110,
            "mark": {"type": "bar", "color": theme.series[1], "stroke": theme.paper, "strokeWidth": 1},
            "encoding": bars,
        },
    }


Panels = dict[str, list[VarianceByDistance]]
"""Each system's variance by a measure of syntax, in the evaluation's order."""


def panels(found: Sequence[Robustness]) -> Panels:
    """Each measure of syntax with the systems' results; empty without trees."""
    return {
        "HWS distance": [one.by_distance for one in found if one.by_distance is not None],
        "tree kernel similarity": [one.by_similarity for one in found if one.by_similarity is not None],
    }


def syntax_variance_chart(found: Sequence[Robustness], theme: Theme) -> Chart:
    """Variance of F1 within cliques by how far apart, and how alike, their sentences are (Figure 5b and 5c)."""
    systems = [printable(one.system) for one in found]
    measured = {name: each for name, each in panels(found).items() if each}
    values = {name: _interval_values(each, systems) for name, each in measured.items()}
    x = {"scale": {"zero": False, "nice": False, "padding": 14}, "axis": {"format": ".2f", "tickCount": 5}}
    y = {
        "title": "mean variance of F1",
        "scale": {"domain": [0, top_of(chain(*values.values()))]},
        "axis": {"format": ".2f", "tickCount": 5},
    }
    drawn = [line_panel(theme, own, systems, {"title": name, **x}, y) for name, own in values.items()]
    return Chart(
        "variance-by-syntax",
        "Variance of F1 by syntax",
        f"Cliques in {max(len(each[0].intervals) for each in measured.values())} intervals of equal width, by the mean "
        "over their pairs of sentences; marks stand in the middle of an interval, empty ones have none.",
        f"Lines of the mean variance of F1 within cliques by {' and by '.join(measured)}. " + _correlations(found),
        specification(theme, (), {"hconcat": drawn, "spacing": 36}),
        ("interval", "cliques", *systems),
        tuple(chain.from_iterable(_interval_rows(name, each) for name, each in measured.items())),
    )


def _correlations(found: Sequence[Robustness]) -> str:
    """Say each system's r over cliques."""
    return " ".join(
        f"Over all cliques r by {measure} is "
        + ", ".join(
            f"{format_value(each.cliques.r, signed=True)} for {printable(one.system)}"
            for one, each in zip(found, measured, strict=True)
        )
        + "."
        for measure, measured in panels(found).items()
        if measured
    )


def _interval_values(measured: Sequence[VarianceByDistance], systems: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "line": name,
            "x": (each.low + each.high) / 2,
            "at": f"{format_value(each.low)} to {format_value(each.high)}, {counted(each.count, 'clique')}",
            "value": each.mean,
            "low": None,
            "high": None,
            "shown": format_value(each.mean),
        }
        for name, one in zip(systems, measured, strict=True)
        for each in one.intervals
    ]


def _interval_rows(measure: str, measured: Sequence[VarianceByDistance]) -> Iterator[tuple[str, ...]]:
    for each in zip(*(one.intervals for one in measured), strict=True):
        yield (
            f"{measure} {format_value(each[0].low)} to {format_value(each[0].high)}",
            f"{each[0].count:,}",
            *(format_value(one.mean, digits=4) for one in each),
        )
    yield (
        f"{measure}: r over all cliques",
        f"{measured[0].cliques.count:,}",
        *(format_value(one.cliques.r, signed=True) for one in measured),
    )
