"""Rank correlation of systems' scores with people's precision, with intervals over sentences.

Kendall's τ-b (Kendall 1945, Biometrika 33) and Spearman's ρ (1904), both with ties; undefined where all are tied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.one_line import one_line
from karat.results.agreement.agreement import Coefficient, unless_equal
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, Statistic, values_of
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

FEWEST = 3
"""Fewer systems have no rank correlation worth the name."""


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """How far a metric ranks systems as people do."""

    tau: Coefficient
    spearman: Coefficient

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return both coefficients."""
        return {"tau": self.tau.to_json(), "spearman": self.spearman.to_json()}


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
    masses = np.hstack([*people, *scores])

    def correlations(sums: Numbers) -> Numbers:
        shares = sums[..., : 2 * systems].reshape(*sums.shape[:-1], systems, 2)
        precision = shares[..., 0] / shares[..., 1]
        own = sums[..., 2 * systems :].reshape(*sums.shape[:-1], systems, width)
        values = np.asarray(statistic(own))
        columns = [values[..., index] for index in range(values.shape[-1])]
        return np.stack([of(each, precision) for each in columns for of in (kendall, spearman)], axis=-1)

    points = values_of(correlations, masses.sum(axis=0))
    ends = [None] * len(points)
    if resampling is not None:
        percentile = replace(resampling, method="percentile")
        ends = intervals(masses, Shares(correlations, ()), percentile)  # type: ignore[assignment]
    found = [
        Coefficient(None) if np.isnan(point) else Coefficient(float(point), unless_equal(end))
        for point, end in zip(points, ends, strict=True)
    ]
    return tuple(RankCorrelation(*found[place : place + 2]) for place in range(0, len(found), 2))
