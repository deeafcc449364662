"""A document at every confidence threshold, from one comparison of all pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any

from karat.algebra.definitions.combination import Sides
from karat.algebra.definitions.constraint import Constraint
from karat.algebra.definitions.similarity import Normalised
from karat.algebra.plans.matchings import MatchPlan, choose
from karat.algebra.plans.pairing import alike
from karat.algebra.plans.plan import Plan
from karat.algebra.scores.exact import Number, ratio, total, whole_numbers
from karat.algebra.scores.normaliser import Masses
from karat.algebra.solvers.assignment import Cell, WeighedCell
from karat.algebra.solvers.greedy_totals import greedy_totals
from karat.errors import DefinitionError
from karat.quick_records import quick_init

_WHOLE = {int}

Compare = Callable[[list[Any], list[Any]], tuple[list[Cell], list[Cell]]]
"""Finds the pairs of predictions and gold that are alike by precision, and those that are alike by recall."""


@quick_init
@dataclass(frozen=True, slots=True)
class Step:
    """The masses of a document without predictions below a threshold."""

    threshold: float
    masses: Masses


def sweep(
    metric: Sides,
    predicted: Sequence[Any],
    gold: Any,
    confidences: Sequence[float],
    compare: Compare | None = None,
) -> list[Step]:
    """Score one document at each of its distinct confidences, the highest first.

    ``compare`` gives the pairs that are alike by precision and by recall, for metrics that find both at once.
    """
    precision, recall = _plan(metric.precision), _plan(metric.recall)
    mine, theirs = list(predicted), precision.listed(gold)
    thresholds = sorted(set(confidences), reverse=True)
    if compare is None:
        by_precision, by_recall = alike(mine, theirs, precision.inner), alike(mine, theirs, recall.inner)
    else:
        by_precision, by_recall = compare(mine, theirs)
    matched_predicted = _matched(by_precision, precision, confidences, thresholds)
    matched_gold = _matched(by_recall, recall, confidences, thresholds)
    gold_mass = total(recall.inner.owns(theirs, 1))
    predicted_masses = _sums(precision.inner.owns(mine, 0), confidences, thresholds)
    columns = zip(thresholds, matched_predicted, predicted_masses, matched_gold, strict=True)
    return [
        Step(threshold, Masses(here, predicted_mass, there, gold_mass))
        for threshold, here, predicted_mass, there in columns
    ]


def _matched(
    cells: list[Cell], plan: MatchPlan, confidences: Sequence[float], thresholds: Sequence[float]
) -> list[Number]:
    """The matched weight at each threshold; computed in integers, which compare and add quickly."""
    if not cells:
        return [0] * len(thresholds)
    if plan.constraint not in (Constraint.GREEDY, Constraint.ONE_TO_N):
        above = ([cell for cell in cells if confidences[cell[0]] >= threshold] for threshold in thresholds)
        return [total([weight for _, _, weight in choose(each, plan.constraint, plan.ties)]) for each in above]
    weights, common = whole_numbers([weight.as_integer_ratio() for _, _, weight in cells])
    whole = [(row, column, weight) for (row, column, _), weight in zip(cells, weights, strict=True)]
    totals_of = greedy_totals if plan.constraint is Constraint.GREEDY else _best_totals
    return [ratio(each, common) for each in totals_of(whole, confidences, thresholds)]


def _best_totals(cells: list[WeighedCell], confidences: Sequence[float], thresholds: Sequence[float]) -> list[int]:
    """The sum of each column's heaviest cell at each threshold, from the highest on."""
    best: dict[int, int] = {}
    added: dict[float, int] = {}
    for row, column, weight in sorted(cells, key=lambda cell: -confidences[cell[0]]):
        more = weight - best.get(column, 0)
        if more > 0:
            best[column] = weight
            added[confidences[row]] = added.get(confidences[row], 0) + more
    return list(accumulate(added.get(threshold, 0) for threshold in thresholds))


def _sums(masses: Iterable[Number], confidences: Sequence[float], thresholds: Sequence[float]) -> list[Number]:
    """Sum up the masses of the predictions at and above each threshold."""
    changes: dict[float, list[Number]] = {threshold: [] for threshold in thresholds}
    for mass, confidence in zip(masses, confidences, strict=True):
        changes[confidence].append(mass)
    return _running(list(changes.values()))


def matched_first(metric: Normalised, predicted: Sequence[Any], gold: Any, confidences: Sequence[float]) -> list[Step]:
    """Match all predictions once; then, at each distinct confidence, count only the pairs at and above it.

    OIE2016 does so: leaving predictions out does not change the matching of the others.
    """
    plan = _plan(metric.inner)
    mine, theirs, pairs, _ = plan.matched(list(predicted), gold)
    gold_mass = total(plan.inner.owns(theirs, 1))
    thresholds = sorted(set(confidences), reverse=True)
    weights, common = whole_numbers([weight.as_integer_ratio() for _, _, weight in pairs])
    whole = [(row, column, weight) for (row, column, _), weight in zip(pairs, weights, strict=True)]
    turned = [(row, row, weight) for row, _, weight in whole]
    predicted_masses = _sums(plan.inner.owns(mine, 0), confidences, thresholds)
    matched_predicted, matched_gold = (
        [ratio(each, common) for each in _best_totals(cells, confidences, thresholds)] for cells in (turned, whole)
    )
    return [
        Step(threshold, Masses(here, mass, there, gold_mass))
        for threshold, here, mass, there in zip(
            thresholds, matched_predicted, predicted_masses, matched_gold, strict=True
        )
    ]


def _plan(side: Any) -> MatchPlan:
    plan: Plan = side.plan
    if not isinstance(plan, MatchPlan):
        raise DefinitionError(f"a sweep is over matchings: expected Σ[φ], found {side}")
    return plan


def _running(changes: list[list[Number]]) -> list[Number]:
    """Running sums, in integers over one denominator."""
    if _WHOLE.issuperset(type(number) for change in changes for number in change):
        return list(accumulate(map(sum, changes)))
    sizes = [len(change) for change in changes]
    weights, common = whole_numbers([number.as_integer_ratio() for change in changes for number in change])
    added = iter(weights)
    sums = accumulate(sum(islice(added, size)) for size in sizes)
    return [ratio(each, common) for each in sums]
