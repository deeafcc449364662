"""Charts of precision: by system, by confidence, by class of factuality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from karat.reports.html.figures.axes import fitted_axis
from karat.reports.html.figures.chart import Chart, specification
from karat.reports.html.figures.dots import dot_plot
from karat.reports.html.figures.line_panels import channels
from karat.reports.html.figures.study.values import by_precision, share_value
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.study.wording import LABELS, percent, share_in_words
from karat.reports.tables.table import counted, printable
from karat.results.study.report import CurvePoint, StudyReport, SystemReport

MOST_POINTS = 150
"""So many points of a curve are drawn; no eye tells more apart."""


def precision_chart(report: StudyReport, theme: Theme) -> Chart:
    """Precision of each system with its interval, a panel for each label."""
    systems = by_precision(report)
    names = [printable(each.system) for each in systems]
    labels = [label for label in LABELS if any(getattr(each, label).total for each in systems)]
    values = [
        {"system": printable(each.system), "label": LABELS[label], **share_value(getattr(each, label))}
        for each in systems
        for label in labels
    ]
    best = systems[0]
    return Chart(
        "precision",
        "Precision by system",
        f"The line through each dot is Wilson's {report.level * 100:g} % interval.",
        f"Dots of the precision of {counted(len(systems), 'system')}, for "
        f"{', '.join(LABELS[each] for each in labels)}. "
        f"The most precise is {printable(best.system)}: {share_in_words(best.fact)}.",
        dot_plot(theme, values, names, "precision", "label", percent=True),
        ("system", *(LABELS[label] for label in labels)),
        tuple(
            (printable(each.system), *(share_in_words(getattr(each, label)) for label in labels)) for each in systems
        ),
    )


def yield_chart(report: StudyReport, theme: Theme) -> Chart:
    """Precision over yield; a mark stands where all extractions of a system are taken."""
    systems = [each for each in by_precision(report) if each.yield_.value is not None]
    names = [printable(each.system) for each in systems]
    look = channels(names, theme)
    curved = [each for each in systems if len(each.curve) > 1]
    lines: list[dict[str, Any]] = [
        {"system": printable(each.system), "precision": point.precision.value, "yield": point.yield_, "order": order}
        for each in curved
        for order, point in enumerate(_thinned(each.curve))
    ]
    marks: list[dict[str, Any]] = [
        {
            "system": printable(each.system),
            "precision": each.fact.value,
            "yield": each.yield_.value,
            "shown": share_in_words(each.fact),
        }
        for each in systems
    ]
    values = [each["precision"] for each in (*lines, *marks) if each["precision"] is not None]
    where = {
        "x": {"field": "yield", "type": "quantitative", "title": "correct extractions", "scale": {"zero": True}},
        "y": {
            **fitted_axis("precision", values, percent=True),
            "field": "precision",
        },
    }
    layers = [
        {
            "data": {"values": lines},
            "mark": {"type": "line", "strokeWidth": 1.8},
            "encoding": {**where, "color": look["color"], "order": {"field": "order"}},
        },
        {
            "data": {"values": marks},
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
            "encoding": {**where, **look, "tooltip": [{"field": "system"}, {"field": "shown", "title": "precision"}]},
        },
    ]
    alone = [printable(each.system) for each in systems if each not in curved]
    return Chart(
        "yield",
        "Precision and yield by confidence",
        "Marks stand where all extractions of a system are taken, lines where only the surest are, from left to right."
        + (f" Without confidences: {', '.join(alone)}." if alone else ""),
        f"Precision over the number of correct extractions of {counted(len(systems), 'system')}. "
        + " ".join(_course(each) for each in curved),
        specification(theme, (), {"width": 560, "height": 320, "layer": layers}),
        ("system", "confidence at least", "precision", "correct extractions"),
        tuple(
            (printable(each.system), f"{point.confidence:g}", str(point.precision), f"{point.yield_:,.1f}")
            for each in curved
            for point in each.curve
        ),
    )


def _thinned(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Keep the ends and evenly spread points between them."""
    last = len(curve) - 1
    if last < MOST_POINTS:
        return list(curve)
    return [curve[round(place * last / (MOST_POINTS - 1))] for place in range(MOST_POINTS)]


def _course(system: SystemReport) -> str:
    middle, last = system.curve[len(system.curve) // 2], system.curve[-1]
    return (
        f"{printable(system.system)}: {percent(middle.precision.value)} of its surer half, "
        f"{percent(last.precision.value)} of all."
    )


def factuality_chart(report: StudyReport, theme: Theme) -> Chart:
    """Precision by polarity and modality, of systems that annotate them."""
    systems = [each for each in by_precision(report) if any(found.name != "—" for found in each.classes)]
    values = [
        {"system": printable(each.system), "class": found.name.replace("-", "−"), **share_value(found.fact)}
        for each in systems
        for found in each.classes
    ]
    names = [printable(each.system) for each in systems]
    return Chart(
        "factuality",
        "Precision by class of factuality",
        f"Of {', '.join(names)}. + stated, − denied; CT certain, PS possible. "
        f"The line through each dot is Wilson's {report.level * 100:g} % interval.",
        f"Dots of the precision by polarity and modality of {', '.join(names)}; the table has each value.",
        dot_plot(theme, values, names, "precision", "class", percent=True),
        ("system", "class", "precision"),
        tuple(
            (printable(each.system), found.name, share_in_words(found.fact))
            for each in systems
            for found in each.classes
        ),
    )
