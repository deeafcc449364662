"""A verdict, such as a metric's, against people's labels, and how far it ranks systems as people do.

Rank correlations are Kendall's τ-b (Kendall 1945, Biometrika 33) and Spearman's ρ (1904), both with ties; undefined
where all are tied.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from karat.one_line import one_line
from karat.results.agreement.coefficients import (
    BOOTSTRAP,
    Coefficient,
    Rated,
    by_formula,
    carry_over,
    measure_agreement,
    over_clusters,
    sum_clusters,
)
from karat.results.display import Figures
from karat.results.statistics.resampling import Resampling, Statistic, unless_off, values_of
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

LEAST_VARIANCE = 1e-12
"""A variance below this share of the mean square comes from rounding."""

FEWEST = 3
"""Fewer systems have no rank correlation worth the name."""

VALUES = ("precision", "recall", "f1", "accuracy", "kappa", "ac1", "correlation")


@dataclass(frozen=True, slots=True)
class Judged:
    """An item that both a verdict and people accept or refuse; ``score`` is what the verdict was made of, if known.

    ``cluster`` is what items share that are not independent of each other: their sentence.
    """

    cluster: Hashable
    verdict: bool
    people: bool
    score: float | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True, repr=False)
class VerdictAgreement(Figures):
    """How far a verdict agrees with people's labels of the same items, people's being taken as right.

    ``both`` counts items that the verdict and people accept, ``only_verdict`` those that the verdict alone accepts, and
    so on. ``correlation`` is the point-biserial correlation of the verdict's score with people's labels; of a verdict
    without scores it is φ.
    """

    verdict: str
    both: int
    only_verdict: int
    only_people: int
    neither: int
    precision: Coefficient
    recall: Coefficient
    f1: Coefficient
    accuracy: Coefficient
    kappa: Coefficient
    ac1: Coefficient
    correlation: Coefficient

    @property
    def items(self) -> int:
        """How many items were judged."""
        return self.both + self.only_verdict + self.only_people + self.neither


def verdict_agreement(
    verdict: str,
    items: Iterable[Judged],
    resampling: Resampling | None = BOOTSTRAP,
    *,
    clustered_kappa: bool = False,
) -> VerdictAgreement:
    """Compare a verdict with people's labels.

    The intervals of shares are made by formula over clusters, those of AC1 and the correlation by bootstrap over
    clusters. That of κ is asymptotic, or with ``clustered_kappa`` a bootstrap over clusters, too. Without
    ``resampling`` there are none but the asymptotic one. Where no resample has another value, those of κ and AC1 are
    carried over from that of accuracy, and the correlation has none.
    """
    judged = list(items)
    clusters = [each.cluster for each in judged]
    verdicts, people = (
        np.array([getattr(each, side) for each in judged], dtype=bool) for side in ("verdict", "people")
    )
    cells = np.column_stack([verdicts & people, verdicts & ~people, people & ~verdicts, ~(verdicts | people)])
    scores = np.array([float(each.verdict) if each.score is None else each.score for each in judged], dtype=np.float64)
    moments = np.column_stack([np.ones(len(judged)), scores, scores**2, people, scores * people])

    def measured(masses: Numbers, statistic: Shares, method: Resampling | None) -> list[Coefficient]:
        return over_clusters(sum_clusters(masses, clusters), statistic, method)

    sides = np.column_stack([cells[:, 0], verdicts, cells[:, 0], people, verdicts == people, np.ones(len(judged))])
    shares = Shares(_shares, (1, 1, 3, 3, 5, 5))
    precision, recall, f1, accuracy = measured(sides, shares, by_formula(resampling))
    (correlation,) = measured(moments, Shares(_correlation, ()), resampling)
    rated = [Rated(each.cluster, {"a": str(each.verdict), "b": str(each.people)}) for each in judged]
    agreement = measure_agreement(rated, ("True", "False"), resampling)
    kappa = agreement.cohen
    if clustered_kappa:
        (kappa,) = measured(cells, Shares(_kappa, ()), resampling)
        if judged and unless_off(resampling):
            one, other = float(verdicts.mean()), float(people.mean())
            kappa = carry_over(kappa, accuracy, one * other + (1 - one) * (1 - other))
    both, only_verdict, only_people, neither = map(int, cells.sum(axis=0))
    counts = both, only_verdict, only_people, neither
    return VerdictAgreement(verdict, *counts, precision, recall, f1, accuracy, kappa, agreement.ac1, correlation)


def _shares(sums: Numbers) -> Numbers:
    """Precision, recall, F1 and accuracy of (hits, accepted by the verdict, hits, accepted by people, equal, all)."""
    hits, verdicts, _, people, equal, items = (sums[..., column] for column in range(6))
    return np.stack([hits / verdicts, hits / people, 2 * hits / (verdicts + people), equal / items], axis=-1)


def _kappa(sums: Numbers) -> Numbers:
    """Cohen's κ of (both, only the verdict, only people, neither)."""
    both, only_verdict, only_people, neither = (sums[..., column] for column in range(4))
    items = both + only_verdict + only_people + neither
    verdicts, people = both + only_verdict, both + only_people
    chance = (verdicts * people + (items - verdicts) * (items - people)) / items**2
    return (((both + neither) / items - chance) / (1 - chance))[..., np.newaxis]


