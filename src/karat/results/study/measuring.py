"""Measure a study: everything that its report shows.

Systems by the final labels: precision, yield, curve by confidence, factuality classes, rules broken, and their
differences by bootstrap over sentences and by McNemar's test (1947). Labellers by their own labels: what they agree on,
with each other and with themselves, machines beside people.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from statistics import median
from typing import NamedTuple, get_args

from karat.errors import InputError, UnknownNameError
from karat.model import Modality, Polarity
from karat.model.study import FACT_RULES, RULES, AttributionLabel, FactLabel, Label, Source, Study, Task
from karat.results.agreement.coefficients import (
    Agreement,
    Coefficient,
    Rated,
    cohen,
    cross_table,
    measure_agreement,
)
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.statistics.comparison import compare_all, holm
from karat.results.statistics.intervals import Interval
from karat.results.statistics.resampling import Resampling, mass_array, unless_off
from karat.results.statistics.shares import SHARE
from karat.results.study.final import Final, counts, final_labels, labels_by_task, progress, unsure_labels
from karat.results.study.report import (
    CurvePoint,
    FactualityClass,
    LabellerReport,
    McNemar,
    Measure,
    PairAgreement,
    PeopleAgreement,
    Proportion,
    RuleAgreement,
    SelfConsistency,
    StudyReport,
    SystemComparison,
    SystemReport,
    Undecided,
    Yield,
    proportion,
    running_proportions,
)
from karat.version import __version__

MOST_POINTS = 100
"""The most points of a curve; of more confidences, evenly spaced ones are taken."""

PEOPLE = "people"
"""The name of the final labels as a rater."""

Outcome = tuple[str, bool]
"""A sentence's id, and whether an extraction of it is right."""


class Scale(NamedTuple):
    """What labels are compared on: a label's category, ``None`` if it has none, and all categories."""

    category: Callable[[Label], str | None]
    categories: Sequence[str]


FACT = Scale(attrgetter("fact"), tuple(FactLabel))
ATTRIBUTION = Scale(attrgetter("attribution"), tuple(AttributionLabel))

Labelled = Sequence[tuple[Task, Sequence[Label]]]
"""Tasks with their labels."""

Table = dict[str, tuple[int, int]]
"""By sentence: how many extractions of a system are right, and how many were labelled."""


def measure_study(
    study: Study,
    *,
    level: float = 0.95,
    undecided: Undecided = "leave out",
    with_machines: bool = False,
    resamples: int = 2000,
    seed: int = 0,
    automatic: tuple[VerdictAgreement, ...] = (),
) -> StudyReport:
    """Measure systems by the final labels, and the agreement of labellers on their own labels.

    Extractions on which people differ and nobody adjudicated are left out, or decided by majority. Labels of machines
    count only ``with_machines``. ``automatic`` is what ``against_gold`` gives. ``resamples=0`` leaves out the
    intervals and the tests that need a bootstrap.
    """
    if undecided not in get_args(Undecided):
        raise UnknownNameError("way with undecided extractions", undecided, get_args(Undecided))
    resampling = Resampling("bca", resamples, seed, level)
    finals = final_labels(study, undecided, with_machines)
    of_people = final_labels(study, undecided) if with_machines else finals
    labels = StudyLabels(study, with_machines)
    systems = study.systems
    if not study.tasks:
        raise InputError(f"study {study.name!r}: expected at least one extraction, found none")
    return StudyReport(
        study.name,
        level,
        undecided,
        with_machines,
        resamples,
        seed,
        _signature(resampling, undecided, with_machines),
        progress(study, finals, with_machines),
        tuple(measure_system(study, finals, system, level) for system in systems),
        tuple(compare_systems(finals, systems, resampling)),
        people_agreement(labels, unless_off(resampling)),
        self_consistency(labels, labels.people, level),
        tuple(labeller_reports(labels, of_people, level, unless_off(resampling))),
        automatic,
    )


