"""How many extractions an interval of a wanted width needs: of a precision (Wilson's), and of Cohen's κ."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from karat.errors import InputError
from karat.one_line import one_line
from karat.results.agreement.coefficients import kappa_deviation
from karat.results.statistics.intervals import normal_quantile
from karat.results.statistics.resampling import check_level
from karat.results.study.planning.checks import check_between, check_design_effect
from karat.results.study.report import wilson

MOST = 10**9
"""The most extractions that are considered."""


@dataclass(frozen=True, slots=True)
class WidthPlan:
    """The extractions that a system needs for an interval of its precision, which is ``reached`` wide, end to end.

    ``by_formula`` is the number by the normal approximation, 4z² p(1 − p) / width²; both include the design effect.
    """

    width: float
    precision: float
    level: float
    design_effect: float
    extractions: int
    reached: float
    by_formula: int

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the plan."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class KappaPlan:
    """The extractions that two people must both label for an interval of their κ, ``reached`` wide, end to end."""

    width: float
    kappa: float
    prevalence: float
    level: float
    design_effect: float
    extractions: int
    reached: float

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the plan."""
        return {name: getattr(self, name) for name in self.__slots__}


def design_effect(per_sentence: float, correlation: float) -> float:
    """How many times more extractions are needed because those of one sentence are alike: 1 + (m − 1) ρ.

    m is the number of labelled extractions of a sentence, ρ the correlation of their labels.

    >>> design_effect(5, 0.25)
    2.0
    """
    if per_sentence < 1:
        raise InputError(f"extractions of a sentence: expected 1 or more, found {per_sentence}")
    check_between("correlation within a sentence", correlation, 0, 1)
    return 1 + (per_sentence - 1) * correlation


def plan_width(width: float, precision: float = 0.5, *, level: float = 0.95, design_effect: float = 1.0) -> WidthPlan:
    """Find the fewest extractions whose Wilson interval is at most ``width`` wide, if the precision is as expected.

    A precision of .5 needs most, so it is the choice of those who expect nothing.

    >>> plan_width(0.1, 0.6).extractions
    366
    """
    check_between("width", width, 0, 1, open_ends=True)
    check_between("precision", precision, 0, 1)
    check_level(level)
    check_design_effect(design_effect)

    def reached(extractions: int) -> float:
        effective = extractions / design_effect
        interval = wilson(precision * effective, effective, level)
        assert interval is not None, "there are extractions"
        return interval.high - interval.low

    extractions = smallest(lambda count: reached(count) <= width)
    z = normal_quantile(level)
    by_formula = math.ceil(4 * z * z * precision * (1 - precision) / width**2 * design_effect)
    return WidthPlan(width, precision, level, design_effect, extractions, reached(extractions), by_formula)


def plan_kappa(
    width: float, kappa: float = 0.6, prevalence: float = 0.5, *, level: float = 0.95, design_effect: float = 1.0
) -> KappaPlan:
    """Find how many extractions two people must label for an interval of κ of a wanted width, by its standard error.

    ``prevalence`` is the share of *correct* among their labels, the same for both.
    """
    check_between("width", width, 0, 2, open_ends=True)
    check_between("kappa", kappa, 0, 1)
    check_between("prevalence", prevalence, 0, 1, open_ends=True)
    check_level(level)
    check_design_effect(design_effect)
    mixed = prevalence * (1 - prevalence) * (1 - kappa)
    deviation = kappa_deviation([[prevalence - mixed, mixed], [mixed, 1 - prevalence - mixed]])

    def reached(extractions: int) -> float:
        effective = extractions / design_effect
        if deviation:
            return 2 * normal_quantile(level) * deviation / math.sqrt(effective)
        # Everybody agrees: the interval is that of raw agreement, carried over.
        disagreement: float = 1 - ((1 - level) / 2) ** (1 / effective)
        return min(2.0, disagreement / (2 * prevalence * (1 - prevalence)))

    extractions = max(2, smallest(lambda count: reached(count) <= width))
    return KappaPlan(width, kappa, prevalence, level, design_effect, extractions, reached(extractions))


def smallest(enough: Callable[[int], bool]) -> int:
    """Find the smallest positive number that is enough, if every larger one is, too."""
    high = 1
    while not enough(high):
        high *= 2
        if high > MOST:
            raise InputError(f"expected a plan with at most {MOST:,} extractions, found that they are not enough")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
