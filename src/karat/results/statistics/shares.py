"""Intervals of shares by formula: Clopper and Pearson's, at the effective sample size (Korn and Graubard 1998).

Sentences are clusters: the facts in one are found or missed together, so n facts tell less than n coins. Leaving out
one sentence after another (the jackknife) measures how much a value varies, and from that follows how many independent
coins would vary as much. That number, the effective sample size, goes into Clopper and Pearson's interval (1934), which
is honest where nothing is right and where everything is.

Korn, Graubard: Confidence intervals for proportions with small expected number of positive counts estimated from survey
data, Survey Methodology 24.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.results.statistics.resampling import values_of

# scipy is imported inside the functions: it is slow to load, and many commands do not need it.
if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

ADDED = 0.5
"""How many sentences wholly right, and how many wholly wrong, are added when the effective sample size is estimated.

Without any, a sample in which only a few facts are right hides that facts are right together: see docs/intervals.md.
"""

FEWEST = 2
"""No interval for fewer units that count: nothing tells how much one unit differs from the next."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Values from 0 to 1 that are made of summed masses, and what each column is a part of.

    ``ceilings`` gives for each column the place of the one that it cannot pass, and for a column that counts all there
    is its own place: (1, 1, 3, 3) for matched, predicted, matched, gold.
    """

    of: Callable[[Numbers], Numbers]
    ceilings: tuple[int, ...]

    def __call__(self, sums: Numbers) -> Numbers:
        """Give the values of summed masses."""
        return self.of(sums)

    def all_right(self, masses: Numbers) -> Numbers:
        """Give the masses of the same units, were everything in them right."""
        return masses[..., list(self.ceilings)]

    def all_wrong(self, masses: Numbers) -> Numbers:
        """Give the masses of the same units, were nothing in them right."""
        return np.where([place == ceiling for place, ceiling in enumerate(self.ceilings)], masses, 0.0)


class Jackknife(NamedTuple):
    """What leaving out one unit after another tells; the axes before the units' are data sets.

    ``changes`` is how much a value falls without each unit, NaN where the rest has none; ``weights`` is each unit's
    share in the value, which adds up to 1, or to 0 where no unit counts.
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
    """Leave out each unit in turn; its weight is what the value gains if it goes from all wrong to all right."""
    totals = masses.sum(axis=-2, keepdims=True)
    rest = totals - masses
    points = values_of(shares, totals)
    swings = values_of(shares, rest + shares.all_right(masses)) - values_of(shares, rest + shares.all_wrong(masses))
    swings = np.where(swings > 0, swings, 0.0)
    whole = swings.sum(axis=-2, keepdims=True)
    weights = np.divide(swings, whole, out=np.zeros_like(swings), where=whole > 0)
    return Jackknife(points[..., 0, :], points - values_of(shares, rest), weights)


def effective_size(found: Jackknife) -> Numbers:
    """Give the number of independent coins that would vary as much as each value: θ(1 − θ) / variance.

    Both are taken from a sample with ``ADDED`` typical sentences wholly right and as many wholly wrong, which are
    subtracted again. Where all is right or all is wrong, this is Kish's effective number of units.
    """
    points, typical = np.clip(found.points, 0.0, 1.0), found.typical
    whole = 1 + 2 * ADDED * typical
    middle = (points + ADDED * typical) / whole
    variance = (found.changes**2).sum(axis=-2) + (middle - points) ** 2 * typical
    variance += ADDED * typical**2 * ((1 - middle) ** 2 + middle**2)
    variance /= whole**2
    size = np.divide(middle * (1 - middle), variance, out=np.full_like(variance, np.nan), where=variance > 0)
    effective: Numbers = np.maximum(size - 2 * ADDED, 0.0)
    return effective


def share_intervals(found: Jackknife, level: float) -> tuple[Numbers, Numbers]:
    """Give both ends for each value; NaN where the value is undefined or fewer than two units count."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    points, size = np.clip(found.points, 0.0, 1.0), effective_size(found)
    right = size * points
    wrong = size - right
    low = np.where(right > 0, betaincinv(np.where(right > 0, right, 1.0), wrong + 1, tail), 0.0)
    high = np.where(wrong > 0, betaincinv(right + 1, np.where(wrong > 0, wrong, 1.0), 1 - tail), 1.0)
    known = (found.counting >= FEWEST) & np.isfinite(size)
    # A value above 1, which CaRB's recall can have, keeps to its interval; so does one at a level below 50 %.
    low, high = np.minimum(low, found.points), np.maximum(high, found.points)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)
