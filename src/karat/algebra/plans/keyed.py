"""Matchings of elements that are looked up by their keys, many documents at once.

Under a discrete similarity a matching counts shared keys; otherwise it compares the elements with equal keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import accumulate, chain, compress, islice, repeat
from operator import and_, is_not, itemgetter, sub
from typing import Any, NamedTuple

from karat.algebra.definitions.matching import Constraint, Ties
from karat.algebra.plans.atoms import EqualPlan, ProductPlan
from karat.algebra.plans.counting import Counting, family, shared
from karat.algebra.plans.matchings import MatchPlan
from karat.algebra.plans.plan import Keys, Plan, Result, SideNumber
from karat.algebra.plans.reading import SETS, all_keys, all_sets, as_sets, by_hash, held, wrap_row
from karat.algebra.scores.corpus import Columns
from karat.algebra.scores.exact import Number, total
from karat.algebra.scores.normaliser import Masses

_WHOLE = {int}


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
        key = self.inner.keys.of(side)
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


class KeyedMatchPlan(MatchPlan):
    """A one-to-one matching of elements that can be alike only under equal keys."""

    def __init__(self, inner: Plan, keys: Keys, distinct: bool) -> None:
        super().__init__(inner, Constraint.ONE_TO_ONE, distinct=distinct)
        self.inner_keys = keys

    def columns(self, predicted: list[Any], gold: list[Any]) -> Columns:
        """Look the elements of all documents up at once; a document in which a key is repeated is matched by itself."""
        side, gold_side = Side.of(self.collections(predicted)), Side.of(self.collections(gold))
        matched = self._matched(predicted, gold, side, gold_side)
        return Columns(
            matched,
            side.sums(self.inner.owns(side.elements, 0)),
            matched,
            gold_side.sums(self.inner.owns(gold_side.elements, 1)),
            [None] * len(predicted),
        )

    def _matched(self, predicted: list[Any], gold: list[Any], side: Side, gold_side: Side) -> list[Number]:
        """The matched mass of each document."""
        rows, gold_rows = keys_within(self.inner_keys, side, gold_side)
        partners, repeated = by_hash(_partners, rows, gold_rows, wrap_row)
        has_partner = list(map(is_not, partners, repeat(None)))
        columns: list[int] = list(compress(partners, has_partner))  # type: ignore[arg-type]  # None is left out
        numbers = list(compress(side.numbers(), has_partner))
        values = (self.inner_keys.rest or self.inner).values(
            list(compress(side.elements, has_partner)), [gold_side.elements[column] for column in columns]
        )
        matched = sums(numbers, values, len(predicted))
        if len(set(columns)) < len(columns):
            repeated |= _repeated(numbers, columns)
        for number in repeated:
            matched[number] = self.value(predicted[number], gold[number])
        return matched


def _partners(rows: list[Any], gold_rows: list[Any]) -> tuple[list[int | None], set[int]]:
    """The place of the gold row that equals each row, and the documents in which a gold row is repeated."""
    place_of = dict(zip(gold_rows, range(len(gold_rows)), strict=True))
    unique = len(place_of) == len(gold_rows)
    return list(map(place_of.get, rows)), set() if unique else _repeated(map(itemgetter(0), gold_rows), gold_rows)


def _repeated(numbers: Iterable[int], values: list[Any]) -> set[int]:
    """The numbers of the documents in which a value occurs more than once."""
    times = Counter(values)
    return {number for number, value in zip(numbers, values, strict=True) if times[value] > 1}


class Side(NamedTuple):
    """The elements of one side's documents, one after the other."""

    elements: list[Any]
    sizes: list[int]
    """How many elements each document has."""

    @classmethod
    def of(cls, documents: list[Any]) -> Side:
        """The elements of documents that hold them themselves."""
        return cls(list(chain.from_iterable(documents)), list(map(len, documents)))

    def numbers(self) -> Iterable[int]:
        """The number of each element's document."""
        return chain.from_iterable(map(repeat, range(len(self.sizes)), self.sizes))

    def sums(self, masses: Sequence[Number]) -> list[Number]:
        """The sum of each document's masses, of which there is one an element."""
        if _WHOLE.issuperset(map(type, masses)):
            up_to = list(accumulate(masses, initial=0))
            ends = [up_to[end] for end in accumulate(self.sizes, initial=0)]
            return list(map(sub, ends[1:], ends))
        rest = iter(masses)
        return [total(list(islice(rest, size))) for size in self.sizes]


def sums(numbers: Iterable[int], masses: Sequence[Number], documents: int) -> list[Number]:
    """The sum of each document's masses, which come with the documents' numbers."""
    by_document: list[Number] = [0] * documents
    if _WHOLE.issuperset(map(type, masses)):
        for number, mass in zip(numbers, masses, strict=True):
            by_document[number] += mass
        return by_document
    parts: dict[int, list[Number]] = {}
    for number, mass in zip(numbers, masses, strict=True):
        parts.setdefault(number, []).append(mass)
    for number, each in parts.items():
        by_document[number] = total(each)
    return by_document


def keys_within(keys: Keys, predicted: Side, gold: Side) -> tuple[list[Any], list[Any]]:
    """The elements' keys, each behind the number of the element's document."""
    return (
        list(zip(predicted.numbers(), all_keys(keys.predicted, predicted.elements), strict=True)),
        list(zip(gold.numbers(), all_keys(keys.gold, gold.elements), strict=True)),
    )
