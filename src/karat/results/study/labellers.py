"""What labellers agree on, with each other and with themselves; machines beside people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from statistics import median

from karat.model.study import (
    FACT_RULES,
    RULES,
    AttributionLabel,
    FactLabel,
    Label,
    Study,
    Task,
)
from karat.results.agreement.coefficients import Agreement, Coefficient, Rated, cohen, cross_table, measure_agreement
from karat.results.statistics.resampling import Resampling
from karat.results.study.final import Final, counts, labels_by_task, unsure_labels
from karat.results.study.proportion import Proportion, proportion
from karat.results.study.report import (
    LabellerReport,
    PairAgreement,
    PeopleAgreement,
    RuleAgreement,
    SelfConsistency,
)

Category = Callable[[Label], str | None]
"""Gives the category of a label; ``None`` if it has none."""

PEOPLE = "people"
"""The name of the final labels as a rater."""


class Labels:
    """The labels of a study that count, by task; hidden repeats apart."""

    def __init__(self, study: Study, with_machines: bool) -> None:
        self.tasks = {task.key: task for task in study.tasks}
        self.all = [label for label in study.labels if counts(label, True)]
        self.unsure = unsure_labels(study)
        own = {label.labeller: label.machine for label in study.labels if not label.adjudicated}
        self.machines = {name for name, is_machine in own.items() if is_machine}
        self.names = sorted(own, key=lambda name: (name in self.machines, name))
        self.people = set(own) if with_machines else set(own) - self.machines

    def of(self, names: set[str]) -> list[tuple[Task, Sequence[Label]]]:
        """Give the labels of some labellers by task, without hidden repeats."""
        chosen = labels_by_task(label for label in self.all if label.labeller in names)
        return [(task, chosen[key]) for key, task in self.tasks.items() if task.repeat_of is None and key in chosen]


def people_agreement(labels: Labels, resampling: Resampling | None) -> PeopleAgreement:
    """Measure agreement on raw labels: of all people together, on rules, and of every two labellers."""
    people = labels.of(labels.people)
    return PeopleAgreement(
        _agreement(people, _fact, tuple(FactLabel), resampling),
        _agreement(people, _attribution, tuple(AttributionLabel), resampling),
        _rule_sets(people, resampling),
        tuple(RuleAgreement(rule, _one_rule(people, rule, resampling)) for rule in RULES),
        tuple(_pairs(labels, resampling)),
    )


def _fact(label: Label) -> str | None:
    return label.fact


def _attribution(label: Label) -> str | None:
    return label.attribution


def _agreement(
    labelled: Sequence[tuple[Task, Sequence[Label]]],
    category: Category,
    categories: Sequence[str],
    resampling: Resampling | None,
) -> Agreement:
    """Measure agreement on the tasks with two labels or more, so that every coefficient is of the same tasks."""
    items = []
    for task, labels in labelled:
        given = {label.labeller: value for label in labels if (value := category(label)) is not None}
        if len(given) > 1:
            items.append(Rated(task.sentence.id, given))
    return measure_agreement(items, categories, resampling)


def _incorrect(labelled: Sequence[tuple[Task, Sequence[Label]]], fact: bool) -> list[tuple[Task, Sequence[Label]]]:
    """Select the tasks that all their labellers found incorrect, in the fact or in the attribution."""
    return [
        (task, labels)
        for task, labels in labelled
        if all(
            label.fact == FactLabel.INCORRECT if fact else label.attribution == AttributionLabel.INCORRECT
            for label in labels
        )
    ]


def _one_rule(labelled: Sequence[tuple[Task, Sequence[Label]]], rule: str, resampling: Resampling | None) -> Agreement:
    def named(label: Label) -> str:
        return "named" if rule in label.rules else "not named"

    return _agreement(_incorrect(labelled, rule in FACT_RULES), named, ("named", "not named"), resampling)


def _rule_sets(labelled: Sequence[tuple[Task, Sequence[Label]]], resampling: Resampling | None) -> Agreement:
    """Compare the sets of rules of facts; each set that occurs is a category."""

    def named(label: Label) -> str:
        return "+".join(rule for rule in FACT_RULES if rule in label.rules) or "none"

    incorrect = _incorrect(labelled, fact=True)
    categories = sorted({named(label) for _, labels in incorrect for label in labels})
    return _agreement(incorrect, named, categories, resampling)


def _pairs(labels: Labels, resampling: Resampling | None) -> Iterator[PairAgreement]:
    for one, other in combinations(labels.names, 2):
        labelled = [(task, own) for task, own in labels.of({one, other}) if len(own) == 2]
        if labelled:
            yield PairAgreement(
                one,
                other,
                bool(labels.machines & {one, other}),
                _agreement(labelled, _fact, tuple(FactLabel), resampling),
                _agreement(labelled, _attribution, tuple(AttributionLabel), resampling),
            )


def self_consistency(labels: Labels, names: set[str], level: float) -> SelfConsistency:
    """Compare the labels of hidden repeats with those that the same labeller gave before."""
    by_task = {(label.task, label.labeller): label for label in labels.all if label.labeller in names}
    pairs = [
        (task.sentence.id, by_task[task.repeat_of, label.labeller], label)
        for (key, _), label in by_task.items()
        if (task := labels.tasks[key]).repeat_of is not None and (task.repeat_of, label.labeller) in by_task
    ]
    fact, fact_kappa = _consistency(pairs, _fact, tuple(FactLabel), level)
    attribution, attribution_kappa = _consistency(pairs, _attribution, tuple(AttributionLabel), level)
    return SelfConsistency(fact, fact_kappa, attribution, attribution_kappa)


def _consistency(
    pairs: Sequence[tuple[str, Label, Label]], category: Category, categories: Sequence[str], level: float
) -> tuple[Proportion, Coefficient]:
    known = [
        (sentence, first, second)
        for sentence, one, other in pairs
        if (first := category(one)) is not None and (second := category(other)) is not None
    ]
    same = proportion([(sentence, first == second) for sentence, first, second in known], level)
    return same, cohen(cross_table([(first, second) for _, first, second in known], categories), level)


def labeller_reports(
    labels: Labels, finals: Sequence[Final], level: float, resampling: Resampling | None
) -> Iterator[LabellerReport]:
    """Report each labeller, people first; ``finals`` are those of people without machines."""
    decided = {final.task.key: final.fact for final in finals if final.fact is not None}
    for name in labels.names:
        own = [label for _, (label,) in labels.of({name})]
        facts = [(labels.tasks[label.task].sentence.id, label.fact) for label in own if label.fact is not None]
        times = [label.active_ms for label in labels.all if label.labeller == name and label.active_ms]
        yield LabellerReport(
            name,
            name in labels.machines,
            len(own),
            sum(label.labeller == name for label in labels.unsure),
            proportion([(sentence, fact == FactLabel.CORRECT) for sentence, fact in facts], level),
            self_consistency(labels, {name}, level),
            float(median(times)) if times else None,
            _with_people(labels, own, decided, resampling) if name in labels.machines else None,
        )


def _with_people(
    labels: Labels, own: Sequence[Label], decided: dict[str, FactLabel], resampling: Resampling | None
) -> Agreement:
    items = [
        Rated(labels.tasks[label.task].sentence.id, {label.labeller: label.fact, PEOPLE: decided[label.task]})
        for label in own
        if label.fact is not None and label.task in decided
    ]
    return measure_agreement(items, tuple(FactLabel), resampling)
