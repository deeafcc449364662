"""Confidence intervals over units: by formula, or by the percentile and the BCa bootstrap (Efron 1987, JASA 82)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from karat.one_line import one_line
from karat.results.statistics.resampled_sums import draw_bootstrap
from karat.results.statistics.resampling import (
    Resampling,
    Statistic,
    summable,
    values_of,
)
from karat.results.statistics.shares import Difference, Shares, jackknife, paired_t, share_intervals

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; ``undefined`` counts the resamples without a value, which are left out."""

    low: float
    high: float
    undefined: int = 0

    __repr__ = one_line

    def to_json(self) -> list[float]:
        """Return both ends."""
        return [self.low, self.high]


def intervals(masses: Numbers, statistic: Shares | Difference, resampling: Resampling) -> list[Interval | None]:
    """Compute the interval of each value of the statistic over the units (rows) of the masses.

    An interval is ``None`` where the value is undefined, where no resample has a value, for fewer than two units (by
    formula: units that count in the value), and everywhere if intervals are off.
    """
    return intervals_of_all([(masses, statistic)], resampling)[0]


def intervals_of_all(
    scored: Sequence[tuple[Numbers, Shares | Difference]], resampling: Resampling, processes: int = 1
) -> list[list[Interval | None]]:
    """Compute ``intervals`` of many systems and metrics over the same units, with one matrix product for bootstraps.

    The result of each does not depend on the others, not even in the last digit.
    """
    if not scored:
        return []
    columns = [summable(masses) for masses, _ in scored]
    units = len(columns[0])
    assert all(len(masses) == units for masses in columns), "all have the same units"
    statistics = [statistic for _, statistic in scored]
    if units < 2 or not resampling.resamples:
        return [
            [None] * values_of(statistic, masses.sum(axis=0)).size
            for masses, statistic in zip(columns, statistics, strict=True)
        ]
    if resampling.method == "korn-graubard":
        return [
            _by_formula(masses, statistic, resampling.level)
            for masses, statistic in zip(columns, statistics, strict=True)
        ]
    return _by_bootstrap(columns, statistics, resampling, processes)


def _by_formula(masses: Numbers, statistic: Shares | Difference, level: float) -> list[Interval | None]:
    if isinstance(statistic, Difference):
        test = paired_t(*statistic.jackknives(masses), level)
        return between(test.low, test.high)
    return between(*share_intervals(jackknife(masses, statistic), level))


def between(low: Numbers, high: Numbers) -> list[Interval | None]:
    """Make intervals of their ends; ``None`` where an end is NaN."""
    return [
        None if math.isnan(start) or math.isnan(end) else Interval(start, end)
        for start, end in zip(low.tolist(), high.tolist(), strict=True)
    ]


def _by_bootstrap(
    columns: Sequence[Numbers], statistics: Sequence[Statistic], resampling: Resampling, processes: int
) -> list[list[Interval | None]]:
    sums = draw_bootstrap(np.hstack(columns), resampling, processes)
    ends = np.cumsum([masses.shape[1] for masses in columns])
    all_intervals = []
    for masses, part, statistic in zip(columns, np.split(sums, ends[:-1], axis=1), statistics, strict=True):
        points = values_of(statistic, masses.sum(axis=0))
        resampled = values_of(statistic, part)
        left_out = leave_one_out(masses, statistic)
        all_intervals.append(
            [
                interval(float(point), resampled[:, index], left_out[:, index], resampling)
                for index, point in enumerate(points)
            ]
        )
    return all_intervals


def intervals_object(names: Sequence[str], named: Sequence[Interval | None]) -> dict[str, list[float] | None]:
    """Write intervals as a JSON object: both ends by name, ``None`` where there is no interval."""
    return {name: interval.to_json() if interval else None for name, interval in zip(names, named, strict=True)}


def normal_quantile(level: float) -> float:
    """How many standard deviations on both sides of the mean hold this share of a normal distribution."""
    return NORMAL.inv_cdf((1 + level) / 2)


def leave_one_out(masses: Numbers, statistic: Statistic) -> Numbers:
    """Compute the statistic without each unit in turn: (units, k)."""
    return values_of(statistic, masses.sum(axis=0) - masses)


def interval(point: float, resampled: Numbers, left_out: Numbers, resampling: Resampling) -> Interval | None:
    """Make an interval by cutting the tails off the resampled values of one statistic."""
    defined = resampled[~np.isnan(resampled)]
    if math.isnan(point) or not defined.size:
        return None
    tail = (1 - resampling.level) / 2
    tails = (tail, 1 - tail)
    if resampling.method == "bca":
        tails = bca_tails(point, defined, left_out[~np.isnan(left_out)], tails)
    # Rank (n + 1)·tail: a new value falls below it with exactly that probability, for any number of resamples.
    low, high = np.quantile(defined, tails, method="weibull")
    return Interval(float(low), float(high), undefined=resampled.size - defined.size)


def bca_tails(point: float, resampled: Numbers, left_out: Numbers, tails: tuple[float, float]) -> tuple[float, float]:
    """Correct both tails for the bias z0 and the acceleration a: Φ(z0 + (z0 + z) / (1 − a (z0 + z))).

    z0 = Φ⁻¹(share of resamples below the point, where ties count half); a = Σd³ / 6(Σd²)^{3/2}, where d are the
    jackknife's deviations from their mean. The tails are not corrected (percentile) if all resamples lie on one side of
    the point, which makes z0 infinite, or if the acceleration makes the denominator 0 or negative.
    """
    below = float(np.mean(resampled < point) + np.mean(resampled == point) / 2)
    if not 0 < below < 1:
        return tails
    bias = NORMAL.inv_cdf(below)
    acceleration = jackknife_acceleration(left_out)
    shifted = [bias + NORMAL.inv_cdf(tail) for tail in tails]
    if any(acceleration * shift >= 1 for shift in shifted):
        return tails
    low, high = (NORMAL.cdf(bias + shift / (1 - acceleration * shift)) for shift in shifted)
    return low, high


def jackknife_acceleration(left_out: Numbers) -> float:
    """Compute the skewness of the leave-one-out values divided by 6; 0 where they do not vary."""
    if not left_out.size:
        return 0.0
    deviations = left_out.mean() - left_out
    squares = float((deviations**2).sum())
    # If the values differ only by rounding errors, their skewness would be noise.
    if squares <= left_out.size * (1e-14 * float(abs(left_out).max())) ** 2:
        return 0.0
    return float((deviations**3).sum()) / (6 * math.sqrt(squares) ** 3)
