"""Charts of scores: F1 by metric and facet, CaRB against BenchIE, precision over recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from karat.reports.html.chart import Chart, Spec, specification
from karat.reports.html.theme import Theme
from karat.results.estimate import Estimate, shown
from karat.results.evaluation import Evaluation
from karat.results.measurement import CurvePoint
from karat.results.table import overestimate, printable

WIDTH = 700
BAR = 11
MOST_POINTS = 150
"""So many points of a curve are drawn; no eye tells more apart."""
EQUAL_F1 = (0.2, 0.4, 0.6, 0.8)
SHAPES = ("circle", "square", "diamond", "triangle-up", "cross", "triangle-down", "triangle-right", "triangle-left")

AXIS: Spec = {"format": ".1f", "tickCount": 6}


def estimated(estimate: Estimate) -> dict[str, Any]:
    """A value and its interval, as charts take them."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "shown": str(estimate)}


def grouped_bars(
    theme: Theme, values: Sequence[dict[str, Any]], systems: Sequence[str], title: str, group: str
) -> Spec:
    """Draw bars in groups, one group a system, with an interval on each bar."""
    groups = list(dict.fromkeys(value[group] for value in values))
    place: Spec = {
        "y": {
            "field": "system",
            "type": "nominal",
            "sort": list(systems),
            "title": None,
            "scale": {"paddingInner": 0.25, "paddingOuter": 0.1},
            "axis": {"ticks": False, "domain": False, "labelPadding": 8},
        },
        "yOffset": {"field": group, "sort": groups},
    }
    colour = {
        "field": group,
        "type": "nominal",
        "sort": groups,
        "title": None,
        "scale": {"domain": groups, "range": _colours(theme, groups)},
        "legend": {"orient": "top"},
    }
    x = {"type": "quantitative", "title": title, "scale": {"domain": [0, 1]}, "axis": AXIS}
    tooltip = [{"field": "system"}, {"field": group}, {"field": "shown", "title": title}]
    return specification(
        theme,
        values,
        {
            "width": WIDTH,
            "height": {"step": BAR},
            "encoding": place,
            "layer": [
                {
                    "mark": {"type": "bar", "cornerRadiusEnd": 2},
                    "encoding": {"x": {**x, "field": "value"}, "color": colour, "tooltip": tooltip},
                },
                {
                    "transform": [{"filter": "isValid(datum.low)"}],
                    "mark": {"type": "rule", "color": theme.ink, "strokeWidth": 1.2},
                    "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}},
                },
            ],
        },
    )


def _colours(theme: Theme, groups: Sequence[str]) -> list[str]:
    """Give BenchIE and CaRB the same colours in every chart, and the others what is left."""
    own = {"benchie": theme.series[0], "carb": theme.series[1]}
    rest = iter([colour for colour in theme.colours(len(groups) + len(own)) if colour not in own.values()])
    if not own.keys() & set(groups):
        return theme.colours(len(groups))
    return [own[group] if group in own else next(rest, theme.quiet) for group in groups]


def facet_chart(evaluation: Evaluation, theme: Theme) -> Chart:
    """F1 of each system by each metric and facet."""
    systems = [printable(system.name) for system in evaluation]
    values = [
        {"system": printable(system.name), "metric": one.label, **estimated(one.f1)}
        for system in evaluation
        for one in system.measurements
    ]
    labels = [one.label for one in evaluation.systems[0].measurements]
    best = max(evaluation, key=lambda system: system.f1.value or 0.0)
    return Chart(
        "f1",
        "F1 by metric and facet" if any(facet for _, facet in evaluation.labels) else "F1 by metric",
        "The thin line on each bar is the interval over sentences." if evaluation.resampling else "",
        f"Bars of F1 for {len(systems)} systems by {', '.join(labels)}. "
        f"The highest {labels[0]} is that of {printable(best.name)}: {best.f1}.",
        grouped_bars(theme, values, systems, "F1", "metric"),
        ("system", *labels),
        tuple((printable(system.name), *(str(one.f1) for one in system.measurements)) for system in evaluation),
    )


def overestimate_chart(evaluation: Evaluation, theme: Theme) -> Chart | None:
    """BenchIE's F1 and CaRB's side by side, for systems that have both."""
    both = [system for system in evaluation if overestimate(system) is not None]
    if not both:
        return None
    names = [printable(system.name) for system in both]
    values = [
        {"system": printable(system.name), "metric": label, **estimated(system[key].f1)}
        for system in both
        for label, key in (("BenchIE", ("benchie", "default")), ("CaRB", "carb"))
    ]
    spans = [
        {
            "system": printable(system.name),
            "facts": system["benchie", "default"].f1.value,
            "words": system["carb"].f1.value,
        }
        for system in both
    ]
    y = {
        "field": "system",
        "type": "nominal",
        "sort": names,
        "title": None,
        "axis": {"ticks": False, "domain": False, "grid": True, "labelPadding": 8},
    }
    x = {"type": "quantitative", "title": "F1", "scale": {"domain": [0, 1]}, "axis": AXIS}
    colour = {
        "field": "metric",
        "type": "nominal",
        "title": None,
        "scale": {"domain": ["BenchIE", "CaRB"], "range": theme.colours(2)},
        "legend": {"orient": "top"},
    }
    shape = {**colour, "scale": {"domain": ["BenchIE", "CaRB"], "range": ["circle", "diamond"]}}
    spec = specification(
        theme,
        values,
        {
            "width": WIDTH,
            "height": {"step": 26},
            "layer": [
                {
                    "data": {"values": spans},
                    "mark": {"type": "rule", "color": theme.quiet, "strokeWidth": 3, "opacity": 0.45},
                    "encoding": {"y": y, "x": {**x, "field": "facts"}, "x2": {"field": "words"}},
                },
                {
                    "mark": {"type": "point", "filled": True, "size": 110, "opacity": 1},
                    "encoding": {
                        "y": y,
                        "x": {**x, "field": "value"},
                        "color": colour,
                        "shape": shape,
                        "tooltip": [{"field": "system"}, {"field": "metric"}, {"field": "shown", "title": "F1"}],
                    },
                },
            ],
        },
    )
    over = sorted(value for value in map(overestimate, both) if value is not None)
    least, mean, most = (shown(value, signed=True) for value in (over[0], sum(over) / len(over), over[-1]))
    return Chart(
        "carb-against-benchie",
        "Facts against words: BenchIE and CaRB",
        "BenchIE asks whether a fact is right; CaRB rewards words in common. The longer the line, the more of the "
        "score is words only.",
        f"For each system a line from its F1 by BenchIE to its F1 by CaRB. On average CaRB gives "
        f"{mean}, at least {least}, at most {most}.",
        spec,
        ("system", "BenchIE F1", "CaRB F1", "difference"),
        tuple(
            (
                printable(system.name),
                str(system["benchie", "default"].f1),
                str(system["carb"].f1),
                shown(overestimate(system), signed=True),
            )
            for system in both
        ),
    )


