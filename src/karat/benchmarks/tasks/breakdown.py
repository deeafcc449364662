"""Break a document's score down by type, such as the types of relations, entities or slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from karat.benchmarks.tasks.task import Choices

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored


def by_type(
    types: Callable[[Any], Iterable[tuple[str, Any]]],
) -> Callable[[Metric, Any, Any, Choices, float | None], Mapping[str, Scored]]:
    """Make a breakdown that scores the elements of each type by themselves.

    ``types`` yields the type of each element, and the element.
    """

    def break_down(
        metric: Metric, predicted: Any, gold: Any, _: Choices, time_limit: float | None
    ) -> Mapping[str, Scored]:
        predicted_by_type, gold_by_type = _group(types(predicted)), _group(types(gold))
        kinds = {**gold_by_type, **predicted_by_type}
        each = None if time_limit is None else time_limit / max(len(kinds), 1)
        return {
            kind: metric.score(predicted_by_type.get(kind, []), gold_by_type.get(kind, []), time_limit=each)
            for kind in kinds
        }

    return break_down


def _group(elements: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for kind, element in elements:
        groups.setdefault(kind, []).append(element)
    return groups
