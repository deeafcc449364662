"""A human study: extractions of several systems, and people's labels of them (MinIE's labelling guidelines)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from karat.errors import InputError
from karat.model.extraction import Extraction
from karat.model.sentence import Sentence
from karat.one_line import one_line

FACT_RULES = tuple(f"F{number}" for number in range(1, 13))
ATTRIBUTION_RULES = tuple(f"A{number}" for number in range(1, 4))
RULES = FACT_RULES + ATTRIBUTION_RULES
"""The rules of the guidelines, of which an incorrect extraction breaks at least one."""


class FactLabel(StrEnum):
    """Whether the clause entails the extraction, with its factuality and its quantities."""

    CORRECT = "correct"
    INCORRECT = "incorrect"


class AttributionLabel(StrEnum):
    """Whether the attribution is right; ``NONE`` where the sentence attributes nothing."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's labels of one extraction, as files have them: whether the fact is entailed, and its attribution right.

    ``None`` means that no label was given; an extraction without attribution has no attribution label.
    """

    sentence: Sentence
    extraction: Extraction
    judge: str
    fact: bool | None = None
    attribution: bool | None = None
    remark: str = ""

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Source:
    """A system that gave an extraction, and whether the extraction is in the sample of that system.

    Labels of an extraction that was sampled for another system are no random sample of this system's extractions, so
    only ``sampled`` ones count for its precision.
    """

    system: str
    confidence: float | None = None
    sampled: bool = True

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Task:
    """An extraction to label, joined from the systems that gave it; a hidden repeat names the task that it repeats.

    The confidences that systems gave it are in ``sources``; the extraction's own confidence has no meaning here.
    """

    key: str
    sentence: Sentence
    extraction: Extraction
    clause: str | None = None
    sources: tuple[Source, ...] = ()
    repeat_of: str | None = None

    __repr__ = one_line

    def problem(self) -> tuple[str, str] | None:
        """What was expected and what was found, if the values contradict each other."""
        if not self.key:
            return "a key", "an empty text"
        systems = Counter(source.system for source in self.sources)
        for system, count in systems.items():
            if count > 1:
                return "each system once among the sources", f"{system!r} {count} times"
        if self.repeat_of == self.key:
            return "the key of another task in repeat_of", f"its own, {self.key!r}"
        return None


@dataclass(frozen=True, slots=True)
class Label:
    """One labeller's labels of a task, or, if ``adjudicated``, the decision after labellers differed.

    ``None`` means that no label was given. ``unsure`` means that the labeller will come back, so its labels do not
    count yet. ``machine`` marks a language model's label. ``active_ms`` is the time that the labeller took.
    """

    task: str
    labeller: str
    fact: FactLabel | None = None
    attribution: AttributionLabel | None = None
    rules: tuple[str, ...] = ()
    note: str = ""
    unsure: bool = False
    machine: bool = False
    adjudicated: bool = False
    active_ms: int = 0

    __repr__ = one_line

    def problem(self) -> tuple[str, str] | None:
        """What was expected and what was found, if the values contradict each other."""
        if not self.labeller:
            return "a labeller", "an empty text"
        for rule in self.rules:
            if rule not in RULES:
                return "rules F1 to F12 and A1 to A3", repr(rule)
            if self.rules.count(rule) > 1:
                return "each rule once", f"{rule} again"
            if rule in FACT_RULES and self.fact != FactLabel.INCORRECT:
                return "rules of facts only where the fact is incorrect", rule
            if rule in ATTRIBUTION_RULES and self.attribution != AttributionLabel.INCORRECT:
                return "rules of attributions only where the attribution is incorrect", rule
        if self.machine and self.adjudicated:
            return "a person as adjudicator", f"the machine {self.labeller!r}"
        if self.active_ms < 0:
            return "0 or more in active_ms", str(self.active_ms)
        return None


@dataclass(frozen=True, slots=True)
class Study:
    """A study: its tasks in the order of labelling, and all labels, which are put into the order of the tasks.

    ``info`` describes how it was made, as JSON: under ``systems``, by name, how many extractions a system gave in
    all, ``{"extractions": 812, "sentences": 200}``; the ``seed``; and more.
    """

    name: str
    tasks: tuple[Task, ...]
    labels: tuple[Label, ...] = ()
    info: Mapping[str, Any] = field(default_factory=dict)

    __repr__ = one_line

    def __post_init__(self) -> None:
        problem = next(_problems(self), None)
        if problem is not None:
            raise InputError(f"study {self.name!r}: {problem}")
        position = {task.key: number for number, task in enumerate(self.tasks)}
        ordered = sorted(self.labels, key=lambda label: position[label.task])
        object.__setattr__(self, "labels", tuple(ordered))

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems: those that ``info`` lists, then others, as they come."""
        listed = self.info.get("systems", {})
        seen = (source.system for task in self.tasks for source in task.sources)
        return tuple(dict.fromkeys([*listed, *seen]))


def _problems(study: Study) -> Iterator[str]:
    if (problem := info_problem(study.info)) is not None:
        yield f"expected {problem[0]}, found {problem[1]}"
    tasks: dict[str, Task] = {}
    for task in study.tasks:
        if (problem := task.problem()) is not None:
            yield f"task {task.key!r}: expected {problem[0]}, found {problem[1]}"
        if task.key in tasks:
            yield f"expected each task once, found {task.key!r} again"
        tasks[task.key] = task
    for task in study.tasks:
        if task.repeat_of is not None and (problem := repeat_problem(task.repeat_of, tasks)) is not None:
            yield f"task {task.key!r}: expected {problem[0]}, found {problem[1]}"
    seen: set[tuple[str, str | None]] = set()
    for label in study.labels:
        if label.task not in tasks:
            yield f"expected labels of its tasks, found one of {label.task!r}"
        problem = label.problem() or repeated_label_problem(label, seen)
        if problem is not None:
            yield f"label of task {label.task!r}: expected {problem[0]}, found {problem[1]}"


def info_problem(info: Mapping[str, Any]) -> tuple[str, str] | None:
    """Check the totals of the systems in a study's info; return what was expected and what was found."""
    systems = info.get("systems", {})
    if not isinstance(systems, Mapping):
        return "systems by name in info.systems", repr(systems)
    for name, totals in systems.items():
        if not isinstance(totals, Mapping):
            return f"an object with counts in info.systems[{name!r}]", repr(totals)
        for key in ("extractions", "sentences"):
            count = totals.get(key, 0)
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                return f"a count, 0 or more, in info.systems[{name!r}].{key}", repr(count)
    return None


def repeat_problem(repeated: str, tasks: Mapping[str, Task]) -> tuple[str, str] | None:
    """Check the task that a hidden repeat names; return what was expected and what was found."""
    if repeated not in tasks:
        return "the key of another task in repeat_of", repr(repeated)
    if tasks[repeated].repeat_of is not None:
        return "a task that is no repeat itself in repeat_of", repr(repeated)
    return None


def repeated_label_problem(label: Label, seen: set[tuple[str, str | None]]) -> tuple[str, str] | None:
    """Check that a labeller labels a task once, and that it is adjudicated once; remember the label in ``seen``."""
    key = (label.task, None if label.adjudicated else label.labeller)
    if key in seen:
        return ("one adjudicated label", "two") if label.adjudicated else ("each labeller once", repr(label.labeller))
    seen.add(key)
    return None
