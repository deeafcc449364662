"""Refuse objects of other types than a metric was derived from, or with further fields (``definitions/records.py``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.matching import Matching, Reachable
from karat.algebra.definitions.similarity import Excess, Normalised, Similarity, Threshold, Transformed, Weighted
from karat.algebra.plans.plan import Check, SideNumber
from karat.algebra.plans.reading import all_keys, field_of, listed


def check_of(definition: Similarity) -> Check | None:
    """Make the check of the objects that a definition compares; ``None`` where there is nothing to check."""
    match definition:
        case s.Equal(atom) if atom is not None:
            return lambda objects, _: atom.check(objects)
        case s.Product():
            return _of_fields(definition)
        case s.Union():
            return _of_cases(definition)
        case Transformed(inner, predicted, gold):
            return _of_made(check_of(inner), (predicted, gold))
        case Matching():
            read = definition.order.nodes if isinstance(definition.order, Reachable) else listed
            return _of_elements(check_of(definition.inner), read)
        case s.Maximum() | s.Subset() | s.Counted():
            return _of_elements(check_of(definition.inner), listed)
        case Threshold() | Excess() | Weighted() | Normalised():
            return check_of(definition.inner)
        case s.Apart():
            return _all([check_of(definition.predicted), check_of(definition.gold)])
    return None


def _all(checks: Iterable[Check | None]) -> Check | None:
    needed = [check for check in checks if check is not None]

    def check_all(objects: list[Any], side: SideNumber) -> None:
        for check in needed:
            check(objects, side)

    return check_all if needed else None


def _of_elements(check: Check | None, read: Callable[[Any], Iterable[Any]]) -> Check | None:
    if check is None:
        return None
    return lambda objects, side: check(list(chain.from_iterable(map(read, objects))), side)


def _of_made(check: Check | None, functions: tuple[Callable[[Any], Any] | None, ...]) -> Check | None:
    if check is None:
        return None
    return lambda objects, side: check(objects if (make := functions[side]) is None else list(map(make, objects)), side)


def _of_field(get: Callable[[Any], Any], check: Check | None) -> Check | None:
    return None if check is None else lambda objects, side: check(all_keys(get, objects), side)


def _of_fields(product: s.Product) -> Check | None:
    record = product.record
    own: Check | None = None if record is None else lambda objects, _: record.check(objects)
    return _all([own, *(_of_field(field_of(name), check_of(each)) for name, each in product.fields)])


def _of_cases(union: s.Union) -> Check | None:
    cases = [(kind, check_of(each)) for kind, each in union.cases]

    def check_cases(objects: list[Any], side: SideNumber) -> None:
        for kind, check in cases:
            if check is not None:
                check([each for each in objects if isinstance(each, kind)], side)
            objects = [each for each in objects if not isinstance(each, kind)]

    return check_cases if any(check for _, check in cases) else None
