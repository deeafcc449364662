"""The values of a study's report, all frozen, and how they are written as JSON."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from karat.model.study import Study
from karat.one_line import one_line
from karat.results.agreement.coefficients import Agreement, Coefficient
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.display import Displayed, as_frame, as_latex, as_markdown, write_report
from karat.results.statistics.intervals import Interval
from karat.results.study.proportion import Proportion

if TYPE_CHECKING:
    import pandas as pd

Undecided = Literal["leave out", "majority"]
Measure = Literal["fact", "both"]
"""What systems are compared by: correct facts, or facts that are correct and correctly attributed."""


@dataclass(frozen=True, slots=True)
class Progress:
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

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the counts."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Yield:
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

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the yield and what it comes from."""
        return {
            "value": self.value,
            "interval": None if self.interval is None else self.interval.to_json(),
            "labelled_correct": self.labelled_correct,
            "extractions": self.extractions,
            "scaled": self.scaled,
            "per_sentence": self.per_sentence,
        }


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Precision and yield of the extractions with at least this confidence."""

    confidence: float
    precision: Proportion
    yield_: float

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the point."""
        return {
            "confidence": self.confidence,
            "precision": self.precision.to_json(),
            "yield": self.yield_,
        }


@dataclass(frozen=True, slots=True)
class FactualityClass:
    """Precision of the extractions of one polarity and modality; ``None`` where the system annotated neither."""

    polarity: str | None
    modality: str | None
    fact: Proportion

    __repr__ = one_line

    @property
    def name(self) -> str:
        """The class as the field writes it, ``(+,CT)``; a dash if there is no annotation."""
        if self.polarity is None and self.modality is None:
            return "—"
        return f"({self.polarity or '?'},{self.modality or '?'})"

    def to_json(self) -> dict[str, Any]:
        """Return the class with its precision."""
        return {"polarity": self.polarity, "modality": self.modality, "name": self.name, "fact": self.fact.to_json()}


@dataclass(frozen=True, slots=True)
class SystemReport:
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

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "system": self.system,
            "extractions": self.extractions,
            "sampled": self.sampled,
            "fact": self.fact.to_json(),
            "attribution": self.attribution.to_json(),
            "attribution_none": self.attribution_none,
            "both": self.both.to_json(),
            "yield": self.yield_.to_json(),
            "curve": [point.to_json() for point in self.curve],
            "classes": [each.to_json() for each in self.classes],
            "rules": dict(self.rules),
            "uneven": self.uneven,
        }


@dataclass(frozen=True, slots=True)
class McNemar:
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

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the counts and p."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class SystemComparison:
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

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the comparison."""
        return {
            "a": self.a,
            "b": self.b,
            "measure": self.measure,
            "difference": self.difference,
            "interval": None if self.interval is None else self.interval.to_json(),
            "p": self.p,
            "p_holm": self.p_holm,
            "mcnemar": self.mcnemar.to_json(),
        }


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Agreement of two labellers on fact and attribution."""

    a: str
    b: str
    machine: bool
    fact: Agreement
    attribution: Agreement

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the agreement of the pair; ``machine`` says whether one of the two is a machine."""
        return {
            "a": self.a,
            "b": self.b,
            "machine": self.machine,
            "fact": self.fact.to_json(),
            "attribution": self.attribution.to_json(),
        }


@dataclass(frozen=True, slots=True)
class RuleAgreement:
    """Agreement on whether one rule is broken, on extractions that all their labellers found incorrect."""

    rule: str
    agreement: Agreement

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the rule with its agreement."""
        return {"rule": self.rule, "agreement": self.agreement.to_json()}


@dataclass(frozen=True, slots=True)
class PeopleAgreement:
    """Agreement on raw labels, before adjudication, on extractions that at least two people labelled.

    ``rule_sets`` takes each set of rules as a category of its own: two labels agree if they name the same rules.
    ``pairs`` has every two labellers; those with a machine are marked, and count nowhere else.
    """

    fact: Agreement
    attribution: Agreement
    rule_sets: Agreement
    rules: tuple[RuleAgreement, ...]
    pairs: tuple[PairAgreement, ...]

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return all agreement."""
        return {
            "fact": self.fact.to_json(),
            "attribution": self.attribution.to_json(),
            "rule_sets": self.rule_sets.to_json(),
            "rules": [each.to_json() for each in self.rules],
            "pairs": [each.to_json() for each in self.pairs],
        }


@dataclass(frozen=True, slots=True)
class SelfConsistency:
    """How often a labeller gave a hidden repeat the label that it had before, and kappa of the two labels."""

    fact: Proportion
    fact_kappa: Coefficient
    attribution: Proportion
    attribution_kappa: Coefficient

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the shares and kappas."""
        return {name: getattr(self, name).to_json() for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class LabellerReport:
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

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return what the labeller did."""
        return {
            "labeller": self.labeller,
            "machine": self.machine,
            "labelled": self.labelled,
            "unsure": self.unsure,
            "correct": self.correct.to_json(),
            "self_consistency": self.self_consistency.to_json(),
            "median_ms": self.median_ms,
            "final": None if self.final is None else self.final.to_json(),
        }


@dataclass(frozen=True, slots=True)
class StudyReport(Displayed):
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
    progress: Progress
    systems: tuple[SystemReport, ...]
    comparisons: tuple[SystemComparison, ...]
    agreement: PeopleAgreement
    self_consistency: SelfConsistency
    labellers: tuple[LabellerReport, ...]
    signature: str
    automatic: tuple[VerdictAgreement, ...] = ()

    __repr__ = one_line

    def to_markdown(self, *tables: str, intervals: bool = True) -> str:
        """Make Markdown of the named tables, such as ``precision``; of all that ``print`` shows if none is named."""
        return as_markdown(self, tables, intervals=intervals)

    def to_latex(self, *tables: str, intervals: bool = True) -> str:
        """Make LaTeX (booktabs) of the named tables; of all if none is named."""
        return as_latex(self, tables, intervals=intervals)

    def to_frame(self) -> pd.DataFrame:
        """Convert to a pandas data frame with a row for each number."""
        frame: pd.DataFrame = as_frame(self)
        return frame

    def write_html(self, path: str | os.PathLike[str], study: Study, *, interactive: bool = False) -> None:
        """Write the page of the study that was measured; ``interactive`` charts answer the pointer."""
        write_report(self, path, study=study, interactive=interactive)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON document."""
        return {
            "name": self.name,
            "level": self.level,
            "undecided": self.undecided,
            "with_machines": self.with_machines,
            "resamples": self.resamples,
            "seed": self.seed,
            "signature": self.signature,
            "progress": self.progress.to_json(),
            "systems": [each.to_json() for each in self.systems],
            "comparisons": [each.to_json() for each in self.comparisons],
            "agreement": self.agreement.to_json(),
            "self_consistency": self.self_consistency.to_json(),
            "labellers": [each.to_json() for each in self.labellers],
            "automatic": [each.to_json() for each in self.automatic],
        }