def _signature(resampling: Resampling, undecided: Undecided, with_machines: bool) -> str:
    """Name every choice that can change the numbers."""
    level = f"{resampling.level * 100:g}"
    return (
        f"study|ci:wilson/{level}|clusters:korn-graubard/{level}|{resampling.signature()}"
        f"|undecided:{undecided.replace(' ', '-')}|machines:{'yes' if with_machines else 'no'}|v:{__version__}"
    )


# Systems


def measure_system(study: Study, finals: Sequence[Final], system: str, level: float) -> SystemReport:
    """Measure a system by the final labels of the tasks that were sampled for it."""
    given = [(final, source) for final in finals for source in final.task.sources if source.system == system]
    sampled = [(final, source) for final, source in given if source.sampled]
    labelled = [(final, source) for final, source in sampled if final.fact is not None]
    own = [final for final, _ in sampled]
    known = study.info.get("systems", {}).get(system, {})
    extractions = max(known.get("extractions", 0), len(given))
    fact = proportion([_outcome(final) for final, _ in labelled], level)
    uneven = study.info.get("per") == "sentence" and len(sampled) < extractions
    return SystemReport(
        system,
        extractions,
        len(sampled),
        fact,
        proportion(_attributions(own), level),
        sum(final.attribution == AttributionLabel.NONE for final in own),
        proportion([(final.task.sentence.id, final.both) for final in own if final.both is not None], level),
        Yield(None, None, fact.count, extractions, False)
        if uneven
        else _yield(fact, extractions, known.get("sentences")),
        () if uneven else tuple(_curve(labelled, extractions, level)),
        tuple(_classes([final for final, _ in labelled], level)),
        _rules(own),
        uneven,
    )


def _outcome(final: Final) -> Outcome:
    return final.task.sentence.id, final.correct


def _attributions(finals: Sequence[Final]) -> Iterator[Outcome]:
    for final in finals:
        if final.attribution not in (None, AttributionLabel.NONE):
            yield final.task.sentence.id, final.attribution == AttributionLabel.CORRECT


def _yield(fact: Proportion, extractions: int, sentences: int | None) -> Yield:
    scaled = fact.total < extractions
    if fact.value is None:
        return Yield(None, None, 0, extractions, scaled)
    value = fact.value * extractions if scaled else float(fact.count)
    ends = fact.clustered or fact.interval
    interval = Interval(ends.low * extractions, ends.high * extractions) if scaled and ends is not None else None
    return Yield(value, interval, fact.count, extractions, scaled, value / sentences if sentences else None)


def _curve(labelled: Sequence[tuple[Final, Source]], extractions: int, level: float) -> Iterator[CurvePoint]:
    """Yield precision and yield at each confidence, from the highest; nothing if the system knows only one."""
    ranked = [(source.confidence, _outcome(final)) for final, source in labelled if source.confidence is not None]
    ranked.sort(key=lambda each: -each[0])
    confidences = [confidence for confidence, _ in ranked]
    # The places at which a confidence ends, so that equally confident extractions stay together.
    ends = [at for at in range(1, len(ranked) + 1) if at == len(ranked) or confidences[at] < confidences[at - 1]]
    if len(ends) < 2:
        return
    each = extractions / len(labelled)
    ends = _spaced(ends)
    for end, counted in zip(ends, running_proportions([outcome for _, outcome in ranked], ends, level), strict=True):
        yield CurvePoint(confidences[end - 1], counted, counted.count * each)


