"""Plans by one contingency table: matchings of collections, memberships (B³) and links (BLANC)."""

from __future__ import annotations

from typing import Any, Literal

from karat.algebra.alignment import Alignment
from karat.algebra.assignment import Cell, choose, largest_total
from karat.algebra.constraint import Constraint, Ties
from karat.algebra.counting import Contingency, Counting, Kind
from karat.algebra.exact import Number, counted_total, ratio, total, whole_numbers
from karat.algebra.matching_plans import MatchPlan
from karat.algebra.normaliser import Masses
from karat.algebra.partition import memberships
from karat.algebra.plan import Plan, Result
from karat.algebra.wrapping_plans import TransformedPlan


class CountedMatchPlan(MatchPlan):
    """A matching of collections that are compared by how many elements they share."""

    def __init__(self, inner: Plan, counting: Counting, constraint: Constraint, ties: Ties, distinct: bool) -> None:
        super().__init__(inner, constraint, ties, None, distinct)
        self.inner_counting = counting

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """All four from the table; collections of what cannot be hashed by the general rule."""
        counting = self.inner_counting
        try:
            table = counting.table(*self._documents(predicted, gold))
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            return super().masses(predicted, gold, time_limit)
        one, other = self._matched(table)
        return Result(Masses(one, self._own_total(table.sizes(0)), other, self._own_total(table.sizes(1))))

    def _documents(self, predicted: Any, gold: Any) -> tuple[Any, Any]:
        return (self.listed(predicted), self.listed(gold)) if self.distinct or self.unordered else (predicted, gold)

    def _matched(self, table: Contingency) -> tuple[Number, Number]:
        counting, kinds = self.inner_counting, table.kinds()
        if self.constraint is Constraint.N_TO_N and counting.splits and table.disjoint:
            matched = counted_total(counting.ratios(kinds), kinds.values())
            return matched, matched
        # Weights in integers: all are compared, few are added.
        weights, common = whole_numbers(counting.ratios(kinds))
        cells = table.weighed(dict(zip(kinds, weights, strict=True)))
        if self.constraint is Constraint.ONE_TO_ONE:
            matched = ratio(largest_total(cells), common)
            return matched, matched
        if self.constraint is Constraint.N_TO_N:
            one, other = self._shared_with_all(table, list(cells), common)
        else:
            one, other = self._gathered([], [], choose(list(cells), self.constraint, self.ties))
        return ratio(one, common), ratio(other, common)

    def _shared_with_all(self, table: Contingency, cells: list[Cell], common: int) -> tuple[Number, Number]:
        """Sum by row and by column; no collection can be matched by more than it has."""
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

    def _own_total(self, sizes: dict[Kind, int]) -> Number:
        return counted_total(self.inner_counting.ratios(sizes), sizes.values())


class MembershipPlan(TransformedPlan):
    """Elements that know their collection (B³), by the contingency table of the collections.

    Each shared element is one matched pair, whose collections' similarity is the table cell's; where an element is in
    two collections of one side, the general plan takes over.
    """

    def __init__(self, general: MatchPlan, counting: Counting) -> None:
        super().__init__(general, memberships, memberships)
        self.membership_counting = counting

    def side_masses(
        self, predicted: Any, gold: Any, side: Literal[0, 1], time_limit: float | None = None
    ) -> tuple[Number, Number]:
        """Each cell's similarity, as often as elements are shared."""
        table = self.membership_counting.table(predicted, gold)
        if not table.disjoint:
            return super().side_masses(predicted, gold, side, time_limit)
        return self._per_element(table.kinds()), self._per_element(table.sizes(side))

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """Each cell's similarity, as often as elements are shared."""
        table = self.membership_counting.table(predicted, gold)
        if not table.disjoint:
            return super().masses(predicted, gold, time_limit)
        matched = self._per_element(table.kinds())
        own = [self._per_element(table.sizes(side)) for side in (0, 1)]
        return Result(Masses(matched, own[0], matched, own[1]))

    def _per_element(self, kinds: dict[Kind, int]) -> Number:
        ratios = self.membership_counting.ratios(kinds)
        return counted_total(ratios, [kind[0] * times for kind, times in kinds.items()])


class LinkPlan(Plan):
    """Pairs of elements that stand together in a collection, or apart (BLANC), without listing the pairs."""

    def __init__(self, general: Plan, counting: Counting, *, apart: bool) -> None:
        self.general = general
        self.counting_of_elements = counting
        self.apart_links = apart

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """Count links by the contingency table of the collections."""
        counting = self.counting_of_elements
        table = counting.table(predicted, gold)
        if not table.disjoint:
            return self.general.masses(predicted, gold, time_limit)
        rows: dict[int, int] = {}
        columns: dict[int, int] = {}
        for row, column, both in table.cells:
            rows[row] = rows.get(row, 0) + both
            columns[column] = columns.get(column, 0) + both
        together = sum(_pairs(both) for _, _, both in table.cells)
        one, other = sum(map(_pairs, table.predicted)), sum(map(_pairs, table.gold))
        if not self.apart_links:
            return Result(Masses(together, one, together, other))
        common = _pairs(sum(rows.values()))
        apart = common - sum(map(_pairs, rows.values())) - sum(map(_pairs, columns.values())) + together
        return Result(Masses(apart, _pairs(sum(table.predicted)) - one, apart, _pairs(sum(table.gold)) - other))

    def value(self, predicted: Any, gold: Any) -> Number:
        """How many links are shared."""
        return self.masses(predicted, gold).masses.matched_predicted

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """The links themselves."""
        return self.general.align(predicted, gold)


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
