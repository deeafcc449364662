"""Differences of shares on the same sentences: one paired t statistic gives both the interval and p.

The statistic is the difference divided by its jackknife standard error, with two artificial sentences added to the
sample, one in favour of each system. Agresti and Coull (1998) add such a pair to a proportion, Bonett and Price (2012)
to a difference of paired proportions. Without it, two systems that agree on all sentences of a small sample would be
declared equal on all sentences.

Bonett, Price: Adjusted Wald confidence interval for a difference of binomial proportions based on paired data, Journal
of Educational and Behavioral Statistics 37.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.one_line import one_line
from karat.results.statistics.shares import FEWEST, Jackknife, Shares, jackknife

# scipy is imported inside the functions: it is slow to load, and many commands do not need it.
if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

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
