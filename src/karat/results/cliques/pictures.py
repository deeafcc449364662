"""Numbers for charts of cliques: averages with intervals, histograms, the cliques with the widest spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.algebra.scores.exact import ratio, total
from karat.metrics.oie.robust import CliqueScore
from karat.one_line import one_line
from karat.results.cliques.syntax import SyntaxByDiscount
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.algebra import Number
    from karat.results.evaluation import Evaluation
    from karat.results.statistics.resampling import Numbers

BINS = 20
"""The number of bins from 0 to 1 in the histogram of the cliques' means."""


@dataclass(frozen=True, slots=True)
class Average:
    """The mean over cliques at one discount, with its interval; ``None`` if no clique has a pair of sentences."""

    discount: float
    value: float | None
    low: float | None = None
    high: float | None = None

    __repr__ = one_line


def averages_with_intervals(by_discount: SyntaxByDiscount, resampling: Resampling | None) -> tuple[Average, ...]:
    """Compute each average of Figure 4 with its interval over cliques; no interval for fewer than two cliques."""
    rows = [clique.means for clique in by_discount.cliques if None not in clique.means]
    drawn = []
    if resampling is not None and rows:
        columns = len(rows[0])
        drawn = intervals(_masses(rows), Shares(_means, (columns,) * (columns + 1)), resampling)
    return tuple(
        Average(discount, value, interval.low if interval else None, interval.high if interval else None)
        for discount, value, interval in zip(
            by_discount.discounts, by_discount.averages, drawn or [None] * len(by_discount.discounts), strict=True
        )
    )


def _masses(rows: Sequence[Sequence[float | None]]) -> Numbers:
    """Make a row for each clique that ends in 1, so that sums divided by the last column are means."""
    return mass_array([[*(value or 0.0 for value in row), 1.0] for row in rows], len(rows[0]) + 1)


def _means(sums: Numbers) -> Numbers:
    return sums[..., :-1] / sums[..., -1:]


@dataclass(frozen=True, slots=True)
class Bin:
    """The number of cliques with a mean in [``low``, ``high``), at each discount; the last bin includes ``high``."""

    low: float
    high: float
    counts: tuple[int, ...]

    __repr__ = one_line


def mean_histogram(by_discount: SyntaxByDiscount, bins: int = BINS) -> tuple[Bin, ...]:
    """Count the cliques of Figure 3 by their mean, at each discount."""
    counts = [[0] * len(by_discount.discounts) for _ in range(bins)]
    for index, column in enumerate(by_discount.columns):
        for value in column:
            counts[min(bins - 1, int(value * bins))][index] += 1
    return tuple(Bin(step / bins, (step + 1) / bins, tuple(row)) for step, row in enumerate(counts))


@dataclass(frozen=True, slots=True)
class WideClique:
    """A clique and each system's score on it, in the evaluation's order; ``spread`` is the mean over systems."""

    id: str
    text: str
    """The original."""
    spread: Number
    scores: tuple[CliqueScore, ...]

    __repr__ = one_line


def widest_cliques(evaluation: Evaluation, most: int) -> tuple[WideClique, ...]:
    """List the cliques whose best and worst sentences are farthest apart, the widest first."""
    grounds = evaluation.grounds
    texts = {} if grounds is None else {sentence.id: sentence.text for sentence in grounds.sentences}
    scores_by_clique = zip(*(system.cliques for system in evaluation), strict=True)
    cliques = [
        WideClique(
            scores[0].id,
            texts.get(scores[0].original.sentence, ""),
            ratio(total([score.spread for score in scores]), len(scores)),
            scores,
        )
        for scores in scores_by_clique
    ]
    return tuple(sorted(cliques, key=lambda clique: -clique.spread)[:most])
