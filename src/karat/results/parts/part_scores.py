"""What one system scores on one part of the sentences: columns of masses, and counts that add up over parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf

from karat.algebra.plans.swept_corpus import SweptCorpus
from karat.benchmarks.gold import Gold
from karat.model import Extraction
from karat.one_line import one_line
from karat.results.checks.plausibility import Order, count_exchanges
from karat.results.measuring import MeasuredPart, measure_part
from karat.results.options import Options
from karat.results.output_statistics import OutputCounts


@dataclass(frozen=True, slots=True)
class PartScores:
    """A system's scores on a part, without the extractions: small enough to send from one process to another.

    ``exchanges`` are the extractions that would be right with their slots in another order. They are counted only
    where the first metric gives no credit: they matter only if it gives none in any part.
    """

    measured: MeasuredPart
    counts: OutputCounts
    exchanges: Counter[Order]

    __repr__ = one_line


def score_part(
    extractions: Sequence[Sequence[Extraction]],
    gold: Gold,
    options: Options,
    applicable: Collection[str] | None = None,
    counts: OutputCounts | None = None,
) -> PartScores:
    """Score a system's extractions of some sentences, whose gold is given.

    ``applicable`` are the metrics that apply to the whole gold; by default, those that apply to the gold given.
    ``counts`` are those of the extractions, if they are known.
    """
    measured = measure_part(extractions, gold, options, applicable)
    has_credit = _has_credit(measured, options.metrics or gold.metrics, applicable)
    return PartScores(
        measured,
        OutputCounts.of(extractions) if counts is None else counts,
        Counter() if has_credit else count_exchanges(extractions, gold.facts),
    )


def _has_credit(part: MeasuredPart, metrics: Sequence[str], applicable: Collection[str] | None) -> bool:
    """Whether the first metric gives any credit; not if the part has no gold for it."""
    for metric in metrics:
        measured = part.by_metric.get(metric)
        if measured:
            corpus = measured[0].corpus
            return bool((corpus.scores_at(-inf) if isinstance(corpus, SweptCorpus) else corpus).total.f1)
        if measured is None and applicable is not None and metric in applicable:
            return False
    return False
