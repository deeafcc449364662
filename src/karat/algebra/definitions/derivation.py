"""From a data type to a metric (Chen et al., 2023, sections 2 to 5): the type says what is compared, and how.

==================================  =====================================================================
type                                similarity
==================================  =====================================================================
str, int, an Enum, a Literal, …     equality δ
float, complex                      refused without a note: ``Annotated[float, within(0.01)]`` gives a tolerance
dataclass, NamedTuple, TypedDict,   product over the fields, in their order
pydantic model, attrs class
tuple[X, Y]                         product over the positions
set, frozenset, Collection          one-to-one matching
list, Sequence, tuple[X, ...]       one-to-one matching that keeps the order
dict, Mapping                       one-to-one matching of (key, value) pairs
X | Y, X | None                     a case for each; ``None`` is like ``None``
Variable                            latent: alike where the matching around it says so
Annotated[T, similarity]            that similarity
Annotated[T, any other note]        as T is; notes for other readers are left alone
==================================  =====================================================================

A collection inside another is F-normalised. The outermost one gives F1 over its elements if the type is nothing else:
the collection itself, or a record whose only field it is. In a record with other fields, or as one case of a union, it
is F-normalised as well, and F1 is over the whole, which has the mass 1: with the collection's own mass, the other
fields would count for nothing wherever it is empty. Precision and recall, which would repeat F1, are then undefined.
Fields that a dataclass or an attrs class leaves out of its own comparison (``field(compare=False)``,
``field(eq=False)``) are left out here too.

Objects that have more than the type says (a subclass with further fields, a longer tuple, a mapping with other keys)
are refused when they are scored, since comparing them in part would call different objects equal. ``Base | Sub``
compares both classes, each by all its fields. Values of another type than the field's, as the text ``"2"`` where an int
is expected, are refused too: they are equal to nothing that was meant.
"""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import decimal
import fractions
import functools
import inspect
import numbers
import pathlib
import types
import typing
import uuid
from collections import abc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn, TypeVar, get_args, get_origin

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.matching import (
    SEQUENCE,
    Combined,
    Constraint,
    Matching,
    Reachable,
    Sequenced,
    Sides,
    Ties,
    match,
)
from karat.algebra.definitions.records import Atom, Record, fields_of
from karat.algebra.definitions.similarity import (
    Metric,
    Normalised,
    Similarity,
    function_name,
    inner_similarities,
    similarity_for,
    transform,
)
from karat.algebra.scores.normaliser import Normaliser
from karat.errors import DefinitionError, DerivationError, InputError

ATOMS = (
    str, int, bool, bytes, type(None), Enum, decimal.Decimal, fractions.Fraction, uuid.UUID,
    dt.date, dt.time, dt.timedelta, pathlib.PurePath,
)  # fmt: skip
"""What is compared by equality: types whose objects are exact."""
INEXACT = (float, complex)
SETS = (set, frozenset, abc.Set, abc.MutableSet, abc.Collection)
SEQUENCES = (list, abc.Sequence, abc.MutableSequence, collections.deque)
MAPPINGS = (dict, abc.Mapping, abc.MutableMapping, collections.OrderedDict, collections.defaultdict)


@dataclass(frozen=True, slots=True)
class Variable:
    """A name without meaning of its own; the matching finds out which gold variable it corresponds to.

    A class of one's own is such a variable if it says ``__latent__ = True``.
    """

    __latent__: ClassVar[bool] = True

    name: str

    def __str__(self) -> str:
        return self.name


class Item(NamedTuple):
    """A key of a mapping and what it leads to."""

    key: Any
    value: Any


def items(mapping: Mapping[Any, Any]) -> list[Item]:
    """The pairs of a mapping."""
    if not isinstance(mapping, Mapping):
        raise InputError(f"expected a mapping, found {type(mapping).__name__}: {mapping!r:.60}")
    return [Item(*pair) for pair in mapping.items()]


def derive(kind: Any) -> Metric:
    """Make the metric that follows from a type; what cannot be derived is refused by the name of its field.

    >>> print(derive(set[tuple[str, int]]))
    F↔[δ_0 × δ_1]
    """
    place = Place(type_name(kind))
    given = _given(kind, place)
    if isinstance(given, Normalised | Sides | Combined):
        return given
    similarity = _similarity(kind, place, outermost=True)
    return similarity if isinstance(similarity, Normalised) else similarity.f1


def derive_similarity(kind: Any) -> Similarity:
    """Make the similarity that follows from a type, as it is used inside another; collections are F-normalised.

    >>> print(derive_similarity(set[str]))
    F↔[δ]
    """
    return _similarity(kind, Place(type_name(kind), collected=True), outermost=False)


