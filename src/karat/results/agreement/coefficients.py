"""Chance-corrected agreement on nominal categories, from how many raters put each item into each category.

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
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from karat.results.agreement.agreement import Coefficient
from karat.results.statistics.intervals import Interval, intervals, normal_quantile
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import SHARE

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

ROUNDING = 1e-14
"""A variance below this comes from rounding."""

RAW, FLEISS, ALPHA, AC1 = range(4)
"""The order of the values that ``coefficients`` computes."""


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


def carried_over(raw: Interval | None, chance: float) -> Interval | None:
    """Carry the interval of raw agreement over to a coefficient: both ends less chance, divided by 1 − chance.

    This is the interval where the coefficient's own variance is estimated as 0, which is no certainty: where everybody
    agrees, or two always disagree, or one rater has only one category.
    """
    if raw is None:
        return None
    low, high = ((end - chance) / (1 - chance) for end in (raw.low, raw.high))
    return Interval(max(-1.0, low), min(1.0, high))


def cohen(table: Sequence[Sequence[int]], level: float = 0.95, raw: Interval | None = None) -> Coefficient:
    """Compute Cohen's κ and its asymptotic interval from the counts of two raters' categories.

    Undefined without items, and if both raters give all items one category. Where the asymptotic variance is 0, the
    interval is carried over from that of raw agreement: ``raw``, or Clopper and Pearson's for independent items.
    """
    counts = np.array(table, dtype=np.float64)
    total = counts.sum()
    if not total:
        return Coefficient(None)
    joint = counts / total
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    chance = float(rows @ columns)
    # Compared as counts, which are exact: rounding must not turn 0 / 0 into a number.
    if int((counts.sum(axis=1) * counts.sum(axis=0)).sum()) == int(total) ** 2:
        return Coefficient(None)
    kappa = (float(np.trace(joint)) - chance) / (1 - chance)
    deviation = kappa_deviation(joint.tolist())
    if not deviation:
        items = np.column_stack([np.arange(total) < np.trace(counts), np.ones(int(total))])
        return Coefficient(kappa, carried_over(raw or intervals(items, SHARE, Resampling(level=level))[0], chance))
    reach = normal_quantile(level) * deviation / math.sqrt(total)
    return Coefficient(kappa, Interval(max(-1.0, kappa - reach), min(1.0, kappa + reach)))


def kappa_deviation(shares: Sequence[Sequence[float]]) -> float:
    """Compute √n times the asymptotic standard error of κ, from the shares of all pairs of categories.

    The variance is (A + B − C) / (1 − pₑ)², where A = Σ pᵢᵢ (1 − (pᵢ. + p.ᵢ)(1 − κ))², B = (1 − κ)² Σ over i ≠ j of
    pᵢⱼ (p.ᵢ + pⱼ.)², C = (κ − pₑ (1 − κ))². Undefined if both raters give all items one category.
    """
    joint = np.array(shares, dtype=np.float64)
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    chance = float(rows @ columns)
    kappa = (float(np.trace(joint)) - chance) / (1 - chance)
    both = (columns[:, np.newaxis] + rows[np.newaxis, :]) ** 2
    first = float((np.diag(joint) * (1 - (rows + columns) * (1 - kappa)) ** 2).sum())
    second = (1 - kappa) ** 2 * float((joint * both).sum() - (np.diag(joint) * np.diag(both)).sum())
    spread = first + second - (kappa - chance * (1 - kappa)) ** 2
    return math.sqrt(spread / (1 - chance) ** 2) if spread > ROUNDING else 0.0
