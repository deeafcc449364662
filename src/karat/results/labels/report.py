"""The values of an agreement with people's labels, all frozen, and how they are written as JSON."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.errors import UnknownNameError
from karat.model import Extraction
from karat.one_line import one_line
from karat.results.agreement.agreement import Coefficient
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.display import Displayed, as_frame, as_latex, as_markdown, write_report
from karat.results.labels.judging import ScoreKind
from karat.results.labels.ranks import RankCorrelation
from karat.results.labels.thresholds import CutOff
from karat.results.statistics.resampling import Resampling
from karat.results.system_result import Note
from karat.version import __version__

if TYPE_CHECKING:
    import pandas as pd

KIND = "agreement"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An extraction that either the metric or people accept, but not both.

    ``reason`` is the metric's, if it gives one; ``closest`` the gold fact or tuple that the extraction is closest to.
    """

    system: str
    sentence: str
    text: str
    extraction: Extraction
    people: bool
    score: float
    reason: str = ""
    closest: str = ""

    __repr__ = one_line

    @property
    def kind(self) -> str:
        """Who accepts the extraction."""
        return "only people" if self.people else "only the metric"

    def to_json(self) -> dict[str, Any]:
        """Return what the disagreement is about."""
        return {
            "system": self.system,
            "sentence_id": self.sentence,
            "sentence": self.text,
            "relation": self.extraction.relation,
            "arguments": list(self.extraction.arguments),
            "people": self.people,
            "score": self.score,
            "reason": self.reason,
            "closest": self.closest,
        }


@dataclass(frozen=True, slots=True)
class SystemAgreement:
    """A metric and people on one system: their agreement, people's precision, and the metric's own scores."""

    system: str
    agreement: VerdictAgreement
    people: Coefficient
    precision: float | None
    f1: float | None

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "system": self.system,
            "people": self.people.to_json(),
            "precision": self.precision,
            "f1": self.f1,
            "agreement": self.agreement.to_json(),
        }


@dataclass(frozen=True, slots=True)
class MetricAgreement:
    """How far a metric's verdicts agree with people's labels: on all extractions, by system, and in ranking systems.

    ``by_precision`` and ``by_f1`` correlate the metric's precision and F1 of each system with people's precision.
    ``threshold`` is ``None`` for a metric that says yes or no by itself.
    """

    metric: str
    title: str
    agreement: VerdictAgreement
    threshold: CutOff | None
    systems: tuple[SystemAgreement, ...]
    by_precision: RankCorrelation
    by_f1: RankCorrelation
    disagreements: tuple[Disagreement, ...]
    signature: str

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the figures and the disagreements."""
        return {
            "metric": self.metric,
            "title": self.title,
            "signature": self.signature,
            "threshold": None if self.threshold is None else self.threshold.to_json(),
            "agreement": self.agreement.to_json(),
            "systems": [each.to_json() for each in self.systems],
            "ranks": {"precision": self.by_precision.to_json(), "f1": self.by_f1.to_json()},
            "disagreements": [each.to_json() for each in self.disagreements],
        }


@dataclass(frozen=True, slots=True)
class LabelAgreement(Displayed):
    """How far metrics agree with people's labels of the same extractions.

    ``correct`` of the ``items`` are correct, as people say. ``notes`` tell what was left out or changed in reading.
    ``fingerprint`` is equal for equal labels of equal extractions, in whatever order.
    """

    labels: str
    gold: str
    items: int
    correct: int
    sentences: int
    systems: tuple[str, ...]
    metrics: tuple[MetricAgreement, ...]
    score: ScoreKind
    resampling: Resampling | None
    notes: tuple[Note, ...] = ()
    fingerprint: str = ""

    __repr__ = one_line

    def __iter__(self) -> Iterator[MetricAgreement]:
        return iter(self.metrics)

    def __getitem__(self, name: str) -> MetricAgreement:
        """Get a metric's agreement by the metric's name, such as ``benchie-C``."""
        for each in self.metrics:
            if each.metric == name:
                return each
        raise UnknownNameError("metric of this agreement", name, [each.metric for each in self.metrics])

    def to_markdown(self, *tables: str, intervals: bool = True) -> str:
        """Make Markdown of the named tables, such as ``agreement``; of all that ``print`` shows if none is named."""
        return as_markdown(self, tables, intervals=intervals)

    def to_latex(self, *tables: str, intervals: bool = True) -> str:
        """Make LaTeX (booktabs) of the named tables; of all if none is named."""
        return as_latex(self, tables, intervals=intervals)

    def to_frame(self) -> pd.DataFrame:
        """Convert to a pandas data frame with a row for each metric and system, and one for each metric over all."""
        frame: pd.DataFrame = as_frame(self)
        return frame

    def write_html(self, path: str | os.PathLike[str], *, interactive: bool = False) -> None:
        """Write a page with all tables and the disagreements; ``interactive`` charts answer the pointer."""
        write_report(self, path, interactive=interactive)

    def to_json(self) -> dict[str, Any]:
        """Return everything as a JSON document, from which ``threshold_from`` takes thresholds."""
        return {
            "karat": KIND,
            "version": __version__,
            "labels": self.labels,
            "fingerprint": self.fingerprint,
            "gold": self.gold,
            "items": self.items,
            "correct": self.correct,
            "sentences": self.sentences,
            "systems": list(self.systems),
            "score": self.score,
            "resampling": None if self.resampling is None else self.resampling.signature(),
            "notes": [str(note) for note in self.notes],
            "metrics": [each.to_json() for each in self.metrics],
        }
