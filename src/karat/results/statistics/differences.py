"""Differences of shares on the same sentences: one paired t statistic that gives both the interval and p.

The statistic is the difference over its jackknife standard error, with two made-up sentences added to the sample, the
first in favour of one system, the second in favour of the other. Agresti and Coull (1998) add such a pair to a
proportion, Bonett and Price (2012) to a difference of paired proportions: without it two systems that are alike in all
sentences of a small sample would be taken for alike in all sentences there are.

Bonett, Price: Adjusted Wald confidence interval for a difference of binomial proportions based on paired data, Journal
of Educational and Behavioral Statistics 37.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.results.statistics.shares import FEWEST, Jackknife, Shares, jackknife

# scipy is imported inside the functions: it is slow to load, and many commands do not need it.
if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

ROUNDING = 1e-12
"""Changes of a value below this are rounding errors."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The values of one metric less those of another, whose masses stand behind its own."""

    one: Shares
    other: Shares

    def __call__(self, sums: Numbers) -> Numbers:
        """Give the differences of summed masses."""
        first, second = self.split(sums)
        return self.one(first) - self.other(second)

    def split(self, masses: Numbers) -> tuple[Numbers, Numbers]:
        """Take the masses of both apart."""
        width = len(self.one.ceilings)
        return masses[..., :width], masses[..., width:]

    def jackknives(self, masses: Numbers) -> tuple[Jackknife, Jackknife]:
        """Leave out each unit in turn, on both sides."""
        first, second = self.split(masses)
        return jackknife(first, self.one), jackknife(second, self.other)


class PairedT(NamedTuple):
    """The differences of each value, both ends of the intervals, and p; NaN where undefined."""

    difference: Numbers
    low: Numbers
    high: Numbers
    p: Numbers


def paired_t(one: Jackknife, other: Jackknife, level: float) -> PairedT:
    """Test each difference against 0 and give the interval of all differences that the test does not reject.

    t = D / √(Σc² + 2s²), with c the changes of D when a unit is left out; t has as many degrees of freedom as units
    count, less one. s is how much a made-up sentence moves D: s² = (Σc² + w²) / (k + 1) is the mean square of the k
    sentences that differ and of one more, in which one system is wholly right and the other wholly wrong (w, the weight
    of a typical sentence). k is (Σc²)² / Σc⁴, which is k for k equal changes. The interval is
    (D ± quantile · √(Σc² + 2s²)) / (1 + 2w), as the made-up pair, which favours nobody, belongs to the sample.
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
    known = (counting >= FEWEST) & (spread > 0)
    freedom = np.maximum(counting - 1.0, 1.0)
    statistic = np.divide(difference, spread, out=np.full_like(spread, np.nan), where=known)
    reach = stdtrit(freedom, (1 + level) / 2) * spread
    low, high = ((difference + end) / (1 + 2 * typical) for end in (-reach, reach))
    # The pair draws the interval towards 0; at a low level it could lose the difference itself on the far side.
    low, high = (np.clip(end, -1.0, 1.0) for end in (np.minimum(low, difference), np.maximum(high, difference)))
    p = 2 * stdtr(freedom, -np.abs(statistic))
    return PairedT(difference, np.where(known, low, np.nan), np.where(known, high, np.nan), p)
