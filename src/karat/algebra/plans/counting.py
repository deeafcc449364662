"""Counting shared elements: formulas over counts, and the contingency table of two collections of collections.

The table says how many elements each two collections share; metrics that score the same document share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from itertools import repeat
from math import lcm
from operator import itemgetter, sub
from typing import Any, Literal, NamedTuple

from karat.algebra.definitions.similarity import shared_work
from karat.algebra.plans.reading import SETS, as_sets, listed, sets_in
from karat.algebra.scores.exact import Number, counted_total, ratio, whole_numbers

Kind = tuple[int, int, int]
"""The kind of a pair of collections: how many elements they share, and how many each has."""

Pairs = tuple[list[int], list[int], list[int]]
"""Pairs of collections: their rows, their columns, and how many elements they share."""

Owner = Callable[[Any], int | None]
"""Gives the column of the gold collection that an element is in."""

_NO_ELEMENT = object()


def reader(keys: Collection[Any]) -> Callable[[Any], Sequence[Any]]:
    """Make a function that reads all these keys of a list or dictionary at once."""
    return itemgetter(*keys) if len(keys) > 1 else lambda values: [values[key] for key in keys]


class _Numbers(dict[Kind, int]):
    """Numbers the kinds of pairs, so that each metric looks its values up by a small integer."""

    unused = count_up()

    def __missing__(self, kind: Kind) -> int:
        if len(self) > 1 << 16:
            self.clear()
        self[kind] = number = next(self.unused)
        return number


_number_of = _Numbers().__getitem__


class Contingency:
    """The pairs of collections that share elements; rows are predicted collections, columns gold ones.

    Two empty collections are a pair too, since a formula may call them alike.
    """

    def __init__(
        self,
        pairs: Pairs,
        leading: int,
        predicted: list[int],
        gold: list[int],
        sums: tuple[int, int],
        disjoint: bool,
    ) -> None:
        self.rows, self.columns, self.shared = pairs
        self.leading = leading
        """The first so many pairs have different rows, which contain all rows of the others; 0 if that is unknown."""
        self.predicted = predicted
        """How many elements each predicted collection has."""
        self.gold = gold
        self.sums = sums
        self.disjoint = disjoint
        """No element occurs twice on one side."""
        self._kind_numbers: list[int] | None = None
        self._read_kinds: Callable[[Mapping[int, int]], Sequence[int]] | None = None
        self.none_empty = 0 not in predicted and 0 not in gold
        if not self.none_empty:
            self._pair_empty()

    def _pair_empty(self) -> None:
        empty = [column for column, size in enumerate(self.gold) if not size]
        for row, size in enumerate(self.predicted):
            if empty and not size:
                self.leading = 0
                self.rows += [row] * len(empty)
                self.columns += empty
                self.shared += [0] * len(empty)

    def kinds(self) -> Iterator[Kind]:
        """The kind of each pair."""
        sizes, gold_sizes = reader(self.rows)(self.predicted), reader(self.columns)(self.gold)
        return zip(self.shared, sizes, gold_sizes, strict=True)

    def weighed(self, formula: Callable[[int, int, int], Number]) -> list[tuple[int, int, Number]]:
        """The pairs with a value above 0, by row."""
        kinds = list(self.kinds())
        weights = {kind: formula(*kind) for kind in set(kinds)}
        cells = [
            (row, column, weight)
            for row, column, kind in zip(self.rows, self.columns, kinds, strict=True)
            if (weight := weights[kind])
        ]
        cells.sort(key=itemgetter(0))
        return cells

    # Metrics that share the table share both. No cached_property: until Python 3.12 it takes a lock.
    @property
    def kind_numbers(self) -> list[int]:
        """The number of each pair's kind."""
        if self._kind_numbers is None:
            self._kind_numbers = list(map(_number_of, self.kinds()))
        return self._kind_numbers

    @property
    def read_kinds(self) -> Callable[[Mapping[int, int]], Sequence[int]]:
        """Reads a value for the kind of each pair from a dictionary by kind number."""
        if self._read_kinds is None:
            self._read_kinds = reader(self.kind_numbers)
        return self._read_kinds


