"""Dot plots: values with their intervals, a panel for each metric, or one panel where systems are few."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from karat.reports.html.figures.axes import ends_of, fitted_axis
from karat.reports.html.figures.chart import Spec, specification
from karat.reports.html.figures.theme import Theme

WIDTH = 700
ROW = 22
GAP = 18
MOST_PANELS = 5
"""So many panels stand side by side."""
FEW = 2
"""Up to so many systems share one panel, whose rows are the metrics."""


def dot_plot(
    theme: Theme,
    values: Sequence[dict[str, Any]],
    systems: Sequence[str],
    title: str,
    group: str,
    focus: str | None = None,
    *,
    percent: bool = False,
) -> Spec:
    """Draw each value as a dot with its interval.

    ``values`` have ``system``, a field named ``group``, ``value``, ``low``, ``high`` and ``shown``. The system
    in focus has a colour of its own. With ``percent``, axes are in percent.
    """
    groups = list(dict.fromkeys(value[group] for value in values))
    drawn = [value for value in values if value["value"] is not None]
    tooltip = [{"field": "system"}, {"field": group}, {"field": "shown", "title": title}]
    if len(systems) <= FEW:
        body = _one_panel(
            theme, systems, groups, fitted_axis(title, ends_of(drawn), 8, percent=percent), group, tooltip
        )
        return specification(theme, drawn, body)
    columns = _columns(len(groups))
    width = (WIDTH - GAP * (columns - 1)) // columns
    panels = [
        _panel(
            theme,
            name,
            systems,
            [value for value in drawn if value[group] == name],
            title,
            tooltip,
            focus,
            labelled=not place % columns,
            width=width,
            percent=percent,
        )
        for place, name in enumerate(groups)
    ]
    rows = [{"hconcat": panels[start : start + columns], "spacing": GAP} for start in range(0, len(panels), columns)]
    return specification(theme, (), {"vconcat": rows, "spacing": 26})


def _columns(count: int) -> int:
    """Divide panels evenly into rows: 5 in one row, 6 in two rows of 3."""
    rows = -(-count // MOST_PANELS)
    return -(-count // rows)


def _layers(x: Spec, look: Spec, tooltip: list[dict[str, str]]) -> list[Spec]:
    return [
        {
            "transform": [{"filter": "isValid(datum.low)"}],
            "mark": {"type": "rule", "strokeWidth": 2.2, "opacity": 0.55},
            "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "color": look["color"]},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
            "encoding": {"x": {**x, "field": "value"}, **look, "tooltip": tooltip},
        },
    ]


def _rows(field: str, names: Sequence[str], focus: str | None = None) -> Spec:
    axis: Spec = {"ticks": False, "domain": False, "labelPadding": 8, "grid": True}
    if focus is not None:
        bold = {"test": f"datum.value === {json.dumps(focus)}", "value": "bold"}
        axis["labelFontWeight"] = {"condition": bold, "value": "normal"}
    return {"field": field, "type": "nominal", "sort": list(names), "title": None, "axis": axis}


def _one_panel(
    theme: Theme,
    systems: Sequence[str],
    groups: Sequence[str],
    x: Spec,
    group: str,
    tooltip: list[dict[str, str]],
) -> Spec:
    """Draw a row for each group, with the systems in it below each other."""
    legend = {"orient": "top"} if len(systems) > 1 else None
    named = {"field": "system", "type": "nominal", "sort": list(systems), "title": None, "legend": legend}
    shapes = ["circle", "diamond"][: len(systems)]
    look = {
        "color": {**named, "scale": {"domain": list(systems), "range": theme.colours(len(systems))}},
        "shape": {**named, "scale": {"domain": list(systems), "range": shapes}},
    }
    place = {"y": {**_rows(group, groups), "scale": {"paddingInner": 0.35, "paddingOuter": 0.2}}}
    if len(systems) > 1:
        place["yOffset"] = {"field": "system", "sort": list(systems)}
    step = {"step": 13} if len(systems) > 1 else {"step": ROW}
    return {"width": WIDTH, "height": step, "encoding": place, "layer": _layers(x, look, tooltip)}


def _panel(
    theme: Theme,
    name: str,
    systems: Sequence[str],
    values: Sequence[dict[str, Any]],
    title: str,
    tooltip: list[dict[str, str]],
    focus: str | None,
    *,
    labelled: bool,
    width: int,
    percent: bool,
) -> Spec:
    """Draw one group: a row for each system, on an axis of its own."""
    colour: Spec = {"value": theme.series[1 if focus is not None else 0]}
    if focus is not None:
        colour["condition"] = {"test": f"datum.system === {json.dumps(focus)}", "value": theme.series[0]}
    rows = _rows("system", systems, focus)
    rows["scale"] = {"domain": list(systems)}
    if not labelled:
        rows["axis"]["labels"] = False
    x = fitted_axis(title, ends_of(values), 3 if width < WIDTH // 4 else 4, percent=percent)
    return {
        "title": {"text": name, "fontSize": 12, "anchor": "middle", "limit": width},
        "data": {"values": list(values)},
        "width": width,
        "height": {"step": ROW},
        "encoding": {"y": rows},
        "layer": _layers(x, {"color": colour, "shape": {"value": "circle"}}, tooltip),
    }
