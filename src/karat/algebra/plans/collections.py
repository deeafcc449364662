"""Plans that compare whole collections: counts of shared elements, inclusion, the best pair.

And those by one contingency table of two collections of collections: matchings (MUC, CEAF), memberships (B³), links
(BLANC).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from karat.algebra.definitions.matching import Constraint, Ties
from karat.algebra.definitions.structures import memberships
from karat.algebra.plans.atoms import EqualPlan, TransformedPlan
from karat.algebra.plans.counting import Contingency, Counting, family
from karat.algebra.plans.matchings import MatchPlan, choose
from karat.algebra.plans.plan import Keys, Plan, Result, SideNumber
from karat.algebra.plans.reading import held, listed, once
from karat.algebra.scores.alignment import Alignment, Match
from karat.algebra.scores.exact import Number, exact, ratio, total
from karat.algebra.scores.normaliser import Masses
from karat.algebra.solvers.assignment import Cell, largest_total
from karat.errors import DefinitionError, SimilarityError


class CountingPlan(Plan):
    """A formula over how many elements two collections share."""

    def __init__(
        self,
        inner: Plan,
        formula: Callable[[Any, Any, Any], Any],
        name: str,
        inner_definition: object,
        distinct: bool = False,
        as_whole: bool = False,
        checked: bool = True,
    ) -> None:
        if not inner.discrete or inner.keys is None:
            raise DefinitionError(f"{name}: expected elements that are equal or not, as under δ")
        keys = inner.keys

        @lru_cache(1 << 16)
        def exactly(both: int, one: int, other: int) -> Number:
            value = exact(formula(both, one, other), name)
            own = [exact(formula(size, size, size), name) for size in (one, other)] if checked and value else []
            if own and value > min(own):
                raise SimilarityError(
                    f"{name}: expected at most φ(x, x) = {float(min(own)):g}, found {float(value):g} "
                    f"for {both} shared elements of {one} and {other}"
                )
            return value

        if exactly(0, 1, 1):
            raise DefinitionError(f"{name}: expected 0 where nothing is shared, found {exactly(0, 1, 1)}")

        def elements(side: int) -> Callable[[Any], Any]:
            def keys_of(value: Any) -> Any:
                value = held(value)
                if type(value) is frozenset and type(inner) is EqualPlan:
                    return value
                keys_read = [keys.of(side)(each) for each in listed(value)]
                return once(keys_read) if distinct else keys_read

            return keys_of

        self.counting: Counting = Counting(elements(0), elements(1), exactly, family(inner_definition, distinct))
        self.keys = Keys(self.counting.predicted, self.counting.gold, self, several=True)
        self.as_whole = as_whole

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.counting.value(predicted, gold)

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.counting.own((self.counting.gold if side else self.counting.predicted)(value))


class MaximumPlan(Plan):
    """The similarity of the best pair of two collections; 0 if one is empty."""

    def __init__(self, inner: Plan, *, remembered: bool = False) -> None:
        self.inner = inner
        self.as_whole = inner.as_whole
        self._element_value = _remembering_strings(inner.value) if remembered else inner.value
        if inner.keyed:
            one, other, *_ = inner.keys  # type: ignore[misc]
            keys = (lambda value: map(one, listed(value))), (lambda value: map(other, listed(value)))
            self.keys = Keys(*keys, self, several=True)

    def value(self, predicted: Any, gold: Any) -> Number:
        value, theirs = self._element_value, listed(gold)
        return max([value(one, other) for one in listed(predicted) for other in theirs], default=0)

    def own(self, value: Any, side: SideNumber) -> Number:
        return max(self.inner.owns(listed(value), side), default=0)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        pairs = [(one, other, self.inner.value(one, other)) for one in listed(predicted) for other in listed(gold)]
        if not pairs:
            return ()
        best = max(pairs, key=lambda pair: pair[2])
        return (("", Alignment((Match(*best),)) if best[2] else Alignment()),)


def _remembering_strings(value: Callable[[Any, Any], Number]) -> Callable[[Any, Any], Number]:
    """The same function, which computes the value of two strings only once."""
    of_strings = lru_cache(1 << 16)(value)

    def remembering(predicted: Any, gold: Any) -> Number:
        # Objects of other types can be equal and yet be compared otherwise, such as 1 and True.
        return of_strings(predicted, gold) if type(predicted) is type(gold) is str else value(predicted, gold)

    return remembering


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
