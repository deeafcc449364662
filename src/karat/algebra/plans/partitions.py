"""Plans by one contingency table: matchings of collections, memberships (B³) and links (BLANC)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from karat.algebra.definitions.constraint import Constraint, Ties
from karat.algebra.definitions.partition import memberships
from karat.algebra.plans.contingency import Contingency
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.matchings import MatchPlan, choose
from karat.algebra.plans.plan import Plan, Result
from karat.algebra.plans.wrappers import TransformedPlan
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number, ratio, total
from karat.algebra.scores.normaliser import Masses
from karat.algebra.solvers.assignment import Cell, largest_total


class CountedMatchPlan(MatchPlan):
    """A matching of collections whose similarity is a formula over shared elements, by their contingency table."""

    def __init__(self, inner: Plan, counting: Counting, constraint: Constraint, ties: Ties, distinct: bool) -> None:
        super().__init__(inner, constraint, ties, None, distinct)
        self.inner_counting = counting
        self.as_given = not (distinct or self.order_matters)
        self.one_to_one = constraint is Constraint.ONE_TO_ONE
        self.adds = constraint is Constraint.N_TO_N and counting.splits
        """The values of all pairs add up to the matched mass, where no element is repeated."""

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        counting = self.inner_counting
        if not self.as_given:
            predicted, gold = self.listed(predicted), self.listed(gold)
        table = counting.table(predicted, gold)
        one, other = self._matched(table)
        return Result(Masses(one, counting.side_total(table, 0), other, counting.side_total(table, 1)))

    def _matched(self, table: Contingency) -> tuple[Number, Number]:
        counting = self.inner_counting
        if self.adds and table.disjoint:
            matched = counting.total(table)
            return matched, matched
        # Integers compare faster than fractions.
        weights, common = counting.weights(table)
        if self.one_to_one:
            matched = ratio(largest_total(table.rows, table.columns, weights, table.leading), common)
            return matched, matched
        cells: list[Cell] = [cell for cell in zip(table.rows, table.columns, weights, strict=True) if cell[2]]
        if self.constraint is Constraint.N_TO_N:
            one, other = self._shared_with_all(table, cells, common)
        else:
            one, other = self._side_masses([], [], choose(cells, self.constraint, self.ties))
        return ratio(one, common), ratio(other, common)

    def _shared_with_all(self, table: Contingency, cells: list[Cell], common: int) -> tuple[Number, Number]:
        """Sum by row and by column; no collection is matched by more than its mass."""
        here: dict[int, Number] = {}
        there: dict[int, Number] = {}
        for row, column, weight in cells:
            here[row] = here.get(row, 0) + weight
            there[column] = there.get(column, 0) + weight
        return (
            total([min(weight, self._own(table.predicted[row]) * common) for row, weight in here.items()]),
            total([min(weight, self._own(table.gold[column]) * common) for column, weight in there.items()]),
        )

    def _own(self, size: int) -> Number:
        return self.inner_counting.formula(size, size, size)


class MembershipPlan(TransformedPlan):
    """Elements with their collections (B³), by the contingency table of the collections.

    Each shared element is one matched pair, with the similarity of its cell in the table. If an element is in two
    collections of one side, the general plan is used.
    """

    def __init__(self, general: MatchPlan, counting: Counting) -> None:
        super().__init__(general, memberships, memberships)
        formula = counting.formula
        self.membership_counting = replace(
            counting, formula=lambda both, one, other: both * formula(both, one, other), splits=False
        )

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        counting = self.membership_counting
        table = counting.table(predicted, gold)
        if not table.disjoint:
            return super().masses(predicted, gold, time_limit)
        matched = counting.total(table)
        return Result(Masses(matched, counting.side_total(table, 0), matched, counting.side_total(table, 1)))


class LinkPlan(Plan):
    """Pairs of elements with or without a common collection (BLANC), counted without listing them."""

    def __init__(self, general: Plan, counting: Counting, *, apart: bool) -> None:
        self.general = general
        self.counting_of_elements = counting
        self.apart_links = apart

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        counting = self.counting_of_elements
        table = counting.table(predicted, gold)
        if not table.disjoint:
            return self.general.masses(predicted, gold, time_limit)
        rows: dict[int, int] = {}
        columns: dict[int, int] = {}
        for row, column, both in zip(table.rows, table.columns, table.shared, strict=True):
            rows[row] = rows.get(row, 0) + both
            columns[column] = columns.get(column, 0) + both
        together = sum(map(_pairs, table.shared))
        one, other = sum(map(_pairs, table.predicted)), sum(map(_pairs, table.gold))
        if not self.apart_links:
            return Result(Masses(together, one, together, other))
        common = _pairs(sum(rows.values()))
        apart = common - sum(map(_pairs, rows.values())) - sum(map(_pairs, columns.values())) + together
        return Result(Masses(apart, _pairs(sum(table.predicted)) - one, apart, _pairs(sum(table.gold)) - other))

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.masses(predicted, gold).masses.matched_predicted

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        return self.general.align(predicted, gold, time_limit)


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