def count(predicted: Sequence[Any], gold: Sequence[Any]) -> Contingency:
    """Count what each pair of collections shares."""
    sizes, gold_sizes = list(map(len, predicted)), list(map(len, gold))
    sums = sum(sizes), sum(gold_sizes)
    owners = {element: column for column, elements in enumerate(gold) for element in elements}
    if len(owners) == sums[1] and len(set().union(*predicted)) == sums[0]:
        pairs, leading = _of_sets(predicted, gold, sizes, owners.get)
        return Contingency(pairs, leading, sizes, gold_sizes, sums, True)
    return Contingency(_of_repeated(predicted, gold), 0, sizes, gold_sizes, sums, False)


def _of_sets(predicted: Sequence[Any], gold: Sequence[Any], sizes: list[int], owner: Owner) -> tuple[Pairs, int]:
    """Pair each predicted set with the gold set of its first element, then with those of its remaining elements.

    Most predicted sets lie in one gold set, or nearly so; one set difference then finds the few remaining elements.
    """
    rows = list(range(len(predicted)))
    columns: list[Any] = list(map(owner, map(next, map(iter, predicted), repeat(_NO_ELEMENT))))
    if None in columns:
        rows, columns = _owned(predicted, columns, owner)
        predicted = [predicted[row] for row in rows]
        shared = [sizes[row] for row in rows]
    else:
        shared = sizes.copy()
    leading = len(rows)
    others: dict[tuple[int, int], int] = {}
    for place, rest in enumerate(map(sub, predicted, reader(columns)(gold))):
        if rest:
            shared[place] -= len(rest)
            row = rows[place]
            for column in map(owner, rest):
                if column is not None:
                    pair = row, column
                    others[pair] = others.get(pair, 0) + 1
    rows += [row for row, _ in others]
    columns += [column for _, column in others]
    shared += others.values()
    return (rows, columns, shared), leading


def _owned(predicted: Sequence[Any], columns: list[int | None], owner: Owner) -> tuple[list[int], list[int]]:
    """The rows that share an element with gold, and for each the column of its first shared element."""
    rows: list[int] = []
    owned: list[int] = []
    for row, (elements, column) in enumerate(zip(predicted, columns, strict=True)):
        if column is None:
            column = next((each for each in map(owner, elements) if each is not None), None)
        if column is not None:
            rows.append(row)
            owned.append(column)
    return rows, owned


def _of_repeated(predicted: Sequence[Any], gold: Sequence[Any]) -> Pairs:
    postings: dict[Any, list[tuple[int, int]]] = {}
    for index, elements in enumerate(gold):
        for element, times in Counter(elements).items():
            postings.setdefault(element, []).append((index, times))
    rows: list[int] = []
    columns: list[int] = []
    shared: list[int] = []
    for index, elements in enumerate(predicted):
        overlaps: dict[int, int] = {}
        for element, times in Counter(elements).items():
            for other, there in postings.get(element, ()):
                overlaps[other] = overlaps.get(other, 0) + min(times, there)
        rows += [index] * len(overlaps)
        columns += overlaps
        shared += overlaps.values()
    return rows, columns, shared


SCALE = lcm(*range(1, 41))
"""On this scale the values of small collections are integers, and most of their sums fit into a machine word."""

EMPTY = ("", "empty collection")
"""The key of empty collections, where a formula calls two of them alike."""


