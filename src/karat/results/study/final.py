"""A study from a file, and the final label of each task: what adjudication decided, or else what people said."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from karat.formats.study import read
from karat.model.study import (
    ATTRIBUTION_RULES,
    FACT_RULES,
    RULES,
    AttributionLabel,
    FactLabel,
    Label,
    Study,
    Task,
)
from karat.one_line import one_line
from karat.results.study.report import Progress, Undecided

State = Literal["unlabelled", "alone", "agreed", "majority", "undecided", "adjudicated"]
AnyLabel = TypeVar("AnyLabel", FactLabel, AttributionLabel)


@dataclass(frozen=True, slots=True)
class Final:
    """A task with its final labels, ``None`` where there is none, and how they came about.

    Where people differ in a label and nobody adjudicated, ``state`` is *majority* if majorities count and there is one
    of every label, and else *undecided*.
    """

    task: Task
    fact: FactLabel | None
    attribution: AttributionLabel | None
    rules: tuple[str, ...]
    state: State

    __repr__ = one_line

    @property
    def correct(self) -> bool:
        """Whether the fact is correct."""
        return self.fact == FactLabel.CORRECT

    @property
    def both(self) -> bool | None:
        """Whether the fact is correct and not wrongly attributed; ``None`` without both labels."""
        if self.fact is None or self.attribution is None:
            return None
        return self.correct and self.attribution != AttributionLabel.INCORRECT


def load_study(path: str | os.PathLike[str]) -> Study:
    """Read a study in JSON lines, as the page, ``karat study export`` and ``karat.formats.study`` write it."""
    return read(Path(path))


def counts(label: Label, with_machines: bool) -> bool:
    """Tell whether a label counts as somebody's own: no adjudication, not unsure, no machine unless asked for."""
    return not (label.adjudicated or label.unsure) and (with_machines or not label.machine)


def labels_by_task(labels: Iterable[Label]) -> Mapping[str, Sequence[Label]]:
    """Collect labels by their task's key."""
    by_task: defaultdict[str, list[Label]] = defaultdict(list)
    for label in labels:
        by_task[label.task].append(label)
    return by_task


def final_labels(study: Study, undecided: Undecided = "leave out", with_machines: bool = False) -> tuple[Final, ...]:
    """Find the final labels of all tasks but hidden repeats."""
    by_task = labels_by_task(study.labels)
    return tuple(
        _final(task, by_task.get(task.key, ()), undecided, with_machines)
        for task in study.tasks
        if task.repeat_of is None
    )


def _final(task: Task, labels: Sequence[Label], undecided: Undecided, with_machines: bool) -> Final:
    own = [label for label in labels if counts(label, with_machines)]
    facts = [label.fact for label in own if label.fact is not None]
    attributions = [label.attribution for label in own if label.attribution is not None]
    fact, attribution = _decide(facts, undecided), _decide(attributions, undecided)
    adjudicated = next((label for label in labels if label.adjudicated and not label.unsure), None)
    if adjudicated is not None:
        # What labellers agree on may be left out of the adjudication; what it decides has the rules that it names.
        rules = adjudicated.rules + _rules(
            own, None if adjudicated.fact else fact, None if adjudicated.attribution else attribution
        )
        fact, attribution = adjudicated.fact or fact, adjudicated.attribution or attribution
    elif not facts and not attributions:
        return Final(task, None, None, (), "unlabelled")
    else:
        rules = _rules(own, fact, attribution)
    state: State
    if (fact is None and facts) or (attribution is None and attributions):
        state = "undecided"
    elif adjudicated is not None:
        state = "adjudicated"
    elif len(set(facts)) > 1 or len(set(attributions)) > 1:
        state = "majority"
    else:
        state = "agreed" if len(own) > 1 else "alone"
    return Final(task, fact, attribution, rules, state)


def _decide(labels: Sequence[AnyLabel], undecided: Undecided) -> AnyLabel | None:
    """Give what all said, or what more than half said if majorities count."""
    tally = Counter(labels).most_common(1)
    if not tally:
        return None
    label, votes = tally[0]
    enough = votes == len(labels) if undecided == "leave out" else 2 * votes > len(labels)
    return label if enough else None


def _rules(labels: Sequence[Label], fact: FactLabel | None, attribution: AttributionLabel | None) -> tuple[str, ...]:
    """Give the rules that at least half of those named who found the extraction incorrect, as is final."""
    named: list[str] = []
    if fact == FactLabel.INCORRECT:
        named += _named_by_half([label for label in labels if label.fact == fact], FACT_RULES)
    if attribution == AttributionLabel.INCORRECT:
        named += _named_by_half([label for label in labels if label.attribution == attribution], ATTRIBUTION_RULES)
    return tuple(rule for rule in RULES if rule in named)


def _named_by_half(labels: Sequence[Label], rules: Sequence[str]) -> list[str]:
    return [rule for rule in rules if 2 * sum(rule in label.rules for label in labels) >= len(labels)]


def unsure_labels(study: Study) -> list[Label]:
    """Give the labels to come back to, without adjudications and hidden repeats."""
    repeats = {task.key for task in study.tasks if task.repeat_of is not None}
    return [label for label in study.labels if label.unsure and not label.adjudicated and label.task not in repeats]


def progress(study: Study, finals: Sequence[Final], with_machines: bool = False) -> Progress:
    """Count how far the study is; machines' unsure labels only if machines count."""
    states = Counter(final.state for final in finals)
    return Progress(
        tasks=len(finals),
        repeats=len(study.tasks) - len(finals),
        labelled=len(finals) - states["unlabelled"],
        adjudicated=states["adjudicated"],
        agreed=states["agreed"],
        majority=states["majority"],
        alone=states["alone"],
        undecided=states["undecided"],
        unsure=sum(with_machines or not label.machine for label in unsure_labels(study)),
    )
