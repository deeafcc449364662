"""How large a study must be: for an interval of a wanted width, for telling systems apart, and with how many people.

The power of a comparison is computed exactly, paired by McNemar's test, unpaired by the test of two proportions.
Duffy: Asymptotic and exact power for the McNemar test and its analogue with R controls per case, Biometrics 40 (1984).
Chernick, Liu: The saw-toothed behavior of power versus sample size and software solutions, The American Statistician 56
(2002).

What labellers' errors do is simulated, with formulas beside it. The model: an extraction is truly correct with the
precision's probability, and each labeller gives the wrong label at one rate e, whatever the truth, independently of
others. Two such labellers have a certain κ, so a wanted κ gives e.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from karat.errors import InputError
from karat.results.agreement.coefficients import kappa_deviation
from karat.results.display import Figures
from karat.results.statistics.comparison import SIGNIFICANT
from karat.results.statistics.intervals import normal_quantile
from karat.results.statistics.resampling import check_level
from karat.results.study.report import wilson

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.results.statistics.resampling import Numbers

    Counts = NDArray[Any]
    Labels = NDArray[np.bool_]

NORMAL = NormalDist()
ROUNDING = 1e-9

MOST = 10**9
"""The most extractions that are considered."""

MOST_EXTRACTIONS = 50_000
"""The largest comparison that is planned, before the design effect."""

MOST_CELLS = 2**22
"""The most labels that are simulated at once."""

Scheme = Literal["one", "two with adjudication", "three by majority"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)

Cells = tuple[float, float, float]
"""The probabilities that both are right, a alone, and b alone."""


# The width of an interval: of a precision (Wilson's), and of Cohen's κ


@dataclass(frozen=True, slots=True, repr=False)
class WidthPlan(Figures):
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


@dataclass(frozen=True, slots=True, repr=False)
class KappaPlan(Figures):
    """The extractions that two people must both label for an interval of their κ, ``reached`` wide, end to end."""

    width: float
    kappa: float
    prevalence: float
    level: float
    design_effect: float
    extractions: int
    reached: float


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
        by_deviation = 2 * normal_quantile(level) * deviation / math.sqrt(effective)
        # No interval is narrower than where everybody agrees: that of raw agreement, carried over.
        disagreement: float = 1 - ((1 - level) / 2) ** (1 / effective)
        return min(2.0, max(by_deviation, disagreement / (2 * prevalence * (1 - prevalence))))

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


# The power of a comparison


@dataclass(frozen=True, slots=True, repr=False)
class PowerPlan(Figures):
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


# Labellers


@dataclass(frozen=True, slots=True, repr=False)
class SchemePlan(Figures):
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
    sums = {scheme: np.zeros(5) for scheme in SCHEMES}
    most = max(1, MOST_CELLS // extractions)
    for start in range(0, simulations, most):
        studies = min(most, simulations - start)
        drawn = [_uniform(studies, extractions, seed, 5 * start + number) for number in range(5)]
        truth = drawn[0] < precision
        one, two, three = (truth ^ (each < error) for each in drawn[1:4])
        differ = one != two
        decided = np.where(differ, truth ^ (drawn[4] < adjudicator), one), 2 + float(differ.mean())
        finals = (one, 1.0), decided, (np.where(differ, three, one), 3.0)
        for scheme, (final, cost) in zip(SCHEMES, finals, strict=True):
            sums[scheme] += _totals(final, truth, cost, precision, normal_quantile(level))
    return tuple(_plan(scheme, sums[scheme] / simulations, error, adjudicator, precision) for scheme in SCHEMES)


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


def _uniform(rows: int, columns: int, seed: int, stream: int) -> Numbers:
    """Draw numbers from 0 up to 1 from the raw stream of PCG64, which numpy promises not to change: 53 bits each."""
    raw = np.random.PCG64(np.random.SeedSequence((seed, stream))).random_raw(rows * columns)
    numbers: Numbers = (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return numbers.reshape(rows, columns)


# Checks of what a plan is asked for


def check_between(what: str, value: float, low: float, high: float, *, open_ends: bool = False) -> None:
    """Refuse a number outside of its range; with ``open_ends`` the ends are outside, too."""
    inside = low < value < high if open_ends else low <= value <= high
    if not inside:
        ends = f"more than {low} and less than {high}" if open_ends else f"{low} to {high}"
        raise InputError(f"{what}: expected {ends}, found {value}")


def check_design_effect(effect: float) -> None:
    """Refuse a design effect by which sentences would make extractions more than independent."""
    if not 1 <= effect < float("inf"):
        raise InputError(f"design effect: expected 1 or more, found {effect}")


def check_positive(what: str, value: int) -> None:
    """Refuse a number below 1."""
    if value < 1:
        raise InputError(f"{what}: expected 1 or more, found {value}")
