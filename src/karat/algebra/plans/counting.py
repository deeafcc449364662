"""Counting shared elements: formulas over counts, and tables that metrics share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from math import lcm
from operator import mul
from typing import Any, Literal, NamedTuple

from karat.algebra.definitions.sharing import shared_work
from karat.algebra.plans.contingency import Contingency, Tally, count
from karat.algebra.plans.reading import listed, sets_in
from karat.algebra.scores.exact import Number, counted_total, ratio, whole_numbers

SCALE = lcm(*range(1, 41))
"""On this scale the values of small collections are integers, and most sums of them fit into a machine's word."""

EMPTY = ("", "empty collection")
"""The token by which two empty collections find each other, where a formula calls them alike."""

STEPS = 1 << 10
"""Up to this size it is tried whether what collections have with themselves grows in even steps."""


class Growth:
    """What a collection has with itself, by size: ``step`` · size + ``start``, for sizes from 1 to ``known``."""

    __slots__ = ("ends", "known", "start", "step")

    def __init__(self) -> None:
        self.known = self.step = self.start = 0
        self.ends = STEPS
        """No size beyond is tried."""

    def reaches(self, size: int, own: Callable[[int], Number]) -> bool:
        """Whether the steps are even up to a size; each is tried once."""
        try:
            if not self.known and self.ends:
                self._begin(own(1), own(2))
            while self.known < size <= self.ends:
                if own(self.known + 1) == self.step * (self.known + 1) + self.start:
                    self.known += 1
                else:
                    self.ends = self.known
        except Exception:  # noqa: BLE001 - a formula need not be defined for sizes that do not occur
            self.ends = self.known
        return size <= self.known

    def _begin(self, first: Number, second: Number) -> None:
        if isinstance(first, int) and isinstance(second, int):
            self.known, self.step, self.start = 2, second - first, 2 * first - second
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
    """A number for what the elements are; metrics over the same elements can share one table."""
    splits: bool = False
    """Parts of a collection have, together, no more in common with it than it has with itself."""
    _ratios: dict[int, tuple[int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _scaled: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _growth: Growth = field(default_factory=Growth, init=False, repr=False, compare=False)

    def value(self, predicted: Any, gold: Any) -> Number:
        """How alike two collections are."""
        return self.of_elements(self.predicted(predicted), self.gold(gold))

    def of_elements(self, predicted: Any, gold: Any) -> Number:
        """How alike two collections with these elements are."""
        if type(predicted) is frozenset and type(gold) is frozenset:
            return self.formula(len(predicted & gold), len(predicted), len(gold))
        return self.formula(shared(predicted, gold), len(predicted), len(gold))

    def own(self, elements: Any) -> Number:
        """How alike a collection of so many elements is to itself."""
        return self._own(len(elements))

    def _own(self, size: int) -> Number:
        return self.formula(size, size, size)

    def total(self, table: Contingency) -> Number:
        """Add the values of all pairs of collections."""
        tally = table.tally
        times = tally.times
        try:
            weights = tally.read(self._scaled)
        except KeyError:
            return counted_total(self._ratios_of(table, tally), times or [1] * len(tally.numbers))
        return ratio(sum(weights if times is None else map(mul, weights, times)), SCALE)

    def weights(self, table: Contingency) -> tuple[Sequence[int], int]:
        """The values of all pairs of collections as integers, and what 1 is on their scale."""
        try:
            return table.pairs.read(self._scaled), SCALE
        except KeyError:
            return whole_numbers(self._ratios_of(table, table.pairs))

    def _ratios_of(self, table: Contingency, tally: Tally) -> list[tuple[int, int]]:
        """The values as integers above and below the line; those that fit the scale will be found there."""
        known = self._ratios
        try:
            return [known[number] for number in tally.numbers]
        except KeyError:
            if len(known) > 1 << 16:
                known.clear()
                self._scaled.clear()
            for number, kind in zip(table.pairs.numbers, table.kinds(), strict=True):
                if number not in known:
                    top, bottom = known[number] = self.formula(*kind).as_integer_ratio()
                    if SCALE % bottom == 0:
                        self._scaled[number] = top * (SCALE // bottom)
            return [known[number] for number in tally.numbers]

    def side_total(self, table: Contingency, side: Literal[0, 1]) -> Number:
        """Add what each collection of a side has with itself."""
        growth, largest = self._growth, table.largest
        sizes = table.gold if side else table.predicted
        if table.none_empty and (largest <= growth.known or growth.reaches(largest, self._own)):
            return growth.step * table.sums[side] + growth.start * len(sizes)
        counts = Counter(sizes)
        return counted_total([self._own(size).as_integer_ratio() for size in counts], counts.values())

    def table(self, predicted: Any, gold: Any) -> Contingency:
        """The contingency table of two collections of collections."""
        known = shared_work()
        found: _Known | None = None if known is None else known.get(self.family)
        if found and found.predicted is predicted and found.gold is gold:
            return found.table
        mine, theirs = _read(self.predicted, listed(predicted)), _read(self.gold, listed(gold))
        if known is None:
            return count(mine, theirs)
        # Inside a structure the same family is asked for of other collections.
        if not found or found.mine != mine or found.theirs != theirs:
            found = known[self.family] = _Known(predicted, gold, mine, theirs, count(mine, theirs))
        return found.table


def _read(elements: Callable[[Any], Any], collections: list[Any]) -> list[Any]:
    """The elements of each collection; at once, where a set is its own elements."""
    sets = sets_in(collections) if getattr(elements, "keeps_sets", False) else None
    return [elements(each) for each in collections] if sets is None else sets


_NUMBERS = count_up()


@lru_cache(1 << 12)
def family(*what: object) -> int:  # noqa: ARG001 - the cache looks at it
    """Give equal things equal numbers, which are quicker to look up than they."""
    return next(_NUMBERS)


def shared(one: Any, other: Any) -> int:
    """How many elements two collections share; repeated ones as often as both have them."""
    if isinstance(one, (set, frozenset)) and isinstance(other, (set, frozenset)):
        return len(one & other)
    return (Counter(one) & Counter(other)).total()


class _Known(NamedTuple):
    """A table, and what it is the table of."""

    predicted: Any
    gold: Any
    mine: list[Any]
    theirs: list[Any]
    table: Contingency
