"""Many documents at once, in columns: the elements of a corpus, their keys, and sums for each document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, islice, repeat
from operator import sub
from typing import Any, NamedTuple

from karat.algebra.plans.plan import Keys
from karat.algebra.plans.reading import PLAIN, SETS, all_keys
from karat.algebra.scores.exact import Number, total

_WHOLE = {int}


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


def all_sets(collections: Iterable[Any]) -> bool:
    """Whether all are sets."""
    return SETS.issuperset(map(type, collections))


def all_plain(collections: Iterable[Any]) -> bool:
    """Whether all are lists, tuples or sets, which hold their elements themselves."""
    return PLAIN.issuperset(map(type, collections))


def keys_within(keys: Keys, predicted: Side, gold: Side) -> tuple[list[Any], list[Any]]:
    """The elements' keys, each behind the number of the element's document."""
    return (
        list(zip(predicted.numbers(), all_keys(keys.predicted, predicted.elements), strict=True)),
        list(zip(gold.numbers(), all_keys(keys.gold, gold.elements), strict=True)),
    )
