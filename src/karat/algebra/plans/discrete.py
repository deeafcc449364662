"""Plans of matchings whose elements are either the same or not: multisets of keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import lru_cache
from itertools import chain, repeat
from operator import and_, itemgetter
from typing import Any, Literal

from karat.algebra.definitions.constraint import Constraint, Ties
from karat.algebra.plans.atoms import EqualPlan, ProductPlan
from karat.algebra.plans.columns import Side, all_sets, compared_fields, keys_within
from karat.algebra.plans.counting import Counting, family
from karat.algebra.plans.matchings import MatchPlan
from karat.algebra.plans.plan import Plan, Result
from karat.algebra.plans.reading import all_keys, held
from karat.algebra.scores.corpus import Columns, batches
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import Masses

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

        read.keeps_sets = plain  # type: ignore[attr-defined]
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

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        """How many elements are shared by each pair."""
        if self.constraint is Constraint.ONE_TO_ONE and not self.literal:
            try:
                return self._shared(self.collections(predicted), self.collections(gold))
            except TypeError as error:
                if "unhashable" not in str(error):
                    raise
        return super().values(predicted, gold)

    def owns(self, objects: list[Any], side: Literal[0, 1]) -> list[Number]:
        """How many elements each has."""
        return list(map(len, self.collections(objects))) if self.counts else super().owns(objects, side)

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Columns]:
        """Count what the documents share, all at once."""
        if self.constraint is not Constraint.ONE_TO_ONE or self.literal:
            return super().corpus(predicted, gold)
        return self._corpus(predicted, gold)

    def _corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Columns]:
        for mine, theirs in batches(predicted, gold):
            here, there = self.collections(mine), self.collections(theirs)
            try:
                both = self._shared(here, there)
            except TypeError as error:
                if "unhashable" not in str(error):
                    raise
                yield from super().corpus(mine, theirs)
            else:
                yield Columns(both, list(map(len, here)), both, list(map(len, there)), [None] * len(both))

    def _shared(self, mine: list[Any], theirs: list[Any]) -> list[Number]:
        """How many elements the collections share, each with its counterpart."""
        if self._own_keys(mine, theirs):
            return list(map(len, map(and_, mine, theirs)))
        assert self.inner.keys is not None
        here, there = keys_within(self.inner.keys, Side.of(mine), Side.of(theirs))
        unique = set(here)
        both: Iterable[Any] = unique.intersection(there)
        if len(unique) < len(here) and len(set(there)) < len(there):
            both = (Counter(here) & Counter(there)).elements()
        counts = Counter(map(itemgetter(0), both))
        return list(map(counts.get, range(len(mine)), repeat(0)))

    def _own_keys(self, *sides: list[Any]) -> bool:
        """Whether all collections are sets of elements that are equal exactly if their keys are."""
        if not all_sets(chain(*sides)):
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
    compared = compared_fields(kind)
    if compared is not None:
        return names == set(compared) == {field.name for field in fields(kind)}
    return issubclass(kind, tuple) and set(getattr(kind, "_fields", ())) == names
