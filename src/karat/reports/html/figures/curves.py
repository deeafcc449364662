"""Charts of precision over recall: points, and curves over confidences."""

from __future__ import annotations

import math
from collections.abc import Sequence

from karat.reports.html.figures.axes import fitted_axis, fitted_domain
from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.line_panels import channels
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.table import printable
from karat.results.cliques.scores import ORIGINALS
from karat.results.evaluation import Evaluation
from karat.results.measurement import Measurement
from karat.results.statistics.confidence_curve import CurvePoint
from karat.results.statistics.estimate import format_value

MOST_POINTS = 150
"""So many points of a curve are drawn; no eye tells more apart."""
EQUAL_F1 = (0.2, 0.4, 0.6, 0.8)

Named = list[tuple[str, Measurement]]
"""Measurements with the names of their systems."""


def precision_recall_chart(evaluation: Evaluation, theme: Theme) -> Chart:
    """Precision over recall by the first metric, by each that sweeps over confidences, and of cliques' originals."""
    first = evaluation.systems[0].measurements
    drawn = [one for index, one in enumerate(first) if not index or one.curve or _is_original(one)]
    labels = [one.label for one in drawn]
    by_metric: list[Named] = [[(printable(system.name), system[one.key]) for system in evaluation] for one in drawn]
    look = channels([name for name, _ in by_metric[0]], theme)
    top = _top([one for measured in by_metric for _, one in measured])
    curves = any(len(one.curve) > 1 for measured in by_metric for _, one in measured)
    said = "Marks stand where F1 is best, lines follow the confidence; grey curves" if curves else "Grey curves"
    return Chart(
        "precision-recall",
        "Precision and recall",
        f"{said} join points of equal F1.",
        f"Precision over recall of {len(evaluation)} systems by {' and '.join(labels)}; the table has each value.",
        specification(
            theme, (), {"hconcat": [_panel(measured, theme, look, top) for measured in by_metric], "spacing": 32}
        ),
        ("system", *(f"{label} {value}" for label in labels for value in ("P", "R", "AUC"))),
        tuple(
            (name, *(text for measured in by_metric for text in _values(measured[place][1])))
            for place, (name, _) in enumerate(by_metric[0])
        ),
    )


def _top(measured: Sequence[Measurement]) -> float:
    """Choose where both axes end, so that every mark and every point of a curve is inside."""
    values = [end for one in measured for end in (one.precision.value, one.recall.value)]
    values += [end for one in measured for point in one.curve for end in (point.precision, point.recall)]
    return fitted_domain([min(1.0, 1.04 * value) for value in values if value is not None], from_zero=True)[1]


def _is_original(one: Measurement) -> bool:
    return one.key == ("robust", ORIGINALS)


def _values(one: Measurement) -> tuple[str, str, str]:
    return str(one.precision), str(one.recall), format_value(one.auc if len(one.curve) > 1 else None)


def _panel(measured: Named, theme: Theme, look: Spec, top: float) -> Spec:
    """Precision over recall by one metric, both axes from 0 to ``top``."""
    where = {
        "x": {**fitted_axis("recall", [0.0, top]), "field": "recall"},
        "y": {**fitted_axis("precision", [0.0, top]), "field": "precision"},
    }
    lines = [
        {"system": name, "recall": point.recall, "precision": point.precision, "order": order}
        for name, one in measured
        if len(one.curve) > 1
        for order, point in enumerate(thinned(one.curve))
    ]
    layers = _background(theme, where, top)
    if lines:
        layers.append(
            {
                "data": {"values": lines},
                "mark": {"type": "line", "strokeWidth": 1.8},
                "encoding": {**where, "color": look["color"], "order": {"field": "order"}},
            }
        )
    layers.append(_marks(measured, {**where, **look}))
    return {"title": measured[0][1].label, "width": 310, "height": 310, "layer": layers}


def _marks(measured: Named, encoding: Spec) -> Spec:
    points = [
        {"system": name, "recall": one.recall.value, "precision": one.precision.value, "shown": str(one.f1)}
        for name, one in measured
    ]
    numbers = [{"field": value, "format": ".3f"} for value in ("precision", "recall")]
    return {
        "data": {"values": points},
        "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
        "encoding": {**encoding, "tooltip": [{"field": "system"}, *numbers, {"field": "shown", "title": "F1"}]},
    }


def _background(theme: Theme, where: Spec, top: float) -> list[Spec]:
    """Curves of equal F1, each with its value at the right end."""
    drawn = [f1 for f1 in EQUAL_F1 if _precision(f1, top) < top]
    ends = [{"recall": 0.99 * top, "precision": _precision(f1, top), "f1": f"F1 {f1:.1f}"} for f1 in drawn]
    return [
        {
            "data": {"values": _equal_f1(drawn, top)},
            "mark": {"type": "line", "color": theme.line, "strokeWidth": 1, "interpolate": "monotone"},
            "encoding": {**where, "detail": {"field": "f1"}, "order": {"field": "recall"}},
        },
        {
            "data": {"values": ends},
            "mark": {"type": "text", "color": theme.quiet, "align": "right", "dy": -6, "fontSize": 10},
            "encoding": {**where, "text": {"field": "f1"}},
        },
    ]


def _precision(f1: float, recall: float) -> float:
    """The precision that gives this F1 at a recall, P = F·R / (2R − F); infinite where there is none."""
    return f1 * recall / (2 * recall - f1) if 2 * recall > f1 else math.inf


def _equal_f1(values: Sequence[float], top: float) -> list[dict[str, float]]:
    """Points of the curves of equal F1, from the top of the panel to its right side."""
    found = []
    for f1 in values:
        start = _precision(f1, top)  # the curve is symmetric: precision is ``top`` at this recall
        for step in range(41):
            recall = start + (top - start) * step / 40
            found.append({"f1": f1, "recall": recall, "precision": _precision(f1, recall)})
    return found


def thinned(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Keep the ends and evenly spread points between them."""
    if len(curve) <= MOST_POINTS:
        return list(curve)
    last = len(curve) - 1
    return [curve[round(place * last / (MOST_POINTS - 1))] for place in range(MOST_POINTS)]
