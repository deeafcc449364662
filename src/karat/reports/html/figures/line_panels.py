"""Panels of lines with marks and intervals, a colour and a shape for each line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from karat.reports.html.figures.chart import Spec
from karat.reports.html.figures.theme import Theme

SHAPES = ("circle", "square", "diamond", "triangle-up", "cross", "triangle-down", "triangle-right", "triangle-left")
PANEL_WIDTH, PANEL_HEIGHT = 310, 230


def channels(names: Sequence[str], theme: Theme, field: str = "system") -> Spec:
    """A colour and a shape for each name."""
    shapes = [SHAPES[place % len(SHAPES)] for place in range(len(names))]
    ranges = {"color": theme.colours(len(names)), "shape": shapes}
    named = {"field": field, "type": "nominal", "sort": list(names), "title": None}
    return {channel: {**named, "scale": {"domain": list(names), "range": values}} for channel, values in ranges.items()}


def top_of(values: Iterable[Mapping[str, Any]]) -> float:
    """Choose the end of an axis from 0, at most 1, so that all values and intervals fit."""
    ends = [end for value in values for end in (value["high"], value["value"]) if end is not None]
    return min(1.0, max(ends, default=1.0) * 1.08) or 1.0


def line_panel(
    theme: Theme,
    values: Sequence[dict[str, Any]],
    names: Sequence[str],
    x: Spec,
    y: Spec,
    *,
    title: str | None = None,
    width: int = PANEL_WIDTH,
) -> Spec:
    """Draw a line for each name: ``values`` have ``line``, ``x``, ``value``, ``low``, ``high`` and ``shown``.

    ``x`` and ``y`` say more of the two axes than their fields. A single line needs no legend.
    """
    look = channels(names, theme, "line")
    if len(names) == 1:
        look = {channel: {**each, "legend": None} for channel, each in look.items()}
    across = {"type": "quantitative", **x, "field": "x"}
    up = {"type": "quantitative", **y}
    tooltip = [{"field": "line", "title": "line"}, {"field": "at", "title": "at"}, {"field": "shown", "title": "value"}]
    layers: list[Spec] = [
        {
            "mark": {"type": "line", "strokeWidth": 2},
            "encoding": {"x": across, "y": {**up, "field": "value"}, "color": look["color"]},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 65, "opacity": 1},
            "encoding": {"x": across, "y": {**up, "field": "value"}, **look, "tooltip": tooltip},
        },
    ]
    if any(value["low"] is not None for value in values):
        # An axis without an explicit end would look for one among no intervals.
        ends = {"y": {**up, "field": "low"}, "y2": {"field": "high"}}
        interval = {
            "transform": [{"filter": "isValid(datum.low)"}],
            "mark": {"type": "rule", "strokeWidth": 1.4},
            "encoding": {"x": across, **ends, "color": look["color"]},
        }
        layers.insert(1, interval)
    return {
        **({"title": title} if title else {}),
        "data": {"values": [value for value in values if value["value"] is not None]},
        "width": width,
        "height": PANEL_HEIGHT,
        "layer": layers,
    }
