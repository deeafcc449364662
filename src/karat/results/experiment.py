"""The result of an experiment: an evaluation for each benchmark, and how each system got through it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from karat.errors import UnknownNameError
from karat.one_line import one_line
from karat.results.display import Displayed, write_report
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.estimate import Estimate
from karat.results.statistics.intervals import intervals_object
from karat.results.statistics.samples import SampledSystem, sampled_object
from karat.results.statistics.systems import differences_to_best, significantly_below_best
from karat.results.system_result import SystemResult

RunState = Literal["done", "stopped", "waiting", "none"]
"""All sentences are done; the run stopped early; it has not been started; no output exists for this benchmark."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """How a system got through a benchmark.

    ``reason`` says why a run stopped or why there is none. ``results`` counts the sentences that are done, each as
    often as it was sampled, ``sentences`` those that there are to do; both are ``None`` for outputs that were made
    elsewhere. ``failures`` are the reasons why sentences failed, with counts, the most frequent first. Tokens and cost
    are ``None`` where the system counts none.
    """

    system: str
    benchmark: str
    state: RunState
    reason: str | None = None
    output: str | None = None
    program: str | None = None
    """The system that ran, with its version."""
    settings: str | None = None
    """Its settings as a line of JSON."""
    sentences: int | None = None
    results: int | None = None
    failures: tuple[tuple[str, int], ...] = ()
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None

    __repr__ = one_line

    @property
    def failed(self) -> int:
        """How many sentences failed."""
        return sum(count for _, count in self.failures)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON document."""
        return {**asdict(self), "failures": dict(self.failures), "failed": self.failed}


@dataclass(frozen=True, slots=True)
class RunTotals:
    """What several runs took together; tokens and cost are ``None`` where none of them counts any."""

    results: int
    failures: tuple[tuple[str, int], ...]
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None

    __repr__ = one_line

    @property
    def failed(self) -> int:
        """How many sentences failed."""
        return sum(count for _, count in self.failures)

    def to_json(self) -> dict[str, Any]:
        """Return the totals as a JSON document."""
        return {**asdict(self), "failures": dict(self.failures), "failed": self.failed}


def add_up(runs: Iterable[RunRecord]) -> RunTotals:
    """Add up what runs took."""
    each = list(runs)
    reasons: Counter[str] = Counter()
    for run in each:
        reasons.update(dict(run.failures))
    return RunTotals(
        sum(run.results or 0 for run in each),
        tuple(reasons.most_common()),
        _sum(run.prompt_tokens for run in each),
        _sum(run.completion_tokens for run in each),
        _sum(run.cost for run in each),
    )


def _sum(values: Iterable[Any]) -> Any:
    """Add the numbers that are there; ``None`` if there are none."""
    counted = [value for value in values if value is not None]
    return sum(counted) if counted else None


F1 = VALUES.index("f1")


