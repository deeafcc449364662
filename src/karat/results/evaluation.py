"""The result of an evaluation: systems, their measurements, and comparisons between them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.benchmarks.clique_gold import ABOUT_GOLD
from karat.benchmarks.gold import LEFT_OUT
from karat.errors import UnknownNameError
from karat.one_line import one_line
from karat.results.display import Displayed, as_chart, as_frame, as_latex, as_markdown, write_report
from karat.results.explanation.fixes import HeadToHead, head_to_head
from karat.results.grounds import Grounds
from karat.results.measurement import Key
from karat.results.merging import merge
from karat.results.serialisation import dump, save
from karat.results.signatures import pair_signature
from karat.results.statistics.comparison import Comparison, PairedTest, compare
from karat.results.statistics.families import Family, find_families
from karat.results.statistics.ranking import Ranking, rank_systems
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.samples import SampledSystem, find_samples
from karat.results.statistics.systems import Pair
from karat.results.system_result import SystemResult
from karat.results.verdict_files.sample import Sample

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd
    import polars as pl


@dataclass(frozen=True, slots=True)
class Evaluation(Displayed):
    """The results of systems on one benchmark."""

    benchmark: str
    version: str
    systems: tuple[SystemResult, ...]
    comparisons: tuple[Pair, ...]
    resampling: Resampling | None
    notes: tuple[str, ...] = ()
    task: bool = False
    """Whether the numbers are of a task such as coreference, which ``benchmark`` then names."""
    grounds: Grounds | None = None
    """Sentences, gold facts, checksums; ``None`` for evaluations of old versions, which did not keep them."""

    __repr__ = one_line

    def __post_init__(self) -> None:
        # A system explains its own mistakes, for which it needs the gold.
        object.__setattr__(self, "systems", tuple(replace(system, grounds=self.grounds) for system in self.systems))

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
        return tuple(measurement.key for measurement in self.systems[0].measurements)

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
        """Compare two systems: the difference a − b, its interval, and the p against a difference of 0.

        The default metric is the benchmark's first; the default facet is the overall measurement, or the facet
        ``default``.
        """
        system = self[a]
        first = system[metric or system.first.metric, facet] if metric or facet else system.first
        second = self[b][first.key]
        values = ("precision", "recall", "f1")
        if value not in values:
            raise UnknownNameError("value", value, values)
        resampling = self.resampling or Resampling()
        comparison = compare(first.masses, second.masses, first.statistic, values.index(value), resampling, test)
        compared = f"{first.label} {'F1' if value == 'f1' else value}"
        return replace(comparison, a=a, b=b, value=compared, level=resampling.level)

    @property
    def families(self) -> tuple[Family, ...]:
        """The families of the systems, with their means; empty if no system belongs to one."""
        return find_families(self.systems)

    @property
    def samples(self) -> tuple[SampledSystem, ...]:
        """The systems that were run several times, with means over their samples; found by ``NAME sample 1`` and so on.

        Their intervals are for sentences and samples together, and always by formula.
        """
        return find_samples(self.systems, self.resampling)

    def ranking(self, metric: str | None = None, facet: str | None = None) -> Ranking | None:
        """Rank the systems by F1, with the groups that the paired test cannot tell apart.

        The default metric and facet are those of ``compare``. ``None`` if no two systems were tested.
        """
        first = self.systems[0]
        key = (first[metric or first.first.metric, facet] if metric or facet else first.first).key
        return rank_systems(self.systems, self.comparisons, key)

    def head_to_head(self, a: str, b: str, metric: str | None = None, facet: str | None = None) -> HeadToHead:
        """Compare two systems fact by fact: which facts both find, only one of them, or neither."""
        return head_to_head((a, b), self[a].diagnosis(metric, facet), self[b].diagnosis(metric, facet))

    def signature_of(self, pair: Pair, among: Sequence[Pair] | None = None) -> str:
        """Write every choice behind a comparison.

        ``among`` are the comparisons that were made together, by default those of the evaluation.
        """
        first, second = (self[name][pair.key].signature for name in (pair.a, pair.b))
        pairs = sum(compared.key == pair.key for compared in (self.comparisons if among is None else among))
        return pair_signature(first, second, pair.comparison.signature(), pairs)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> dict[str, Any]:
        """Return the whole evaluation as a JSON document, and write it to ``path`` if given."""
        if path is not None:
            self.save(path)
        return dump(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the whole evaluation to a JSON file, which ``karat.load`` reads."""
        save(self, path)

    @property
    def keeps_sentences(self) -> bool:
        """Whether the texts of the sentences were kept; not so for tasks and in evaluations of old versions."""
        return self.grounds is not None and bool(self.grounds.annotations)

    @property
    def sample(self) -> Sample | None:
        """The sentences whose verdicts and gold facts a large evaluation keeps; ``None`` if those of all are kept.

        All scores are of all sentences. Explanations, error profiles and buckets of sentences are of the sample.
        """
        return None if self.grounds is None else self.grounds.sample

    def made_by(self, command: str) -> Evaluation:
        """Record the command that made the evaluation."""
        return self if self.grounds is None else replace(self, grounds=replace(self.grounds, command=command))

    def to_pandas(self) -> pd.DataFrame:
        """Convert to a pandas data frame with a row for each system, metric and facet."""
        frame: pd.DataFrame = as_frame(self)
        return frame

    def to_frame(self) -> pd.DataFrame:
        """Convert to a pandas data frame; another name of :meth:`to_pandas`."""
        return self.to_pandas()

    def to_polars(self) -> pl.DataFrame:
        """Convert to a polars data frame with a row for each system, metric and facet."""
        frame: pl.DataFrame = as_frame(self, "polars")
        return frame

    def plot(self, chart: str = "f1") -> alt.TopLevelMixin:
        """Draw a chart with Altair, which a notebook shows as SVG: by default the F1 of all systems with intervals.

        Other charts have the names of the files that ``karat report --charts`` writes.
        """
        drawn: alt.TopLevelMixin = as_chart(self, chart)
        return drawn

    def report(self, path: str | os.PathLike[str], *, interactive: bool = False, focus: str | None = None) -> None:
        """Write the HTML report, one file that needs no network; ``interactive`` charts answer the pointer.

        ``focus`` names the system for which the report says what to fix first; by default the first one.
        """
        write_report(self, path, interactive=interactive, focus=focus)

    def to_latex(self, show: Sequence[str] = (), *, intervals: bool = True) -> str:
        """Make a LaTeX table (booktabs) with one row for each system.

        ``show`` names its columns: ``benchie-C:f1`` is one value, ``carb`` precision, recall and F1.
        """
        return as_latex(self, show, intervals=intervals)

    def to_markdown(self, show: Sequence[str] = (), *, intervals: bool = True) -> str:
        """Make a Markdown table, by default the one that ``print`` shows; ``show`` as in ``to_latex``."""
        return as_markdown(self, show, intervals=intervals)

    def merged(self, *others: Evaluation) -> Evaluation:
        """Merge with other evaluations of the same benchmark, and compare all systems.

        Two systems with the same name, different sentences or different gold are an error. Metrics that not all systems
        have are left out.
        """
        return merge([self, *others])

    def warnings(self) -> list[str]:
        """List the notes that are warnings, each with the name of its system."""
        return [f"{system.name}: {note}" for system in self for note in system.notes if note.warning]

    def remarks(self) -> list[str]:
        """List the other notes, each with the name of its system; notes about the gold only once."""
        about_gold = [note for note in self.systems[0].notes if note.what in (*ABOUT_GOLD, LEFT_OUT)]
        return [
            *(f"{self.benchmark}: {note}" for note in about_gold),
            *(
                f"{system.name}: {note}"
                for system in self
                for note in system.notes
                if not note.warning and note not in about_gold
            ),
        ]