def fields(kind: Any = None, /, **similarities: Similarity) -> s.Fields:
    """Add up the similarities of a record's fields, which are named or derived from the record's type.

    Of a type, collections at any depth are matched one to one, without order, and count by the facts in them.

    >>> print(fields(id=s.equal, lines=match(fields(sku=s.equal, price=s.equal))).f1)
    F[δ_id + Σ↔_lines[δ_sku + δ_price]]
    """
    if (kind is None) == (not similarities):
        raise DefinitionError("a sum is over named fields or over those of a type: expected one of the two")
    if kind is None:
        return s.Fields(tuple((name, similarity_for(f"field {name!r}", each)) for name, each in similarities.items()))
    found = _similarity(kind, Place(type_name(kind), summed=True), outermost=False)
    if not isinstance(found, s.Fields):
        raise DefinitionError(f"a sum is over the fields of a record: expected one, found {type_name(kind)}")
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """A position in the type: its path for messages, the enclosing records, and whether a collection encloses it.

    In a sum (``summed``), records are sums of their fields.
    """

    path: str
    inside: tuple[Any, ...] = ()
    collected: bool = False
    summed: bool = False

    def field(self, name: str, record: Any) -> Place:
        """The place of a record's field."""
        return replace(self, path=f"{self.path}.{name}", inside=(*self.inside, record))

    def position(self, index: int) -> Place:
        """The place of a tuple's position."""
        return replace(self, path=f"{self.path}[{index}]")

    def element(self, name: str = "") -> Place:
        """The place of a collection's elements."""
        return replace(self, path=f"{self.path}[{name}]", collected=True)

    def refuse(self, expected: str, found: str) -> NoReturn:
        """Name the field and what is wrong with its type."""
        raise DerivationError(f"{self.path}: expected {expected}, found {found}")


def _given(kind: Any, place: Place) -> Similarity | Metric | None:
    """The similarity in an annotation, if there is one."""
    if get_origin(kind) is not Annotated:
        return None
    for note in kind.__metadata__:
        if compares_two(note):
            name = function_name(note)
            place.refuse(f"a similarity such as k.function({name})", f"the function {name}")
        if isinstance(note, Normaliser | Constraint | Ties | Sequenced | Reachable):
            place.refuse("a similarity", str(note) if isinstance(note, Enum) else repr(note))
    found = [each for each in kind.__metadata__ if isinstance(each, Similarity | Metric)]
    if len(found) > 1:
        place.refuse("one similarity", f"{len(found)}: {', '.join(map(str, found))}")
    return found[0] if found else None


def _similarity(kind: Any, place: Place, *, outermost: bool) -> Similarity:
    kind = bare_type(kind)
    origin = get_origin(kind) or kind
    if origin is Annotated:
        given = _given(kind, place)
        if isinstance(given, Metric) and not isinstance(given, Similarity):
            place.refuse("a similarity", f"a metric that is none: {given}")
        return given or _similarity(kind.__origin__, place, outermost=outermost)
    if origin is typing.Union or origin is types.UnionType:
        return _cases(kind, place)
    if origin is typing.Literal:
        return s.Equal(Atom(tuple({type(value): None for value in get_args(kind)}), place.path))
    if _is_atom(origin):
        # Of a kind of text or number, such as a StrEnum, any text or number may be equal to an object.
        atom = origin if origin in ATOMS else next(each for each in ATOMS if issubclass(origin, each))
        return s.Equal(Atom((origin if atom is Enum else atom,), place.path))
    if isinstance(origin, type) and issubclass(origin, INEXACT):
        _refuse_inexact(origin, place)
    if getattr(origin, "__latent__", False):
        if not place.collected:
            place.refuse("a variable inside a collection", "one outside")
        return s.latent
    if origin is tuple and get_args(kind)[-1:] != (...,):
        return _positions(kind, place, outermost=outermost)
    if origin in (*SETS, *SEQUENCES, *MAPPINGS, tuple):
        return _collection(kind, origin, place, outermost=outermost)
    if (names := fields_of(kind, place.refuse)) is not None:
        return _record(kind, names, place, outermost=outermost)
    return _refused(kind, place)


def _refuse_inexact(kind: type, place: Place) -> NoReturn:
    """Refuse to compare by equality what calculations give only nearly: 0.1 + 0.2 is not 0.3, and NaN is not NaN."""
    name = type_name(kind)
    given = f"Annotated[{name}, k.within(0.01)]" if issubclass(kind, float) else f"Annotated[{name}, a similarity]"
    place.refuse(f"a tolerance such as {given}, or Annotated[{name}, k.equal] to take it to the last digit", name)


def _is_atom(kind: Any) -> bool:
    """Whether objects of a type are compared by equality, and by an atom's own."""
    if not isinstance(kind, type) or dataclasses.is_dataclass(kind):
        return False
    return kind.__eq__ in _EQUALITIES and issubclass(kind, ATOMS)