def _correlation(sums: Numbers) -> Numbers:
    """Pearson's correlation of scores with labels of 0 and 1, which is the point-biserial correlation."""
    items, scores, squares, people, products = (sums[..., column] for column in range(5))
    covariance = products / items - scores * people / items**2
    variance = squares / items - (scores / items) ** 2
    # Scores that differ only by rounding errors have no correlation.
    varies = variance > LEAST_VARIANCE * squares / items
    spread = np.where(varies, variance, 0.0) * (people / items) * (1 - people / items)
    return (covariance / np.sqrt(spread))[..., np.newaxis]


@dataclass(frozen=True, slots=True, repr=False)
class RankCorrelation(Figures):
    """How far a metric ranks systems as people do."""

    tau: Coefficient
    spearman: Coefficient


def rank_correlations(
    people: Sequence[Numbers], scores: Sequence[Numbers], statistic: Statistic, resampling: Resampling | None
) -> tuple[RankCorrelation, ...]:
    """Correlate people's precision with each value of ``statistic``, over systems.

    ``people`` has each system's (correct, labelled) for each sentence, ``scores`` each system's masses. Intervals are
    percentiles of a bootstrap over sentences: they say how far the sample of sentences can be trusted, for the systems
    at hand. BCa's corrections are of no use for a value that moves in few large steps.
    """
    systems, width = len(people), scores[0].shape[1] if scores else 0
    if systems < FEWEST:
        size = 0 if not scores else values_of(statistic, scores[0].sum(axis=0)).size
        return (RankCorrelation(Coefficient(None), Coefficient(None)),) * size

    def correlations(sums: Numbers) -> Numbers:
        shares = sums[..., : 2 * systems].reshape(*sums.shape[:-1], systems, 2)
        precision = shares[..., 0] / shares[..., 1]
        values = np.asarray(statistic(sums[..., 2 * systems :].reshape(*sums.shape[:-1], systems, width)))
        columns = [values[..., index] for index in range(values.shape[-1])]
        return np.stack([of(each, precision) for each in columns for of in (kendall, spearman)], axis=-1)

    percentile = None if resampling is None else replace(resampling, method="percentile")
    found = over_clusters(np.hstack([*people, *scores]), Shares(correlations, ()), percentile)
    return tuple(RankCorrelation(*found[place : place + 2]) for place in range(0, len(found), 2))


def kendall(a: Numbers, b: Numbers) -> Numbers:
    """Compute τ-b over the last axis."""
    one, other = (np.sign(each[..., :, np.newaxis] - each[..., np.newaxis, :]) for each in (a, b))
    both = (one * other).sum(axis=(-1, -2))
    tau: Numbers = both / np.sqrt((one**2).sum(axis=(-1, -2)) * (other**2).sum(axis=(-1, -2)))
    return tau


def spearman(a: Numbers, b: Numbers) -> Numbers:
    """Compute ρ over the last axis: Pearson's correlation of the ranks, equal values sharing their mean rank."""
    one, other = (_centred_ranks(each) for each in (a, b))
    rho: Numbers = (one * other).sum(axis=-1) / np.sqrt((one**2).sum(axis=-1) * (other**2).sum(axis=-1))
    return rho


def _centred_ranks(values: Numbers) -> Numbers:
    below = np.sign(values[..., :, np.newaxis] - values[..., np.newaxis, :]).sum(axis=-1)
    ranks: Numbers = np.where(np.isnan(values), np.nan, below / 2)
    return ranks
