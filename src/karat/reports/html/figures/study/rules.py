"""The chart of rules broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.study.values import by_precision
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.study.wording import name_rule
from karat.reports.tables.table import counted, printable
from karat.results.study.report import StudyReport


def rules_chart(report: StudyReport, theme: Theme) -> Chart:
    """A heat map: the darker, the greater the share of a system's extractions that break the rule."""
    systems = by_precision(report)
    counts = {each.system: dict(each.rules) for each in systems}
    broken = [rule for rule, _ in systems[0].rules if any(count[rule] for count in counts.values())]
    values: list[dict[str, Any]] = [
        {
            "system": printable(each.system),
            "rule": name_rule(rule),
            "share": count / each.fact.total if each.fact.total else 0.0,
            "count": f"{count:,}",
            "shown": f"{count:,} of {each.fact.total:,}",
        }
        for each in systems
        for rule in broken
        for count in [counts[each.system][rule]]
    ]
    names = [printable(each.system) for each in systems]
    most = max(values, key=lambda value: value["share"])
    return Chart(
        "rules",
        "Rules broken by system",
        "How many of the labelled extractions of a system break a rule; the darker, the greater their share.",
        f"A heat map of {counted(len(broken), 'rule')} by {counted(len(systems), 'system')}. The most frequent is "
        f"{most['rule']}, in {most['shown']} extractions of {most['system']}.",
        specification(theme, values, _heat_map(theme, names, [name_rule(rule) for rule in broken], values)),
        ("rule", *names),
        tuple((name_rule(rule), *(f"{counts[each.system][rule]:,}" for each in systems)) for rule in broken),
    )


def _heat_map(theme: Theme, systems: Sequence[str], rules: Sequence[str], values: Sequence[Mapping[str, Any]]) -> Spec:
    bare: Spec = {"ticks": False, "domain": False, "labelPadding": 8}
    nominal = {"type": "nominal", "title": None}
    full = max(value["share"] for value in values) or 1.0
    cells = {
        "mark": {"type": "rect", "color": theme.heat, "stroke": theme.paper, "strokeWidth": 2},
        "encoding": {
            "opacity": {
                "field": "share",
                "type": "quantitative",
                "scale": {"domain": [0, full], "range": [0.06, 1]},
                "legend": None,
            },
            "tooltip": [{"field": "system"}, {"field": "rule"}, {"field": "shown", "title": "extractions"}],
        },
    }
    texts = {
        "mark": {"type": "text", "fontSize": 12},
        "encoding": {"text": {"field": "count"}, "color": {"value": theme.ink}},
    }
    return {
        "width": {"step": 92},
        "height": {"step": 26},
        "encoding": {
            "x": {
                **nominal,
                "field": "system",
                "sort": list(systems),
                "axis": {**bare, "orient": "top", "labelAngle": 0, "labelLimit": 88},
            },
            "y": {**nominal, "field": "rule", "sort": list(rules), "axis": bare},
        },
        "layer": [cells, texts],
    }
