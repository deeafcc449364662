"""Counting shared elements: formulas over counts, and tables that metrics share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from math import lcm
from typing import Any, Literal, NamedTuple

from karat.algebra.definitions.sharing import shared_work
from karat.algebra.plans.contingency import Contingency, count
from karat.algebra.plans.hashing import as_sets
from karat.algebra.plans.reading import SETS, listed, sets_in
from karat.algebra.scores.exact import Number, counted_total, ratio, whole_numbers

SCALE = lcm(*range(1, 41))
"""On this scale the values of small collections are integers, and most of their sums fit into a machine word."""

EMPTY = ("", "empty collection")
"""The token of empty collections, where a formula calls two of them alike."""

LARGEST_LINEAR = 1 << 10
"""Beyond this size no mass is tried for linear growth."""


class LinearMass:
    """A collection's mass as a linear function of its size, step · size + start, for sizes 1 to ``verified``."""

    __slots__ = ("ends", "start", "step", "verified")

    def __init__(self) -> None:
        self.verified = self.step = self.start = 0
        self.ends = LARGEST_LINEAR
        """Larger sizes are not tried."""

    def reaches(self, size: int, own: Callable[[int], Number]) -> bool:
        """Whether the mass is linear up to a size; each size is tried once."""
        try:
            if not self.verified and self.ends:
                self._begin(own(1), own(2))
            while self.verified < size <= self.ends:
                if own(self.verified + 1) == self.step * (self.verified + 1) + self.start:
                    self.verified += 1
                else:
                    self.ends = self.verified
        except Exception:  # noqa: BLE001 - a formula need not be defined for sizes that do not occur
            self.ends = self.verified
        return size <= self.verified

    def _begin(self, first: Number, second: Number) -> None:
        if isinstance(first, int) and isinstance(second, int):
            self.verified, self.step, self.start = 2, second - first, 2 * first - second
        else:
            self.ends = 0


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
    _linear_mass: LinearMass = field(default_factory=LinearMass, init=False, repr=False, compare=False)

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
        linear, largest = self._linear_mass, table.largest
        sizes = table.gold if side else table.predicted
        if table.none_empty and (largest <= linear.verified or linear.reaches(largest, self._own)):
            return linear.step * table.sums[side] + linear.start * len(sizes)
        counts = Counter(sizes)
        return counted_total([self._own(size).as_integer_ratio() for size in counts], counts.values())

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
