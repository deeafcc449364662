"""A metric at every confidence threshold, from one comparison of all pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from karat.algebra.exact import Number
from karat.algebra.matching import Sides
from karat.algebra.matching_plans import MatchPlan, choose
from karat.algebra.normaliser import Masses
from karat.algebra.plan import Plan
from karat.algebra.score import Score
from karat.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class Step:
    """The masses of what is kept at and above a threshold."""

    threshold: float
    masses: Masses


def sweep(metric: Sides, predicted: Sequence[Any], gold: Any, confidences: Sequence[float]) -> list[Step]:
    """Score one document at each of its distinct confidences, the highest first."""
    one, other = _plan(metric.precision), _plan(metric.recall)
    mine, theirs = list(predicted), one.listed(gold)
    for_precision = one.cells(mine, theirs, one.inner)
    for_recall = other.cells(mine, theirs, other.inner)
    gold_mass = other.masses([], theirs).masses.gold
    own = [one.inner.own_predicted(each) for each in mine]
    steps = []
    for threshold in sorted(set(confidences), reverse=True):
        kept = {row for row, confidence in enumerate(confidences) if confidence >= threshold}
        pairs = choose([cell for cell in for_precision if cell.predicted in kept], one.constraint, one.ties)
        rows = choose([cell for cell in for_recall if cell.predicted in kept], other.constraint, other.ties)
        masses = Masses(
            sum(cell.weight for cell in pairs),
            sum(own[row] for row in kept),
            sum(cell.weight for cell in rows),
            gold_mass,
        )
        steps.append(Step(threshold, masses))
    return steps


def _plan(side: Any) -> MatchPlan:
    plan: Plan = side.plan
    if not isinstance(plan, MatchPlan):
        raise DefinitionError(f"a sweep is over matchings: expected Σ[φ], found {side}")
    return plan


def curve(documents: Iterable[Sequence[Step]], metric: Sides, gold: Number) -> list[tuple[float, Score]]:
    """The corpus's score at every threshold, the highest first; ``gold`` is the gold mass of all documents.

    A document changes only at its own confidences, so each step adds what changed there.
    """
    changes: dict[float, list[Number]] = {}
    for steps in documents:
        before: tuple[Number, ...] = (0, 0, 0)
        for step in steps:
            now = step.masses[:3]
            change = changes.setdefault(step.threshold, [0, 0, 0])
            for column in range(3):
                change[column] += now[column] - before[column]
            before = now
    totals: list[Number] = [0, 0, 0]
    points = []
    for threshold in sorted(changes, reverse=True):
        totals = [total + change for total, change in zip(totals, changes[threshold], strict=True)]
        points.append((threshold, Score(totals[0], totals[1], totals[2], gold, metric.normaliser)))
    return points


def area(places: Iterable[tuple[float, float]]) -> float:
    """Area under (recall, precision) places by trapezoids, from (0, 1) on."""
    steps = pairwise([(0.0, 1.0), *places])
    return sum((right - left) * (low + high) / 2 for (left, low), (right, high) in steps)