def precision_recall_chart(evaluation: Evaluation, theme: Theme) -> Chart:
    """Precision over recall by the first metric and by each that sweeps over confidences."""
    first = evaluation.systems[0].measurements
    places = [index for index, one in enumerate(first) if not index or one.curve]
    systems = [printable(system.name) for system in evaluation]
    colours = theme.colours(len(systems))
    shapes = [SHAPES[place % len(SHAPES)] for place in range(len(systems))]
    named: Spec = {
        "color": {
            "field": "system",
            "type": "nominal",
            "sort": systems,
            "scale": {"domain": systems, "range": colours},
        },
        "shape": {"field": "system", "type": "nominal", "sort": systems, "scale": {"domain": systems, "range": shapes}},
    }
    for channel in named.values():
        channel["title"] = None
    panels = [_panel(evaluation, index, theme, named) for index in places]
    labels = [first[index].label for index in places]
    return Chart(
        "precision-recall",
        "Precision and recall",
        "Marks stand where F1 is best, lines follow the confidence; grey curves join points of equal F1.",
        f"Precision over recall of {len(systems)} systems by {' and '.join(labels)}; the table has each value.",
        specification(theme, (), {"hconcat": panels, "spacing": 32}),
        ("system", *(f"{label} {value}" for label in labels for value in ("P", "R", "AUC"))),
        tuple(
            (
                printable(system.name),
                *(
                    text
                    for index in places
                    for one in [system.measurements[index]]
                    for text in (str(one.precision), str(one.recall), shown(one.auc if len(one.curve) > 1 else None))
                ),
            )
            for system in evaluation
        ),
    )


def _panel(evaluation: Evaluation, index: int, theme: Theme, named: Spec) -> Spec:
    """Precision over recall by one metric."""
    measured = [(printable(system.name), system.measurements[index]) for system in evaluation]
    points = [
        {"system": name, "recall": one.recall.value, "precision": one.precision.value, "shown": str(one.f1)}
        for name, one in measured
    ]
    lines = [
        {"system": name, "recall": point.recall, "precision": point.precision, "order": order}
        for name, one in measured
        if len(one.curve) > 1
        for order, point in enumerate(thinned(one.curve))
    ]
    axis = {"type": "quantitative", "scale": {"domain": [0, 1]}, "axis": AXIS}
    where = {
        "x": {**axis, "field": "recall", "title": "recall"},
        "y": {**axis, "field": "precision", "title": "precision"},
    }
    layers: list[Spec] = [
        {
            "data": {"values": _equal_f1()},
            "mark": {"type": "line", "color": theme.line, "strokeWidth": 1, "interpolate": "monotone"},
            "encoding": {**where, "detail": {"field": "f1"}, "order": {"field": "recall"}},
        },
        {
            "data": {"values": [{"recall": 0.99, "precision": f1 / (2 - f1), "f1": f"F1 {f1:.1f}"} for f1 in EQUAL_F1]},
            "mark": {"type": "text", "color": theme.quiet, "align": "right", "dy": -6, "fontSize": 10},
            "encoding": {**where, "text": {"field": "f1"}},
        },
    ]
    if lines:
        layers.append(
            {
                "data": {"values": lines},
                "mark": {"type": "line", "strokeWidth": 1.8},
                "encoding": {**where, "color": named["color"], "order": {"field": "order"}},
            }
        )
    layers.append(
        {
            "data": {"values": points},
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
            "encoding": {
                **where,
                **named,
                "tooltip": [
                    {"field": "system"},
                    {"field": "precision", "format": ".3f"},
                    {"field": "recall", "format": ".3f"},
                    {"field": "shown", "title": "F1"},
                ],
            },
        }
    )
    return {"title": measured[0][1].label, "width": 310, "height": 310, "layer": layers}


def _equal_f1() -> list[dict[str, float]]:
    """Curves of equal F1: P = F·R / (2R − F)."""
    found = []
    for f1 in EQUAL_F1:
        start = f1 / (2 - f1)
        for step in range(41):
            recall = start + (1 - start) * step / 40
            found.append({"f1": f1, "recall": recall, "precision": f1 * recall / (2 * recall - f1)})
    return found


def thinned(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Keep the ends and evenly spread points between them."""
    if len(curve) <= MOST_POINTS:
        return list(curve)
    last = len(curve) - 1
    return [curve[round(place * last / (MOST_POINTS - 1))] for place in range(MOST_POINTS)]
