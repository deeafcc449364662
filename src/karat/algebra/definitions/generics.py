"""The fields of a record type, with names resolved and type parameters put in."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import (
    Any,
    Generic,
    NoReturn,
    NotRequired,
    Protocol,
    Required,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)


def fields_of(kind: Any, refuse: Callable[[str, str], NoReturn]) -> dict[str, Any] | None:
    """The fields and their types, in order; ``None`` where the type is no record.

    A dataclass's fields are those that it compares by.
    """
    record = get_origin(kind) or kind
    if not isinstance(record, type):
        return None
    if dataclasses.is_dataclass(record):
        names = [field.name for field in dataclasses.fields(record) if field.compare]
    elif typing.is_typeddict(record):
        names = list(record.__annotations__)
    elif issubclass(record, tuple) and hasattr(record, "_fields"):
        names = list(record._fields)
    else:
        return None
    try:
        hints = get_type_hints(record, include_extras=True)
    except NameError as error:
        refuse("types that are known where the class is defined", f"the name {error.name!r}")
    if untyped := [name for name in names if name not in hints]:
        refuse("a type for every field", f"none for {', '.join(untyped)}")
    if missing := [name for name in names if _may_be_missing(record, name, hints[name])]:
        refuse("fields that are always there", f"{', '.join(missing)}, which may be missing")
    parameters = _parameters(kind)
    return {name: substituted(hints[name], parameters[_owner(record, name)]) for name in names}


def _may_be_missing(record: type, name: str, hint: Any) -> bool:
    mark = get_origin(hint)
    return mark is NotRequired or (mark is not Required and name in getattr(record, "__optional_keys__", ()))


def substituted(hint: Any, parameters: Mapping[Any, Any]) -> Any:
    """A type with what its parameters stand for."""
    if isinstance(hint, TypeVar):
        return parameters.get(hint, hint)
    open_parameters = getattr(hint, "__parameters__", ())
    if isinstance(hint, type) and not get_args(hint):
        return hint  # a generic class whose parameters were not given
    if not any(each in parameters for each in open_parameters):
        return hint
    return hint[tuple(parameters.get(each, each) for each in open_parameters)]


def _parameters(kind: Any) -> dict[type, dict[Any, Any]]:
    """What the type parameters of a class, and of each class that it is made from, stand for."""
    record = get_origin(kind) or kind
    own = dict(zip(getattr(record, "__parameters__", ()), get_args(kind), strict=False))
    found: dict[type, dict[Any, Any]] = {base: {} for base in getattr(record, "__mro__", (record,))}
    found[record] = own
    for base in record.__dict__.get("__orig_bases__", record.__bases__):
        origin = get_origin(base) or base
        if origin in found and origin not in (Generic, Protocol, object):
            found |= _parameters(substituted(base, own))
    return found


def _owner(record: type, name: str) -> type:
    """The class that declares a field."""
    return next((base for base in record.__mro__ if name in get_annotations(base)), record)
