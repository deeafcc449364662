"""Read the fields of objects, the elements of collections, and their keys.

Keys are looked up by hash. If one key of two collections has none, as lists and dictionaries, all keys of both are
wrapped in :class:`ByEquality`, so that every plan works on them unchanged, in quadratic instead of linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, TypeVar

from karat.errors import InputError

PLAIN: frozenset[type] = frozenset({list, tuple, frozenset, set})
"""Collections that contain their elements themselves."""
SETS = {set, frozenset}


def itself(value: Any) -> Any:
    """Return the object."""
    return value


def listed(value: Any) -> list[Any]:
    """The elements of a collection."""
    if type(value) not in PLAIN:
        value = held(value)
        kind: Any = type(value)
        if not _is_collection(kind):
            raise InputError(f"expected a collection, found {type(value).__name__}: {value!r:.60}")
    return list(value)


@lru_cache(1 << 10)
def _is_collection(kind: type) -> bool:
    return issubclass(kind, Iterable) and not issubclass(kind, (str, bytes, Mapping))


def held(value: Any) -> Any:
    """The collection itself, or the field that its class names as ``__elements__``."""
    name = getattr(value, "__elements__", None)
    return value if name is None else getattr(value, name)


def all_sets(collections: Iterable[Any]) -> bool:
    """Whether all are sets."""
    return SETS.issuperset(map(type, collections))


def all_plain(collections: Iterable[Any]) -> bool:
    """Whether all are lists, tuples or sets, which hold their elements themselves."""
    return PLAIN.issuperset(map(type, collections))


def sets_in(collections: list[Any]) -> list[Any] | None:
    """The collections as sets, if all are sets or all have one class with sets in ``__elements__``; else ``None``."""
    kinds: set[Any] = set(map(type, collections))
    if kinds <= SETS:
        return collections
    name = getattr(kinds.pop(), "__elements__", None) if len(kinds) == 1 else None
    held_in_each = list(map(attrgetter(name), collections)) if name else collections
    return held_in_each if SETS.issuperset(map(type, held_in_each)) else None


def field_of(name: str | int) -> Callable[[Any], Any]:
    """Read a field by name, from an object or a mapping, or by position."""
    if isinstance(name, int):
        at: Callable[[Any], Any] = itemgetter(name)
        kind: type[Exception] | tuple[type[Exception], ...] = (TypeError, IndexError, KeyError)
    else:
        at = attrgetter(name)
        kind = (AttributeError, KeyError)
    also_method = hasattr(dict, str(name))  # a mapping's method is not its field

    def get(value: Any) -> Any:
        try:
            return value[name] if also_method and isinstance(value, dict) else at(value)
        except kind:
            if isinstance(value, Mapping) and name in value:
                return value[name]
            what = f"position {name}" if isinstance(name, int) else f"the field {name!r}"
            raise InputError(f"expected an object with {what}, found {type(value).__name__}: {value!r:.60}") from None

    if not also_method:
        get.fast = at  # type: ignore[attr-defined]
    return get


def claim_of(name: str | int) -> Callable[[Any], Any]:
    """Read a field that may be absent: ``None`` where a mapping does not have it."""
    get = field_of(name)
    return lambda value: value.get(name) if isinstance(value, Mapping) else get(value)


def all_keys(key: Callable[[Any], Any], elements: Iterable[Any]) -> list[Any]:
    """The keys of all elements; by a bare attribute getter, if the key is one and fits all elements."""
    fast = getattr(key, "fast", None)
    if fast is not None:
        try:
            return list(map(fast, elements))
        except (AttributeError, TypeError, IndexError, KeyError):
            pass  # mappings, or objects that the key refuses with a message
    return [key(each) for each in elements]


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
