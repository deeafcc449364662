"""Dots of coefficients with their intervals: a panel for each coefficient, a row for each of what is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from karat.reports.html.figures.chart import Spec, specification
from karat.reports.html.figures.theme import Theme

WIDTH = 700
ROW = 22
GAP = 18


def coefficient_panels(
    theme: Theme, values: Sequence[Mapping[str, Any]], rows: Sequence[str], panels: Sequence[str]
) -> Spec:
    """Draw a panel for each coefficient, a row for each name; the axis starts at 0, or below it where a value is.

    ``values`` have ``row``, ``panel``, ``value``, ``low``, ``high``, ``shown``, and ``apart`` for another colour.
    """
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
