"""Values of agreement: coefficients with their intervals, always beside the prevalence of the categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from karat.one_line import one_line
from karat.results.statistics.estimate import format_interval, format_value
from karat.results.statistics.intervals import Interval


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient with its interval; ``None`` where it is undefined, as kappa is if all labels are the same."""

    value: float | None
    interval: Interval | None = None

    __repr__ = one_line

    def __str__(self) -> str:
        ends = "" if self.interval is None else format_interval(self.interval.low, self.interval.high)
        return f"{format_value(self.value)} {ends}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """Return the value and both ends of its interval."""
        return {"value": self.value, "interval": ends_of(self.interval)}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree on the items that at least two of them labelled.

    ``prevalence`` is each category's share of all labels of those items. ``raw`` is the share of agreeing pairs of
    labels, averaged over items. ``cohen`` is defined for two raters only. ``items`` counts the items, ``labels`` their
    labels.
    """

    raters: tuple[str, ...]
    items: int
    labels: int
    prevalence: tuple[tuple[str, float | None], ...]
    raw: Coefficient
    cohen: Coefficient
    fleiss: Coefficient
    alpha: Coefficient
    ac1: Coefficient

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the coefficients as a JSON object."""
        return {
            "raters": list(self.raters),
            "items": self.items,
            "labels": self.labels,
            "prevalence": dict(self.prevalence),
            **{name: getattr(self, name).to_json() for name in COEFFICIENTS},
        }


COEFFICIENTS = ("raw", "cohen", "fleiss", "alpha", "ac1")


ROUNDING = 1e-12
"""Ends of an interval that are closer than this differ by rounding."""


def unless_equal(interval: Interval | None) -> Interval | None:
    """Leave out an interval of one point: if all resamples have one value, they say nothing of how sure it is."""
    return None if interval is None or interval.high - interval.low < ROUNDING else interval


def ends_of(interval: Interval | None) -> list[float] | None:
    """Write an interval as a list of both ends."""
    return None if interval is None else [interval.low, interval.high]
