"""The scores of one system by one metric, for each sentence and in total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from karat.algebra import Score, Scored
from karat.algebra.plans.swept_corpus import area, area_by_recall
from karat.algebra.scores.corpus import AnyCorpus, CompositeCorpus, Corpus, gathered
from karat.metrics import scores_cliques
from karat.one_line import one_line, paragraph
from karat.results.signatures import parts_of
from karat.results.statistics.confidence_curve import CurvePoint
from karat.results.statistics.estimate import TOO_FEW, Estimate
from karat.results.statistics.intervals import Interval
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

VALUES = ("precision", "recall", "f1")

Key = tuple[str, str | None]
"""A metric and its facet, or one of the types that it is broken down by."""


@dataclass(frozen=True, slots=True)
class Delta:
    """Precision, recall and F1 of the worst member of each clique minus those of the originals, with intervals."""

    values: tuple[float | None, ...]
    intervals: tuple[Interval | None, ...] = (None, None, None)

    __repr__ = one_line

    @property
    def precision(self) -> float | None:
        return self.values[0]

    @property
    def recall(self) -> float | None:
        return self.values[1]

    @property
    def f1(self) -> float | None:
        return self.values[2]


# Not slotted: cached properties need the instance's dictionary.
@dataclass(frozen=True)
class Measurement:
    """A metric's scores of a system: one for each sentence, in the benchmark's order, and values of their sum.

    ``scores`` of an evaluation are in columns (``karat.algebra``): a score is made when it is asked for.
    ``facet`` is one of BenchIE's or ROBUST's, or with ``by_type`` a type from the data, which can have any name.
    ``threshold`` and ``curve`` belong to metrics that sweep over confidences.
    ROBUST has one score per clique, under the clique's id; the facet of the worst members also has its ``delta`` to the
    originals.
    """

    metric: str
    facet: str | None
    sentences: tuple[str, ...]
    scores: Sequence[Scored]
    signature: str
    intervals: tuple[Interval | None, ...] = (None, None, None)
    threshold: float | None = None
    curve: Sequence[CurvePoint] = ()
    delta: Delta | None = None
    by_type: bool = False

    __repr__ = one_line
    _repr_html_ = paragraph

    @property
    def key(self) -> Key:
        """Identifies the measurement among those of a system."""
        return self.metric, self.facet

    @cached_property
    def score(self) -> Scored:
        """The sum over all sentences."""
        return self.corpus.total

    @cached_property
    def corpus(self) -> AnyCorpus:
        """The scores of all sentences in columns."""
        return self.scores if isinstance(self.scores, (Corpus, CompositeCorpus)) else gathered(self.scores)

    def _estimate(self, index: int) -> Estimate:
        score, interval = self.score, self.intervals[index]
        value = getattr(score, VALUES[index])
        if interval is not None:
            return Estimate(value, interval.low, interval.high, score)
        return Estimate(value, None, None, score, without=TOO_FEW if self.asked and value is not None else None)

    @property
    def asked(self) -> bool:
        """Whether intervals were asked for, even if none could be computed."""
        return "|ci:" in self.signature

    @property
    def precision(self) -> Estimate:
        return self._estimate(0)

    @property
    def recall(self) -> Estimate:
        return self._estimate(1)

    @property
    def f1(self) -> Estimate:
        return self._estimate(2)

    @property
    def label(self) -> str:
        """The metric, followed by its type, or by its facet if that is not the default."""
        return measurement_label(self.metric, self.facet, by_type=self.by_type)

    @property
    def counts(self) -> dict[str, float]:
        """How much was matched, spurious and missed; empty for a metric that combines others."""
        if not isinstance(self.score, Score):
            return {}
        if scores_cliques(self.metric):  # the masses are shares of cliques
            return {"cliques": len(self.sentences)}
        masses = self.score.masses
        counts = {
            "matched": masses.matched_gold,
            "spurious": masses.predicted - masses.matched_predicted,
            "missed": masses.gold - masses.matched_gold,
        }
        return {name: int(mass) if isinstance(mass, int) else float(mass) for name, mass in counts.items()}

    @property
    def stand_in(self) -> bool:
        """Whether missing gold was replaced by other tuples, so that the numbers are not the benchmark's."""
        return "gold:stand-in" in parts_of(self.signature)

    @property
    def auc(self) -> float | None:
        """Area under the precision-recall curve, by the trapezoidal rule, starting at recall 0 and precision 1."""
        return area(self.places) if self.curve else None

    @property
    def auc_by_recall(self) -> float | None:
        """The same area with the points sorted by recall, as OIE2016 published it."""
        return area_by_recall(self.places) if self.curve else None

    @property
    def places(self) -> list[tuple[float, float]]:
        """Recall and precision along the curve, the highest threshold first."""
        return [(point.recall or 0.0, point.precision or 0.0) for point in self.curve]

    @cached_property
    def masses(self) -> Numbers:
        """Each sentence's masses as a row, in the columns that ``statistic`` expects."""
        return self.corpus.quotients.masses

    @property
    def statistic(self) -> Shares:
        """Computes precision, recall and F1 from summed masses."""
        return Shares(self._values, self.scores[0].ceilings)

    def _values(self, masses: Numbers) -> Numbers:
        return np.stack(self.scores[0].quotients.columns(masses)[:3], axis=-1)

    def __str__(self) -> str:
        shown = ", ".join(f"{name} {estimate}" for name, estimate in self.estimates())
        return f"{self.label}: {shown}"

    def estimates(self) -> list[tuple[str, Estimate]]:
        """List precision, recall and F1 with their names, as far as they are defined."""
        named = [("precision", self.precision), ("recall", self.recall), ("F1", self.f1)]
        return [(name, estimate) for name, estimate in named if estimate.value is not None] or named[2:]


def measurement_label(metric: str, facet: str | None, *, by_type: bool = False) -> str:
    """Join a metric and its facet or type, unless that is the default facet.

    >>> measurement_label("benchie", "C"), measurement_label("benchie", "default"), measurement_label("carb", None)
    ('benchie-C', 'benchie', 'carb')
    """
    unnamed = facet is None or (facet == "default" and not by_type)
    return metric if unnamed else f"{metric}-{facet}"
