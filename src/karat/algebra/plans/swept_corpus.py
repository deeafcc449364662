"""A confidence threshold swept over a document, and over a corpus.

The steps of a document are its masses at each of its confidences; those of a corpus are kept in columns and add up to a
curve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from math import lcm
from typing import TYPE_CHECKING, Any

from karat.algebra.definitions.matching import Constraint, Sides
from karat.algebra.definitions.similarity import Normalised
from karat.algebra.plans.matchings import MatchPlan, alike, choose
from karat.algebra.plans.plan import Plan
from karat.algebra.scores.corpus import Column, Corpus, integers
from karat.algebra.scores.exact import Number, ratio, total, whole_numbers
from karat.algebra.scores.normaliser import Masses, Normaliser
from karat.algebra.scores.score import Score
from karat.algebra.solvers.assignment import Cell, WeighedCell
from karat.errors import DefinitionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WHOLE = {int}
LARGEST = 2**62
"""Sums below this are computed in integers of 64 bits, others in those of Python."""
Compare = Callable[[list[Any], list[Any]], tuple[list[Cell], list[Cell]]]
"""Finds the pairs of predictions and gold that are alike by precision, and those that are alike by recall."""
Values = tuple[float | None, float | None, float | None]
"""Precision, recall and F1."""


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


def _plan(side: Any) -> MatchPlan:
    plan: Plan = side.plan
    if not isinstance(plan, MatchPlan):
        raise DefinitionError(f"a sweep is over matchings: expected Σ[φ], found {side}")
    return plan


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


def greedy_totals(cells: list[WeighedCell], confidences: Sequence[float], thresholds: Sequence[float]) -> list[int]:
    """The weight of the greedy matching of the rows at and above each threshold, from the highest on.

    A greedy matching takes cells in a fixed order, so it is the only stable one: no row and column both hold later
    cells than the one they share. So a new row takes the first of its cells whose column is free or held by a later
    cell, and the row that held it goes on with the next of its own cells (Gale and Shapley, 1962). Every cell is tried
    once at most.

    >>> greedy_totals([(0, 0, 2), (1, 0, 3), (1, 1, 1)], [0.9, 0.5], [0.9, 0.5])
    [2, 3]
    """
    wishes: dict[int, list[tuple[int, int, int]]] = {}
    # As in heaviest_first: by weight, then by gold element, then by prediction.
    ranked = sorted([(-weight, column, row) for row, column, weight in cells])
    for rank, (weight, column, row) in enumerate(ranked):
        wishes.setdefault(row, []).append((rank, column, -weight))
    tried = dict.fromkeys(wishes, 0)
    holders: dict[int, tuple[int, int, int]] = {}
    added: dict[float, int] = {}
    for newcomer in sorted(wishes, key=lambda row: -confidences[row]):
        gain = 0
        row = newcomer
        while tried[row] < len(wishes[row]):
            rank, column, weight = wishes[row][tried[row]]
            tried[row] += 1
            holder = holders.get(column)
            if holder is None or rank < holder[0]:
                holders[column] = rank, row, weight
                gain += weight
                if holder is None:
                    break
                gain -= holder[2]
                row = holder[1]
        added[confidences[newcomer]] = added.get(confidences[newcomer], 0) + gain
    return list(accumulate(added.get(threshold, 0) for threshold in thresholds))


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


def _running(changes: list[list[Number]]) -> list[Number]:
    """Running sums, in integers over one denominator."""
    if _WHOLE.issuperset(type(number) for change in changes for number in change):
        return list(accumulate(map(sum, changes)))
    sizes = [len(change) for change in changes]
    weights, common = whole_numbers([number.as_integer_ratio() for change in changes for number in change])
    added = iter(weights)
    sums = accumulate(sum(islice(added, size)) for size in sizes)
    return [ratio(each, common) for each in sums]


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


class CurvePoints:
    """A corpus's score at every threshold, the highest first.

    The matched masses are numerators over one denominator each, so that a curve of a million points needs no million
    fractions; a score is made when it is asked for.
    """

    __slots__ = ("_commons", "_masses", "gold", "normaliser", "thresholds")

    def __init__(
        self,
        thresholds: NDArray[np.float64],
        masses: Sequence[NDArray[Any]],
        commons: Sequence[int],
        gold: Number,
        normaliser: Normaliser,
    ) -> None:
        self.thresholds = thresholds
        self._masses = tuple(masses)
        self._commons = tuple(commons)
        self.gold = gold
        self.normaliser = normaliser

    def to_full_recall(self) -> CurvePoints:
        """The points up to the highest threshold that keeps everything matched."""
        found = self._masses[2]
        end = int((found == found[-1]).argmax()) + 1 if len(found) else 0
        masses = [each[:end] for each in self._masses]
        return CurvePoints(self.thresholds[:end], masses, self._commons, self.gold, self.normaliser)

    def values(self) -> Iterator[Values]:
        """Precision, recall and F1 at each threshold; those of ``Score`` to the last digit, but much faster."""
        one_below, predicted_below, other_below = self._commons
        simple = type(self.normaliser).parts is Normaliser.parts and not self.normaliser.whole and predicted_below == 1
        gold = self.gold
        for one, predicted, other in zip(*(masses.tolist() for masses in self._masses), strict=True):
            if simple and predicted and isinstance(gold, int) and gold:
                # Python divides integers of any size to the nearest float, so nothing need be reduced.
                right, below = one * other_below * gold, other * one_below * predicted
                f1 = 2 * one * other / (right + below) if one and other else 0.0
                yield one / (one_below * predicted), other / (other_below * gold), f1
            else:
                score = self._score(one, predicted, other)
                yield score.precision, score.recall, score.f1

    def __len__(self) -> int:
        return len(self.thresholds)

    def __iter__(self) -> Iterator[tuple[float, Score]]:
        scores = map(self._score, *(masses.tolist() for masses in self._masses))
        return zip(self.thresholds.tolist(), scores, strict=True)

    def _score(self, *masses: int) -> Score:
        one, predicted, other = map(ratio, masses, self._commons)
        return Score(one, predicted, other, self.gold, self.normaliser)


@dataclass(frozen=True, slots=True)
class Curve:
    """A corpus's scores at all thresholds, the highest first, and each document's score at the best one."""

    points: CurvePoints
    threshold: float | None
    scores: Corpus[Score]

    @property
    def best(self) -> Score:
        """The score at the threshold with the best F1; of equal ones the lowest."""
        return self.scores.total

    @property
    def places(self) -> list[tuple[float, float]]:
        """Recall and precision at each threshold, the highest first."""
        return [(recall or 0.0, precision or 0.0) for precision, recall, _ in self.points.values()]

    @property
    def auc(self) -> float:
        """Area under the curve of precision over recall, by trapezoids, from (0, 1) on."""
        return area(self.places)


class SweptCorpus:
    """The masses of documents at each of their confidences, in columns; those of several parts can be joined.

    Document ``n`` has the steps up to ``ends[n]``, from where the one before it ends, the highest confidence first.
    ``masses`` are matched predicted, predicted and matched gold mass of each step; ``gold`` is the gold mass of each
    document. ``to_full_recall`` ends the curve at the highest threshold that keeps everything matched, as the curves of
    older scikit-learn do.
    """

    __slots__ = ("ends", "gold", "masses", "normaliser", "thresholds", "to_full_recall")

    def __init__(
        self,
        ends: NDArray[np.int64],
        thresholds: NDArray[np.float64],
        masses: Sequence[Column],
        gold: Column,
        normaliser: Normaliser,
        *,
        to_full_recall: bool = False,
    ) -> None:
        self.ends = ends
        self.thresholds = thresholds
        self.masses = tuple(masses)
        self.gold = gold
        self.normaliser = normaliser
        self.to_full_recall = to_full_recall

    @classmethod
    def of(
        cls,
        documents: Iterable[Sequence[Step]],
        gold: Sequence[Number],
        normaliser: Normaliser,
        *,
        to_full_recall: bool = False,
    ) -> SweptCorpus:
        """Pack the steps of documents."""
        import numpy as np  # not at start-up

        ends: list[int] = []
        steps: list[Step] = []
        for document in documents:
            steps += document
            ends.append(len(steps))
        return cls(
            np.array(ends, dtype=np.int64),
            np.array([step.threshold for step in steps], dtype=np.float64),
            [Column.of([step.masses[place] for step in steps]) for place in range(3)],
            Column.of(gold),
            normaliser,
            to_full_recall=to_full_recall,
        )

    @classmethod
    def joined(cls, parts: Sequence[SweptCorpus]) -> SweptCorpus:
        """Concatenate the documents of several parts."""
        import numpy as np  # not at start-up

        first = parts[0]
        sizes = np.cumsum([0, *(len(part.thresholds) for part in parts[:-1])])
        return cls(
            np.concatenate([part.ends + size for part, size in zip(parts, sizes, strict=True)]),
            np.concatenate([part.thresholds for part in parts]),
            [Column.joined(columns) for columns in zip(*(part.masses for part in parts), strict=True)],
            Column.joined([part.gold for part in parts]),
            first.normaliser,
            to_full_recall=first.to_full_recall,
        )

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def _starts(self) -> NDArray[np.int64]:
        import numpy as np  # not at start-up

        return np.concatenate([[0], self.ends[:-1]]).astype(np.int64) if len(self) else self.ends

    def points(self) -> CurvePoints:
        """The corpus's score at every threshold, the highest first.

        A document changes only at its own confidences, so each step adds what changed there.
        """
        import numpy as np  # not at start-up

        # The index of the first of equal thresholds: 0.0 and -0.0 are equal, and the first one is shown.
        ascending, first, groups = np.unique(self.thresholds, return_index=True, return_inverse=True)
        order = np.argsort(-groups, kind="stable")
        begins = np.flatnonzero(np.diff(groups[order], prepend=-1)) if len(order) else order
        has_steps = self.ends > self._starts
        summed = [self._running(column, order, begins, self._starts[has_steps]) for column in self.masses]
        masses, commons = zip(*summed, strict=True)
        assert len(ascending) == len(begins)
        return CurvePoints(self.thresholds[first][::-1], masses, commons, self.gold.total, self.normaliser)

    def _running(
        self, column: Column, order: NDArray[np.int64], begins: NDArray[np.int64], starts: NDArray[np.int64]
    ) -> tuple[NDArray[Any], int]:
        """Running sums of what changes at each threshold, as numerators over one denominator."""
        import numpy as np  # not at start-up

        numerators, common = _over_one_denominator(column)
        changes = numerators.copy()
        changes[1:] -= numerators[:-1]
        changes[starts] = numerators[starts]
        return (np.cumsum(np.add.reduceat(changes[order], begins)) if len(begins) else numerators), common

    def scores_at(self, threshold: float | None) -> Corpus[Score]:
        """Each document's score at a threshold: that of its lowest confidence at or above it."""
        import numpy as np  # not at start-up

        kept = np.zeros(len(self.thresholds), dtype=bool) if threshold is None else self.thresholds >= threshold
        passed = np.concatenate([[0], np.cumsum(kept)])
        steps = passed[self.ends] - passed[self._starts]
        # The place of each document's last step that is kept; the step of zeros at the end is for those without any.
        places = np.where(steps > 0, self._starts + steps - 1, len(self.thresholds))
        zero = Column.of([0])
        columns = [Column.joined([column, zero]).take(places) for column in self.masses]
        return Corpus([*columns, self.gold], (None,) * len(self), Score(0, 0, 0, 0, self.normaliser))

    def best(self) -> Curve:
        """Find the threshold with the best F1."""
        points = self.points()
        if self.to_full_recall:
            points = points.to_full_recall()
        best = max(((f1 or 0.0, place) for place, (_, _, f1) in enumerate(points.values())), default=None)
        threshold = None if best is None else float(points.thresholds[best[1]])
        return Curve(points, threshold, self.scores_at(threshold))


