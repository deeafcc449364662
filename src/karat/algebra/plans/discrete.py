"""The plan of a matching under a discrete similarity: elements are multisets of keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import chain, repeat
from operator import and_, itemgetter
from typing import Any

from karat.algebra.definitions.constraint import Constraint, Ties
from karat.algebra.plans.atoms import EqualPlan, ProductPlan
from karat.algebra.plans.columns import Side, all_sets, keys_within
from karat.algebra.plans.counting import Counting, family, shared
from karat.algebra.plans.hashing import as_sets, by_hash, wrap_row
from karat.algebra.plans.matchings import MatchPlan
from karat.algebra.plans.plan import Plan, Result, SideNumber
from karat.algebra.plans.reading import SETS, all_keys, held
from karat.algebra.scores.corpus import Columns
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import Masses


class DiscreteMatchPlan(MatchPlan):
    """A matching of elements that are equal or not: counts shared keys."""

    def __init__(
        self, inner: Plan, constraint: Constraint, ties: Ties, distinct: bool, literal: bool, inner_definition: object
    ) -> None:
        super().__init__(inner, constraint, ties, None, distinct, literal)
        self.counts = constraint in (Constraint.ONE_TO_ONE, Constraint.GREEDY)
        """The matched mass is the number of shared elements."""
        self.elements = (self._reader(0), self._reader(1))
        if self.counts:
            self.counting = Counting(
                *self.elements,
                lambda both, mine, theirs: both,
                family(inner_definition, distinct),
                keeps_sets=isinstance(inner, EqualPlan),
                splits=True,
            )

    def _reader(self, side: int) -> Callable[[Any], Any]:
        """Make a function that reads the elements' keys from a collection; a set of keys is read as it is."""
        assert self.inner.keys is not None
        key = self.inner.keys[side]
        plain = isinstance(self.inner, EqualPlan)

        def read(value: Any) -> Any:
            if not plain:
                return all_keys(key, self.listed(value))
            if type(value) in SETS or type(value := held(value)) in SETS:
                return value
            return self.listed(value)

        return read

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        if not self.counts or self.literal:
            return super().masses(predicted, gold, time_limit)
        elements, gold_elements = self.elements[0](predicted), self.elements[1](gold)
        if type(elements) not in SETS or type(gold_elements) not in SETS:
            (elements,), (gold_elements,) = as_sets([elements], [gold_elements])
        both = shared(elements, gold_elements)
        return Result(Masses(both, len(elements), both, len(gold_elements)))

    def value(self, predicted: Any, gold: Any) -> Number:
        if self.constraint is Constraint.ONE_TO_ONE and not self.literal:
            return self.masses(predicted, gold).masses.matched_predicted
        return super().value(predicted, gold)

    def own(self, value: Any, side: SideNumber) -> Number:
        if not self.counts:
            return super().own(value, side)
        if type(value) in SETS or type(value := held(value)) in SETS:
            return len(value)
        return len(self.listed(value))

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        if self.constraint is Constraint.ONE_TO_ONE and not self.literal:
            return self._shared(self.collections(predicted), self.collections(gold))
        return super().values(predicted, gold)

    def owns(self, values: list[Any], side: SideNumber) -> list[Number]:
        return list(map(len, self.collections(values))) if self.counts else super().owns(values, side)

    def columns(self, predicted: list[Any], gold: list[Any]) -> Columns:
        if self.constraint is not Constraint.ONE_TO_ONE or self.literal:
            return super().columns(predicted, gold)
        elements, gold_elements = self.collections(predicted), self.collections(gold)
        both = self._shared(elements, gold_elements)
        return Columns(both, list(map(len, elements)), both, list(map(len, gold_elements)), [None] * len(both))

    def _shared(self, mine: list[Any], theirs: list[Any]) -> list[Number]:
        """How many elements each collection shares with its counterpart."""
        if self._own_keys(mine, theirs):
            return list(map(len, map(and_, mine, theirs)))
        assert self.inner.keys is not None
        rows, gold_rows = keys_within(self.inner.keys, Side.of(mine), Side.of(theirs))
        counts = by_hash(_shared_rows, rows, gold_rows, wrap_row)
        return list(map(counts.get, range(len(mine)), repeat(0)))

    def _own_keys(self, *sides: list[Any]) -> bool:
        """Whether all collections are sets whose elements are equal exactly if their keys are."""
        if not all_sets(chain(*sides)):
            return False
        if isinstance(self.inner, EqualPlan):
            return True
        names = self.inner.equal_fields if isinstance(self.inner, ProductPlan) else None
        if names is None:
            return False
        kinds: set[Any] = set(map(type, chain.from_iterable(chain(*sides))))
        return len(kinds) <= 1 and all(_equal_by(kind, names) for kind in kinds)


def _shared_rows(rows: list[Any], gold_rows: list[Any]) -> Counter[int]:
    """How many rows both sides have, by the number of the document that each row begins with."""
    unique = set(rows)
    both: Iterable[Any] = unique.intersection(gold_rows)
    if len(unique) < len(rows) and len(set(gold_rows)) < len(gold_rows):
        both = (Counter(rows) & Counter(gold_rows)).elements()
    return Counter(map(itemgetter(0), both))


@lru_cache(256)
def _equal_by(kind: Any, names: frozenset[str]) -> bool:
    """Whether objects of a kind are equal exactly if these fields are."""
    compared = compared_fields(kind)
    if compared is not None:
        return names == set(compared) == {field.name for field in fields(kind)}
    return issubclass(kind, tuple) and kind.__eq__ is tuple.__eq__ and set(getattr(kind, "_fields", ())) == names


@lru_cache(256)
def compared_fields(kind: Any) -> tuple[str, ...] | None:
    """The fields by which objects of a dataclass are equal; ``None`` for what has another equality."""
    if not is_dataclass(kind):
        return None
    # The decorator compiles its methods inside a function of its own, whose name stays with the code. Should a later
    # Python name it otherwise, objects are compared whole: slower, with the same result.
    code = getattr(vars(kind).get("__eq__"), "__code__", None)
    if code is None or not code.co_qualname.startswith("__create_fn__."):
        return None
    return tuple(field.name for field in fields(kind) if field.compare)
