"""Charts of sentences: F1 by bucket of sentences, a small panel for each system."""

from __future__ import annotations

from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.scores import estimated
from karat.reports.html.figures.theme import Theme
from karat.reports.html.units import unit_of_metric
from karat.reports.tables.table import counted, printable
from karat.results.buckets import BucketTable
from karat.results.statistics.estimate import format_value
from karat.results.verdict_files.sample import of_sample

PANELS = 3
"""So many panels stand side by side."""
TITLES = {"cases": "case markers"}


def sentence_chart(table: BucketTable, theme: Theme) -> Chart:
    """F1 of each system by bucket of sentences or cliques, with how many each bucket has."""
    what = TITLES.get(table.by, table.by)
    unit = unit_of_metric(table.metric)
    units, of = f"{unit}s", " of their originals" if unit == "clique" else ""
    labels = [f"{printable(bucket.name)}|n = {len(bucket):,}" for bucket in table]
    values = [
        {"system": printable(name), "bucket": label, **estimated(one.f1)}
        for bucket, label in zip(table, labels, strict=True)
        for name, one in bucket.measured.items()
    ]
    first, last = (labels[place].replace("|", ", ") for place in (0, -1))
    most = max((value["high"] or value["value"] or 0.0 for value in values), default=1.0)
    return Chart(
        f"f1-by-{_stem(table.by)}",
        f"F1 by {what}",
        f"{table.label} on {units} sorted by {what}{of}; n is the number of {units}"
        f"{', the lines are intervals over them' if table.resampling else ''}{of_sample(table.sample)}.",
        f"F1 by {what}{of or ' of the sentence'}, from {first} to {last}. "
        + " ".join(_change(table, name) for name in table.systems),
        specification(theme, values, _panels(table, theme, labels, min(1.0, most * 1.08))),
        ("system", *(f"{printable(bucket.name)} ({counted(len(bucket), unit)})" for bucket in table)),
        tuple((printable(name), *(str(bucket.measured[name].f1) for bucket in table)) for name in table.systems),
    )


def _stem(name: str) -> str:
    """A bucketing's name, which may be any text, as a part of a file's name."""
    return "".join(character if character.isalnum() else "-" for character in name)


def _change(table: BucketTable, name: str) -> str:
    first, last = (table.buckets[place].measured[name].f1.value for place in (0, -1))
    return f"{printable(name)}: {format_value(first)} to {format_value(last)}."


def _panels(table: BucketTable, theme: Theme, labels: list[str], top: float) -> Spec:
    systems = [printable(name) for name in table.systems]
    x = {
        "field": "bucket",
        "type": "ordinal",
        "sort": labels,
        "title": None,
        "axis": {"labelAngle": 0, "labelExpr": "split(datum.value, '|')", "ticks": False, "grid": False},
    }
    y = {
        "type": "quantitative",
        "title": "F1",
        "scale": {"domain": [0, top]},
        "axis": {"format": ".1f", "tickCount": 4, "domain": False, "ticks": False},
    }
    colour = theme.series[0]
    return {
        "facet": {"field": "system", "type": "nominal", "sort": systems, "title": None},
        "columns": min(PANELS, len(systems)),
        "spacing": {"row": 28, "column": 28},
        "spec": {
            "width": 210,
            "height": 110,
            "encoding": {"x": x},
            "layer": [
                {
                    "mark": {"type": "line", "color": colour, "strokeWidth": 2},
                    "encoding": {"y": {**y, "field": "value"}},
                },
                {
                    "transform": [{"filter": "isValid(datum.low)"}],
                    "mark": {"type": "rule", "color": theme.ink, "strokeWidth": 1.2},
                    "encoding": {"y": {**y, "field": "low"}, "y2": {"field": "high"}},
                },
                {
                    "mark": {"type": "point", "filled": True, "color": colour, "size": 60, "opacity": 1},
                    "encoding": {
                        "y": {**y, "field": "value"},
                        "tooltip": [{"field": "system"}, {"field": "bucket"}, {"field": "shown", "title": "F1"}],
                    },
                },
            ],
        },
    }
