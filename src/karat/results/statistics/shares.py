"""Shares of sums, their differences, and intervals by formula.

The intervals are those of Clopper and Pearson at the effective sample size (Korn and Graubard 1998).

Sentences are clusters: the facts in a sentence tend to be found or missed together, so n facts carry less information
than n independent trials. The jackknife (leaving out one sentence at a time) measures how much a value varies, which
gives the number of independent trials that would vary as much: the effective sample size. It goes into the interval of
Clopper and Pearson (1934), which stays valid where nothing or everything is right.

Korn, Graubard: Confidence intervals for proportions with small expected number of positive counts estimated from survey
data, Survey Methodology 24.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.one_line import one_line
from karat.results.statistics.resampling import values_of

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

# scipy is imported inside the functions: it is slow to load, and many commands do not need it.


ADDED = 0.5
"""How many entirely right and how many entirely wrong sentences are added to estimate the effective sample size.

Without them, a sample with only a few right facts would not show that facts are right together: see docs/intervals.md.
"""

FEWEST = 2
"""The smallest number of units that count for an interval: a single unit does not show how much units differ."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Values from 0 to 1 computed from summed masses, and the total that each column is a part of.

    ``ceilings`` gives for each column the index of the column that it cannot exceed, and for a total its own index:
    (1, 1, 3, 3) for matched, predicted, matched, gold.
    """

    of: Callable[[Numbers], Numbers]
    ceilings: tuple[int, ...]

    __repr__ = one_line

    def __call__(self, sums: Numbers) -> Numbers:
        """Compute the values from summed masses."""
        return self.of(sums)

    def all_right(self, masses: Numbers) -> Numbers:
        """Return the masses that the units would have if everything in them were right."""
        return masses[..., list(self.ceilings)]

    def all_wrong(self, masses: Numbers) -> Numbers:
        """Return the masses that the units would have if nothing in them were right."""
        return np.where([column == ceiling for column, ceiling in enumerate(self.ceilings)], masses, 0.0)


def _share(sums: Numbers) -> Numbers:
    shares: Numbers = sums[..., :1] / sums[..., 1:2]
    return shares


SHARE = Shares(_share, (1, 1))
"""The share of one mass in another: (right, all)."""


class Jackknife(NamedTuple):
    """The effect of leaving out one unit at a time; axes before the units are data sets.

    ``changes`` is how much a value falls without each unit, NaN where it is undefined without it. ``weights`` is each
    unit's share in the value; the weights sum to 1, or to 0 where no unit counts.
    """

    points: Numbers  # (..., values)
    changes: Numbers  # (..., units, values)
    weights: Numbers  # (..., units, values)

    @property
    def typical(self) -> Numbers:
        """The weight of a typical unit: one over Kish's effective number of units, Σw²."""
        squares: Numbers = (self.weights**2).sum(axis=-2)
        return squares

    @property
    def counting(self) -> Numbers:
        """How many units count."""
        number: Numbers = (self.weights > 0).sum(axis=-2)
        return number


def jackknife(masses: Numbers, shares: Shares) -> Jackknife:
    """Leave out each unit in turn; a unit's weight is what the value gains when the unit goes from wrong to right."""
    totals = masses.sum(axis=-2, keepdims=True)
    rest = totals - masses
    points = values_of(shares, totals)
    swings = values_of(shares, rest + shares.all_right(masses)) - values_of(shares, rest + shares.all_wrong(masses))
    swings = np.where(swings > 0, swings, 0.0)
    total_swing = swings.sum(axis=-2, keepdims=True)
    weights = np.divide(swings, total_swing, out=np.zeros_like(swings), where=total_swing > 0)
    return Jackknife(points[..., 0, :], points - values_of(shares, rest), weights)


def effective_size(estimates: Jackknife) -> Numbers:
    """Compute the number of independent trials that would vary as much as each value: θ(1 − θ) / variance.

    Both are taken from a sample with ``ADDED`` typical sentences that are entirely right and as many entirely wrong,
    which are then subtracted. Where everything is right or everything is wrong, this is Kish's effective number of
    units.
    """
    points, typical = np.clip(estimates.points, 0.0, 1.0), estimates.typical
    total_weight = 1 + 2 * ADDED * typical
    middle = (points + ADDED * typical) / total_weight
    variance = (estimates.changes**2).sum(axis=-2) + (middle - points) ** 2 * typical
    variance += ADDED * typical**2 * ((1 - middle) ** 2 + middle**2)
    variance /= total_weight**2
    size = np.divide(middle * (1 - middle), variance, out=np.full_like(variance, np.nan), where=variance > 0)
    effective: Numbers = np.maximum(size - 2 * ADDED, 0.0)
    return effective


