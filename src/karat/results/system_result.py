"""The results of one system."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from karat.errors import InputError, UnknownNameError
from karat.metrics import scores_facts
from karat.metrics.oie.benchie import PEOPLES_FACET, Credit, people_rule, signed_steps
from karat.metrics.oie.oie_metric import Ruling
from karat.metrics.oie.people.steps import KEPT
from karat.metrics.oie.robust import CliqueScore
from karat.one_line import one_line
from karat.results.display import as_frame, as_html
from karat.results.explanation.fixes import Diagnosis, Fix
from karat.results.explanation.missed_facts import MissedFact
from karat.results.explanation.verdicts import Verdict, extractions_by_sentence
from karat.results.grounds import Grounds
from karat.results.measurement import Key, Measurement
from karat.results.output_statistics import OutputStatistics
from karat.results.signatures import parts_of
from karat.results.statistics.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd

PLURAL = re.compile(
    r"^((?:implicit )?(?:extraction|document|paraphrase|sentence id|sentence|mention|gold tuple|gold triple|mark))s\b"
)
"""The nouns that a note can begin with, which become singular after a count of 1."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader of the numbers should know: what was left out, and how many.

    A ``warning`` says that the numbers are probably not what their reader takes them for; it is shown with the table.
    """

    what: str
    count: int
    warning: bool = False

    __repr__ = one_line

    def __str__(self) -> str:
        what = PLURAL.sub(r"\1", self.what) if self.count == 1 else self.what
        return f"{self.count} {what}"


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The measurements and verdicts of one system."""

    name: str
    file: str
    extractions: int
    measurements: tuple[Measurement, ...]
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[Note, ...] = ()
    statistics: OutputStatistics | None = None
    """Number and lengths of the extractions; ``None`` if something other than extractions was scored."""
    cliques: tuple[CliqueScore, ...] = ()
    """The score of each sentence of each clique; empty if some sentences have no gold."""
    family: str | None = None
    """The family that the system belongs to, such as *rule-based*."""
    grounds: Grounds | None = field(default=None, compare=False, repr=False)
    """The gold that the system was scored on, given by its evaluation."""

    __repr__ = one_line

    def __str__(self) -> str:
        """Give the F1 of each metric with its interval."""
        values = ", ".join(f"{measurement.label} F1 {measurement.f1}" for measurement in self.measurements)
        return f"{self.name}: {values}"

    def _repr_html_(self) -> str:
        return as_html(self)

    def to_pandas(self) -> pd.DataFrame:
        """Convert to a pandas data frame with a row for each extraction and its verdict, perhaps of a sample only."""
        frame: pd.DataFrame = as_frame(self)
        return frame

    def __getitem__(self, key: str | Key) -> Measurement:
        """Look up a metric's measurement, optionally by its facet or type.

        Without a facet, this is the overall measurement, else the facet ``default``, else the first one.
        """
        metric, facet = key if isinstance(key, tuple) else (key, None)
        by_facet = {measurement.facet: measurement for measurement in self.measurements if measurement.metric == metric}
        if facet in by_facet:
            return by_facet[facet]
        if by_facet and facet is None:
            return by_facet.get("default") or next(iter(by_facet.values()))
        labels = [measurement.label for measurement in self.measurements]
        raise UnknownNameError("measurement", metric if facet is None else f"{metric}-{facet}", labels)

    def labelled(self, label: str) -> Measurement:
        """Look up a measurement by its label in tables, as ``benchie-C``; ``benchie-default`` is ``benchie``."""
        by_label = {measurement.label: measurement for measurement in self.measurements}
        if label not in by_label:
            label = label.removesuffix("-default")
        if label not in by_label:
            raise UnknownNameError("metric of this evaluation", label, list(by_label))
        return by_label[label]

    @property
    def first(self) -> Measurement:
        """The measurement by the benchmark's first metric."""
        return self.measurements[0]

    @property
    def precision(self) -> Estimate:
        """Precision by the benchmark's first metric."""
        return self.first.precision

    @property
    def recall(self) -> Estimate:
        """Recall by the benchmark's first metric."""
        return self.first.recall

    @property
    def f1(self) -> Estimate:
        """F1 by the benchmark's first metric."""
        return self.first.f1

    def mistakes(self) -> tuple[Verdict, ...]:
        """List the wrong extractions, each with its closest gold fact and the slots that differ."""
        return tuple(verdict for verdict in self.verdicts if not verdict.correct)

    def missed(self, metric: str | None = None, facet: str | None = None) -> tuple[MissedFact, ...]:
        """List the gold facts that no extraction finds, each with its cause and the closest extraction."""
        return self.diagnosis(metric, facet).missed

    def fixes(self, metric: str | None = None, facet: str | None = None) -> tuple[Fix, ...]:
        """Measure what each cause of mistakes costs: the F1 without it, the largest gain first."""
        return self.diagnosis(metric, facet).fixes()

    def diagnosis(self, metric: str | None = None, facet: str | None = None) -> Diagnosis:
        """Find the cause of each wrong extraction and missed fact, by default by the first metric of fact synsets."""
        measured = self._measured_on_facts(metric, facet)
        if self.grounds is None or not self.grounds.annotations:
            raise InputError(f"{self.name}: expected an evaluation that keeps its gold facts, found none in it")
        parts = parts_of(measured.signature)
        if "entities:own" in parts:
            raise InputError(
                f"{measured.label}: expected a facet of the benchmark's own facts, found entities of a file"
            )
        if _is_judged(parts):
            raise InputError(
                f"{measured.label}: expected a metric that can judge what is repaired, found a judge's recorded answers"
            )
        credit: Credit = "all" if "credit:all" in parts else "first"
        extractions = extractions_by_sentence(self.verdicts)
        steps = signed_steps(parts) if measured.facet == PEOPLES_FACET else KEPT
        diagnosis = self.grounds.facts.diagnose(extractions, measured.metric, measured.facet, credit, steps)
        return replace(diagnosis, sample=self.grounds.sample)

    @property
    def judged(self) -> int:
        """The number of extractions that ``diagnosis`` goes through: all, or those of the sample."""
        sampled = self.grounds is not None and self.grounds.sample is not None
        return len(self.verdicts) if sampled else self.extractions

    def peoples_rulings(self) -> tuple[Ruling, ...]:
        """List facet P's decision on each extraction, in the order of ``verdicts``; empty unless P was measured."""
        measured = next((each for each in self.measurements if each.key == ("benchie", PEOPLES_FACET)), None)
        if measured is None or self.grounds is None:
            return ()
        rule = people_rule(signed_steps(parts_of(measured.signature)))
        gold = {facts.sentence.id: facts for facts in self.grounds.facts.gold}
        rulings: list[Ruling] = []
        for sentence, judged in groupby(self.verdicts, key=attrgetter("sentence")):
            extractions = [verdict.extraction for verdict in judged]
            rulings += rule.rulings(extractions, rule.prepared(gold[sentence]))
        return tuple(rulings)

    @property
    def has_facts(self) -> bool:
        """Whether ``diagnosis`` can say what to fix: a metric of fact synsets was measured, and the gold is kept."""
        first = next((measurement for measurement in self.measurements if scores_facts(measurement.metric)), None)
        parts = () if first is None else parts_of(first.signature)
        can_judge_again = "entities:own" not in parts and not _is_judged(parts)
        return first is not None and can_judge_again and self.grounds is not None and bool(self.grounds.annotations)

    def _measured_on_facts(self, metric: str | None, facet: str | None) -> Measurement:
        if metric is not None:
            return self[metric, facet]
        for measurement in self.measurements:
            if scores_facts(measurement.metric) and facet in (None, measurement.facet):
                return measurement
        labels = ", ".join(measurement.label for measurement in self.measurements)
        raise InputError(f"{self.name}: expected a measurement by a metric of fact synsets, found {labels}")

    @property
    def overestimate(self) -> float | None:
        """CaRB's F1 minus that of BenchIE's default facet; ``None`` unless both were measured."""
        f1 = {measurement.key: measurement.f1.value for measurement in self.measurements}
        carb, benchie = f1.get(("carb", None)), f1.get(("benchie", "default"))
        return None if carb is None or benchie is None else carb - benchie


def _is_judged(parts: Iterable[str]) -> bool:
    """Whether a signature is of a judge's recorded answers, which has none to what nobody extracted."""
    return any(part.startswith("judge:") for part in parts)