def _over_one_denominator(column: Column) -> tuple[NDArray[Any], int]:
    """Multiply all numbers by their common denominator; also give it."""
    import numpy as np  # not at start-up

    if column.bottoms is None:
        return column.tops, 1
    common = lcm(*set(column.bottoms.tolist()))
    largest = float(np.abs(column.floats).max()) + 1
    if column.tops.dtype != object and common * largest * len(column) < LARGEST:
        return column.tops * (common // column.bottoms), common
    factors = integers([common // bottom for bottom in column.bottoms.tolist()]).astype(object)
    return column.tops.astype(object) * factors, common


def area_by_recall(places: Sequence[tuple[float, float]]) -> float:
    """Area under (recall, precision) places, highest threshold first, sorted by recall before the trapezoids are taken.

    The sort keeps the order of rising thresholds, so that of places with equal recall the lowest threshold comes first;
    (0, 1) is the last of those with recall 0. OIE2016's published areas are taken so.
    """
    ranked = sorted([*reversed(places), (0.0, 1.0)], key=lambda place: place[0])
    return sum((right - left) * (low + high) / 2 for (left, low), (right, high) in pairwise(ranked))


def area(places: Iterable[tuple[float, float]]) -> float:
    """Area under (recall, precision) places by trapezoids, from (0, 1) on."""
    steps = pairwise([(0.0, 1.0), *places])
    return sum((right - left) * (low + high) / 2 for (left, low), (right, high) in steps)
