"""Refuse objects of other types than a metric was derived from, or with further fields (``definitions/record.py``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Literal

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.matching import Matching, Reachable
from karat.algebra.definitions.similarity import Excess, Normalised, Side, Similarity, Threshold, Transformed, Weighted
from karat.algebra.plans.plan import Check
from karat.algebra.plans.reading import all_keys, field_of, listed


def check_of(definition: Similarity) -> Check | None:
    """Make the check of the objects that a definition compares; ``None`` where there is nothing to check."""
    match definition:
        case s.Equal():
            return definition.atom.check if definition.atom else None
        case s.Product():
            return _of_fields(definition)
        case s.Union():
            return _of_cases(definition)
        case Transformed():
            return _made(check_of(definition.inner), definition.predicted, definition.gold)
        case Matching():
            read = definition.order.nodes if isinstance(definition.order, Reachable) else listed
            return _of_elements(check_of(definition.inner), read)
        case s.Maximum() | s.Subset() | s.Counted():
            return _of_elements(check_of(definition.inner), listed)
        case Threshold() | Excess() | Weighted() | Normalised():
            return check_of(definition.inner)
        case s.Apart():
            return _both(check_of(definition.predicted), check_of(definition.gold))
    return None


def _both(one: Check | None, other: Check | None) -> Check | None:
    checks = [check for check in (one, other) if check is not None]

    def check_both(objects: list[Any], side: Literal[0, 1]) -> None:
        for check in checks:
            check(objects, side)

    return check_both if checks else None


def _of_elements(check: Check | None, read: Callable[[Any], Iterable[Any]]) -> Check | None:
    if check is None:
        return None
    return lambda objects, side: check(list(chain.from_iterable(map(read, objects))), side)


def _made(check: Check | None, predicted: Side | None, gold: Side | None) -> Check | None:
    if check is None:
        return None
    sides = predicted, gold

    def check_made(objects: list[Any], side: Literal[0, 1]) -> None:
        make = sides[side]
        check(objects if make is None else list(map(make, objects)), side)

    return check_made


def _of_cases(union: s.Union) -> Check | None:
    cases = [(kind, check_of(each)) for kind, each in union.cases]
    if all(check is None for _, check in cases):
        return None

    def check_cases(objects: list[Any], side: Literal[0, 1]) -> None:
        for kind, check in cases:
            if check is not None:
                check([each for each in objects if isinstance(each, kind)], side)
            objects = [each for each in objects if not isinstance(each, kind)]

    return check_cases


def _of_fields(product: s.Product) -> Check | None:
    inner = [(field_of(name), check) for name, each in product.fields if (check := check_of(each)) is not None]
    check_record = product.record.check if product.record else None
    if check_record is None and not inner:
        return None

    def check_fields(objects: list[Any], side: Literal[0, 1]) -> None:
        if check_record is not None:
            check_record(objects)
        for get, check in inner:
            check(all_keys(get, objects), side)

    return check_fields