@dataclass(frozen=True, slots=True)
class Counting:
    """A similarity that is a formula over how many elements two collections share, and how many each has.

    ``predicted`` and ``gold`` give the elements' keys; ``formula(shared, predicted, gold)`` is exact.
    """

    predicted: Callable[[Any], Any]
    gold: Callable[[Any], Any]
    formula: Callable[[int, int, int], Number]
    family: int
    """Identifies the elements; metrics with the same family can share one table."""
    keeps_sets: bool = False
    """Collections that are sets are read as they are."""
    splits: bool = False
    """The values of a collection's disjoint parts add up to no more than its mass."""
    _ratios: dict[int, tuple[int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _scaled: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _masses: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The masses that are whole, by size."""

    def value(self, predicted: Any, gold: Any) -> Number:
        """How alike two collections are."""
        elements, gold_elements = self.predicted(predicted), self.gold(gold)
        if type(elements) not in SETS or type(gold_elements) not in SETS:
            (elements,), (gold_elements,) = as_sets([elements], [gold_elements])
        return self.of_elements(elements, gold_elements)

    def of_elements(self, predicted: Any, gold: Any) -> Number:
        """How alike two collections with these elements are."""
        if type(predicted) is frozenset and type(gold) is frozenset:
            return self.formula(len(predicted & gold), len(predicted), len(gold))
        return self.formula(shared(predicted, gold), len(predicted), len(gold))

    def own(self, elements: Any) -> Number:
        """The mass of a collection with these elements."""
        return self._own(len(elements))

    def _own(self, size: int) -> Number:
        return self.formula(size, size, size)

    def total(self, table: Contingency) -> Number:
        """Add the values of all pairs of collections."""
        weights, common = self.weights(table)
        return ratio(sum(weights), common)

    def weights(self, table: Contingency) -> tuple[Sequence[int], int]:
        """The values of all pairs of collections as integers, and what 1 is on their scale."""
        try:
            return table.read_kinds(self._scaled), SCALE
        except KeyError:
            return whole_numbers(self._ratios_of(table))

    def _ratios_of(self, table: Contingency) -> list[tuple[int, int]]:
        """The values as numerators and denominators; those that fit the scale are kept for the next table."""
        ratios = self._ratios
        numbers = table.kind_numbers
        if not ratios.keys() >= set(numbers):
            if len(ratios) > 1 << 16:
                ratios.clear()
                self._scaled.clear()
            for number, kind in zip(numbers, table.kinds(), strict=True):
                if number not in ratios:
                    numerator, denominator = ratios[number] = self.formula(*kind).as_integer_ratio()
                    if SCALE % denominator == 0:
                        self._scaled[number] = numerator * (SCALE // denominator)
        return [ratios[number] for number in numbers]

    def side_total(self, table: Contingency, side: Literal[0, 1]) -> Number:
        """Add the masses of a side's collections."""
        sizes = table.gold if side else table.predicted
        try:
            return sum(map(self._masses.__getitem__, sizes))
        except KeyError:
            counts = Counter(sizes)
        masses = {size: self._own(size) for size in counts}
        self._masses.update((size, mass) for size, mass in masses.items() if isinstance(mass, int))
        return counted_total([mass.as_integer_ratio() for mass in masses.values()], counts.values())

    def table(self, predicted: Any, gold: Any) -> Contingency:
        """The contingency table of two collections of collections."""
        store = shared_work()
        stored: _Shared | None = None if store is None else store.get(self.family)
        if stored and stored.predicted is predicted and stored.gold is gold:
            return stored.table
        elements, gold_elements = self.elements(listed(predicted), listed(gold))
        if store is None:
            return count(elements, gold_elements)
        # Inside a structure the same family may be counted in other collections.
        if not stored or stored.elements != elements or stored.gold_elements != gold_elements:
            table = count(elements, gold_elements)
            stored = store[self.family] = _Shared(predicted, gold, elements, gold_elements, table)
        return stored.table

    def elements(self, predicted: list[Any], gold: list[Any]) -> tuple[list[Any], list[Any]]:
        """The elements' keys of each collection: a set where none is repeated, else a list."""
        if self.keeps_sets:
            sets, gold_sets = sets_in(predicted), sets_in(gold)
            if sets is not None and gold_sets is not None:
                return sets, gold_sets
        return as_sets([self.predicted(each) for each in predicted], [self.gold(each) for each in gold])


_NUMBERS = count_up()


@lru_cache(1 << 12)
def family(*what: object) -> int:  # noqa: ARG001 - the cache looks at it
    """Give equal definitions equal numbers, which are quicker to look up."""
    return next(_NUMBERS)


def shared(one: Any, other: Any) -> int:
    """How many elements two collections share; repeated ones as often as both have them."""
    if isinstance(one, (set, frozenset)) and isinstance(other, (set, frozenset)):
        return len(one & other)
    return (Counter(one) & Counter(other)).total()


class _Shared(NamedTuple):
    """A table that metrics share, and the collections that it was counted in."""

    predicted: Any
    gold: Any
    elements: list[Any]
    gold_elements: list[Any]
    table: Contingency
