"""Counting shared elements: formulas over counts, and the contingency table of two collections of collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from karat.algebra.exact import Number

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
    family: object
    """What the elements are; metrics over the same elements can share one table."""

    def value(self, predicted: Any, gold: Any) -> Number:
        """How alike two collections are."""
        one, other = self.predicted(predicted), self.gold(gold)
        return self.formula(shared(one, other), len(one), len(other))

    def own(self, elements: Any) -> Number:
        """How alike a collection of so many elements is to itself."""
        size = len(elements)
        return self.formula(size, size, size)


def shared(one: Any, other: Any) -> int:
    """How many elements two collections share; repeated ones as often as both have them."""
    if isinstance(one, (set, frozenset)) and isinstance(other, (set, frozenset)):
        return len(one & other)
    return (Counter(one) & Counter(other)).total()


@dataclass(frozen=True, slots=True)
class Contingency:
    """How many elements each predicted collection shares with each gold one; only where it is any."""

    cells: list[tuple[int, int, int]]
    predicted: list[int]
    gold: list[int]
    disjoint: bool
    """No element occurs twice on one side."""


_SHARED: ContextVar[dict[Any, tuple[Sequence[Any], Sequence[Any], Contingency]] | None] = ContextVar(
    "shared", default=None
)


@contextmanager
def sharing() -> Iterator[None]:
    """Let the metrics that are asked inside share their contingency tables."""
    token = _SHARED.set({})
    try:
        yield
    finally:
        _SHARED.reset(token)


def contingency(predicted: Sequence[Any], gold: Sequence[Any], family: object) -> Contingency:
    """Count what each pair of collections shares; ``family`` tells tables of the same collections apart."""
    known = _SHARED.get()
    if known is None:
        return _count(predicted, gold)
    found = known.get(family)
    # Inside a structure the same family is asked for of other collections.
    if found is None or found[0] != predicted or found[1] != gold:
        found = known[family] = (predicted, gold, _count(predicted, gold))
    return found[2]


def _count(predicted: Sequence[Any], gold: Sequence[Any]) -> Contingency:
    owner: dict[Any, int] = {}
    for index, elements in enumerate(gold):
        owner.update(dict.fromkeys(elements, index))
    predicted_sizes = [len(elements) for elements in predicted]
    gold_sizes = [len(elements) for elements in gold]
    if len(owner) != sum(gold_sizes) or not all(isinstance(each, (set, frozenset)) for each in predicted):
        return _count_repeated(predicted, gold, predicted_sizes, gold_sizes)
    cells: list[tuple[int, int, int]] = []
    find = owner.get
    for index, elements in enumerate(predicted):
        owners: dict[int | None, int] = {}
        for element in elements:
            one = find(element)
            owners[one] = owners.get(one, 0) + 1
        owners.pop(None, None)
        cells += [(index, other, count) for other, count in owners.items()]  # type: ignore[misc]
    disjoint = len(predicted) == 1 or len(set().union(*predicted)) == sum(predicted_sizes)
    return Contingency(cells, predicted_sizes, gold_sizes, disjoint)


def _count_repeated(
    predicted: Sequence[Any], gold: Sequence[Any], predicted_sizes: list[int], gold_sizes: list[int]
) -> Contingency:
    postings: dict[Any, list[tuple[int, int]]] = {}
    for index, elements in enumerate(gold):
        for element, count in Counter(elements).items():
            postings.setdefault(element, []).append((index, count))
    cells = []
    for index, elements in enumerate(predicted):
        overlaps: dict[int, int] = {}
        for element, count in Counter(elements).items():
            for other, there in postings.get(element, ()):
                overlaps[other] = overlaps.get(other, 0) + min(count, there)
        cells += [(index, other, count) for other, count in overlaps.items()]
    return Contingency(cells, predicted_sizes, gold_sizes, disjoint=False)
