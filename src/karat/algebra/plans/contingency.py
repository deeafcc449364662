"""The contingency table of two collections of collections: how many elements each two of them share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count as count_up
from itertools import repeat
from operator import itemgetter, sub
from typing import Any

from karat.algebra.scores.exact import Number

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
        self.largest = max([*predicted, *gold], default=0)
        """The number of elements of the largest collection."""
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
