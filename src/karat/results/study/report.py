"""The values of a study's report, all frozen: shares with two intervals, and what is made of them.

Counts such as 217 of 374 have Wilson's interval (1927), and one that respects sentences as clusters.
"""

from __future__ import annotations

import math
import os
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from karat.model.study import Study
from karat.results.agreement.coefficients import Agreement, Coefficient, cluster_masses
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.display import Figures, Tabled, write_report
from karat.results.statistics.intervals import Interval, between, intervals, normal_quantile
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import SHARE, jackknife, share_intervals

if TYPE_CHECKING:
    pass

Undecided = Literal["leave out", "majority"]
Measure = Literal["fact", "both"]
"""What systems are compared by: correct facts, or facts that are correct and correctly attributed."""


@dataclass(frozen=True, slots=True, repr=False)
class Proportion(Figures):
    """A share with its counts; ``interval`` is Wilson's, ``clustered`` the one over sentences.

    Wilson's holds if extractions are independent of each other. Those of one sentence are not: the wider of the two is
    the honest one. ``clustered`` is ``None`` for fewer than two sentences.
    """

    count: int
    total: int
    interval: Interval | None = None
    clustered: Interval | None = None

    @property
    def value(self) -> float | None:
        """The share; undefined if there is nothing to count."""
        return self.count / self.total if self.total else None

    def __str__(self) -> str:
        """Write the share with its counts.

        >>> str(Proportion(217, 374)), str(Proportion(0, 0))
        ('58.0 % (217/374)', '— (0/0)')
        """
        share = "—" if self.value is None else f"{100 * self.value:.1f} %"
        return f"{share} ({self.count}/{self.total})"

    def to_json(self) -> dict[str, Any]:
        """Return the counts, the share and both intervals."""
        return {"count": self.count, "total": self.total, "value": self.value} | Figures.to_json(self)


def wilson(count: float, total: float, level: float = 0.95) -> Interval | None:
    """Compute Wilson's score interval: all shares that a test of level 1 − ``level`` does not reject.

    (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n). Undefined for a total of 0.

    >>> interval = wilson(217, 374)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5296, 0.6292)
    """
    if not total:
        return None
    z = normal_quantile(level)
    share, square = count / total, z * z / total
    middle = (share + square / 2) / (1 + square)
    reach = z * math.sqrt(share * (1 - share) / total + square / (4 * total)) / (1 + square)
    # Rounding may leave a bound just beyond the share itself where nothing or everything is right.
    return Interval(max(0.0, min(middle - reach, share)), min(1.0, max(middle + reach, share)))


def proportion(outcomes: Iterable[tuple[Hashable, bool]], level: float = 0.95) -> Proportion:
    """Count outcomes, each with its cluster (its sentence), and compute both intervals."""
    known = list(outcomes)
    count, total = sum(outcome for _, outcome in known), len(known)
    (clustered,) = intervals(cluster_masses(known), SHARE, Resampling(level=level)) if known else (None,)
    return Proportion(count, total, wilson(count, total, level), clustered)


def running_proportions(
    outcomes: Sequence[tuple[Hashable, bool]], ends: Sequence[int], level: float = 0.95
) -> list[Proportion]:
    """Count the first so many outcomes for each of the ends, as ``proportion`` does, all at once."""
    position: dict[Hashable, int] = {}
    rows = [position.setdefault(cluster, len(position)) for cluster, _ in outcomes]
    masses = np.zeros((len(ends), len(position), 2))
    start = 0
    for number, end in enumerate(ends):
        if number:
            masses[number] = masses[number - 1]
        for row, (_, outcome) in zip(rows[start:end], outcomes[start:end], strict=True):
            masses[number, row] += (outcome, 1)
        start = end
    low, high = (side[:, 0] for side in share_intervals(jackknife(masses, SHARE), level))
    return [
        Proportion(int(count), int(total), wilson(count, total, level), clustered)
        for (count, total), clustered in zip(masses.sum(axis=1).tolist(), between(low, high), strict=True)
    ]


@dataclass(frozen=True, slots=True, repr=False)
class Progress(Figures):
    """How far the study is; hidden repeats are counted apart.

    Every task with a label that counts is ``adjudicated``, ``agreed``, decided by ``majority`` where that was asked
    for, ``alone`` (one person labelled it) or ``undecided``. ``unsure`` are the labels whose labeller will come back,
    without those of hidden repeats, and of machines unless they count.
    """

    tasks: int
    repeats: int
    labelled: int
    adjudicated: int
    agreed: int
    majority: int
    alone: int
    undecided: int
    unsure: int


@dataclass(frozen=True, slots=True, repr=False)
class Yield(Figures):
    """How many correct extractions a system gives: the labelled ones, scaled up if not all have a final label.

    ``value`` is precision × ``extractions``, and ``None`` where the sample is ``uneven``; the interval is that of the
    precision over sentences, or else Wilson's, and there is none if all extractions were labelled: then the yield is a
    count. ``per_sentence`` divides by the number of sentences that the system processed, if it is known.
    """

    value: float | None
    interval: Interval | None
    labelled_correct: int
    extractions: int
    scaled: bool
    per_sentence: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class CurvePoint(Figures):
    """Precision and yield of the extractions with at least this confidence."""

    confidence: float
    precision: Proportion
    yield_: float


