"""Counting shared elements: formulas over counts, and the contingency table of two collections of collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from itertools import repeat
from math import lcm
from operator import mul
from typing import Any, Literal, NamedTuple, Self

from karat.algebra.exact import Number, counted_total, ratio, whole_numbers
from karat.algebra.reading import listed, sets_in

Kind = tuple[int, int, int] | int
"""How many elements two collections share, and how many each has; one number for a collection with itself."""

SCALE = lcm(*range(1, 41))
"""On this scale the values of small collections are integers, and most sums of them fit into a machine's word."""

MANY = 64
"""From so many on, equal kinds of pairs are counted before their values are added."""

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
    _ratios: dict[Kind, tuple[int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _scaled: dict[Kind, int] = field(default_factory=dict, init=False, repr=False, compare=False)

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

    def total(self, tally: Tally) -> Number:
        """Add the values of pairs of collections."""
        kinds, times = tally
        weights = map(self._scaled.__getitem__, kinds)
        try:
            return ratio(sum(weights if times is None else map(mul, weights, times)), SCALE)
        except KeyError:
            return counted_total(self._ratios_of(kinds), [1] * len(kinds) if times is None else times)

    def weights(self, kinds: Collection[Kind]) -> tuple[list[int], int]:
        """The values of pairs of collections as integers, and what 1 is on their scale."""
        try:
            return list(map(self._scaled.__getitem__, kinds)), SCALE
        except KeyError:
            return whole_numbers(self._ratios_of(kinds))

    def _ratios_of(self, kinds: Collection[Kind]) -> list[tuple[int, int]]:
        """The values as integers above and below the line; those that fit the scale will be found there."""
        known = self._ratios
        try:
            return [known[kind] for kind in kinds]
        except KeyError:
            if len(known) > 1 << 16:
                known.clear()
                self._scaled.clear()
            for kind in kinds:
                if kind not in known:
                    value = self.formula(kind, kind, kind) if isinstance(kind, int) else self.formula(*kind)
                    top, bottom = known[kind] = value.as_integer_ratio()
                    if SCALE % bottom == 0:
                        self._scaled[kind] = top * (SCALE // bottom)
            return [known[kind] for kind in kinds]

    def table(self, predicted: Any, gold: Any) -> Contingency:
        """The contingency table of two collections of collections."""
        known = _SHARED.get()
        found = None if known is None else known.get(self.family)
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


Tally = tuple[Collection[Kind], Collection[int] | None]
"""Kinds of pairs, and how often each occurs; once, where no times are given."""


class Contingency:
    """How many elements each predicted collection shares with each gold one; only where it is any.

    Two empty collections are a pair, too: a formula may call them alike.
    """

    __slots__ = ("_sizes", "_tally", "columns", "disjoint", "gold", "kinds", "predicted", "rows")

    def __init__(
        self,
        rows: list[int],
        columns: list[int],
        kinds: list[tuple[int, int, int]],
        predicted: list[int],
        gold: list[int],
        disjoint: bool,
    ) -> None:
        if 0 in predicted and 0 in gold:
            empty = [column for column, size in enumerate(gold) if not size]
            for row, size in enumerate(predicted):
                if not size:
                    rows += [row] * len(empty)
                    columns += empty
                    kinds += [(0, 0, 0)] * len(empty)
        self.rows = rows
        """Of each pair that shares anything the place of the predicted collection; ``columns`` has the gold one's."""
        self.columns = columns
        self.kinds = kinds
        """Of each pair how many elements are shared, and how many the predicted and the gold collection has."""
        self.predicted = predicted
        self.gold = gold
        self.disjoint = disjoint
        """No element occurs twice on one side."""
        self._tally: Tally | None = None
        self._sizes: list[Tally | None] = [None, None]

    def weighed(self, formula: Callable[[int, int, int], Number]) -> list[tuple[int, int, Number]]:
        """The pairs of collections that are alike, with how much."""
        weights = {kind: formula(*kind) for kind in set(self.kinds)}
        return [
            (row, column, weight)
            for row, column, kind in zip(self.rows, self.columns, self.kinds, strict=True)
            if (weight := weights[kind])
        ]

    # In a large table few kinds of pairs occur again and again; metrics that share the table share the count.
    def tally(self) -> Tally:
        """The kinds of all pairs."""
        if self._tally is None:
            self._tally = _tallied(self.kinds)
        return self._tally

    def sizes(self, side: Literal[0, 1]) -> Tally:
        """The sizes of a side's collections, as the kinds of pairs that they are with themselves."""
        found = self._sizes[side]
        if found is None:
            found = self._sizes[side] = _tallied(self.gold if side else self.predicted)
        return found


def _tallied(kinds: Sequence[Kind]) -> Tally:
    """Count equal kinds, where they are so many that it pays."""
    if len(kinds) < MANY:
        return kinds, None
    counts = Counter(kinds)
    return counts.keys(), counts.values()


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


_NO_ELEMENT = object()


def count(predicted: Sequence[Any], gold: Sequence[Any]) -> Contingency:
    """Count what each pair of collections shares."""
    predicted_sizes, gold_sizes = list(map(len, predicted)), list(map(len, gold))
    owners = {element: column for column, elements in enumerate(gold) for element in elements}
    if len(owners) != sum(gold_sizes) or len(set().union(*predicted)) != sum(predicted_sizes):
        return _count_repeated(predicted, gold, predicted_sizes, gold_sizes)
    rows: list[int] = []
    columns: list[int] = []
    kinds: list[tuple[int, int, int]] = []
    find = owners.get
    of_first = map(find, map(next, map(iter, predicted), repeat(_NO_ELEMENT)))
    for row, (elements, size, column) in enumerate(zip(predicted, predicted_sizes, of_first, strict=True)):
        rest = elements
        if column is not None:
            # Most are in one collection or nearly so; sets are subtracted without a look at each element.
            rest = () if elements <= gold[column] else elements - gold[column]
            rows.append(row)
            columns.append(column)
            kinds.append((size - len(rest), size, gold_sizes[column]))
        if rest:
            for column, both in _counts(map(find, rest)):
                if column is not None:
                    rows.append(row)
                    columns.append(column)
                    kinds.append((both, size, gold_sizes[column]))
    return Contingency(rows, columns, kinds, predicted_sizes, gold_sizes, True)


def _counts(columns: Iterable[int | None]) -> Iterable[tuple[int | None, int]]:
    counts: dict[int | None, int] = {}
    for column in columns:
        counts[column] = counts.get(column, 0) + 1
    return counts.items()


def _count_repeated(
    predicted: Sequence[Any], gold: Sequence[Any], predicted_sizes: list[int], gold_sizes: list[int]
) -> Contingency:
    postings: dict[Any, list[tuple[int, int]]] = {}
    for index, elements in enumerate(gold):
        for element, times in Counter(elements).items():
            postings.setdefault(element, []).append((index, times))
    rows: list[int] = []
    columns: list[int] = []
    kinds: list[tuple[int, int, int]] = []
    for index, elements in enumerate(predicted):
        overlaps: dict[int, int] = {}
        for element, times in Counter(elements).items():
            for other, there in postings.get(element, ()):
                overlaps[other] = overlaps.get(other, 0) + min(times, there)
        rows += [index] * len(overlaps)
        columns += overlaps
        kinds += [(times, predicted_sizes[index], gold_sizes[other]) for other, times in overlaps.items()]
    return Contingency(rows, columns, kinds, predicted_sizes, gold_sizes, False)
