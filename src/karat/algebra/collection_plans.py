"""Plans of whole collections compared without a matching, and of partitions."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from karat.algebra.alignment import Alignment, Match
from karat.algebra.counting import Contingency, Counting, contingency
from karat.algebra.exact import Number, exact, total
from karat.algebra.matching_plans import MatchPlan
from karat.algebra.normaliser import Masses
from karat.algebra.partition import memberships
from karat.algebra.plan import Keys, Plan, Result
from karat.algebra.reading import listed
from karat.algebra.wrapping_plans import TransformedPlan
from karat.errors import DefinitionError


class CountingPlan(Plan):
    """A formula over how many elements two collections share."""

    def __init__(
        self,
        inner: Plan,
        formula: Callable[[Any, Any, Any], Any],
        name: str,
        family: object,
        distinct: bool = False,
    ) -> None:
        if not inner.discrete or inner.keys is None:
            raise DefinitionError(f"{name}: expected elements that are equal or not, as under δ")
        keys = inner.keys
        exactly = lru_cache(1 << 16)(lambda both, one, other: exact(formula(both, one, other), name))
        if exactly(0, 1, 1):
            raise DefinitionError(f"{name}: expected 0 where nothing is shared, found {exactly(0, 1, 1)}")

        def elements(side: int) -> Callable[[Any], Any]:
            def keys_of(value: Any) -> Any:
                found = [keys[side](each) for each in listed(value)]
                once = frozenset(found)
                return once if distinct or len(once) == len(found) else found

            return keys_of

        self.counting: Counting = Counting(elements(0), elements(1), exactly, (family, distinct))
        self.tokens = Keys(self.counting.predicted, self.counting.gold)

    def value(self, predicted: Any, gold: Any) -> Number:
        """The formula's value."""
        return self.counting.value(predicted, gold)

    def own_predicted(self, predicted: Any) -> Number:
        """The formula of all elements shared."""
        return self.counting.own(self.counting.predicted(predicted))

    def own_gold(self, gold: Any) -> Number:
        """The formula of all elements shared."""
        return self.counting.own(self.counting.gold(gold))


class SubsetPlan(Plan):
    """Inclusion under a similarity that is not equality: every predicted element is like some gold one."""

    def __init__(self, inner: Plan) -> None:
        self.inner = inner

    def value(self, predicted: Any, gold: Any) -> Number:
        """1 where nothing predicted is left over."""
        mine, theirs = listed(predicted), listed(gold)
        return int(bool(mine) and all(any(self.inner.value(one, other) for other in theirs) for one in mine))

    def own_predicted(self, predicted: Any) -> Number:
        """1, but for an empty collection."""
        return int(bool(listed(predicted)))

    def own_gold(self, gold: Any) -> Number:
        """1, but for an empty collection."""
        return int(bool(listed(gold)))


class MaximumPlan(Plan):
    """The best pair of two collections."""

    def __init__(self, inner: Plan) -> None:
        self.inner = inner
        if inner.keys:
            one, other = inner.keys
            self.tokens = Keys(lambda value: map(one, listed(value)), lambda value: map(other, listed(value)))

    def value(self, predicted: Any, gold: Any) -> Number:
        """How alike the best pair is; 0 where a collection is empty."""
        theirs = listed(gold)
        return max((self.inner.value(one, other) for one in listed(predicted) for other in theirs), default=0)

    def own_predicted(self, predicted: Any) -> Number:
        """The best element with itself."""
        return max((self.inner.own_predicted(each) for each in listed(predicted)), default=0)

    def own_gold(self, gold: Any) -> Number:
        """The best element with itself."""
        return max((self.inner.own_gold(each) for each in listed(gold)), default=0)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """The best pair, first in order."""
        pairs = [(one, other, self.inner.value(one, other)) for one in listed(predicted) for other in listed(gold)]
        if not pairs:
            return ()
        best = max(pairs, key=lambda pair: pair[2])
        return (("", Alignment((Match(*best),)) if best[2] else Alignment()),)


class MembershipPlan(TransformedPlan):
    """Elements that know their collection (B³), by the contingency table of the collections.

    Each shared element is one matched pair, whose collections' similarity is the table cell's; where an element is in
    two collections of one side, the general plan takes over.
    """

    def __init__(self, general: MatchPlan, counting: Counting) -> None:
        super().__init__(general, memberships, memberships)
        self.membership_counting = counting

    def _table(self, predicted: Any, gold: Any) -> Contingency:
        counting = self.membership_counting
        mine = [counting.predicted(each) for each in listed(predicted)]
        theirs = [counting.gold(each) for each in listed(gold)]
        return contingency(mine, theirs, counting.family)

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """Each cell's similarity, as often as elements are shared."""
        table = self._table(predicted, gold)
        if not table.disjoint:
            return super().masses(predicted, gold, time_limit)
        formula, mine, theirs = self.membership_counting.formula, table.predicted, table.gold
        matched = total([both * formula(both, mine[row], theirs[column]) for row, column, both in table.cells])
        return Result(
            Masses(
                matched,
                total([size * formula(size, size, size) for size in mine]),
                matched,
                total([size * formula(size, size, size) for size in theirs]),
            )
        )


class LinkPlan(Plan):
    """Pairs of elements that stand together in a collection, or apart (BLANC), without listing the pairs."""

    def __init__(self, general: Plan, counting: Counting, *, apart: bool) -> None:
        self.general = general
        self.counting_of_elements = counting
        self.apart_links = apart

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """Count links by the contingency table of the collections."""
        counting = self.counting_of_elements
        mine = [counting.predicted(each) for each in listed(predicted)]
        theirs = [counting.gold(each) for each in listed(gold)]
        table = contingency(mine, theirs, counting.family)
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