@dataclass(frozen=True, slots=True, repr=False)
class FactualityClass(Figures):
    """Precision of the extractions of one polarity and modality; ``None`` where the system annotated neither."""

    polarity: str | None
    modality: str | None
    fact: Proportion

    @property
    def name(self) -> str:
        """The class as the field writes it, ``(+,CT)``; a dash if there is no annotation."""
        if self.polarity is None and self.modality is None:
            return "—"
        return f"({self.polarity or '?'},{self.modality or '?'})"

    def to_json(self) -> dict[str, Any]:
        """Return the class with its precision."""
        return {"polarity": self.polarity, "modality": self.modality, "name": self.name, "fact": self.fact.to_json()}


@dataclass(frozen=True, slots=True, repr=False)
class SystemReport(Figures):
    """A system's figures, from the final labels of the tasks that were sampled for it.

    ``fact`` is precision. ``attribution`` leaves out the extractions labelled *none*, which ``attribution_none``
    counts. ``both`` counts facts that are correct and not wrongly attributed. ``rules`` counts the rules broken, of all
    rules, in the order of the guidelines. ``extractions`` is what the system gave in all, ``sampled`` what was to be
    labelled of it. The sample is ``uneven`` if equally many were drawn from sentences with many extractions and with
    few: the shares are then those of the sample, not of all extractions, and there is no yield and no curve.
    """

    system: str
    extractions: int
    sampled: int
    fact: Proportion
    attribution: Proportion
    attribution_none: int
    both: Proportion
    yield_: Yield
    curve: tuple[CurvePoint, ...]
    classes: tuple[FactualityClass, ...]
    rules: tuple[tuple[str, int], ...]
    uneven: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the figures."""
        return {**Figures.to_json(self), "rules": dict(self.rules)}


@dataclass(frozen=True, slots=True, repr=False)
class McNemar(Figures):
    """McNemar's exact test on the sentences of which both systems have labelled extractions.

    A sentence is right for a system if more than half of its labelled extractions are; with one extraction of each
    sentence, that is McNemar's table as it is known. ``only_a`` sentences are right for a alone.
    """

    sentences: int
    both_right: int
    only_a: int
    only_b: int
    both_wrong: int
    p: float | None
    p_holm: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class SystemComparison(Figures):
    """The difference of two systems' precision (a − b), by bootstrap over sentences, and McNemar's test beside it.

    ``p_holm`` is adjusted for all pairs of systems.
    """

    a: str
    b: str
    measure: Measure
    difference: float | None
    interval: Interval | None
    p: float | None
    p_holm: float | None
    mcnemar: McNemar


@dataclass(frozen=True, slots=True, repr=False)
class PairAgreement(Figures):
    """Agreement of two labellers on fact and attribution."""

    a: str
    b: str
    machine: bool
    fact: Agreement
    attribution: Agreement


@dataclass(frozen=True, slots=True, repr=False)
class RuleAgreement(Figures):
    """Agreement on whether one rule is broken, on extractions that all their labellers found incorrect."""

    rule: str
    agreement: Agreement


@dataclass(frozen=True, slots=True, repr=False)
class PeopleAgreement(Figures):
    """Agreement on raw labels, before adjudication, on extractions that at least two people labelled.

    ``rule_sets`` takes each set of rules as a category of its own: two labels agree if they name the same rules.
    ``pairs`` has every two labellers; those with a machine are marked, and count nowhere else.
    """

    fact: Agreement
    attribution: Agreement
    rule_sets: Agreement
    rules: tuple[RuleAgreement, ...]
    pairs: tuple[PairAgreement, ...]


@dataclass(frozen=True, slots=True, repr=False)
class SelfConsistency(Figures):
    """How often a labeller gave a hidden repeat the label that it had before, and kappa of the two labels."""

    fact: Proportion
    fact_kappa: Coefficient
    attribution: Proportion
    attribution_kappa: Coefficient


@dataclass(frozen=True, slots=True, repr=False)
class LabellerReport(Figures):
    """What one labeller did: labels that count, how many are correct, self-consistency, the median time for a label.

    ``final`` is the agreement with the final labels of people, for machines only: a person's own label is part of them.
    """

    labeller: str
    machine: bool
    labelled: int
    unsure: int
    correct: Proportion
    self_consistency: SelfConsistency
    median_ms: float | None
    final: Agreement | None = None


@dataclass(frozen=True, slots=True, repr=False)
class StudyReport(Tabled, Figures):
    """Everything that a study shows, and every choice that can change it.

    ``self_consistency`` is that of all people together. ``automatic`` compares metrics with the final labels, if gold
    was given.
    """

    name: str
    level: float
    undecided: Undecided
    with_machines: bool
    resamples: int
    seed: int
    signature: str
    progress: Progress
    systems: tuple[SystemReport, ...]
    comparisons: tuple[SystemComparison, ...]
    agreement: PeopleAgreement
    self_consistency: SelfConsistency
    labellers: tuple[LabellerReport, ...]
    automatic: tuple[VerdictAgreement, ...] = ()

    def write_html(self, path: str | os.PathLike[str], study: Study, *, interactive: bool = False) -> None:
        """Write the page of the study that was measured; ``interactive`` charts answer the pointer."""
        write_report(self, path, study=study, interactive=interactive)
