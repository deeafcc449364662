"""What a task of structured prediction is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.errors import UnknownNameError

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored
    from karat.formats import Kind

Choices = Mapping[str, Any]
"""A task's options by name."""

Pairs = list[tuple[str, Any, Any]]
"""Documents: a name, what was predicted, what is gold."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a task offers: one of a few values, the first unless another is chosen; or a switch, or a text.

    ``moves`` is false where a choice can move no number: it adds rows, or refuses documents.
    """

    name: str
    help: str
    values: tuple[str, ...] = ()
    default: Any = None
    moves: bool = True

    @property
    def usual(self) -> Any:
        """What holds where nothing is chosen."""
        return self.values[0] if self.values and self.default is None else self.default

    def of(self, choices: Choices) -> Any:
        """What was chosen."""
        value = choices.get(self.name, self.usual)
        if self.values and value not in self.values:
            raise UnknownNameError(f"value of {self.name}", str(value), self.values)
        return value


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of document and how it is scored.

    ``metrics`` gives the metrics under the options that were chosen, the main one first. ``prepare`` makes a document's
    content ready for them: singletons dropped, conventions applied; ``prepare_gold`` does so for the gold where that is
    not the same. ``spelled_out`` says in a signature's words what the options mean, where they do not say it
    themselves. ``carries_gold`` says that outputs may hold the gold beside the prediction. ``units`` cuts all systems'
    documents and the gold into pieces that belong together, where documents of one name are not enough. ``breakdown``
    gives a document's score by a metric for each type of what is scored.
    """

    name: str
    title: str
    kind: Kind
    metrics: Callable[[Choices], Sequence[Metric]]
    prepare: Callable[[Any, Choices], Any] = lambda content, _: content
    prepare_gold: Callable[[Any, Choices], Any] | None = None
    spelled_out: Callable[[Choices], Mapping[str, str]] | None = None
    options: tuple[Option, ...] = ()
    example: str = ""
    carries_gold: bool = False
    units: Callable[[Mapping[str, Mapping[str, Any]], Mapping[str, Any], Choices], Mapping[str, Pairs]] | None = None
    breakdown: Callable[[Metric, Any, Any, Choices], Mapping[str, Scored]] | None = None

    def signed(self, choices: Choices) -> Mapping[str, str]:
        """What a signature names of the options: every choice that can move a number."""
        if self.spelled_out is not None:
            return self.spelled_out(choices)
        return {option.name: str(choices[option.name] or "none") for option in self.options if option.moves}


def resolve_choices(task: Task, choices: Choices | None) -> dict[str, Any]:
    """All of a task's options with their values; one that the task does not have is an error."""
    names = [option.name for option in task.options]
    for name in choices or {}:
        if name not in names:
            raise UnknownNameError(f"option of {task.name}", name, names)
    return {option.name: option.of(choices or {}) for option in task.options}
