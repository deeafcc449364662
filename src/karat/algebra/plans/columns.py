"""Many objects at once, in columns: the elements of a corpus, their keys, and sums for each document.

Two dataclass objects are compared and hashed by Python code, one call each; a tuple of their fields by the interpreter
itself. So objects of one kind are taken apart, field by field, down to values that have no fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, make_dataclass
from functools import lru_cache
from itertools import accumulate, chain, islice, repeat
from operator import attrgetter, sub
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
    found: list[Number] = [0] * documents
    if _WHOLE.issuperset(map(type, masses)):
        for number, mass in zip(numbers, masses, strict=True):
            found[number] += mass
        return found
    parts: dict[int, list[Number]] = {}
    for number, mass in zip(numbers, masses, strict=True):
        parts.setdefault(number, []).append(mass)
    for number, each in parts.items():
        found[number] = total(each)
    return found


def all_sets(collections: Iterable[Any]) -> bool:
    """Whether all are sets."""
    return SETS.issuperset(map(type, collections))


def all_plain(collections: Iterable[Any]) -> bool:
    """Whether all are lists, tuples or sets, which hold their elements themselves."""
    return PLAIN.issuperset(map(type, collections))


def keys_within(keys: Keys, predicted: Side, gold: Side) -> tuple[list[Any], list[Any]]:
    """The elements' keys, as tuples that begin with the number of the element's document."""
    found = all_keys(keys.predicted, predicted.elements) + all_keys(keys.gold, gold.elements)
    within = list(zip(chain(predicted.numbers(), gold.numbers()), *taken_apart(found), strict=True))
    return within[: len(predicted.elements)], within[len(predicted.elements) :]


def taken_apart(objects: list[Any]) -> list[list[Any]]:
    """Columns whose rows are equal exactly if the objects are."""
    kinds = set(map(type, objects))
    if len(kinds) != 1:
        return [objects]
    (kind,) = kinds
    parts: list[list[Any]]
    if kind is tuple and len(set(map(len, objects))) == 1:
        parts = list(map(list, zip(*objects, strict=True)))
    else:
        names = compared_fields(kind)
        if names is None:
            return [objects]
        parts = [list(map(attrgetter(name), objects)) for name in names]
    return [column for part in parts for column in taken_apart(part)]


@lru_cache(256)
def compared_fields(kind: Any) -> tuple[str, ...] | None:
    """The fields by which objects of a dataclass are equal; ``None`` for what has another equality."""
    if not is_dataclass(kind):
        return None
    names = tuple(field.name for field in fields(kind) if field.compare)
    generated: Any = make_dataclass("Twin", names, init=False, repr=False).__eq__
    return names if _steps(vars(kind).get("__eq__")) == _steps(generated) else None


def _steps(function: Any) -> tuple[object, ...] | None:
    """What a function does, wherever it is written."""
    code = getattr(function, "__code__", None)
    return code and (code.co_code, code.co_consts, code.co_names, code.co_varnames)