def share_intervals(estimates: Jackknife, level: float) -> tuple[Numbers, Numbers]:
    """Compute both ends for each value; NaN where the value is undefined or fewer than two units count."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    points, size = np.clip(estimates.points, 0.0, 1.0), effective_size(estimates)
    right = size * points
    wrong = size - right
    low = np.where(right > 0, betaincinv(np.where(right > 0, right, 1.0), wrong + 1, tail), 0.0)
    high = np.where(wrong > 0, betaincinv(right + 1, np.where(wrong > 0, wrong, 1.0), 1 - tail), 1.0)
    defined = (estimates.counting >= FEWEST) & np.isfinite(size)
    # The interval always includes the value, also one above 1 (CaRB's recall) and at levels below 50 %.
    low, high = np.minimum(low, estimates.points), np.maximum(high, estimates.points)
    return np.where(defined, low, np.nan), np.where(defined, high, np.nan)


# scipy is imported inside the functions: it is slow to load, and many commands do not need it.


ROUNDING = 1e-12
"""Changes of a value below this are rounding errors."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The values of one metric minus those of another; the masses of the other follow in further columns."""

    one: Shares
    other: Shares

    __repr__ = one_line

    def __call__(self, sums: Numbers) -> Numbers:
        """Compute the differences from summed masses."""
        first, second = self.split(sums)
        return self.one(first) - self.other(second)

    def split(self, masses: Numbers) -> tuple[Numbers, Numbers]:
        """Split the columns into those of each metric."""
        width = len(self.one.ceilings)
        return masses[..., :width], masses[..., width:]

    def jackknives(self, masses: Numbers) -> tuple[Jackknife, Jackknife]:
        """Compute the jackknife of each metric."""
        first, second = self.split(masses)
        return jackknife(first, self.one), jackknife(second, self.other)


class PairedT(NamedTuple):
    """For each value: the difference, both ends of its interval, and p; NaN where undefined."""

    difference: Numbers
    low: Numbers
    high: Numbers
    p: Numbers


def paired_t(one: Jackknife, other: Jackknife, level: float) -> PairedT:
    """Test each difference against 0, and give the interval of the differences that the test does not reject.

    t = D / √(Σc² + 2s²), where c are the changes of D when one unit is left out. The degrees of freedom are the number
    of units that count, minus one. s is how much an artificial sentence changes D: s² = (Σc² + w²) / (k + 1) is the
    mean square over the k sentences that differ and one more, in which one system is entirely right and the other
    entirely wrong; w is the weight of a typical sentence. k = (Σc²)² / Σc⁴, which is k for k equal changes. The
    interval is (D ± quantile · √(Σc² + 2s²)) / (1 + 2w), since the artificial pair, which favours neither system, is
    part of the sample.
    """
    from scipy.special import stdtr, stdtrit

    difference = one.points - other.points
    changes = one.changes - other.changes
    changes = np.where(np.abs(changes) < ROUNDING, 0.0, changes)
    typical = np.maximum(one.typical, other.typical)
    counting = ((one.weights > 0) | (other.weights > 0)).sum(axis=-2)
    squares, fourths = (changes**2).sum(axis=-2), (changes**4).sum(axis=-2)
    differing = np.divide(squares**2, fourths, out=np.zeros_like(squares), where=fourths > 0)
    spread = np.sqrt(squares + 2 * (squares + typical**2) / (differing + 1))
    defined = (counting >= FEWEST) & (spread > 0)
    freedom = np.maximum(counting - 1.0, 1.0)
    statistic = np.divide(difference, spread, out=np.full_like(spread, np.nan), where=defined)
    reach = stdtrit(freedom, (1 + level) / 2) * spread
    low, high = ((difference + end) / (1 + 2 * typical) for end in (-reach, reach))
    # The artificial pair pulls the interval towards 0; at a low level it might then exclude the difference itself.
    low, high = (np.clip(end, -1.0, 1.0) for end in (np.minimum(low, difference), np.maximum(high, difference)))
    p = 2 * stdtr(freedom, -np.abs(statistic))
    return PairedT(difference, np.where(defined, low, np.nan), np.where(defined, high, np.nan), p)