def _spaced(ends: Sequence[int]) -> list[int]:
    if len(ends) <= MOST_POINTS:
        return list(ends)
    return [ends[(number * (len(ends) - 1)) // (MOST_POINTS - 1)] for number in range(MOST_POINTS)]


def _classes(finals: Sequence[Final], level: float) -> Iterator[FactualityClass]:
    for polarity in (*Polarity, None):
        for modality in (*Modality, None):
            outcomes = [
                _outcome(final)
                for final in finals
                if (final.task.extraction.polarity, final.task.extraction.modality) == (polarity, modality)
            ]
            if outcomes:
                yield FactualityClass(polarity, modality, proportion(outcomes, level))


def _rules(finals: Sequence[Final]) -> tuple[tuple[str, int], ...]:
    broken = Counter(rule for final in finals for rule in final.rules)
    return tuple((rule, broken[rule]) for rule in RULES)


# Comparisons of systems


def compare_systems(
    finals: Sequence[Final], systems: Sequence[str], resampling: Resampling
) -> Iterator[SystemComparison]:
    """Compare all pairs of systems by each measure that has labels."""
    for measure in get_args(Measure):
        tables = [count_by_sentence(finals, system, measure) for system in systems]
        if any(tables):
            yield from _compare(systems, tables, measure, resampling)


def count_by_sentence(finals: Sequence[Final], system: str, measure: Measure) -> Table:
    """Count a system's right and labelled extractions by sentence, of those that were sampled for it."""
    table: Table = {}
    for final in finals:
        outcome = final.both if measure == "both" else None if final.fact is None else final.correct
        if outcome is not None and any(each.system == system and each.sampled for each in final.task.sources):
            right, labelled = table.get(final.task.sentence.id, (0, 0))
            table[final.task.sentence.id] = right + outcome, labelled + 1
    return table


def _compare(
    systems: Sequence[str], tables: Sequence[Table], measure: Measure, resampling: Resampling
) -> Iterator[SystemComparison]:
    pairs = list(combinations(range(len(systems)), 2))
    sentences = list(dict.fromkeys(sentence for table in tables for sentence in table))
    masses = [mass_array((table.get(sentence, (0, 0)) for sentence in sentences), 2) for table in tables]
    compared = compare_all(masses, SHARE, 0, resampling, "bootstrap", pairs)
    tests = [mcnemar(tables[one], tables[other]) for one, other in pairs]
    adjusted = holm([test.p for test in tests])
    for (one, other), found, test, p_holm in zip(pairs, compared, tests, adjusted, strict=True):
        interval = None if found.low is None or found.high is None else Interval(found.low, found.high)
        yield SystemComparison(
            systems[one],
            systems[other],
            measure,
            found.difference,
            interval,
            found.p,
            found.p_holm,
            replace(test, p_holm=p_holm),
        )


def mcnemar(a: Table, b: Table) -> McNemar:
    """Test whether sentences that are right for one system only are as often right for a as for b.

    A sentence that only one system has labelled extractions of is left out: it is no pair.
    """
    shared = [sentence for sentence in a if sentence in b]
    outcomes = [(_mostly_right(a[sentence]), _mostly_right(b[sentence])) for sentence in shared]
    only_a, only_b = outcomes.count((True, False)), outcomes.count((False, True))
    p = exact_p(only_a, only_b) if shared else None
    return McNemar(len(shared), outcomes.count((True, True)), only_a, only_b, outcomes.count((False, False)), p)


def _mostly_right(counts: tuple[int, int]) -> bool:
    right, labelled = counts
    return 2 * right > labelled


def exact_p(only_a: int, only_b: int) -> float:
    """Compute the two-sided p of McNemar's exact test: a binomial test of the discordant pairs against one half.

    >>> exact_p(0, 5), exact_p(3, 3)
    (0.0625, 1.0)
    """
    pairs = only_a + only_b
    tail = sum(math.comb(pairs, count) for count in range(min(only_a, only_b) + 1))
    return min(1.0, float(2 * tail / 2**pairs))


# Labellers


class StudyLabels:
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


def people_agreement(labels: StudyLabels, resampling: Resampling | None) -> PeopleAgreement:
    """Measure agreement on raw labels: of all people together, on rules, and of every two labellers."""
    people = labels.of(labels.people)
    return PeopleAgreement(
        _agreement(people, FACT, resampling),
        _agreement(people, ATTRIBUTION, resampling),
        _rule_sets(people, resampling),
        tuple(RuleAgreement(rule, _one_rule(people, rule, resampling)) for rule in RULES),
        tuple(_pairs(labels, resampling)),
    )


def _agreement(labelled: Labelled, scale: Scale, resampling: Resampling | None) -> Agreement:
    """Measure agreement on the tasks with two labels or more, so that every coefficient is of the same tasks."""
    items = []
    for task, labels in labelled:
        given = {label.labeller: value for label in labels if (value := scale.category(label)) is not None}
        if len(given) > 1:
            items.append(Rated(task.sentence.id, given))
    return measure_agreement(items, scale.categories, resampling)


def _incorrect(labelled: Labelled, scale: Scale) -> Labelled:
    """Select the tasks that all their labellers found incorrect, in the fact or in the attribution."""
    incorrect = FactLabel.INCORRECT if scale is FACT else AttributionLabel.INCORRECT
    return [each for each in labelled if all(scale.category(label) == incorrect for label in each[1])]


def _one_rule(labelled: Labelled, rule: str, resampling: Resampling | None) -> Agreement:
    def named(label: Label) -> str:
        return "named" if rule in label.rules else "not named"

    incorrect = _incorrect(labelled, FACT if rule in FACT_RULES else ATTRIBUTION)
    return _agreement(incorrect, Scale(named, ("named", "not named")), resampling)


def _rule_sets(labelled: Labelled, resampling: Resampling | None) -> Agreement:
    """Compare the sets of rules of facts; each set that occurs is a category."""

    def named(label: Label) -> str:
        return "+".join(rule for rule in FACT_RULES if rule in label.rules) or "none"

    incorrect = _incorrect(labelled, FACT)
    categories = sorted({named(label) for _, labels in incorrect for label in labels})
    return _agreement(incorrect, Scale(named, categories), resampling)


def _pairs(labels: StudyLabels, resampling: Resampling | None) -> Iterator[PairAgreement]:
    for one, other in combinations(labels.names, 2):
        labelled = [(task, own) for task, own in labels.of({one, other}) if len(own) == 2]
        if labelled:
            yield PairAgreement(
                one,
                other,
                bool(labels.machines & {one, other}),
                _agreement(labelled, FACT, resampling),
                _agreement(labelled, ATTRIBUTION, resampling),
            )


def self_consistency(labels: StudyLabels, names: set[str], level: float) -> SelfConsistency:
    """Compare the labels of hidden repeats with those that the same labeller gave before."""
    by_task = {(label.task, label.labeller): label for label in labels.all if label.labeller in names}
    pairs = [
        (task.sentence.id, by_task[task.repeat_of, label.labeller], label)
        for (key, _), label in by_task.items()
        if (task := labels.tasks[key]).repeat_of is not None and (task.repeat_of, label.labeller) in by_task
    ]
    return SelfConsistency(*_consistency(pairs, FACT, level), *_consistency(pairs, ATTRIBUTION, level))


def _consistency(
    pairs: Sequence[tuple[str, Label, Label]], scale: Scale, level: float
) -> tuple[Proportion, Coefficient]:
    known = [
        (sentence, first, second)
        for sentence, one, other in pairs
        if (first := scale.category(one)) is not None and (second := scale.category(other)) is not None
    ]
    same = proportion([(sentence, first == second) for sentence, first, second in known], level)
    return same, cohen(cross_table([(first, second) for _, first, second in known], scale.categories), level)


def labeller_reports(
    labels: StudyLabels, finals: Sequence[Final], level: float, resampling: Resampling | None
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
    labels: StudyLabels, own: Sequence[Label], decided: dict[str, FactLabel], resampling: Resampling | None
) -> Agreement:
    items = [
        Rated(labels.tasks[label.task].sentence.id, {label.labeller: label.fact, PEOPLE: decided[label.task]})
        for label in own
        if label.fact is not None and label.task in decided
    ]
    return measure_agreement(items, tuple(FactLabel), resampling)
