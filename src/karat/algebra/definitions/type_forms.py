"""Python's forms of types: their names, what is behind an alias, the fields of records with type parameters."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from typing import (
    Annotated,
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

from karat.record_classes import compared_names, is_attrs, is_pydantic


def fields_of(kind: Any, refuse: Callable[[str, str], NoReturn]) -> dict[str, Any] | None:
    """The fields and their types, in order; ``None`` where the type is no record.

    The fields of a dataclass or an attrs class are those that it compares by.
    """
    record = get_origin(kind) or kind
    if not isinstance(record, type) or (names := compared_names(record)) is None:
        return None
    if is_pydantic(record):
        return {name: _pydantic_type(record, name) for name in names}
    try:
        hints = get_type_hints(record, include_extras=True)
    except NameError as error:
        refuse("types that are known where the class is defined", f"the name {error.name!r}")
    if is_attrs(record):
        _complete_attrs(record, hints, refuse)
    if untyped := [name for name in names if name not in hints]:
        refuse("a type for every field", f"none for {', '.join(untyped)}")
    if missing := [name for name in names if _may_be_missing(record, name, hints[name])]:
        refuse("fields that are always there", f"{', '.join(missing)}, which may be missing")
    parameters = _parameters(kind)
    return {name: substituted(hints[name], parameters[_owner(record, name)]) for name in names}


def _pydantic_type(model: Any, name: str) -> Any:
    """The type of a model's field, with the notes that pydantic keeps beside it."""
    if not model.__pydantic_complete__:
        model.model_rebuild(raise_errors=False)
    field = model.model_fields[name]
    return Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation


def _complete_attrs(record: Any, hints: dict[str, Any], refuse: Callable[[str, str], NoReturn]) -> None:
    """Add the types that are given as ``attr.ib(type=…)``; refuse fields that attrs compares by a key."""
    for attribute in record.__attrs_attrs__:
        if attribute.type is not None and not isinstance(attribute.type, str):
            hints.setdefault(attribute.name, attribute.type)
        if attribute.eq_key is not None and get_origin(hints.get(attribute.name)) is not Annotated:
            refuse(
                "fields that are compared as they are, or a similarity in Annotated",
                f"{attribute.name}, which is compared by a key",
            )


def _may_be_missing(record: type, name: str, hint: Any) -> bool:
    mark = get_origin(hint)
    return mark is NotRequired or (mark is not Required and name in getattr(record, "__optional_keys__", ()))


def substituted(hint: Any, parameters: Mapping[Any, Any]) -> Any:
    """A type with its parameters replaced."""
    if isinstance(hint, TypeVar):
        return parameters.get(hint, hint)
    open_parameters = getattr(hint, "__parameters__", ())
    if isinstance(hint, type) and not get_args(hint):
        return hint  # a generic class whose parameters were not given
    if not any(each in parameters for each in open_parameters):
        return hint
    return hint[tuple(parameters.get(each, each) for each in open_parameters)]


def _parameters(kind: Any) -> dict[type, dict[Any, Any]]:
    """The values of the type parameters of a class and of each of its bases."""
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
    return next((base for base in record.__mro__ if name in inspect.get_annotations(base)), record)


def type_name(kind: Any) -> str:
    """A type as it is written in code."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_name(parts[0])
    if origin is typing.Union or origin is types.UnionType:
        return " | ".join(map(type_name, parts))
    if isinstance(kind, list):
        return f"[{', '.join(map(type_name, kind))}]"
    if parts:
        inner = map(repr, parts) if origin is typing.Literal else map(type_name, parts)
        return f"{type_name(origin)}[{', '.join(inner)}]"
    if kind is types.NoneType or kind is ...:
        return "None" if kind is types.NoneType else "..."
    return str(getattr(kind, "__name__", kind))


def bare_type(kind: Any) -> Any:
    """The type behind a NewType, an alias or a qualifier such as Required."""
    while True:
        if isinstance(kind, typing.NewType):
            kind = kind.__supertype__
        elif type(kind).__name__ == "TypeAliasType":  # Python 3.12's `type X = …`
            kind = kind.__value__
        elif get_origin(kind) in (typing.Required, typing.Final) or type(get_origin(kind)).__name__ == "ReadOnly":
            kind = get_args(kind)[0]
        elif kind is None:
            return type(None)
        else:
            return kind


def compares_two(note: Any) -> bool:
    """Whether a note is a bare function of two arguments, probably meant as a similarity."""
    if not isinstance(note, types.FunctionType | types.BuiltinFunctionType | types.MethodType | functools.partial):
        return False
    try:
        inspect.signature(note).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True
