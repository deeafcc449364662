"""How many extractions tell two systems apart: paired by McNemar's test, unpaired by the test of two proportions."""

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
from karat.results.study.planning.simulation import uniform
from karat.results.study.planning.width import smallest

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

NORMAL = NormalDist()
MOST_CELLS = 2**22
"""The most extractions that are simulated at once."""
MOST_EXTRACTIONS = 50_000
"""The largest study that is simulated, before the design effect."""


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """The extractions of each system that tell two systems apart with the wanted power.

    ``extractions`` is the smallest number that reaches the power in the simulation, where it is ``simulated``;
    ``by_formula`` the number that the formula gives. Both include the design effect. ``significance`` is divided by the
    number of comparisons, as Holm's correction does for the pair that is tested first.
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
    simulated: float
    by_formula: int
    simulations: int
    seed: int

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
    simulations: int = 2000,
    seed: int = 0,
) -> PowerPlan:
    """Find the smallest number of extractions at which simulated studies find the difference often enough.

    Paired extractions, one of each system from the same sentence, are right together with the ``correlation`` of their
    labels. All sizes are simulated with the same random numbers, so the search is one along a nearly smooth curve.
    """
    check_between("power", power, 0, 1, open_ends=True)
    check_between("significance", significance, 0, 1, open_ends=True)
    check_positive("comparisons", comparisons)
    check_positive("simulations", simulations)
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
    powers: dict[int, float] = {}

    def simulated(extractions: int) -> float:
        if extractions not in powers:
            powers[extractions] = simulate_power(
                extractions, cells, paired=paired, significance=level, simulations=simulations, seed=seed
            )
        return powers[extractions]

    independent = smallest(lambda count: simulated(count) >= power)
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
        simulated(independent),
        math.ceil(by_formula * design_effect),
        simulations,
        seed,
    )


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


def simulate_power(
    extractions: int,
    cells: Cells,
    *,
    paired: bool = True,
    significance: float = SIGNIFICANT,
    simulations: int = 2000,
    seed: int = 0,
) -> float:
    """Simulate studies and give the share in which the test finds the difference.

    ``extractions`` are those of each system: pairs where ``paired``.
    """
    found, most = 0, max(1, MOST_CELLS // extractions)
    both, only_a, only_b = cells
    for number, start in enumerate(range(0, simulations, most)):
        studies = min(most, simulations - start)
        drawn = uniform(extractions, studies, seed, 2 * number)
        if paired:
            a_alone = ((drawn >= both) & (drawn < both + only_a)).sum(axis=0)
            b_alone = ((drawn >= both + only_a) & (drawn < both + only_a + only_b)).sum(axis=0)
            p = mcnemar_p(a_alone, b_alone)
        else:
            other = uniform(extractions, studies, seed, 2 * number + 1)
            right_a, right_b = (drawn < both + only_a).sum(axis=0), (other < both + only_b).sum(axis=0)
            p = proportions_p(right_a, right_b, extractions)
        found += int((p < significance).sum())
    return found / simulations


def mcnemar_p(only_a: Numbers, only_b: Numbers) -> Numbers:
    """Compute the two-sided p of McNemar's exact test for many studies at once."""
    from scipy.special import bdtr  # slow to load

    pairs = only_a + only_b
    tail = bdtr(np.minimum(only_a, only_b), pairs, 0.5)
    p: Numbers = np.where(pairs > 0, np.minimum(1.0, 2 * tail), 1.0)
    return p


def proportions_p(right_a: Numbers, right_b: Numbers, extractions: int) -> Numbers:
    """Compute the two-sided p of the test of two proportions, with their pooled variance, for many studies at once."""
    from scipy.special import ndtr  # slow to load

    pooled = (right_a + right_b) / (2 * extractions)
    spread = np.sqrt(2 * pooled * (1 - pooled) / extractions)
    distance = np.abs(right_a - right_b) / extractions
    z = np.divide(distance, spread, out=np.zeros_like(spread), where=spread > 0)
    p: Numbers = 2 * ndtr(-z)
    return p


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
