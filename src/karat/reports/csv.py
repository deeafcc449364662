"""Numbers as CSV, in full: a line for each system, metric and facet.

Names that a spreadsheet would take for a formula begin with an apostrophe.
"""

from __future__ import annotations

import csv as writers
import io
from collections.abc import Iterator, Sequence

from karat.errors import InputError
from karat.printable import safe_cell
from karat.reports.frame import records
from karat.reports.label_records import label_records
from karat.reports.study_records import study_records
from karat.results.agreement.measuring import LabelAgreement
from karat.results.evaluation import Evaluation
from karat.results.experiment import Experiment
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import TOO_FEW
from karat.results.statistics.systems import Pair
from karat.results.study.report import StudyReport


def csv(evaluation: Evaluation, *, per_document: bool = False) -> str:
    """Give every number of an evaluation; undefined ones are empty.

    The means of a family have no system, those of samples have the name that the samples share. ``per_document`` adds a
    line for each document, with its name in a column that is empty in the other lines.
    """
    rows = [*records(evaluation), *_means(evaluation), *_sample_means(evaluation)]
    if not per_document:
        return _written([{"benchmark": evaluation.benchmark, **row} for row in rows])
    rows = [{"document": None, **row} for row in rows] + list(_documents(evaluation))
    return _written([{"benchmark": evaluation.benchmark, **row} for row in rows])


def _documents(evaluation: Evaluation) -> Iterator[dict[str, object]]:
    """Yield the precision, recall and F1 of each document of each system, by each metric and facet."""
    for system in evaluation.systems:
        for measurement in system.measurements:
            for name, score in zip(measurement.sentences, measurement.scores, strict=True):
                yield {
                    "document": name,
                    "system": system.name,
                    "metric": measurement.metric,
                    "facet": measurement.facet,
                    **{value: getattr(score, value) for value in VALUES},
                }


def _means(evaluation: Evaluation) -> Iterator[dict[str, object]]:
    """Yield the means of each family by each metric, with the number of its systems."""
    for family in evaluation.families:
        for mean in family.means:
            deltas = {} if mean.delta is None else dict(zip(VALUES, mean.delta, strict=True))
            yield {
                "family": family.name,
                "metric": mean.metric,
                "facet": mean.facet,
                **{value: getattr(mean, value) for value in VALUES},
                **{f"delta_{value}": delta for value, delta in deltas.items()},
                "systems": len(family.systems),
            }


def _sample_means(evaluation: Evaluation) -> Iterator[dict[str, object]]:
    """Yield the means over the samples of each system by each metric, with the number of samples."""
    for sampled in evaluation.samples:
        for mean in sampled.means:
            row: dict[str, object] = {"system": sampled.name, "metric": mean.metric, "facet": mean.facet}
            numbers = zip(VALUES, mean.values, mean.deviations, mean.intervals, strict=True)
            for value, number, deviation, interval in numbers:
                low, high = (interval.low, interval.high) if interval else (None, None)
                row |= {value: number, f"{value}_low": low, f"{value}_high": high, f"{value}_deviation": deviation}
            yield row | {"samples": len(sampled.systems)}


def csv_of_pairs(evaluation: Evaluation, pairs: Sequence[Pair], value: str) -> str:
    """Give every comparison; undefined numbers are empty."""
    return _written(
        [
            {
                "benchmark": evaluation.benchmark,
                "a": pair.a,
                "b": pair.b,
                "metric": pair.metric,
                "facet": pair.facet,
                "value": value,
                "difference": pair.comparison.difference,
                "low": pair.comparison.low,
                "high": pair.comparison.high,
                "p": pair.comparison.p,
                "p_holm": pair.comparison.p_holm,
                "signature": evaluation.signature_of(pair, pairs),
                **_no_interval(evaluation, pair),
            }
            for pair in pairs
        ]
    )


def _no_interval(evaluation: Evaluation, pair: Pair) -> dict[str, object]:
    """Say why an interval that was asked for is missing."""
    found = pair.comparison
    missing = evaluation.resampling is not None and found.difference is not None and found.low is None
    return {"no_interval": TOO_FEW} if missing else {}


def csv_of_cliques(evaluation: Evaluation) -> str:
    """Give a row for each sentence of each clique: its scores, and those of the clique."""
    if not any(system.cliques for system in evaluation):
        raise InputError(f"{evaluation.benchmark}: expected cliques in which every sentence has gold, found none")
    grounds = {} if evaluation.grounds is None else {each.id: each for each in evaluation.grounds.cliques}
    return _written(
        [
            {
                "benchmark": evaluation.benchmark,
                "system": system.name,
                "clique": clique.id,
                "sentence": member.sentence,
                "original": int(member is clique.original),
                "worst": int(member is clique.worst),
                **{value: float(getattr(member, value)) for value in VALUES},
                **{f"clique_{name}": float(getattr(clique, name)) for name in ("mean", "variance", "spread")},
                "gold": "stand-in" if any(one.stand_in for one in system.measurements) else "own",
                "distance": grounds[clique.id].distance if clique.id in grounds else None,
                "similarity": grounds[clique.id].similarity if clique.id in grounds else None,
            }
            for system in evaluation
            for clique in system.cliques
            for member in clique.members
        ]
    )


def csv_of_experiment(experiment: Experiment) -> str:
    """Give every number of an experiment, and how each run went; a run without numbers has one line.

    A system with samples has a line for each sample, and those of their means and standard deviations.
    """
    rows: list[dict[str, object]] = []
    for benchmark in experiment.benchmarks:
        evaluation = experiment.evaluations.get(benchmark)
        numbers = [] if evaluation is None else records(evaluation)
        for system in experiment.systems:
            run = experiment.run(system, benchmark)
            if run.state == "none":
                continue
            names = {result.name for result in experiment.results(system, benchmark)}
            took = {
                "state": run.state,
                "sentences": run.sentences,
                "results": run.results,
                "failed": None if run.results is None else run.failed,
                "prompt_tokens": run.prompt_tokens,
                "completion_tokens": run.completion_tokens,
                "cost": run.cost,
            }
            own = [row for row in numbers if row["system"] in names]
            if evaluation is not None and (sampled := experiment.sampled(system, benchmark)) is not None:
                own += [{**row, "system": system} for row in _sample_means(evaluation) if row["system"] == sampled.name]
            rows += [{"benchmark": benchmark, **row, **took} for row in own or [{"system": system}]]
    return _written(rows)


def csv_of_study(report: StudyReport) -> str:
    """Give every number of a study, a line each; undefined ones are empty."""
    return _written(study_records(report))


def csv_of_labels(report: LabelAgreement) -> str:
    """Give every number of an agreement with labels: a line for each metric, and one for each of its systems."""
    return _written(label_records(report))


def _written(rows: Sequence[dict[str, object]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = writers.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: safe_cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue().removesuffix("\n")
