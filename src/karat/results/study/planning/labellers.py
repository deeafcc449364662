"""How many labellers: what their errors do to a precision, for one, two with adjudication, and three by majority.

The model: an extraction is truly correct with the precision's probability, and each labeller gives the wrong label at
one rate e, whatever the truth, independently of others. Two such labellers have a certain κ, so a wanted κ gives e.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from karat.one_line import one_line
from karat.results.statistics.intervals import normal_quantile
from karat.results.statistics.resampling import check_level
from karat.results.study.planning.checks import check_between, check_positive
from karat.results.study.planning.simulation import uniform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Labels = NDArray[np.bool_]

Scheme = Literal["one", "two with adjudication", "three by majority"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
MOST_CELLS = 2**22
"""The most labels that are simulated at once."""


@dataclass(frozen=True, slots=True)
class SchemePlan:
    """What a scheme of labelling does to a precision.

    ``error`` is the share of wrong final labels and ``bias`` the mean of the measured precision minus the true one,
    both simulated, with their formulas beside them. ``width`` is the mean width of Wilson's interval, and ``coverage``
    how often it has the true precision. ``labels`` is how many labels an extraction costs.
    """

    scheme: Scheme
    labels: float
    error: float
    error_by_formula: float
    bias: float
    bias_by_formula: float
    width: float
    coverage: float

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return what the scheme does."""
        return {name: getattr(self, name) for name in self.__slots__}


def error_rate(kappa: float, precision: float) -> float:
    """Find the rate of wrong labels at which two labellers have this κ on extractions of this precision.

    Both are right or both wrong with (1 − e)² + e²; each says *correct* with p = π(1 − e) + (1 − π)e, so chance agrees
    with p² + (1 − p)². κ falls from 1 at e = 0 to 0 at e = ½.

    >>> round(error_rate(0.64, 0.5), 6), error_rate(1.0, 0.3)
    (0.1, 0.0)
    """
    check_between("kappa", kappa, 0, 1)
    check_between("precision", precision, 0, 1, open_ends=True)
    low, high = 0.0, 0.5
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _kappa(middle, precision) > kappa else (low, middle)
    return low if kappa == 1 else high


def _kappa(error: float, precision: float) -> float:
    said = precision * (1 - error) + (1 - precision) * error
    chance = said**2 + (1 - said) ** 2
    return ((1 - error) ** 2 + error**2 - chance) / (1 - chance)


def plan_labellers(
    kappa: float,
    precision: float,
    extractions: int,
    *,
    adjudicator_error: float | None = None,
    level: float = 0.95,
    simulations: int = 2000,
    seed: int = 0,
) -> tuple[SchemePlan, ...]:
    """Simulate studies by each scheme; an adjudicator errs like the others unless another rate is given."""
    error = error_rate(kappa, precision)
    adjudicator = error if adjudicator_error is None else adjudicator_error
    check_between("adjudicator's error", adjudicator, 0, 1)
    check_positive("extractions", extractions)
    check_positive("simulations", simulations)
    check_level(level)
    z = normal_quantile(level)
    sums = {scheme: np.zeros(5) for scheme in SCHEMES}
    most = max(1, MOST_CELLS // extractions)
    for start in range(0, simulations, most):
        studies = min(most, simulations - start)
        draws = [uniform(studies, extractions, seed, 5 * start + number) for number in range(5)]
        truth = draws[0] < precision
        labels = [truth ^ (drawn < error) for drawn in draws[1:4]]
        decided = truth ^ (draws[4] < adjudicator)
        for scheme in SCHEMES:
            final, cost = _final(scheme, labels, decided)
            sums[scheme] += _totals(final, truth, cost, precision, z)
    return tuple(_plan(scheme, sums[scheme] / simulations, error, adjudicator, precision) for scheme in SCHEMES)


def _final(scheme: Scheme, labels: list[Labels], decided: Labels) -> tuple[Labels, float]:
    """Give the final labels, and how many labels an extraction took."""
    one, two, three = labels
    if scheme == "one":
        return one, 1.0
    differ = one != two
    if scheme == "two with adjudication":
        return np.where(differ, decided, one), 2 + float(differ.mean())
    return np.where(differ, three, one), 3.0


def _totals(final: Labels, truth: Labels, cost: float, precision: float, z: float) -> NDArray[np.float64]:
    """Add up over studies: labels, wrong labels, measured precision, width, and whether the interval has the truth."""
    studies, extractions = final.shape
    measured = final.mean(axis=1)
    square = z * z / extractions
    middle = (measured + square / 2) / (1 + square)
    reach = z * np.sqrt(measured * (1 - measured) / extractions + square / (4 * extractions)) / (1 + square)
    covered = (middle - reach <= precision) & (precision <= middle + reach)
    wrong = float((final != truth).mean()) * studies
    return np.array([cost * studies, wrong, measured.sum(), 2 * reach.sum(), covered.sum()])


def _plan(scheme: Scheme, means: NDArray[np.float64], error: float, adjudicator: float, precision: float) -> SchemePlan:
    labels, wrong, measured, width, covered = map(float, means)
    expected = scheme_error(scheme, error, adjudicator)
    bias = expected * (1 - 2 * precision)
    return SchemePlan(scheme, labels, wrong, expected, measured - precision, bias, width, covered)


def scheme_error(scheme: Scheme, error: float, adjudicator: float) -> float:
    """Compute the share of wrong final labels: e; e² + 2e(1 − e)a; or e² + 2e(1 − e)e, a majority of three.

    >>> round(scheme_error("three by majority", 0.1, 0.5), 6)
    0.028
    """
    if scheme == "one":
        return error
    third = adjudicator if scheme == "two with adjudication" else error
    return error**2 + 2 * error * (1 - error) * third
