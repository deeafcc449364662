"""Check a JSON value against a type, such as a ``TypedDict``; errors name the place, what was expected and found."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from karat.formats.json.parts import Part

NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"}


@dataclass(frozen=True, slots=True)
class Only:
    """Narrows a type: ``Annotated[int, Only("a whole number from 0", lambda count: count >= 0)]``."""

    expected: str
    holds: Callable[[Any], bool]


def check(part: Part, kind: Any) -> None:
    """Refuse a value that is not of a type.

    The types are those of JSON, lists, tuples (lists of a certain length), dictionaries, unions, ``Literal``,
    ``TypedDict`` and any of them with ``Only``. A whole number will do for a number; true and false are no numbers.
    Keys that a ``TypedDict`` does not name are allowed, so that older versions can read what newer ones add.
    """
    # Most values are what they should be; only in another one, the place of the mistake must be found.
    if not fits(kind)(part.value):
        _refuse(part, kind)


@cache
def fits(kind: Any) -> Callable[[Any], bool]:
    """Make a function that tells whether a value is of a type, as :func:`check` has it."""
    origin, members = get_origin(kind), get_args(kind)
    if kind in NAMES:
        return partial(_is_plain, kind=kind) if kind is float else lambda value: type(value) is kind
    if is_typeddict(kind):
        required = [(name, fits(hint)) for name, hint, required in _fields(kind) if required]
        others = [(name, fits(hint)) for name, hint, required in _fields(kind) if not required]
        return lambda value: (
            isinstance(value, dict)
            and all(name in value and holds(value[name]) for name, holds in required)
            and all(name not in value or holds(value[name]) for name, holds in others)
        )
    if origin is list:
        item = fits(members[0])
        return lambda value: isinstance(value, list) and all(map(item, value))
    if origin is tuple:
        items = list(map(fits, members))
        return lambda value: (
            isinstance(value, list)
            and len(value) == len(items)
            and all(holds(each) for holds, each in zip(items, value, strict=True))
        )
    if origin is dict:
        item = fits(members[1])
        return lambda value: isinstance(value, dict) and all(map(item, value.values()))
    if origin in (Union, UnionType):
        return _fits_union(members)
    if origin is Annotated:
        base, narrowed = fits(members[0]), [only.holds for only in members[1:]]
        if len(narrowed) == 1:
            (holds,) = narrowed
            return lambda value: base(value) and holds(value)
        return lambda value: base(value) and all(holds(value) for holds in narrowed)
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in members
    assert kind is Any, kind
    return lambda _: True


def _fits_union(kinds: tuple[Any, ...]) -> Callable[[Any], bool]:
    others = [kind for kind in kinds if kind is not NoneType]
    optional = len(others) < len(kinds)
    if len(others) == 1:
        only = fits(others[0])
        return lambda value: (optional and value is None) or only(value)
    plain = [fits(kind) for kind in others if kind in NAMES]
    return lambda value: (optional and value is None) or any(holds(value) for holds in plain)


def _refuse(part: Part, kind: Any) -> None:
    """Find the first place that is not of its type, and raise an error that names it."""
    origin, members = get_origin(kind), get_args(kind)
    if kind in NAMES:
        if not _is_plain(part.value, kind):
            raise part.error(NAMES[kind], part.shown)
    elif is_typeddict(kind):
        _check_object(part, kind)
    elif origin is list:
        for each in part.members("a list"):
            check(each, members[0])
    elif origin is tuple:
        _check_tuple(part, members)
    elif origin is dict:
        for name in part.object():
            check(part.inner(name), members[1])
    elif origin in (Union, UnionType):
        _check_union(part, kind)
    elif origin is Annotated:
        check(part, members[0])
        for only in members[1:]:
            if not only.holds(part.value):
                raise part.error(only.expected, part.shown)
    elif origin is Literal:
        if not isinstance(part.value, str) or part.value not in members:
            raise part.error(describe(kind), part.shown)
    else:
        assert kind is Any, kind


def _is_plain(value: object, kind: type) -> bool:
    if kind is float:
        return type(value) is int or (type(value) is float and math.isfinite(value))
    return type(value) is kind


@cache
def _fields(kind: type) -> tuple[tuple[str, Any, bool], ...]:
    """The keys of a ``TypedDict``, their types, and whether they are required."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (name, get_args(hint)[0] if get_origin(hint) is NotRequired else hint, get_origin(hint) is not NotRequired)
        for name, hint in hints.items()
    )


def _check_object(part: Part, kind: type) -> None:
    value = part.object()
    for name, hint, required in _fields(kind):
        if required or name in value:
            check(part.inner(name), hint)


def _check_tuple(part: Part, kinds: tuple[Any, ...]) -> None:
    expected = f"a list of {len(kinds)} values"
    members = part.members(expected)
    if len(members) != len(kinds):
        raise part.error(expected, part.shown)
    for each, kind in zip(members, kinds, strict=True):
        check(each, kind)


def _check_union(part: Part, kind: Any) -> None:
    others = [each for each in get_args(kind) if each is not NoneType]
    if part.value is None and len(others) < len(get_args(kind)):
        return
    if len(others) == 1:
        check(part, others[0])
    elif not any(_is_plain(part.value, each) for each in others if each in NAMES):
        raise part.error(describe(kind), part.shown)


def describe(kind: Any) -> str:
    """Say in words what a plain type, a choice, or a union of plain types expects.

    >>> describe(int | str), describe(Literal["mean", "product"])
    ('a whole number or a text', 'one of mean, product')
    """
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    return " or ".join(NAMES[each] for each in get_args(kind))