@dataclass(frozen=True, slots=True)
class Experiment(Displayed):
    """Systems on benchmarks: what each scores on each, what is missing, and what the runs took.

    ``systems`` and ``benchmarks`` are the names in the plan, in its order; ``evaluations`` has the benchmarks on which
    at least one system is done. ``runs`` has a record for each system on each benchmark, by system.
    """

    title: str
    version: str
    systems: tuple[str, ...]
    benchmarks: tuple[str, ...]
    runs: tuple[RunRecord, ...]
    evaluations: Mapping[str, Evaluation]
    families: Mapping[str, str] = field(default_factory=dict)
    """The families of the systems that have one."""
    plan: str = ""
    """The plan as it was written."""
    reports: Mapping[str, str] = field(default_factory=dict)
    """Where each benchmark's own report is, seen from the experiment's."""

    __repr__ = one_line

    def __getitem__(self, benchmark: str) -> Evaluation:
        """Return the evaluation on a benchmark."""
        if benchmark not in self.evaluations:
            raise UnknownNameError("benchmark of the experiment with results", benchmark, self.evaluations)
        return self.evaluations[benchmark]

    def __iter__(self) -> Iterator[str]:
        return iter(self.evaluations)

    def __len__(self) -> int:
        return len(self.evaluations)

    def run(self, system: str, benchmark: str) -> RunRecord:
        """Return how a system got through a benchmark."""
        for record in self.runs:
            if (record.system, record.benchmark) == (system, benchmark):
                return record
        raise UnknownNameError("run", f"{system}/{benchmark}", [f"{run.system}/{run.benchmark}" for run in self.runs])

    def results(self, system: str, benchmark: str) -> tuple[SystemResult, ...]:
        """Return the results of a system of the plan: one, or one for each sample; none if it is not done."""
        evaluation = self.evaluations.get(benchmark)
        record = self.run(system, benchmark)
        if evaluation is None or record.state != "done":
            return ()
        own = tuple(result for result in evaluation if result.name == system)
        return own or tuple(
            result
            for result in evaluation
            if result.name not in self.systems and _same_file(result.file, record.output or "")
        )

    def f1(self, system: str, benchmark: str) -> Estimate | None:
        """Return a system's F1 by the benchmark's first metric, the mean if it was sampled; ``None`` if not done."""
        results = self.results(system, benchmark)
        if len(results) < 2:
            return results[0].f1 if results else None
        first, sampled = results[0].first, self.sampled(system, benchmark)
        if sampled is None:
            return first.f1
        mean = sampled[first.key]
        interval = mean.intervals[F1]
        low, high = (None, None) if interval is None else (interval.low, interval.high)
        return Estimate(mean.values[F1], low, high, first.f1.score, first.f1.without)

    def sampled(self, system: str, benchmark: str) -> SampledSystem | None:
        """Return the means and standard deviations of a system over its samples; ``None`` without several samples."""
        names = {result.name for result in self.results(system, benchmark)}
        samples = self[benchmark].samples if benchmark in self.evaluations else ()
        return next((sampled for sampled in samples if set(sampled.systems) == names), None)

    def f1_deviation(self, system: str, benchmark: str) -> float | None:
        """Return the standard deviation over samples of the F1 that ``f1`` gives; ``None`` without several samples."""
        sampled = self.sampled(system, benchmark)
        return None if sampled is None else sampled[self.results(system, benchmark)[0].first.key].deviations[F1]

    def samples(self, system: str) -> int:
        """Count how often a system was sampled, at most."""
        return max((len(self.results(system, benchmark)) for benchmark in self.benchmarks), default=0)

    def best(self, benchmark: str) -> float | None:
        """Return the highest F1 on a benchmark; ``None`` if fewer than two systems have one."""
        found = [self.f1(system, benchmark) for system in self.systems]
        values = [each.value for each in found if each is not None and each.value is not None]
        return max(values) if len(values) > 1 else None

    def below_best(self, benchmark: str) -> tuple[dict[str, float | None], set[str]]:
        """Compare by the benchmark's first metric: each F1 minus the best one, and which are significantly below it."""
        evaluation = self[benchmark]
        measured = [system.first for system in evaluation]
        differences = differences_to_best([system.name for system in evaluation], measured)
        return differences, significantly_below_best(evaluation.comparisons, measured[0].key, differences)

    def totals(self, system: str | None = None) -> RunTotals:
        """Add up what a system's runs took, or all runs."""
        return add_up(run for run in self.runs if system in (None, run.system))

    @property
    def missing(self) -> tuple[RunRecord, ...]:
        """The runs that stopped or have not been started; outputs that do not exist for a benchmark are not missing."""
        return tuple(run for run in self.runs if run.state in ("stopped", "waiting"))

    def to_json(self) -> dict[str, Any]:
        """Return the summary as a JSON document; ``karat.load`` reads the whole evaluations in the folder."""
        return {
            "karat": "experiment",
            "title": self.title,
            "version": self.version,
            "systems": [
                {
                    "name": name,
                    **({"family": self.families[name]} if name in self.families else {}),
                    "totals": self.totals(name).to_json(),
                }
                for name in self.systems
            ],
            "benchmarks": [self._benchmark_object(name) for name in self.benchmarks],
            "runs": [run.to_json() for run in self.runs],
            "totals": self.totals().to_json(),
        }

    def _benchmark_object(self, name: str) -> dict[str, Any]:
        evaluation = self.evaluations.get(name)
        if evaluation is None:
            return {"name": name, "scores": []}
        differences, significant = self.below_best(name)
        ranking = evaluation.ranking()
        ranks = {rank.system: rank.rank for rank in ranking.ranks} if ranking else {}
        first = evaluation.systems[0].first
        return {
            "name": name,
            "metric": first.metric,
            **({} if first.facet is None else {"facet": first.facet}),
            "sentences": len(first.sentences),
            "scores": [
                {
                    "system": system.name,
                    **_values(system.first),
                    "extractions": system.extractions,
                    "to_best": differences[system.name],
                    "significantly_below_best": system.name in significant,
                    "rank": ranks.get(system.name),
                    "signature": system.first.signature,
                }
                for system in evaluation
            ],
            **({"samples": list(map(sampled_object, evaluation.samples))} if evaluation.samples else {}),
            "warnings": evaluation.warnings(),
        }

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write the HTML report, one file that needs no network."""
        write_report(self, path)


def _same_file(one: str, other: str) -> bool:
    """Whether two paths lead to the same file of an experiment, which may be seen from different folders."""
    return Path(one).parts[-2:] == Path(other).parts[-2:]


def _values(measurement: Measurement) -> dict[str, Any]:
    values: dict[str, Any] = {value: getattr(measurement, value).value for value in VALUES}
    return {**values, "intervals": intervals_object(VALUES, measurement.intervals)}
