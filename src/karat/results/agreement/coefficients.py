"""Chance-corrected agreement of raters on nominal categories, with intervals over sentences.

Each coefficient is (agreement − chance) / (1 − chance); they differ in what chance is. All of them but Cohen's are
functions of masses that add up over items, so the bootstrap over sentences resamples them like any other value. Items
with a single label do not show agreement; only Gwet's estimate of the prevalence uses them.

- Cohen's κ, two raters, each with a prevalence of its own (Cohen 1960, Educational and Psychological Measurement 20);
  its standard error is that of Fleiss, Cohen and Everitt (1969, Psychological Bulletin 72).
- Fleiss' κ, any number of raters, one prevalence for all (Fleiss 1971, Psychological Bulletin 76).
- Krippendorff's α, nominal: Fleiss' with missing labels and a correction for small samples (Krippendorff 2011,
  Computing Krippendorff's alpha-reliability).
- Gwet's AC1, which stays high where nearly all labels are the same (Gwet 2008, British Journal of Mathematical and
  Statistical Psychology 61).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.one_line import one_line
from karat.results.display import Figures
from karat.results.statistics.estimate import format_interval, format_value
from karat.results.statistics.intervals import Interval, intervals, normal_quantile
from karat.results.statistics.resampling import Resampling, unless_off, values_of
from karat.results.statistics.shares import SHARE, Shares

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

BOOTSTRAP = Resampling("bca", resamples=2000)
"""How intervals without a formula are made."""

COEFFICIENTS = ("raw", "cohen", "fleiss", "alpha", "ac1")

ROUNDING = 1e-12
"""Ends of an interval that are closer than this differ by rounding."""

LEAST_VARIANCE = 1e-14
"""A variance below this comes from rounding."""

RAW, FLEISS, ALPHA, AC1 = range(4)
"""The order of the values that ``coefficients`` computes."""


@dataclass(frozen=True, slots=True, repr=False)
class Coefficient(Figures):
    """A coefficient with its interval; ``None`` where it is undefined, as kappa is if all labels are the same."""

    value: float | None
    interval: Interval | None = None

    def __str__(self) -> str:
        ends = "" if self.interval is None else format_interval(self.interval.low, self.interval.high)
        return f"{format_value(self.value)} {ends}".rstrip()


@dataclass(frozen=True, slots=True, repr=False)
class Agreement(Figures):
    """How far raters agree on the items that at least two of them labelled.

    ``prevalence`` is each category's share of all labels of those items. ``raw`` is the share of agreeing pairs of
    labels, averaged over items. ``cohen`` is defined for two raters only. ``items`` counts the items, ``labels`` their
    labels.
    """

    raters: tuple[str, ...]
    items: int
    labels: int
    prevalence: tuple[tuple[str, float | None], ...]
    raw: Coefficient
    cohen: Coefficient
    fleiss: Coefficient
    alpha: Coefficient
    ac1: Coefficient

    def to_json(self) -> dict[str, Any]:
        """Return the coefficients as a JSON object."""
        return {**Figures.to_json(self), "prevalence": dict(self.prevalence)}


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
    counts = _count(rated, categories)
    masses = item_masses(counts)
    totals = masses.sum(axis=0)
    clustered = sum_clusters(masses, [item.cluster for item in rated])
    values = over_clusters(clustered, Shares(coefficients, ()), resampling, totals)
    (raw,) = over_clusters(clustered[:, [1, 0]], SHARE, by_formula(resampling), totals[[1, 0]])
    values[RAW] = raw
    if unless_off(resampling):
        values = [
            carry_over(value, raw, chance)
            for value, chance in zip(values, values_of(chances, totals).tolist(), strict=True)
        ]
    paired = counts[counts.sum(axis=1) >= 2]
    labels = paired.sum()
    raters = tuple(sorted({rater for item in rated if len(item.labels) > 1 for rater in item.labels}))
    kappa = Coefficient(None)
    if len(raters) == 2:
        pairs = [tuple(item.labels[rater] for rater in raters) for item in rated if len(item.labels) == 2]
        kappa = cohen(cross_table(pairs, categories), 0.95 if resampling is None else resampling.level, raw.interval)
    return Agreement(
        raters,
        len(paired),
        int(labels),
        tuple(
            (category, float(count / labels) if labels else None)
            for category, count in zip(categories, paired.sum(axis=0), strict=True)
        ),
        raw,
        kappa,
        values[FLEISS],
        values[ALPHA],
        values[AC1],
    )


def _count(rated: Sequence[Rated], categories: Sequence[str]) -> Numbers:
    position = {category: number for number, category in enumerate(categories)}
    counts = np.zeros((len(rated), len(categories)))
    for row, item in enumerate(rated):
        for category in item.labels.values():
            counts[row, position[category]] += 1
    return counts


def cross_table(pairs: Iterable[Sequence[str]], categories: Sequence[str]) -> list[list[int]]:
    """Count pairs of categories: rows for the first, columns for the second."""
    position = {category: number for number, category in enumerate(categories)}
    table = [[0] * len(categories) for _ in categories]
    for one, other in pairs:
        table[position[one]][position[other]] += 1
    return table


# Values of summed masses, with intervals over clusters


def sum_clusters(masses: Numbers, clusters: Iterable[Hashable]) -> Numbers:
    """Add up the masses of each cluster, in the order in which the clusters first occur."""
    position: dict[Hashable, int] = {}
    rows = [position.setdefault(cluster, len(position)) for cluster in clusters]
    sums = np.zeros((len(position), masses.shape[1]))
    np.add.at(sums, rows, masses.astype(np.float64))
    return sums


def cluster_masses(outcomes: Sequence[tuple[Hashable, bool]]) -> Numbers:
    """Count outcomes by cluster: right and all, for the share that is right."""
    masses = np.array([(outcome, 1) for _, outcome in outcomes], dtype=np.float64).reshape(-1, 2)
    return sum_clusters(masses, [cluster for cluster, _ in outcomes])


def over_clusters(
    sums: Numbers, statistic: Shares, resampling: Resampling | None, totals: Numbers | None = None
) -> list[Coefficient]:
    """Compute the values of clusters' masses with their intervals; an interval of one point is left out.

    If all resamples have one value, they say nothing of how sure it is.
    """
    points = values_of(statistic, sums.sum(axis=0) if totals is None else totals)
    ends = [None] * len(points) if resampling is None or not len(sums) else intervals(sums, statistic, resampling)
    return [
        Coefficient(None)
        if math.isnan(point)
        else Coefficient(float(point), None if end is None or end.high - end.low < ROUNDING else end)
        for point, end in zip(points, ends, strict=True)
    ]


def by_formula(resampling: Resampling | None) -> Resampling | None:
    """Make intervals of the same level by formula."""
    return None if resampling is None else Resampling(level=resampling.level)


def carry_over(value: Coefficient, raw: Coefficient, chance: float) -> Coefficient:
    """Give a coefficient without an interval that of raw agreement: both ends less chance, divided by 1 − chance.

    This is the interval where the coefficient's own variance is estimated as 0, which is no certainty: where everybody
    agrees, or two always disagree, or one rater has only one category.
    """
    if value.value is None or value.interval is not None or raw.interval is None:
        return value
    return replace(value, interval=_carried(raw.interval, chance))


def _carried(raw: Interval, chance: float) -> Interval:
    low, high = ((end - chance) / (1 - chance) for end in (raw.low, raw.high))
    return Interval(max(-1.0, low), min(1.0, high))


# The coefficients


def item_masses(counts: Numbers) -> Numbers:
    """Compute each item's masses from how many raters put it into each category: (items, q) to (items, 5 + 2q).

    For an item with r ≥ 2 labels: 1, the share P of agreeing pairs, r·P, r, and the counts by category; for any item
    with a label: 1, and the share of each category. Otherwise 0.
    """
    labels = counts.sum(axis=1, keepdims=True)
    paired = (labels >= 2).astype(np.float64)
    agreeing = (counts * (counts - 1)).sum(axis=1, keepdims=True)
    within = np.divide(agreeing, labels - 1, out=np.zeros_like(labels), where=labels >= 2)
    shares = np.divide(counts, labels, out=np.zeros_like(counts), where=labels > 0)
    share = np.divide(within, labels, out=np.zeros_like(labels), where=labels >= 2)
    rated = (labels > 0).astype(np.float64)
    return np.hstack([paired, share, within, labels * paired, counts * paired, rated, shares])


def coefficients(sums: Numbers) -> Numbers:
    """Compute raw agreement, Fleiss' κ, Krippendorff's α and Gwet's AC1 from summed masses: (..., 5 + 2q) to (..., 4).

    NaN where undefined: without an item that has two labels, and, but for AC1, if all labels are the same.
    """
    paired, share, within, labels = (sums[..., column] for column in range(4))
    raw, chance = share / paired, chances(sums)
    values: Numbers = (np.stack([raw, raw, within / labels, raw], axis=-1) - chance) / (1 - chance)
    return values


def chances(sums: Numbers) -> Numbers:
    """Compute the agreement by chance of each coefficient, 0 for raw agreement: (..., 5 + 2q) to (..., 4)."""
    q = (sums.shape[-1] - 5) // 2
    labels, counts = sums[..., 3], sums[..., 4 : 4 + q]
    by_chance = ((counts / labels[..., np.newaxis]) ** 2).sum(axis=-1)
    drawn = (counts * (counts - 1)).sum(axis=-1) / (labels * (labels - 1))
    prevalence = sums[..., 5 + q :] / sums[..., 4 + q, np.newaxis]
    gwet = (prevalence * (1 - prevalence)).sum(axis=-1) / (q - 1 if q > 1 else math.nan)
    return np.stack([np.zeros_like(labels), by_chance, drawn, gwet], axis=-1)


def cohen(table: Sequence[Sequence[int]], level: float = 0.95, raw: Interval | None = None) -> Coefficient:
    """Compute Cohen's κ and its asymptotic interval from the counts of two raters' categories.

    Undefined without items, and if both raters give all items one category. Where the asymptotic variance is 0, the
    interval is carried over from that of raw agreement: ``raw``, or Clopper and Pearson's for independent items.
    """
    counts = np.array(table, dtype=np.float64)
    total = counts.sum()
    # Compared as counts, which are exact: rounding must not turn 0 / 0 into a number.
    if not total or int((counts.sum(axis=1) * counts.sum(axis=0)).sum()) == int(total) ** 2:
        return Coefficient(None)
    kappa, chance, deviation = _kappa(counts / total)
    if not deviation:
        if raw is None:
            items = np.column_stack([np.arange(total) < np.trace(counts), np.ones(int(total))])
            (raw,) = intervals(items, SHARE, Resampling(level=level))
        return Coefficient(kappa, None if raw is None else _carried(raw, chance))
    reach = normal_quantile(level) * deviation / math.sqrt(total)
    return Coefficient(kappa, Interval(max(-1.0, kappa - reach), min(1.0, kappa + reach)))


def kappa_deviation(shares: Sequence[Sequence[float]]) -> float:
    """Compute √n times the asymptotic standard error of κ, from the shares of all pairs of categories.

    The variance is (A + B − C) / (1 − pₑ)², where A = Σ pᵢᵢ (1 − (pᵢ. + p.ᵢ)(1 − κ))², B = (1 − κ)² Σ over i ≠ j of
    pᵢⱼ (p.ᵢ + pⱼ.)², C = (κ − pₑ (1 − κ))². Undefined if both raters give all items one category.
    """
    return _kappa(np.array(shares, dtype=np.float64))[2]


def _kappa(joint: Numbers) -> tuple[float, float, float]:
    """Compute κ, the agreement by chance, and √n times κ's standard error."""
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    chance = float(rows @ columns)
    kappa = (float(np.trace(joint)) - chance) / (1 - chance)
    both = (columns[:, np.newaxis] + rows[np.newaxis, :]) ** 2
    first = float((np.diag(joint) * (1 - (rows + columns) * (1 - kappa)) ** 2).sum())
    second = (1 - kappa) ** 2 * float((joint * both).sum() - (np.diag(joint) * np.diag(both)).sum())
    spread = first + second - (kappa - chance * (1 - kappa)) ** 2
    return kappa, chance, math.sqrt(spread / (1 - chance) ** 2) if spread > LEAST_VARIANCE else 0.0
