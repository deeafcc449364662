"""What pictures of cliques show beside the results themselves: averages with intervals, counts, the widest cliques."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.algebra.scores.exact import ratio, total
from karat.metrics.oie.robust import CliqueScore
from karat.results.cliques.syntax import SyntaxByDiscount
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.algebra import Number
    from karat.results.evaluation import Evaluation
    from karat.results.statistics.resampling import Numbers

BINS = 20
"""Into how many steps from 0 to 1 the cliques' means are counted."""


@dataclass(frozen=True, slots=True)
class Average:
    """The mean over cliques at one discount, and where it lies; nothing where no clique has a pair of sentences."""

    discount: float
    value: float | None
    low: float | None = None
    high: float | None = None


def averages_with_intervals(found: SyntaxByDiscount, resampling: Resampling | None) -> tuple[Average, ...]:
    """Give each average of Figure 4 its interval over cliques; none for fewer than two cliques."""
    rows = [clique.means for clique in found.cliques if None not in clique.means]
    drawn = []
    if resampling is not None and rows:
        columns = len(rows[0])
        drawn = intervals(_masses(rows), Shares(_means, (columns,) * (columns + 1)), resampling)
    return tuple(
        Average(discount, value, each.low if each else None, each.high if each else None)
        for discount, value, each in zip(
            found.discounts, found.averages, drawn or [None] * len(found.discounts), strict=True
        )
    )


def _masses(rows: Sequence[Sequence[float | None]]) -> Numbers:
    """A row for each clique, with a 1 at its end, so that sums become means."""
    return mass_array([[*(value or 0.0 for value in row), 1.0] for row in rows], len(rows[0]) + 1)


def _means(sums: Numbers) -> Numbers:
    return sums[..., :-1] / sums[..., -1:]


@dataclass(frozen=True, slots=True)
class Bin:
    """How many cliques have a mean from ``low`` to before ``high``, at each discount; the last has its end too."""

    low: float
    high: float
    counts: tuple[int, ...]


def binned(found: SyntaxByDiscount, bins: int = BINS) -> tuple[Bin, ...]:
    """Count the cliques of Figure 3 by their mean, at each discount."""
    counts = [[0] * len(found.discounts) for _ in range(bins)]
    for place, column in enumerate(found.columns):
        for value in column:
            counts[min(bins - 1, int(value * bins))][place] += 1
    return tuple(Bin(step / bins, (step + 1) / bins, tuple(row)) for step, row in enumerate(counts))


@dataclass(frozen=True, slots=True)
class WideClique:
    """A clique and what each system scores on it, in the evaluation's order; ``spread`` is the mean of theirs."""

    id: str
    text: str
    """The original."""
    spread: Number
    scores: tuple[CliqueScore, ...]


def widest_cliques(evaluation: Evaluation, most: int) -> tuple[WideClique, ...]:
    """Give the cliques whose worst and best sentences are farthest apart, the widest first; of equals the first."""
    texts = {} if evaluation.grounds is None else {each.id: each.text for each in evaluation.grounds.sentences}
    together = zip(*(system.cliques for system in evaluation), strict=True)
    found = [
        WideClique(
            scores[0].id,
            texts.get(scores[0].original.sentence, ""),
            ratio(total([score.spread for score in scores]), len(scores)),
            scores,
        )
        for scores in together
    ]
    return tuple(sorted(found, key=lambda each: -each.spread)[:most])
