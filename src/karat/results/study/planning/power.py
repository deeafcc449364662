"""How many extractions tell two systems apart: paired by McNemar's test, unpaired by the test of two proportions.

Duffy: Asymptotic and exact power for the McNemar test and its analogue with R controls per case, Biometrics 40 (1984).
Chernick, Liu: The saw-toothed behavior of power versus sample size and software solutions, The American Statistician 56
(2002).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import InputError
from karat.one_line import one_line
from karat.results.statistics.comparison import SIGNIFICANT
from karat.results.study.planning.checks import check_between, check_design_effect, check_positive
from karat.results.study.planning.width import smallest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.results.statistics.resampling import Numbers

    Counts = NDArray[Any]

NORMAL = NormalDist()
ROUNDING = 1e-9
MOST_EXTRACTIONS = 50_000
"""The largest study that is planned, before the design effect."""


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """The extractions of each system that tell two systems apart with the wanted power.

    ``extractions`` is the smallest number from which on the power is what is wanted; there it is ``reached``.
    ``by_formula`` is the number by the normal approximation. Both include the design effect. ``significance`` is
    divided by the number of comparisons, as Holm's correction does for the pair that is tested first.
    """

    precision_a: float
    precision_b: float
    paired: bool
    correlation: float
    power: float
    significance: float
    comparisons: int
    design_effect: float
    extractions: int
    reached: float
    by_formula: int

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the plan."""
        return {name: getattr(self, name) for name in self.__slots__}


def plan_power(
    precision_a: float,
    precision_b: float,
    *,
    power: float = 0.8,
    paired: bool = True,
    correlation: float = 0.0,
    significance: float = SIGNIFICANT,
    comparisons: int = 1,
    design_effect: float = 1.0,
) -> PowerPlan:
    """Find the smallest number of extractions from which on studies find the difference often enough.

    Paired extractions, one of each system from the same sentence, are right together with the ``correlation`` of their
    labels. The power is computed, not simulated. Since counts are whole, it rises in the shape of a saw (Chernick and
    Liu 2002), so a size is enough only if all larger ones are, too.
    """
    check_between("power", power, 0, 1, open_ends=True)
    check_between("significance", significance, 0, 1, open_ends=True)
    check_positive("comparisons", comparisons)
    check_design_effect(design_effect)
    cells = joint(precision_a, precision_b, correlation if paired else 0.0)
    if precision_a == precision_b:
        raise InputError(f"precision: expected two that differ, found {precision_a} twice")
    level = significance / comparisons
    by_formula = (_paired_formula if paired else _unpaired_formula)(cells, power, level)
    if by_formula > MOST_EXTRACTIONS:
        raise InputError(
            f"expected a difference that {MOST_EXTRACTIONS:,} extractions can show, found one that takes {by_formula:,}"
        )
    power_of = paired_power if paired else unpaired_power

    def enough(extractions: int) -> bool:
        return power_of(extractions, cells, level) >= power

    independent = smallest(enough)
    while lacking := [count for count in range(independent, independent + _tooth(independent)) if not enough(count)]:
        independent = lacking[-1] + 1
    return PowerPlan(
        precision_a,
        precision_b,
        paired,
        correlation if paired else 0.0,
        power,
        significance,
        comparisons,
        design_effect,
        math.ceil(independent * design_effect),
        power_of(independent, cells, level),
        math.ceil(by_formula * design_effect),
    )


def _tooth(extractions: int) -> int:
    """How many larger sizes to check: more than one tooth of the saw.

    The critical count takes a step at least every 1.4 √n extractions, and each tooth ends higher than the one before.
    """
    return 10 + math.ceil(2 * math.sqrt(extractions))


Cells = tuple[float, float, float]
"""The probabilities that both are right, a alone, and b alone."""


def joint(precision_a: float, precision_b: float, correlation: float) -> Cells:
    """Compute how often both systems, or one alone, are right, from their precision and the correlation of labels.

    P(both) = a·b + ρ √(a(1 − a) b(1 − b)). Not every correlation is possible for every two precisions.
    """
    for name, precision in (("a", precision_a), ("b", precision_b)):
        check_between(f"precision of {name}", precision, 0, 1)
    check_between("correlation", correlation, -1, 1)
    spread = math.sqrt(precision_a * (1 - precision_a) * precision_b * (1 - precision_b))
    both = precision_a * precision_b + correlation * spread
    least, most = max(0.0, precision_a + precision_b - 1), min(precision_a, precision_b)
    if not least - 1e-12 <= both <= most + 1e-12:
        low, high = ((end - precision_a * precision_b) / spread for end in (least, most))
        raise InputError(
            f"correlation: expected {low:.2f} to {high:.2f} for precisions {precision_a} and {precision_b}, "
            f"found {correlation}"
        )
    both = min(max(both, least), most)
    return both, precision_a - both, precision_b - both


