"""The result of an evaluation: systems, their measurements, and comparisons between them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.benchmarks.clique_gold import ABOUT_GOLD
from karat.errors import UnknownNameError
from karat.metrics.robust import CliqueScore
from karat.results.explanation.verdicts import Verdict
from karat.results.grounds import Grounds
from karat.results.measurement import Key, Measurement
from karat.results.output_statistics import OutputStatistics
from karat.results.signatures import pair_signature
from karat.results.statistics.comparison import Comparison, PairedTest, compare
from karat.results.statistics.estimate import Estimate
from karat.results.statistics.resampling import Resampling

if TYPE_CHECKING:
    import pandas as pd


PLURAL = re.compile(r"^((?:implicit )?(?:extraction|document|paraphrase|sentence))s\b")
"""What notes count."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader of the numbers should know: what was left out, and how much of it."""

    what: str
    count: int

    def __str__(self) -> str:
        what = PLURAL.sub(r"\1", self.what) if self.count == 1 else self.what
        return f"{self.count} {what}"


@dataclass(frozen=True, slots=True)
class SystemResult:
    """What was measured of one system."""

    name: str
    file: str
    extractions: int
    measurements: tuple[Measurement, ...]
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[Note, ...] = ()
    statistics: OutputStatistics | None = None
    """How many extractions there are and how long; ``None`` where something else than extractions was scored."""
    cliques: tuple[CliqueScore, ...] = ()
    """What each sentence of each clique scores; empty where not all of them have gold."""

    def __getitem__(self, key: str | Key) -> Measurement:
        """A metric's measurement by its facet or type; without one the whole, else the default, else the first."""
        metric, facet = key if isinstance(key, tuple) else (key, None)
        found = {one.facet: one for one in self.measurements if one.metric == metric}
        if facet in found:
            return found[facet]
        if found and facet is None:
            return found.get("default") or next(iter(found.values()))
        known = [measurement.label for measurement in self.measurements]
        raise UnknownNameError("measurement", metric if facet is None else f"{metric}-{facet}", known)

    def labelled(self, label: str) -> Measurement:
        """The measurement that tables call so, as ``benchie-C``; ``benchie-default`` is ``benchie``."""
        found = {one.label: one for one in self.measurements}
        if label not in found and label.removesuffix("-default") in found:
            label = label.removesuffix("-default")
        if label not in found:
            raise UnknownNameError("metric", label, list(found))
        return found[label]

    @property
    def first(self) -> Measurement:
        """The benchmark's first metric."""
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
        """Each wrong extraction with its closest gold fact and the slots that differ."""
        return tuple(verdict for verdict in self.verdicts if not verdict.correct)


@dataclass(frozen=True, slots=True)
class Pair:
    """The comparison of two systems by the F1 of one metric."""

    a: str
    b: str
    metric: str
    facet: str | None
    comparison: Comparison

    @property
    def key(self) -> Key:
        """The metric and its facet or type, as a measurement's key."""
        return self.metric, self.facet


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Systems on one benchmark."""

    benchmark: str
    version: str
    systems: tuple[SystemResult, ...]
    comparisons: tuple[Pair, ...]
    resampling: Resampling | None
    notes: tuple[str, ...] = ()
    task: bool = False
    """The numbers are of a task such as coreference, which ``benchmark`` then names."""
    grounds: Grounds | None = None
    """Sentences, gold facts, checksums; ``None`` for evaluations written before they were kept."""

    def __getitem__(self, name: str) -> SystemResult:
        for system in self.systems:
            if system.name == name:
                return system
        raise UnknownNameError("system", name, [system.name for system in self.systems])

    def __iter__(self) -> Iterator[SystemResult]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)

    @property
    def labels(self) -> tuple[Key, ...]:
        """The metrics, with their facets, that every system was measured by."""
        return tuple(one.key for one in self.systems[0].measurements)

    def compare(
        self,
        a: str,
        b: str,
        metric: str | None = None,
        facet: str | None = None,
        *,
        value: str = "f1",
        test: PairedTest = "t",
    ) -> Comparison:
        """Compare two systems: the difference a − b, its interval, and the p of its being 0.

        Without a metric it is the benchmark's first; without a facet the whole, or the default one.
        """
        one, other = self[a], self[b]
        first = one[metric or one.first.metric, facet] if metric or facet else one.first
        second = other[first.key]
        values = ("precision", "recall", "f1")
        if value not in values:
            raise UnknownNameError("value", value, values)
        return compare(
            first.masses,
            second.masses,
            first.statistic,
            values.index(value),
            self.resampling or Resampling(),
            test,
        )

    def signature_of(self, pair: Pair, among: Sequence[Pair] | None = None) -> str:
        """Every choice behind a comparison, which was made among others: its own ones unless they are given."""
        one, other = (self[name][pair.key].signature for name in (pair.a, pair.b))
        pairs = sum(each.key == pair.key for each in (self.comparisons if among is None else among))
        return pair_signature(one, other, pair.comparison.signature(), pairs)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> dict[str, Any]:
        """Give the whole evaluation as a document, and write it where a path is given."""
        # JSON is written rarely; its module stays out of the way until then.
        from karat.results.serialisation import dump, write

        document = dump(self)
        if path is not None:
            write(document, path)
        return document

    @property
    def keeps_sentences(self) -> bool:
        """Whether the texts of its sentences are there, as they are unless it is of a task or old."""
        return self.grounds is not None and bool(self.grounds.annotations)

    def made_by(self, command: str) -> Evaluation:
        """Keep what was typed to make it."""
        return self if self.grounds is None else replace(self, grounds=replace(self.grounds, command=command))

    def to_frame(self) -> pd.DataFrame:
        """Give a row for each system, metric and facet, as a pandas data frame."""
        from karat.results.frame import to_frame

        return to_frame(self)

    def merged(self, *others: Evaluation) -> Evaluation:
        """Put the systems of several evaluations of one benchmark together, and compare them all.

        Two systems of one name, other sentences or other gold are an error; metrics that not all have are left out.
        """
        from karat.results.merging import merge

        return merge([self, *others])

    def remarks(self) -> list[str]:
        """Give the notes, each with the system that it is about; those about the gold once."""
        told = [note for note in self.systems[0].notes if note.what in ABOUT_GOLD]
        return [
            *(f"{self.benchmark}: {note}" for note in told),
            *(f"{each.name}: {note}" for each in self.systems for note in each.notes if note not in told),
        ]

    def __str__(self) -> str:
        # The layout is not needed to compute.
        from karat.results.layout import plain
        from karat.results.table import tabulate

        return "\n".join([plain(tabulate(self)), *self.remarks()])

    def _repr_html_(self) -> str:
        from karat.results.notebook import html
        from karat.results.table import tabulate

        return html(tabulate(self))
