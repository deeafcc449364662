"""Values of options: those of TOML or Python, in the types that a dataclass of options declares."""

from __future__ import annotations

from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from karat.errors import InputError


def convert_value(value: Any, wanted: Any) -> Any:
    """Give a value in the type of an option: a list stands for a tuple, a text for a path, an integer for a float.

    >>> convert_value(["a", "b"], tuple[str, ...])
    ('a', 'b')
    """
    for kind in get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,):
        match _converted(value, kind):
            case (converted,):
                return converted
    raise InputError(f"expected {_described(wanted)}, found {value!r}")


def _converted(value: Any, kind: Any) -> tuple[Any] | tuple[()]:
    """Give the value as this type, in a tuple; an empty one if it has another type."""
    if get_origin(kind) is Literal:
        return (value,) if value in get_args(kind) else ()
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if not isinstance(value, list | tuple):
            return ()
        members = [_converted(member, inner) for member in value]
        return (tuple(member[0] for member in members if member),) if all(members) else ()
    if kind is Path and isinstance(value, str):
        return (Path(value),)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return (float(value),)
    if kind is int and isinstance(value, bool):
        return ()
    return (value,) if isinstance(value, kind) else ()


_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", Path: "a path"}


def _described(kind: Any) -> str:
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(_described(member) for member in get_args(kind) if member is not type(None))
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if get_origin(kind) is tuple:
        return f"a list, each {_described(get_args(kind)[0])}"
    return _NAMES.get(kind, str(kind))
