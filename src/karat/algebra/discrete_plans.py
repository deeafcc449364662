"""Plans of matchings whose elements are either the same or not: multisets of keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import chain
from operator import and_
from typing import Any

from karat.algebra.constraint import Constraint, Ties
from karat.algebra.corpus import Columns, batches
from karat.algebra.counting import Counting, family
from karat.algebra.exact import Number
from karat.algebra.matching_plans import MatchPlan
from karat.algebra.normaliser import Masses
from karat.algebra.plan import Plan, Result
from karat.algebra.plans import EqualPlan, ProductPlan
from karat.algebra.reading import all_keys, held

_SETS = {set, frozenset}


class DiscreteMatchPlan(MatchPlan):
    """A matching of elements that are either the same or not."""

    def __init__(
        self, inner: Plan, constraint: Constraint, ties: Ties, distinct: bool, literal: bool, inner_definition: object
    ) -> None:
        super().__init__(inner, constraint, ties, None, distinct, literal)
        self.counts = constraint in (Constraint.ONE_TO_ONE, Constraint.GREEDY)
        """The matched mass is the number of shared elements."""
        self.elements = (self._reader(0), self._reader(1))
        if self.counts:
            self.counting = Counting(
                *self.elements, lambda both, mine, theirs: both, family(inner_definition, distinct), splits=True
            )

    def _reader(self, side: int) -> Callable[[Any], Any]:
        """Give the elements' keys: a set where no key is repeated."""
        assert self.inner.keys is not None
        key = self.inner.keys[side]
        plain = isinstance(self.inner, EqualPlan)

        def read(value: Any) -> Any:
            if plain:
                if type(value) in _SETS or type(value := held(value)) in _SETS:
                    return value
                keys = self.listed(value)
            else:
                keys = all_keys(key, self.listed(value))
            unique = frozenset(keys)
            return unique if len(unique) == len(keys) else keys

        return read

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """Count; where the constraint lets elements share a partner, by the general rule."""
        if not self.counts or self.literal:
            return super().masses(predicted, gold, time_limit)
        try:
            both, one, other = self._counted(predicted, gold)
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            return super().masses(predicted, gold, time_limit)
        return Result(Masses(both, one, both, other))

    def _counted(self, predicted: Any, gold: Any) -> tuple[int, int, int]:
        here, there = self.elements
        one, other = here(predicted), there(gold)
        if type(one) in _SETS and type(other) in _SETS:
            return len(one & other), len(one), len(other)
        return (Counter(one) & Counter(other)).total(), len(one), len(other)

    def value(self, predicted: Any, gold: Any) -> Number:
        """How many elements are shared."""
        if self.constraint is Constraint.ONE_TO_ONE and not self.literal:
            return self.masses(predicted, gold).masses.matched_predicted
        return super().value(predicted, gold)

    def own_predicted(self, predicted: Any) -> Number:
        """How many elements there are."""
        return self._size(predicted) if self.counts else super().own_predicted(predicted)

    def own_gold(self, gold: Any) -> Number:
        """How many elements there are."""
        return self._size(gold) if self.counts else super().own_gold(gold)

    def _size(self, value: Any) -> int:
        if type(value) in _SETS or type(value := held(value)) in _SETS:
            return len(value)
        return len(self.listed(value))

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Columns]:
        """Intersect sets document by document, where the elements are their own keys."""
        if self.constraint is not Constraint.ONE_TO_ONE or self.literal:
            return super().corpus(predicted, gold)
        return self._corpus(predicted, gold)

    def _corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Columns]:
        for mine, theirs in batches(predicted, gold):
            if self._own_keys(mine, theirs):
                both = list(map(len, map(and_, mine, theirs)))
                yield Columns(both, list(map(len, mine)), both, list(map(len, theirs)), [None] * len(both))
            else:
                yield from super().corpus(mine, theirs)

    def _own_keys(self, *sides: list[Any]) -> bool:
        """Whether all documents are sets of elements that are equal exactly if their keys are."""
        if not _SETS.issuperset(map(type, chain(*sides))):
            return False
        if isinstance(self.inner, EqualPlan):
            return True
        names = self.inner.whole if isinstance(self.inner, ProductPlan) else None
        if names is None:
            return False
        kinds: set[Any] = set(map(type, chain.from_iterable(chain(*sides))))
        return len(kinds) <= 1 and all(_equal_by(kind, names) for kind in kinds)


@lru_cache(256)
def _equal_by(kind: Any, names: frozenset[str]) -> bool:
    """Whether objects of a kind are equal exactly if these fields are."""
    if is_dataclass(kind):
        compared = {field.name for field in fields(kind) if field.compare}
        return "__eq__" in vars(kind) and compared == names == {field.name for field in fields(kind)}
    return issubclass(kind, tuple) and set(getattr(kind, "_fields", ())) == names