def paired_power(extractions: int, cells: Cells, significance: float) -> float:
    """Compute how often McNemar's exact test finds the difference between systems, from so many pairs (Duffy 1984).

    Of m pairs in which one system alone is right, a is right in a binomial number; m is binomial, too.
    """
    _, only_a, only_b = cells
    discordant = min(1.0, only_a + only_b)
    pairs, chances = _binomial(extractions, discordant)
    largest = _largest_rejected(pairs, significance)
    share = only_a / discordant
    return float(chances @ (_below(largest, pairs, share) + _below(largest, pairs, 1 - share)))


def unpaired_power(extractions: int, cells: Cells, significance: float) -> float:
    """Compute how often the test of two proportions finds the difference, from so many extractions of each system.

    With x and y right, it rejects where (x − y)² > z² (x + y)(1 − (x + y) / 2n): for each x, where y is outside of the
    roots of a square equation.
    """
    from scipy.special import bdtrc  # slow to load

    both, only_a, only_b = cells
    right, chances = _binomial(extractions, both + only_a)
    square = NORMAL.inv_cdf(1 - significance / 2) ** 2
    share = square / (2 * extractions)
    middle = right * (1 - share) + square / 2
    spread = np.sqrt(np.maximum(0.0, middle**2 - (1 + share) * right * (right - square + right * share)))
    # A root that is a whole number is no rejection, so rounding must not move it past that number.
    low = np.ceil((middle - spread) / (1 + share) - ROUNDING) - 1
    high = np.minimum(np.floor((middle + spread) / (1 + share) + ROUNDING), extractions)
    above = bdtrc(high, extractions, both + only_b)
    return float(chances @ (_below(low, np.full_like(right, extractions), both + only_b) + above))


def _binomial(number: int, share: float) -> tuple[Counts, Numbers]:
    """The counts that a binomial variable has with more than rounding's probability, and their probabilities."""
    from scipy.special import gammaln, xlog1py, xlogy  # slow to load

    mean, reach = number * share, 7 * math.sqrt(number * share * (1 - share)) + 10
    counts = np.arange(max(0, math.floor(mean - reach)), min(number, math.ceil(mean + reach)) + 1)
    others = number - counts
    ways = gammaln(number + 1) - gammaln(counts + 1) - gammaln(others + 1)
    return counts, np.exp(ways + xlogy(counts, share) + xlog1py(others, -share))


def _below(largest: Numbers, numbers: Counts, share: float) -> Numbers:
    """The probability of at most ``largest`` of a binomial variable; 0 where that is negative."""
    from scipy.special import bdtr  # slow to load

    below: Numbers = np.where(largest < 0, 0.0, bdtr(np.maximum(largest, 0), numbers, share))
    return below


def _largest_rejected(pairs: Counts, significance: float) -> Numbers:
    """The largest count of the smaller side that McNemar's two-sided exact test rejects, −1 if none."""
    largest = np.maximum(-1, np.floor((pairs - NORMAL.inv_cdf(1 - significance / 2) * np.sqrt(pairs)) / 2))

    def rejected(counts: Numbers) -> Counts:
        return 2 * _below(counts, pairs, 0.5) < significance

    while (more := rejected(largest + 1)).any():
        largest += more
    while (fewer := ~rejected(largest)).any():
        largest -= fewer
    return largest


def _paired_formula(cells: Cells, power: float, significance: float) -> int:
    """(z √s + z' √(s − d²))² / d², where s is the share of discordant pairs, d the difference (Connor 1987)."""
    _, only_a, only_b = cells
    discordant, difference = only_a + only_b, only_a - only_b
    first = NORMAL.inv_cdf(1 - significance / 2) * math.sqrt(discordant)
    second = NORMAL.inv_cdf(power) * math.sqrt(max(0.0, discordant - difference**2))
    return max(1, math.ceil(((first + second) / difference) ** 2))


def _unpaired_formula(cells: Cells, power: float, significance: float) -> int:
    """(z √(2 m(1 − m)) + z' √(a(1 − a) + b(1 − b)))² / d², where m is the mean of both precisions (Fleiss 1981)."""
    both, only_a, only_b = cells
    a, b = both + only_a, both + only_b
    mean = (a + b) / 2
    first = NORMAL.inv_cdf(1 - significance / 2) * math.sqrt(2 * mean * (1 - mean))
    second = NORMAL.inv_cdf(power) * math.sqrt(a * (1 - a) + b * (1 - b))
    return max(1, math.ceil(((first + second) / (a - b)) ** 2))
