"""Measure the agreement of raters: all coefficients at once, with intervals over sentences."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.one_line import one_line
from karat.results.agreement.agreement import Agreement, Coefficient, unless_equal
from karat.results.agreement.coefficients import (
    AC1,
    ALPHA,
    FLEISS,
    RAW,
    carried_over,
    chances,
    coefficients,
    cohen,
    item_masses,
)
from karat.results.statistics.intervals import Interval, intervals
from karat.results.statistics.resampling import Resampling, values_of
from karat.results.statistics.shares import SHARE, Shares

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

BOOTSTRAP = Resampling("bca", resamples=2000)
"""How intervals without a formula are made."""


@dataclass(frozen=True, slots=True)
class Rated:
    """An item with the category that each rater gave it; raters who gave none are left out.

    ``cluster`` is what items share that are not independent of each other: their sentence.
    """

    cluster: Hashable
    labels: Mapping[str, str]

    __repr__ = one_line


def measure_agreement(
    items: Iterable[Rated], categories: Sequence[str], resampling: Resampling | None = BOOTSTRAP
) -> Agreement:
    """Measure how far raters agree; ``categories`` are all that could have been given.

    The interval of Cohen's κ is asymptotic, that of raw agreement the formula over clusters, those of the others come
    from a bootstrap over clusters; where these show no variance, they are carried over from that of raw agreement.
    Without ``resampling`` there are no intervals but Cohen's.
    """
    rated = [item for item in items if item.labels]
    counts = _counts(rated, categories)
    masses = item_masses(counts)
    totals = masses.sum(axis=0)
    paired = counts[counts.sum(axis=1) >= 2]
    values = values_of(coefficients, totals)
    ends: list[Interval | None] = [None] * 4
    if resampling is not None and len(rated):
        clustered = _sum_clusters(masses, rated)
        ends = intervals(clustered, Shares(coefficients, ()), resampling)
        formula = Resampling(level=resampling.level)
        (ends[RAW],) = intervals(clustered[:, [1, 0]], SHARE, formula)
        for at, chance in enumerate(values_of(chances, totals).tolist()):
            if ends[at] is not None and unless_equal(ends[at]) is None:
                ends[at] = carried_over(ends[RAW], chance)
    raw, fleiss, alpha, ac1 = (_coefficient(values[at], ends[at]) for at in (RAW, FLEISS, ALPHA, AC1))
    raters = _raters(rated)
    return Agreement(
        raters,
        len(paired),
        int(paired.sum()),
        _prevalence(paired, categories),
        raw,
        _cohen(rated, raters, categories, 0.95 if resampling is None else resampling.level, ends[RAW]),
        fleiss,
        alpha,
        ac1,
    )


def _counts(rated: Sequence[Rated], categories: Sequence[str]) -> Numbers:
    position = {category: number for number, category in enumerate(categories)}
    counts = np.zeros((len(rated), len(categories)))
    for row, item in enumerate(rated):
        for category in item.labels.values():
            counts[row, position[category]] += 1
    return counts


def _sum_clusters(masses: Numbers, rated: Sequence[Rated]) -> Numbers:
    """Add up the masses of each cluster."""
    position: dict[Hashable, int] = {}
    rows = [position.setdefault(item.cluster, len(position)) for item in rated]
    sums = np.zeros((len(position), masses.shape[1]))
    np.add.at(sums, rows, masses)
    return sums


def _raters(rated: Sequence[Rated]) -> tuple[str, ...]:
    return tuple(sorted({rater for item in rated if len(item.labels) > 1 for rater in item.labels}))


def _prevalence(paired: Numbers, categories: Sequence[str]) -> tuple[tuple[str, float | None], ...]:
    total = paired.sum()
    shares = paired.sum(axis=0) / total if total else [None] * len(categories)
    return tuple(
        (category, None if share is None else float(share)) for category, share in zip(categories, shares, strict=True)
    )


def _cohen(
    rated: Sequence[Rated], raters: Sequence[str], categories: Sequence[str], level: float, raw: Interval | None
) -> Coefficient:
    if len(raters) != 2:
        return Coefficient(None)
    one, other = raters
    return cohen(
        cross_table([(item.labels[one], item.labels[other]) for item in rated if len(item.labels) == 2], categories),
        level,
        raw,
    )


def cross_table(pairs: Iterable[tuple[str, str]], categories: Sequence[str]) -> list[list[int]]:
    """Count pairs of categories: rows for the first, columns for the second."""
    position = {category: number for number, category in enumerate(categories)}
    table = [[0] * len(categories) for _ in categories]
    for one, other in pairs:
        table[position[one]][position[other]] += 1
    return table


def _coefficient(value: float, interval: Interval | None) -> Coefficient:
    return Coefficient(None) if math.isnan(value) else Coefficient(float(value), interval)
