"""Paired tests of whether one system is better than another on the same units.

The paired t test of :mod:`karat.results.statistics.shares`, whose p agrees with the interval by formula;
approximate randomisation (Noreen 1989; Yeh 2000, More accurate tests for the statistical significance of result
differences), the paired bootstrap (Koehn 2004, Statistical significance tests for machine translation evaluation), and
Holm's correction for many pairs (Holm 1979).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from karat.errors import UnknownNameError
from karat.one_line import one_line, paragraph
from karat.results.statistics.estimate import format_interval, format_p, format_value
from karat.results.statistics.intervals import between, interval, leave_one_out
from karat.results.statistics.resampled_sums import draw_bootstrap, draw_swaps
from karat.results.statistics.resampling import (
    Resampling,
    summable,
    values_of,
)
from karat.results.statistics.shares import FEWEST, Jackknife, PairedT, Shares, jackknife, paired_t

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

PairedTest = Literal["t", "randomisation", "bootstrap"]
Method = Literal["t", "randomisation", "bootstrap", "exact"]
"""A test as it was carried out: with few units, a randomisation test is exact."""

MOST_ENUMERATED = 13
"""The largest number k of differing units for which all 2^k swaps are tried; above it, swaps are sampled."""

SIGNIFICANT = 0.05
"""A difference is called significant where its p, adjusted by Holm, is below this."""

TIE = 1e-10
"""Differences this close, relative to the values compared, count as equal: they differ by rounding only."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference a − b of one value, its interval, and the two-sided p against a difference of 0.

    All are ``None`` where a value is undefined. The interval and the p of the t test are also ``None`` where fewer than
    two units count. ``p_holm`` is p adjusted for all pairs compared together, or ``None`` for a pair compared alone.
    ``resamples`` is the number of swaps or resamples behind p: all possible ones for ``exact``, 0 for ``t``.
    """

    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None
    method: Method
    resamples: int = 0
    seed: int = 0
    a: str = field(default="a", compare=False, kw_only=True)
    b: str = field(default="b", compare=False, kw_only=True)
    value: str = field(default="the value", compare=False, kw_only=True)
    """What was compared, such as ``benchie F1``."""
    level: float | None = field(default=None, compare=False, kw_only=True)
    """The confidence of the interval."""

    __repr__ = one_line
    _repr_html_ = paragraph

    def __str__(self) -> str:
        """Say which is better, by how much, how sure that is, and whether chance can explain it."""
        if self.difference is None:
            return f"{self.a} and {self.b} cannot be compared by {self.value}, which is undefined for one of them"
        distance = format_value(abs(self.difference))
        side = "above" if self.difference > 0 else "below"
        said = (
            f"{self.a} is {distance} {side} {self.b} in {self.value}"
            if self.difference
            else f"{self.a} and {self.b} are equal in {self.value}"
        )
        sure = []
        if self.low is not None:
            percent = "" if self.level is None else f"{self.level * 100:g} % "
            sure.append(f"{percent}interval of the difference {format_interval(self.low, self.high, signed=True)}")
        p = self.p if self.p_holm is None else self.p_holm
        if p is None:
            return f"{said} ({', '.join([*sure, 'not tested'])})"
        text = format_p(p)
        adjusted = "" if self.p_holm is None else " after Holm's correction"
        sure.append(f"p {text.replace('<', '< ') if text.startswith('<') else f'= {text}'}{adjusted}")
        return f"{said} ({', '.join(sure)}): {'more' if is_significant(p) else 'not more'} than chance"

    def signature(self) -> str:
        """Name every choice behind p: ``test:t``, ``test:exact/8``, ``test:randomisation/10000/seed:0``."""
        if self.method == "t":
            return "test:t"
        return f"test:{self.method}/{self.resamples}" + ("" if self.method == "exact" else f"/seed:{self.seed}")


def is_significant(p: float | None) -> bool:
    """Tell whether an adjusted p is below the level of significance."""
    return p is not None and p < SIGNIFICANT


def compare(
    masses_a: Numbers,
    masses_b: Numbers,
    statistic: Shares,
    value_index: int,
    resampling: Resampling,
    test: PairedTest = "t",
) -> Comparison:
    """Compare two systems on the same units by one value of the statistic."""
    (comparison,) = compare_all([masses_a, masses_b], statistic, value_index, resampling, test)
    return replace(comparison, p_holm=None)


def compare_all(
    systems: Sequence[Numbers],
    statistic: Shares,
    value_index: int,
    resampling: Resampling,
    test: PairedTest = "t",
    pairs: Sequence[tuple[int, int]] | None = None,
    processes: int = 1,
) -> list[Comparison]:
    """Compare all pairs of systems, or the given pairs of indices, with Holm's correction over the pairs.

    Except for ``p_holm``, the result of a pair does not depend on the other pairs. If intervals and tests are off, only
    the differences are given.
    """
    if test not in get_args(PairedTest):
        raise UnknownNameError("paired test", test, get_args(PairedTest))
    index_pairs = list(combinations(range(len(systems)), 2)) if pairs is None else list(pairs)
    if not index_pairs:
        return []
    study = _PairedStudy([summable(masses) for masses in systems], statistic, value_index, resampling, processes)
    compared = [study.compare(a, b, test) for a, b in index_pairs]
    return [
        replace(comparison, p_holm=adjusted)
        for comparison, adjusted in zip(compared, holm([comparison.p for comparison in compared]), strict=True)
    ]


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values by Holm's step-down procedure; the order stays, and ``None`` does not count as a test.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    ranked = sorted((p, index) for index, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, index) in enumerate(ranked):
        largest = max(largest, min(1.0, (len(ranked) - rank) * p))
        adjusted[index] = largest
    return adjusted


class _PairedStudy:
    """What all pairs share: each system's jackknife, resamples and swaps, computed once."""

    def __init__(
        self,
        systems: Sequence[Numbers],
        statistic: Shares,
        value_index: int,
        resampling: Resampling,
        processes: int,
    ) -> None:
        assert len({masses.shape for masses in systems}) == 1, "all systems have the same units and columns"
        self.systems = np.stack(systems)
        self.totals = self.systems.sum(axis=1)
        self.statistic = statistic
        self.value_index = value_index
        self.resampling = resampling
        self.processes = processes
        self.points = self.values(self.totals)
        self.left_out = [leave_one_out(masses, statistic)[:, value_index] for masses in self.systems]
        self.units = self.systems.shape[1]
        self._jackknives: list[Jackknife] | None = None
        self._resampled: Numbers | None = None
        self._swapped: Numbers | None = None

    def values(self, sums: Numbers) -> Numbers:
        """Apply the statistic and select the value that is compared."""
        return values_of(self.statistic, sums)[..., self.value_index]

    def resampled(self) -> Numbers:
        """Give each system's bootstrap values: (systems, resamples)."""
        if self._resampled is None:
            sums = draw_bootstrap(np.hstack(list(self.systems)), self.resampling, self.processes)
            self._resampled = np.stack([self.values(part) for part in np.split(sums, len(self.systems), axis=1)])
        return self._resampled

    def swapped(self) -> Numbers:
        """Give the sums of each system's masses in the units that are swapped: (systems, resamples, d)."""
        if self._swapped is None:
            differ = np.flatnonzero((self.systems != self.systems[0]).any(axis=(0, 2))).tolist()
            stacked = np.hstack(list(self.systems))
            sums = draw_swaps(stacked, differ, self.resampling, self.processes)
            self._swapped = np.stack(np.split(sums, len(self.systems), axis=1))
        return self._swapped

    def paired_t(self, a: int, b: int) -> PairedT:
        """Run the paired t test on all values, with their intervals."""
        if self._jackknives is None:
            self._jackknives = [jackknife(masses, self.statistic) for masses in self.systems]
        return paired_t(self._jackknives[a], self._jackknives[b], self.resampling.level)

    def compare(self, a: int, b: int, test: PairedTest) -> Comparison:
        """Compare two systems, given by index."""
        resamples, seed = (0, 0) if test == "t" else (self.resampling.resamples, self.resampling.seed)
        difference = float(self.points[a] - self.points[b])
        if math.isnan(difference):
            return Comparison(None, None, None, None, None, test, resamples, seed)
        if not self.resampling.resamples:
            return Comparison(difference, None, None, None, None, test)
        low, high = self._ends(a, b, difference)
        if test == "t":
            p = float(self.paired_t(a, b).p[self.value_index])
            return Comparison(difference, low, high, None if math.isnan(p) else p, None, test)
        p, method, resamples = self._resampled_p(a, b, difference, test)
        return Comparison(difference, low, high, p, None, method, resamples, seed)

    def _resampled_p(
        self, a: int, b: int, difference: float, test: Literal["randomisation", "bootstrap"]
    ) -> tuple[float, Method, int]:
        """Return p, the method that gave it, and the number of resamples or swaps."""
        resamples = self.resampling.resamples
        tie = TIE * float(max(abs(self.points[a]), abs(self.points[b])))
        if test == "bootstrap":
            return self._bootstrap_p(a, b, difference, tie), test, resamples
        differ = np.flatnonzero((self.systems[a] != self.systems[b]).any(axis=1))
        if len(differ) <= MOST_ENUMERATED:
            return self._exact_p(a, b, differ.tolist(), difference, tie), "exact", 2 ** len(differ)
        return self._randomisation_p(a, b, difference, tie), test, resamples

    def _ends(self, a: int, b: int, difference: float) -> tuple[float | None, float | None]:
        if self.units < FEWEST:
            return None, None
        if self.resampling.method == "korn-graubard":
            test = self.paired_t(a, b)
            ends = between(test.low, test.high)[self.value_index]
        else:
            resampled = self.resampled()
            left_out = self.left_out[a] - self.left_out[b]
            ends = interval(difference, resampled[a] - resampled[b], left_out, self.resampling)
        return (ends.low, ends.high) if ends else (None, None)

    def _after_swap(self, a: int, b: int, swapped_a: Numbers, swapped_b: Numbers) -> Numbers:
        """Return the differences after each swap, without the undefined ones.

        What is swapped out is subtracted before what is swapped in is added, so that no sum falls below 0.
        """
        values_a = self.values((self.totals[a] - swapped_a) + swapped_b)
        values_b = self.values((self.totals[b] - swapped_b) + swapped_a)
        differences = values_a - values_b
        return differences[~np.isnan(differences)]

    def _exact_p(self, a: int, b: int, differing_units: Sequence[int], difference: float, tie: float) -> float:
        """Return the share of all swaps, the empty one included, whose difference is at least as large."""
        bits = np.arange(len(differing_units))
        choices = ((np.arange(2 ** len(differing_units))[:, np.newaxis] >> bits) & 1).astype(np.float64)
        moved_a, moved_b = (choices @ self.systems[side][list(differing_units)] for side in (a, b))
        differences = self._after_swap(a, b, moved_a, moved_b)
        return float(np.mean(np.abs(differences) >= abs(difference) - tie))

    def _randomisation_p(self, a: int, b: int, difference: float, tie: float) -> float:
        """Return (1 + swaps whose difference is at least as large) / (1 + swaps), counting the data as one swap."""
        swapped = self.swapped()
        return _share(self._after_swap(a, b, swapped[a], swapped[b]), difference, tie)

    def _bootstrap_p(self, a: int, b: int, difference: float, tie: float) -> float:
        """Do the same with the resampled differences, shifted to centre on 0 as if the systems were equal."""
        resampled = self.resampled()
        differences = resampled[a] - resampled[b]
        return _share(differences[~np.isnan(differences)] - difference, difference, tie)


def _share(differences: Numbers, difference: float, tie: float) -> float:
    at_least_as_large = int((abs(differences) >= abs(difference) - tie).sum())
    return (1 + at_least_as_large) / (1 + differences.size)
