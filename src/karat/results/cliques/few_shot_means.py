"""Means over cliques, with their intervals (ROBUST, Figures 6 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from karat.algebra.scores.exact import total
from karat.metrics.oie.robust import CliqueScore
from karat.results.cliques.few_shot import Mean, Means
from karat.results.statistics.differences import Difference
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array, values_of
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.algebra import Number
    from karat.results.statistics.resampling import Numbers


def shots_means(scores: Sequence[CliqueScore], resampling: Resampling) -> tuple[Means, Means, Mean]:
    """Average the originals and the worst members, and compute the F1 of the second minus that of the first."""
    originals = [(score.original.precision, score.original.recall, 1) for score in scores]
    worst = [(score.worst.precision, score.worst.recall, 1) for score in scores]
    values = Shares(_means_and_f1, (2, 2, 2))
    both = [(*first, *second) for first, second in zip(worst, originals, strict=True)]
    return (
        Means(*means_of(originals, values, resampling, 3)),
        Means(*means_of(worst, values, resampling, 3)),
        means_of(both, Difference(values, values), resampling, 3)[2],
    )


def pair_means(scores: Sequence[CliqueScore], resampling: Resampling) -> tuple[Mean, Mean, Mean]:
    """Average F1 over all sentences, and each clique's mean F1 and lowest F1 over cliques."""
    rows = [(score.mean * len(score.members), len(score.members), score.mean, score.worst.f1, 1) for score in scores]
    sentence, clique, robust = means_of(rows, Shares(_means_by_number, (1, 1, 4, 4, 4)), resampling, 3)
    return sentence, clique, robust


def plain_mean(values: Sequence[float], resampling: Resampling) -> Mean:
    """Average numbers, with an interval."""
    mean = Shares(lambda sums: sums[..., :1] / sums[..., 1:], (1, 1))
    return means_of([(Fraction(value), 1) for value in values], mean, resampling, 1)[0]


def means_of(
    rows: Sequence[Sequence[Number]], statistic: Shares | Difference, resampling: Resampling, count: int
) -> list[Mean]:
    """Compute each value of a statistic from the rows' sums, with its interval over rows; undefined for no rows."""
    if not rows:
        return [Mean(None)] * count
    masses = mass_array(rows, len(rows[0]))
    values = values_of(statistic, mass_array([[total(column) for column in zip(*rows, strict=True)]], len(rows[0]))[0])
    value_intervals = intervals(masses, statistic, resampling)
    return [
        Mean(float(value)) if interval is None else Mean(float(value), interval.low, interval.high)
        for value, interval in zip(values, value_intervals, strict=True)
    ]


def _means_and_f1(sums: Numbers) -> Numbers:
    means = sums[..., :2] / sums[..., 2:]
    return np.concatenate([means, _f1(means)], axis=-1)


def _f1(pair: Numbers) -> Numbers:
    total = pair.sum(axis=-1, keepdims=True)
    f1: Numbers = np.where(total > 0, 2 * pair.prod(axis=-1, keepdims=True) / np.where(total > 0, total, 1), 0)
    return f1


def _means_by_number(sums: Numbers) -> Numbers:
    return np.concatenate([sums[..., 0:1] / sums[..., 1:2], sums[..., 2:4] / sums[..., 4:]], axis=-1)
