"""Counting shared elements: formulas over counts, and the contingency table of two collections of collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from typing import Any, Literal, NamedTuple, Self, TypeVar

from karat.algebra.exact import Number
from karat.algebra.reading import listed

Weight = TypeVar("Weight", int, Number)
Kind = tuple[int, int, int]
"""How many elements two collections share, and how many each has."""

EMPTY = ("", "empty collection")
"""The token by which two empty collections find each other, where a formula calls them alike."""


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
    _known: dict[Kind, tuple[int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)

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
        size = len(elements)
        return self.formula(size, size, size)

    def ratios(self, kinds: Collection[Kind]) -> list[tuple[int, int]]:
        """The formula's values as integers above and below the line."""
        known = self._known
        try:
            return [known[kind] for kind in kinds]
        except KeyError:
            if len(known) > 1 << 16:
                known.clear()
            known.update((kind, self.formula(*kind).as_integer_ratio()) for kind in kinds if kind not in known)
            return [known[kind] for kind in kinds]

    def table(self, predicted: Any, gold: Any) -> Contingency:
        """The contingency table of two collections of collections."""
        known = _SHARED.get()
        found = None if known is None else known.get(self.family)
        if found and found.predicted is predicted and found.gold is gold:
            return found.table
        one, other = self.predicted, self.gold
        mine, theirs = [one(each) for each in listed(predicted)], [other(each) for each in listed(gold)]
        if known is None:
            return count(mine, theirs)
        # Inside a structure the same family is asked for of other collections.
        if not found or found.mine != mine or found.theirs != theirs:
            found = known[self.family] = _Known(predicted, gold, mine, theirs, count(mine, theirs))
        return found.table


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


class Contingency:
    """How many elements each predicted collection shares with each gold one; only where it is any.

    Two empty collections are a cell, too: a formula may call them alike.
    """

    __slots__ = ("_kinds", "_sizes", "cells", "disjoint", "gold", "predicted")

    def __init__(
        self, cells: list[tuple[int, int, int]], predicted: list[int], gold: list[int], disjoint: bool
    ) -> None:
        if 0 in predicted and 0 in gold:
            columns = [column for column, size in enumerate(gold) if not size]
            cells += [(row, column, 0) for row, size in enumerate(predicted) if not size for column in columns]
        self.cells = cells
        self.predicted = predicted
        self.gold = gold
        self.disjoint = disjoint
        """No element occurs twice on one side."""
        self._kinds: dict[Kind, int] | None = None
        self._sizes: list[dict[Kind, int] | None] = [None, None]

    def weighed(self, weights: Mapping[Kind, Weight]) -> list[tuple[int, int, Weight]]:
        """The pairs of collections that are alike, with how much."""
        predicted, gold = self.predicted, self.gold
        return [
            (row, column, weight)
            for row, column, both in self.cells
            if (weight := weights[both, predicted[row], gold[column]])
        ]

    # In a large table few kinds of cells occur again and again; metrics that share the table share the kinds.
    def kinds(self) -> dict[Kind, int]:
        """How often each (shared, predicted size, gold size) occurs."""
        if self._kinds is None:
            predicted, gold = self.predicted, self.gold
            self._kinds = _counts([(both, predicted[row], gold[column]) for row, column, both in self.cells])
        return self._kinds

    def sizes(self, side: Literal[0, 1]) -> dict[Kind, int]:
        """How many collections of a side have each size, as the kind of cell that each is with itself."""
        found = self._sizes[side]
        if found is None:
            found = self._sizes[side] = _counts(
                [(size, size, size) for size in (self.gold if side else self.predicted)]
            )
        return found


def _counts(values: Sequence[Any]) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


class _Known(NamedTuple):
    """A table, and what it is the table of."""

    predicted: Any
    gold: Any
    mine: list[Any]
    theirs: list[Any]
    table: Contingency


_SHARED: ContextVar[dict[Any, _Known] | None] = ContextVar("shared", default=None)


class sharing:  # noqa: N801 - used like a function: `with sharing():`
    """Let the metrics that are asked inside share their contingency tables; documents must not change meanwhile."""

    __slots__ = ("_token",)

    def __enter__(self) -> Self:
        self._token: Token[dict[Any, _Known] | None] | None = _SHARED.set({}) if _SHARED.get() is None else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _SHARED.reset(self._token)


def count(predicted: Sequence[Any], gold: Sequence[Any]) -> Contingency:
    """Count what each pair of collections shares."""
    predicted_sizes = [len(elements) for elements in predicted]
    gold_sizes = [len(elements) for elements in gold]
    owners = {element: column for column, elements in enumerate(gold) for element in elements}
    if len(owners) != sum(gold_sizes) or len(set().union(*predicted)) != sum(predicted_sizes):
        return _count_repeated(predicted, gold, predicted_sizes, gold_sizes)
    counts: dict[tuple[int, int], int] = {}
    find = owners.get
    for row, elements in enumerate(predicted):
        for element in elements:
            column = find(element)
            if column is not None:
                pair = (row, column)
                counts[pair] = counts.get(pair, 0) + 1
    cells = [(row, column, both) for (row, column), both in counts.items()]
    return Contingency(cells, predicted_sizes, gold_sizes, True)


def _count_repeated(
    predicted: Sequence[Any], gold: Sequence[Any], predicted_sizes: list[int], gold_sizes: list[int]
) -> Contingency:
    postings: dict[Any, list[tuple[int, int]]] = {}
    for index, elements in enumerate(gold):
        for element, times in Counter(elements).items():
            postings.setdefault(element, []).append((index, times))
    cells = []
    for index, elements in enumerate(predicted):
        overlaps: dict[int, int] = {}
        for element, times in Counter(elements).items():
            for other, there in postings.get(element, ()):
                overlaps[other] = overlaps.get(other, 0) + min(times, there)
        cells += [(index, other, times) for other, times in overlaps.items()]
    return Contingency(cells, predicted_sizes, gold_sizes, False)
