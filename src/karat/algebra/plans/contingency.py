"""The contingency table of two collections of collections: which share elements, and how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count as count_up
from itertools import repeat
from operator import itemgetter, sub
from typing import Any

from karat.algebra.scores.exact import Number

Kind = tuple[int, int, int]
"""How many elements two collections share, and how many each has."""

Pairs = tuple[list[int], list[int], list[int]]
"""Of pairs of collections the places on both sides, and how many elements they share."""

Owner = Callable[[Any], int | None]
"""Gives the place of the gold collection that an element is in."""

MANY = 64
"""From so many on, equal kinds of pairs are counted before their values are added."""

NEAR = 256
"""Up to so many elements in all, no one looks for the largest collection."""

_NO_ELEMENT = object()


def reader(keys: Collection[Any]) -> Callable[[Any], Sequence[Any]]:
    """Give a function that reads what stands under all the keys of a list or dictionary at once."""
    return itemgetter(*keys) if len(keys) > 1 else lambda values: [values[key] for key in keys]


class _Numbers(dict[Kind, int]):
    """A number for each kind of pair: it is looked up once, and every metric finds its values by it."""

    unused = count_up()

    def __missing__(self, kind: Kind) -> int:
        if len(self) > 1 << 16:
            self.clear()
        self[kind] = number = next(self.unused)
        return number


_number_of = _Numbers().__getitem__


class Tally:
    """Kinds of pairs by number, and how often each occurs; once, where no times are given."""

    __slots__ = ("numbers", "read", "times")

    def __init__(self, numbers: Collection[int], times: Collection[int] | None = None) -> None:
        self.numbers = numbers
        self.times = times
        self.read = reader(numbers)


class Contingency:
    """How many elements each predicted collection shares with each gold one; only where it is any.

    Two empty collections are a pair, too: a formula may call them alike.
    """

    __slots__ = (
        "_pairs",
        "_tally",
        "columns",
        "disjoint",
        "gold",
        "largest",
        "leading",
        "none_empty",
        "predicted",
        "rows",
        "shared",
        "sums",
    )

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
        """So many pairs come first, each of another row, and the others are of these rows; 0 where that is unknown."""
        self.predicted = predicted
        """How many elements each predicted collection has."""
        self.gold = gold
        self.sums = sums
        self.disjoint = disjoint
        """No element occurs twice on one side."""
        self.largest = max(sums)
        """No collection has more elements."""
        if self.largest > NEAR:
            self.largest = max([*predicted, *gold])
        self._pairs: Tally | None = None
        self._tally: Tally | None = None
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
        """Of each pair how many elements are shared, and how many the predicted and the gold collection has."""
        sizes, gold_sizes = reader(self.rows)(self.predicted), reader(self.columns)(self.gold)
        return zip(self.shared, sizes, gold_sizes, strict=True)

    def weighed(self, formula: Callable[[int, int, int], Number]) -> list[tuple[int, int, Number]]:
        """The pairs of collections that are alike, with how much, by row."""
        kinds = list(self.kinds())
        weights = {kind: formula(*kind) for kind in set(kinds)}
        cells = [
            (row, column, weight)
            for row, column, kind in zip(self.rows, self.columns, kinds, strict=True)
            if (weight := weights[kind])
        ]
        cells.sort(key=itemgetter(0))
        return cells

    # Metrics that share the table share what is made of it.
    @property
    def pairs(self) -> Tally:
        """The kinds of all pairs, one by one."""
        if self._pairs is None:
            self._pairs = Tally(list(map(_number_of, self.kinds())))
        return self._pairs

    @property
    def tally(self) -> Tally:
        """The kinds of all pairs; in a large table few occur again and again."""
        if self._tally is None:
            self._tally = self.pairs
            if len(self.rows) >= MANY:
                counts = Counter(self.pairs.numbers)
                self._tally = Tally(counts.keys(), counts.values())
        return self._tally


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
    """Pair each predicted set with the owner of its first element, then with those of all that are not in there.

    Most sets are in one gold set or nearly so, and sets are subtracted without a look at each element.
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
    """The rows that share anything with gold, and the owner of the first element that has one."""
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
