"""The types that similarities were derived from, and the checks that objects are of them and have no further fields."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from karat.errors import DefinitionError, InputError
from karat.record_classes import compared_names, extra_names, field_names, is_pydantic


@dataclass(frozen=True, slots=True)
class Record:
    """A class or tuple type, and its place in the type from which the metric was derived.

    A subclass may have more fields than the class. Leaving them out would make different objects equal, so objects
    with further fields are refused. Fields that a dataclass does not compare do not count.
    """

    kind: Any
    place: str

    @property
    def check(self) -> Callable[[list[Any]], None]:
        """A function that refuses objects with more fields than the type."""
        if typing.get_origin(self.kind) is tuple:
            return self._check_lengths
        expected = {self.kind}
        allows_extra = is_pydantic(self.kind)

        def check_kinds(objects: list[Any]) -> None:
            kinds: set[Any] = set(map(type, objects))
            if not kinds <= expected:
                self._check_others(kinds - expected, objects)
            if allows_extra:
                self._check_extra(objects)

        return check_kinds

    def _check_others(self, kinds: set[Any], objects: list[Any]) -> None:
        for kind in kinds:
            if issubclass(kind, Mapping):
                self._check_keys([each for each in objects if type(each) is kind])
            elif further := sorted(compared(kind) - compared(self.kind)):
                self._refuse_class(kind, further)

    def _check_lengths(self, objects: list[Any]) -> None:
        size = len(typing.get_args(self.kind))
        if max(map(len, objects), default=0) > size:
            value = next(value for value in objects if len(value) > size)
            raise InputError(f"{self.place}: expected a tuple of {size}, found {len(value)}: {value!r:.60}")

    def _check_keys(self, objects: list[Any]) -> None:
        fields_of_kind = named(self.kind)
        for value in objects:
            if len(value) > len(fields_of_kind) or not fields_of_kind.issuperset(value):
                further = ", ".join(repr(key) for key in value if key not in fields_of_kind)
                raise InputError(
                    f"{self.place}: expected {self.kind.__name__}, found {type(value).__name__} with {further}, which "
                    f"{self.kind.__name__} does not have"
                )

    def _check_extra(self, objects: list[Any]) -> None:
        for value in objects:
            if further := extra_names(value):
                raise InputError(
                    f"{self.place}: expected the fields of {self.kind.__name__}, found {', '.join(map(repr, further))} "
                    "beside them, which it does not declare"
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

    @property
    def check(self) -> Callable[[list[Any], object], None]:
        """A function that refuses values of other types."""
        known: set[type] = set(self.kinds)

        def check_types(values: list[Any], _: object) -> None:
            others = set(map(type, values)) - known
            if not others:
                return
            known.update(kind for kind in others if issubclass(kind, self.kinds))
            if others <= known:
                return
            for value in values:
                if type(value) not in known and not any(_has_value(value, kind) for kind in self.kinds):
                    expected = " or ".join(kind.__name__ for kind in self.kinds)
                    raise InputError(
                        f"{self.place}: expected {expected.replace('NoneType', 'None')}, found {type(value).__name__}: "
                        f"{value!r:.60}"
                    )

        return check_types


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


def compared(kind: Any) -> frozenset[str]:
    """The fields by which objects of a class are compared; none if it is not a record."""
    return frozenset(compared_names(kind) or ())


def named(kind: Any) -> frozenset[str]:
    """All fields of a record type, also those that are not compared."""
    return frozenset(field_names(kind) or ())
