"""Charts of scores: F1 by metric and facet, CaRB against BenchIE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from karat.metrics.oie.benchie import BENCHIE_ON_FACTS
from karat.metrics.oie.carb import CARB_ON_TUPLES
from karat.reports.html.figures.axes import fitted_axis
from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.dots import FEW, dot_plot
from karat.reports.html.figures.theme import Theme
from karat.reports.html.units import unit_of
from karat.reports.tables.table import counted, printable
from karat.results.evaluation import Evaluation
from karat.results.measurement import Key
from karat.results.statistics.estimate import Estimate, format_value
from karat.results.system_result import SystemResult

WIDTH = 700
BOTH: dict[str, Key] = {
    BENCHIE_ON_FACTS.title: (BENCHIE_ON_FACTS.name, "default"),
    CARB_ON_TUPLES.title: (CARB_ON_TUPLES.name, None),
}


def estimated(estimate: Estimate) -> dict[str, Any]:
    """A value and its interval, as charts take them."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "shown": str(estimate)}


def rows_of(systems: Sequence[str]) -> Spec:
    """A row for each system, in the order given."""
    return {
        "field": "system",
        "type": "nominal",
        "sort": list(systems),
        "title": None,
        "scale": {"paddingInner": 0.25, "paddingOuter": 0.1},
        "axis": {"ticks": False, "domain": False, "labelPadding": 8},
    }


def by_f1(evaluation: Evaluation) -> list[str]:
    """Name the systems, the highest F1 by the first metric first; an undefined one comes last."""
    f1 = {system.name: -1.0 if system.f1.value is None else system.f1.value for system in evaluation}
    return sorted(f1, key=lambda name: -f1[name])


def facet_chart(evaluation: Evaluation, theme: Theme, focus: str | None = None) -> Chart:
    """F1 of each system by each metric and facet; the system in focus has a colour of its own."""
    systems = [printable(name) for name in by_f1(evaluation)]
    values = [
        {"system": printable(system.name), "metric": one.label, **estimated(one.f1)}
        for system in evaluation
        for one in map(system.__getitem__, evaluation.labels)
    ]
    labels = [one.label for one in evaluation.systems[0].measurements]
    best = max(evaluation, key=lambda system: system.f1.value or 0.0)
    return Chart(
        "f1",
        f"F1 by metric{_parts(evaluation)}",
        " ".join(_about_dots(evaluation, focus)),
        f"Dots of F1 for {counted(len(systems), 'system')} by {', '.join(labels)}. "
        f"The highest {labels[0]} is that of {printable(best.name)}: {best.f1}.",
        dot_plot(theme, values, systems, "F1", "metric", None if focus is None else printable(focus)),
        ("system", *labels),
        tuple((printable(system.name), *(str(system[key].f1) for key in evaluation.labels)) for system in evaluation),
    )


def _about_dots(evaluation: Evaluation, focus: str | None) -> Iterator[str]:
    if evaluation.resampling:
        yield f"The line through each dot is the interval over {unit_of(evaluation)}s."
    if len(evaluation) > FEW:
        yield "Each panel has an axis of its own."
        if focus is not None:
            yield f"{printable(focus)} is in focus."


def _parts(evaluation: Evaluation) -> str:
    measured = [one for one in evaluation.systems[0].measurements if one.facet is not None]
    return "" if not measured else " and type" if measured[0].by_type else " and facet"


def overestimate_chart(evaluation: Evaluation, theme: Theme) -> Chart | None:
    """BenchIE's F1 and CaRB's side by side, for systems that have both."""
    both = [evaluation[name] for name in by_f1(evaluation) if evaluation[name].overestimate is not None]
    if not both:
        return None
    over = sorted(system.overestimate for system in both if system.overestimate is not None)
    least, mean, most = (format_value(value, signed=True) for value in (over[0], sum(over) / len(over), over[-1]))
    return Chart(
        "carb-against-benchie",
        "Facts against words: BenchIE and CaRB",
        "BenchIE asks whether a fact is right; CaRB rewards words in common. The longer the line, the more of the "
        "score is words only.",
        f"For each system a line from its F1 by BenchIE to its F1 by CaRB. On average CaRB gives "
        f"{mean}, at least {least}, at most {most}.",
        _spans(both, theme),
        ("system", "BenchIE F1", "CaRB F1", "difference"),
        tuple(
            (
                printable(system.name),
                *(str(system[key].f1) for key in BOTH.values()),
                format_value(system.overestimate, signed=True),
            )
            for system in both
        ),
    )


def _spans(systems: Sequence[SystemResult], theme: Theme) -> Spec:
    """Draw a line between two marks for each system."""
    values = [
        {"system": printable(system.name), "metric": label, **estimated(system[key].f1)}
        for system in systems
        for label, key in BOTH.items()
    ]
    spans = [
        {"system": printable(system.name), **{label: system[key].f1.value for label, key in BOTH.items()}}
        for system in systems
    ]
    y = rows_of([printable(system.name) for system in systems])
    x = fitted_axis("F1", [value["value"] for value in values])
    first, second = BOTH
    metric = {"field": "metric", "type": "nominal", "title": None, "legend": {"orient": "top"}}
    line = {
        "data": {"values": spans},
        "mark": {"type": "rule", "color": theme.quiet, "strokeWidth": 3, "opacity": 0.45},
        "encoding": {"y": y, "x": {**x, "field": first}, "x2": {"field": second}},
    }
    marks = {
        "mark": {"type": "point", "filled": True, "size": 110, "opacity": 1},
        "encoding": {
            "y": y,
            "x": {**x, "field": "value"},
            "color": {**metric, "scale": {"domain": list(BOTH), "range": theme.colours(2)}},
            "shape": {**metric, "scale": {"domain": list(BOTH), "range": ["circle", "diamond"]}},
            "tooltip": [{"field": "system"}, {"field": "metric"}, {"field": "shown", "title": "F1"}],
        },
    }
    return specification(theme, values, {"width": WIDTH, "height": {"step": 26}, "layer": [line, marks]})
