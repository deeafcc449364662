"""Records: which fields a type has and of which types, and whether objects are what their type says.

Dataclasses, named tuples, typed dictionaries, pydantic models and attrs classes are told apart in
:mod:`karat.record_classes`; here are the types of their fields, for those who derive a metric, and the checks of
objects, for those who score with it. A subclass may have more fields than the class, a tuple more positions, a
dictionary other keys: leaving them out would make different objects equal, so such objects are refused. Fields that a
dataclass does not compare do not count.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
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

from karat.errors import DefinitionError, InputError
from karat.record_classes import compared_names, extra_names, field_names, is_attrs, is_pydantic


@dataclass(frozen=True, slots=True)
class Record:
    """A class or tuple type, and its place in the type from which the metric was derived."""

    kind: Any
    place: str

    def check(self, objects: list[Any]) -> None:
        """Refuse objects with more fields than the type."""
        if get_origin(self.kind) is tuple:
            self._check_lengths(objects)
            return
        for kind in set(map(type, objects)) - {self.kind}:
            if issubclass(kind, Mapping):
                self._check_keys([each for each in objects if type(each) is kind])
            elif further := sorted({*(compared_names(kind) or ())} - {*(compared_names(self.kind) or ())}):
                self._refuse_class(kind, further)
        if is_pydantic(self.kind):
            for value in objects:
                if further := extra_names(value):
                    raise InputError(
                        f"{self.place}: expected the fields of {self.kind.__name__}, found "
                        f"{', '.join(map(repr, further))} beside them, which it does not declare"
                    )

    def _check_lengths(self, objects: list[Any]) -> None:
        size = len(get_args(self.kind))
        for value in objects:
            if len(value) > size:
                raise InputError(f"{self.place}: expected a tuple of {size}, found {len(value)}: {value!r:.60}")

    def _check_keys(self, objects: list[Any]) -> None:
        name, known = self.kind.__name__, field_names(self.kind) or ()
        for value in objects:
            if further := ", ".join(repr(key) for key in value if key not in known):
                raise InputError(
                    f"{self.place}: expected {name}, found {type(value).__name__} with {further}, which {name} does "
                    "not have"
                )

    def _refuse_class(self, kind: type, further: list[str]) -> None:
        name, other = self.kind.__name__, kind.__name__
        what = "a subclass" if self.kind in kind.__mro__ else "a class"
        raise InputError(
            f"{self.place}: expected {name}, found {other}, {what} with {', '.join(map(repr, further))}, which {name} "
            f"does not compare; derive from {name} | {other} to compare it too"
        )


@dataclass(frozen=True, slots=True)
class Atom:
    """The types that an equality was derived from, and their place in the type from which the metric was derived.

    Values of other types are refused: they would be unequal to all that were meant, as ``"2"`` is to ``2``. A number is
    of the type if it has the same value there, as 2.0 has as an int.
    """

    kinds: tuple[type, ...]
    place: str

    def check(self, values: list[Any]) -> None:
        """Refuse values of other types."""
        others = {kind for kind in set(map(type, values)) if not issubclass(kind, self.kinds)}
        for value in values if others else ():
            if type(value) in others and not any(_has_value(value, kind) for kind in self.kinds):
                expected = " or ".join(kind.__name__ for kind in self.kinds).replace("NoneType", "None")
                raise InputError(f"{self.place}: expected {expected}, found {type(value).__name__}: {value!r:.60}")


_NUMBERS = (int, bool, Decimal, Fraction)


def _has_value(value: Any, kind: type) -> bool:
    """Tell whether a number has the same value as one of the type."""
    try:
        return kind in _NUMBERS and bool(kind(value) == value)
    except (TypeError, ValueError, ArithmeticError):
        return False


def check_cases(kinds: Sequence[Any]) -> None:
    """Refuse cases of a union that can never be reached, because a wider type comes before them."""
    if not kinds:
        raise DefinitionError("a union has cases: expected at least one, found none")
    for place, kind in enumerate(kinds):
        if not isinstance(kind, type):
            raise DefinitionError(f"a union has a case for each type: expected a type, found {kind!r:.60}")
        for wider in kinds[:place]:
            if issubclass(kind, wider):
                raise DefinitionError(
                    f"case {kind.__name__}: expected it before {wider.__name__}, which takes all its objects, found it "
                    "behind"
                )


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
