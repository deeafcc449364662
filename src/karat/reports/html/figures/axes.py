"""Axes that fit their data, and say so where they do not run from 0 to 1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from karat.reports.html.figures.chart import Spec
from karat.results.statistics.estimate import format_value

AXIS: Spec = {"format": ".1f", "tickCount": 6}
"""The axis of a whole scale from 0 to 1."""
PERCENT = "format(100 * datum.value, '.0f') + ' %'"
"""How Vega writes a share in percent."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)
NEAR_ZERO = 0.4
"""An axis starts at 0 if the lowest value is below this share of the highest."""


def ends_of(values: Iterable[Mapping[str, Any]]) -> list[float]:
    """Collect the values and the ends of their intervals."""
    return [end for value in values for end in (value["low"], value["value"], value["high"]) if end is not None]


def fitted_domain(ends: Sequence[float], ticks: int = 6, *, from_zero: bool = False) -> tuple[float, float, float]:
    """Choose the start, the end and the step of an axis within 0 and 1 that shows all values.

    >>> fitted_domain([0.31, 0.38, 0.45])
    (0.3, 0.46, 0.02)
    >>> fitted_domain([0.01, 0.6]), fitted_domain([])
    ((0.0, 0.6, 0.1), (0.0, 1.0, 0.2))
    """
    if not ends:
        return 0.0, 1.0, STEPS[-1]
    low, high = max(0.0, min(ends)), min(1.0, max(ends))
    if from_zero or low < NEAR_ZERO * high or not high:
        low = 0.0
    if high - low < STEPS[0]:
        low, high = max(0.0, low - STEPS[2]), min(1.0, high + STEPS[2])
    for step in STEPS:
        start = math.floor(low / step + 1e-9)
        stop = min(math.ceil(high / step - 1e-9), round(1 / step))
        if stop - start <= ticks + 2:
            break
    return round(start * step, 2), round(stop * step, 2), step


def fitted_axis(
    title: str, ends: Sequence[float], ticks: int = 6, *, from_zero: bool = False, percent: bool = False
) -> Spec:
    """Describe a quantitative axis over the values; its title tells where it starts and ends."""
    start, stop, step = fitted_domain(ends, ticks, from_zero=from_zero)
    numbers: Spec = {"labelExpr": PERCENT} if percent else {"format": ".1f" if step >= 0.1 else ".2f"}
    return {
        "type": "quantitative",
        "title": axis_title(title, start, stop, percent=percent),
        "scale": {"domain": [start, stop], "nice": False},
        "axis": {**numbers, "values": _ticks(start, stop, step, ticks)},
    }


def _ticks(start: float, stop: float, step: float, most: int) -> list[float]:
    """Place ticks at every step, or at every other one where they would be too many."""
    steps = round((stop - start) / step)
    every = -(-steps // most)
    return [round(start + place * step, 2) for place in range(0, steps + 1, every)]


def axis_title(title: str, start: float, stop: float, *, percent: bool = False) -> str:
    """Add the ends of an axis to its title, unless they are 0 and 1.

    >>> axis_title("F1", 0, 0.6), axis_title("F1", 0, 1), axis_title("precision", 0, 0.6, percent=True)
    ('F1 (axis from 0 to .6)', 'F1', 'precision (axis from 0 to 60 %)')
    """
    if (start, stop) == (0, 1):
        return title
    if percent:
        return f"{title} (axis from {100 * start:g} to {100 * stop:g} %)"
    return f"{title} (axis from {_end(start)} to {_end(stop)})"


def _end(value: float) -> str:
    return "0" if not value else "1" if value == 1 else format_value(value, digits=2).rstrip("0")
