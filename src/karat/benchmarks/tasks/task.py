"""Tasks of structured prediction: their options, and scores broken down by type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from karat.errors import UnknownNameError
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored
    from karat.formats import Kind

Choices = Mapping[str, Any]
"""A task's options by name."""

Pairs = list[tuple[str, Any, Any]]
"""Documents, each with its name, the predicted and the gold content."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a task: one of several values (by default the first), a switch, or a text.

    ``moves`` is false if the option cannot change a number, but adds rows or refuses documents.
    """

    name: str
    help: str
    values: tuple[str, ...] = ()
    default: Any = None
    moves: bool = True

    __repr__ = one_line

    @property
    def usual(self) -> Any:
        """The value that is used by default."""
        return self.values[0] if self.values and self.default is None else self.default

    def of(self, choices: Choices) -> Any:
        """Return the chosen or the default value; an unknown value is an error."""
        value = choices.get(self.name, self.usual)
        if self.values and value not in self.values:
            raise UnknownNameError(f"value of {self.name}", str(value), self.values)
        return value


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of document and how it is scored.

    ``metrics`` returns the metrics under the chosen options, the main one first. ``prepare`` prepares a document's
    content for them, for example by dropping singletons or applying conventions; ``prepare_gold`` does this for the
    gold, if it is different there, and ``align`` then fits a predicted document's content to the gold's.
    ``spelled_out`` gives the signature's words for the options, if their own values are not clear. ``carries_gold``
    says that outputs can contain the gold. ``units`` divides all systems' documents and the gold into smaller units
    that belong together; ``blocks`` tells where long files may be cut before, with the same units: the index after each
    block's last document, in the gold and in each system. ``breakdown`` computes a document's score for each type,
    within a time limit in seconds. ``implied`` has the choices that files in a format make, by the format's name: words
    are compared where there are no places.
    """

    name: str
    title: str
    kind: Kind
    metrics: Callable[[Choices], Sequence[Metric]]
    prepare: Callable[[Any, Choices], Any] = lambda content, _: content
    prepare_gold: Callable[[Any, Choices], Any] | None = None
    align: Callable[[Any, Any], Any] | None = None
    spelled_out: Callable[[Choices], Mapping[str, str]] | None = None
    options: tuple[Option, ...] = ()
    example: str = ""
    carries_gold: bool = False
    units: Callable[[Mapping[str, Mapping[str, Any]], Mapping[str, Any], Choices], Mapping[str, Pairs]] | None = None
    blocks: Callable[[Mapping[str, Iterable[Any]], Iterable[Any], Choices], Sequence[tuple[int, ...]]] | None = None
    breakdown: Callable[[Metric, Any, Any, Choices, float | None], Mapping[str, Scored]] | None = None
    implied: Mapping[str, Choices] = field(default_factory=dict)

    __repr__ = one_line

    def signed(self, choices: Choices) -> Mapping[str, str]:
        """Return the options in a signature: every choice that can change a number."""
        if self.spelled_out is not None:
            return self.spelled_out(choices)
        return {option.name: str(choices[option.name] or "none") for option in self.options if option.moves}


def resolve_choices(task: Task, choices: Choices | None) -> dict[str, Any]:
    """Return all options of a task with their values; an unknown option is an error."""
    names = [option.name for option in task.options]
    for name in choices or {}:
        if name not in names:
            raise UnknownNameError(f"option of {task.name}", name, names)
    return {option.name: option.of(choices or {}) for option in task.options}


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