_EQUALITIES = {atom.__eq__ for atom in (*ATOMS, dt.datetime, pathlib.PurePosixPath, pathlib.PureWindowsPath)}


def _record(kind: Any, names: Mapping[str, Any], place: Place, *, outermost: bool) -> Similarity:
    if kind in place.inside:
        place.refuse("a type of finite depth, or a similarity in Annotated", f"{type_name(kind)} inside itself")
    if not names:
        place.refuse("a record with fields to compare", f"{type_name(kind)}, which has none")
    if place.summed:
        terms = {name: _similarity(each, place.field(name, kind), outermost=False) for name, each in names.items()}
        return s.Fields(tuple(terms.items()), Record(get_origin(kind) or kind, place.path))
    outermost = outermost and len(names) == 1
    product = s.product(
        **{name: _similarity(each, place.field(name, kind), outermost=outermost) for name, each in names.items()}
    )
    return replace(product, record=Record(get_origin(kind) or kind, place.path))


def _positions(kind: Any, place: Place, *, outermost: bool) -> Similarity:
    positions = get_args(kind)
    if not positions:
        place.refuse("a tuple that says of what", "tuple")
    outermost = outermost and len(positions) == 1
    product = s.product(
        *(_similarity(each, place.position(index), outermost=outermost) for index, each in enumerate(positions))
    )
    return replace(product, record=Record(kind, place.path))


def _collection(kind: Any, origin: Any, place: Place, *, outermost: bool) -> Similarity:
    parts = get_args(kind)
    if not parts:
        place.refuse("a collection that says of what", type_name(kind))
    if origin in MAPPINGS:
        key, value = (
            _similarity(part, place.element(name), outermost=False)
            for name, part in zip(("key", "value"), parts, strict=True)
        )
        matching, change = match(s.product(key=key, value=value)), items
    else:
        element = _similarity(parts[0], place.element(), outermost=False)
        matching, change = match(element, order=None if origin in SETS or place.summed else SEQUENCE), None
    _check_variables(matching, place)
    similarity: Similarity = matching if outermost or place.summed else matching.f1
    return transform(similarity, change) if change else similarity


def _check_variables(matching: Matching, place: Place) -> None:
    """Refuse variables in a sequence, and variables on two levels of nesting."""
    if not matching.inner.plan.variables:
        return
    if matching.order:
        place.refuse("a set, since a matching with variables keeps no order", "a sequence of elements with variables")
    if _has_matched_variables(matching.inner):
        place.refuse("variables on one level", "variables in the elements and in a collection inside them")


def _has_matched_variables(similarity: Similarity) -> bool:
    """Whether variables are in the elements of a matching, at any depth."""
    if isinstance(similarity, Matching) and similarity.inner.plan.variables:
        return True
    return any(map(_has_matched_variables, inner_similarities(similarity)))


def _cases(kind: Any, place: Place) -> Similarity:
    cases: dict[type, Similarity] = {}
    for part in get_args(kind):
        if place.summed and part is type(None):
            continue  # no claim
        similarity = _similarity(part, place, outermost=False)
        for case in _runtime_types(part, place):
            if cases.setdefault(case, similarity) != similarity:
                place.refuse("cases that can be told apart", f"two kinds of {case.__name__}")
    if numbers.Real in cases and cases.pop(int, cases[numbers.Real]) != cases[numbers.Real]:
        place.refuse("one similarity for int and float, since an int will do for a float", "two")
    if len(cases) == 1:
        return next(iter(cases.values()))
    # The first case that fits is taken, so the narrower type comes first.
    order = sorted(cases, key=lambda case: -sum(issubclass(case, other) for other in cases))
    return s.union({case: cases[case] for case in order})


def _runtime_types(kind: Any, place: Place) -> Iterator[type]:
    """The types that an object of a case may have when it is compared."""
    kind = bare_type(kind)
    origin = get_origin(kind) or kind
    if origin is Annotated:
        yield from _runtime_types(kind.__origin__, place)
    elif origin is typing.Union or origin is types.UnionType:
        for part in get_args(kind):
            yield from _runtime_types(part, place)
    elif origin is typing.Literal:
        yield from {type(value): None for value in get_args(kind)}
    elif origin is float:
        yield numbers.Real  # where a float is asked for, an int will do
    elif typing.is_typeddict(origin):
        yield dict
    elif isinstance(origin, type):
        yield origin
    else:
        place.refuse("cases that can be told apart", type_name(kind))


def _refused(kind: Any, place: Place) -> NoReturn:
    if isinstance(kind, TypeVar):
        place.refuse("a type for each parameter, such as Record[str]", f"the parameter {kind.__name__}")
    if isinstance(kind, str | typing.ForwardRef):
        place.refuse("a type", f"a name that is not known: {kind!r}")
    place.refuse("a record, a collection, an atom such as str, or Annotated[…] with a similarity", f"{type_name(kind)}")


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
