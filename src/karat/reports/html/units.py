"""What an evaluation counts, in words."""

from __future__ import annotations

from karat.metrics import scores_cliques
from karat.results.evaluation import Evaluation


def unit_of(evaluation: Evaluation) -> str:
    """What the scores are of and the intervals are drawn over: sentences, documents of a task, or cliques."""
    if evaluation.task:
        return "document"
    return unit_of_metric(evaluation.systems[0].first.metric)


def unit_of_metric(metric: str) -> str:
    """What a metric of extractions scores one by one.

    >>> unit_of_metric("benchie"), unit_of_metric("robust")
    ('sentence', 'clique')
    """
    return "clique" if scores_cliques(metric) else "sentence"
