"""Looking keys up by hash; where a key cannot be hashed, by equality. This is decided here and nowhere else.

Elements may be lists, dictionaries or objects without a hash. If one key of two collections has none, all keys of both
are wrapped in :class:`ByEquality`, so that every plan works on them unchanged, in quadratic instead of linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from karat.algebra.plans.reading import SETS

Result = TypeVar("Result")


class ByEquality:
    """A key that is looked up by ``==``: all of them have the same hash."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByEquality) and bool(self.key == other.key)

    def __hash__(self) -> int:
        return 0


def by_hash(
    compute: Callable[[list[Any], list[Any]], Result],
    predicted: list[Any],
    gold: list[Any],
    wrap: Callable[[Any], Any] = ByEquality,
) -> Result:
    """Compute from the keys of both sides; if that fails because one has no hash, once more from wrapped keys."""
    try:
        return compute(predicted, gold)
    except TypeError:
        pass  # an error with another cause comes again
    return compute(list(map(wrap, predicted)), list(map(wrap, gold)))


def wrap_row(row: tuple[Any, ...]) -> tuple[Any, ByEquality]:
    """Wrap the key of a row that begins with the number of its document."""
    return row[0], ByEquality(row[1:])


def wrap_all(keys: Iterable[Any]) -> list[ByEquality]:
    """Wrap each key of a collection."""
    return list(map(ByEquality, keys))


def as_sets(predicted: list[Any], gold: list[Any]) -> tuple[list[Any], list[Any]]:
    """Make a set of each collection of keys in which no key is repeated; the others stay lists."""
    if SETS.issuperset(map(type, predicted)) and SETS.issuperset(map(type, gold)):
        return predicted, gold
    return by_hash(_as_sets, predicted, gold, wrap_all)


def _as_sets(predicted: list[Any], gold: list[Any]) -> tuple[list[Any], list[Any]]:
    return list(map(_as_set, predicted)), list(map(_as_set, gold))


def _as_set(keys: Any) -> Any:
    if type(keys) in SETS:
        return keys
    unique = frozenset(keys)
    return unique if len(unique) == len(keys) else keys


def once(elements: list[Any]) -> list[Any]:
    """The elements without repetitions, in their order."""
    unique = by_hash(lambda keys, _: list(dict.fromkeys(keys)), elements, [])
    return [each.key if type(each) is ByEquality else each for each in unique]
