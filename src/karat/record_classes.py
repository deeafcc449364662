"""Record classes: the fields of dataclasses, named tuples, typed dictionaries, pydantic models and attrs classes.

Pydantic and attrs are recognised by what they add to a class; neither is imported.
"""

from __future__ import annotations

import dataclasses
import typing
from functools import lru_cache
from typing import Any


def field_names(kind: Any) -> tuple[str, ...] | None:
    """All fields of a record class, in order; ``None`` if it is no record class."""
    return _field_names(kind)


@lru_cache(1 << 10)
def _field_names(kind: Any) -> tuple[str, ...] | None:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if is_pydantic(kind):
        return tuple(kind.model_fields)
    if is_attrs(kind):
        return tuple(attribute.name for attribute in kind.__attrs_attrs__)
    if typing.is_typeddict(kind):
        return tuple(kind.__annotations__)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return None


def compared_names(kind: Any) -> tuple[str, ...] | None:
    """The fields by which a record class compares its objects, in order; ``None`` if it is no record class."""
    return _compared_names(kind)


@lru_cache(1 << 10)
def _compared_names(kind: Any) -> tuple[str, ...] | None:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if field.compare)
    if is_attrs(kind):
        return tuple(attribute.name for attribute in kind.__attrs_attrs__ if attribute.eq)
    return field_names(kind)


def is_pydantic(kind: Any) -> bool:
    """Tell whether a class is a model of pydantic, version 2."""
    return isinstance(kind, type) and hasattr(kind, "__pydantic_fields__") and hasattr(kind, "model_fields")


def is_attrs(kind: Any) -> bool:
    """Tell whether a class was made by attrs."""
    return isinstance(kind, type) and isinstance(getattr(kind, "__attrs_attrs__", None), tuple)


def extra_names(value: Any) -> list[str]:
    """The fields of a pydantic object that its class does not declare (``extra="allow"``)."""
    return list(getattr(value, "__pydantic_extra__", None) or ())
