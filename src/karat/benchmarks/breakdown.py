"""Scores of a document by the type of what is scored: relations, entities, slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from karat.benchmarks.task import Choices

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored


def by_type(
    types: Callable[[Any], Iterable[tuple[str, Any]]],
) -> Callable[[Metric, Any, Any, Choices], Mapping[str, Scored]]:
    """Score the elements of each type by themselves; ``types`` gives the type of each element, and the element."""

    def broken(metric: Metric, predicted: Any, gold: Any, _: Choices) -> Mapping[str, Scored]:
        sides: tuple[dict[str, list[Any]], dict[str, list[Any]]] = ({}, {})
        for side, content in zip(sides, (predicted, gold), strict=True):
            for kind, element in types(content):
                side.setdefault(kind, []).append(element)
        ours, theirs = sides
        return {kind: metric.score(ours.get(kind, []), theirs.get(kind, [])) for kind in {**theirs, **ours}}

    return broken
