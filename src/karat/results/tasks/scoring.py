"""Score a task's documents one by one, with intervals over documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from time import monotonic
from typing import Literal, get_args

from karat.algebra import MeanScore, Metric, Scored, sharing
from karat.benchmarks.tasks import Choices, Task, task_named
from karat.errors import InputError, UnknownNameError
from karat.formats import InputFile
from karat.formats.text.input_file import as_input
from karat.model import Document
from karat.results.evaluation import Evaluation
from karat.results.grounds import task_grounds
from karat.results.measurement import Measurement
from karat.results.options import Missing, Reading
from karat.results.outputs import Source, family_of, named_outputs, open_outputs
from karat.results.scoring import check_test
from karat.results.signatures import task_choices, with_average, with_choices
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.system_result import Note, SystemResult
from karat.results.tasks.documents import (
    Outputs,
    SystemDocuments,
    choices_for,
    documents_of,
    load_systems,
    pair_documents,
)
from karat.results.tasks.time_limits import DocumentClock, limit_after_reading
from karat.version import __version__

Average = Literal["micro", "macro"]

MISSING = get_args(Missing)

PROGRESS_STEP = 100
"""The number of documents between two progress reports."""


def score(
    task: str | Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    *,
    choices: Choices | None = None,
    missing: str = "error",
    average: Average = "micro",
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
    test: PairedTest = "t",
    format: str | None = None,
    gold_format: str | None = None,
    encoding: str = "utf-8",
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
    by_type: bool = False,
) -> Evaluation:
    """Score systems on the documents of a gold file.

    A gold document that a system lacks is an error; with ``missing="empty"`` it counts as empty, if the task's
    documents can be empty. Documents are paired by id, or by order if the ids of one side are only numbers.
    ``average="micro"`` sums over documents, as the official scorers do; ``"macro"`` takes the mean over documents.
    Without ``gold``, the outputs must contain the gold. ``by_type`` also scores each type by itself.
    ``resampling=None`` or ``Resampling(resamples=0)`` leaves out intervals and comparisons.
    """
    resampling = unless_off(resampling)
    check_test(test, resampling)
    for what, value, allowed in (
        ("average", average, get_args(Average)),
        ("choice for what is missing", missing, MISSING),
    ):
        if value not in allowed:
            raise UnknownNameError(what, value, allowed)
    if time_limit is not None and time_limit < 0:
        raise InputError(f"expected a time limit of 0 seconds or more, found {time_limit:g}")
    task = task_named(task) if isinstance(task, str) else task
    tell = progress or (lambda _: None)
    started = monotonic()
    reading = Reading(missing, format, gold_format, encoding)
    sources = open_outputs(named_outputs(outputs))
    gold_source = as_input(gold) if isinstance(gold, (str, os.PathLike)) else gold
    options = choices_for(task, sources, gold_source, reading, choices)
    metrics = task.metrics(options)
    shared_choices = task_choices(task, options, reading, time_limit)
    systems_documents = load_systems(task, sources, gold_source, options, reading, tell)
    limit = limit_after_reading(time_limit, monotonic() - started, sum(len(each.pairs) for each in systems_documents))
    scored = [
        _score_system(task, metrics, system, options, limit, tell, by_type=by_type) for system in systems_documents
    ]
    # A type that occurs in one system's documents is shown for all systems.
    types = [dict.fromkeys(chain.from_iterable(row.by_type for row in rows)) for rows in zip(*scored, strict=True)]
    systems = [
        _system_result(documents, rows, types, shared_choices)
        for documents, rows in zip(systems_documents, scored, strict=True)
    ]
    if average == "macro":
        systems = [replace(system, measurements=tuple(map(_macro, system.measurements))) for system in systems]
    if resampling is not None:
        tell("intervals")
        systems = with_intervals(systems, resampling)
    return Evaluation(
        task.name,
        __version__,
        tuple(systems),
        tuple(comparisons(systems, resampling, test)) if resampling is not None else (),
        resampling,
        task=True,
        grounds=task_grounds(
            [gold_source.record()] if isinstance(gold_source, InputFile) else [],
            [documents.record for documents in systems_documents],
        ),
    )


@dataclass(slots=True)
class _Row:
    """One metric's scores of a system: of each document, and of each type by the index of the document."""

    metric: Metric
    scores: list[Scored] = field(default_factory=list)
    by_type: dict[str, dict[int, Scored]] = field(default_factory=dict)

    def measurements(
        self, names: tuple[str, ...], kinds: Iterable[str], choices: Mapping[str, str]
    ) -> Iterable[Measurement]:
        """Yield the overall measurement, then one for each type; documents without a type have no mass in it."""
        metric = self.metric
        signature = with_choices(metric.signature, choices)
        yield Measurement(metric.name, None, names, tuple(self.scores), signature)
        nothing = self.scores[0].of_row([0] * len(self.scores[0].row))
        for kind in sorted(kinds):
            by_document = self.by_type.get(kind, {})
            scores = tuple(by_document.get(index, nothing) for index in range(len(names)))
            yield Measurement(metric.name, kind, names, scores, with_choices(signature, {"type": kind}), by_type=True)


def _score_system(
    task: Task,
    metrics: Sequence[Metric],
    system: SystemDocuments,
    options: Choices,
    time_limit: float | None,
    tell: Callable[[str], None],
    *,
    by_type: bool,
) -> list[_Row]:
    if by_type and task.breakdown is None:
        raise InputError(f"{task.name}: expected a task whose documents have types, to break the scores down by them")
    rows = [_Row(metric) for metric in metrics]
    tell(f"scoring {system.name}")
    for index, (_, predicted, gold) in enumerate(system.pairs):
        if (index + 1) % PROGRESS_STEP == 0:
            tell(f"scoring {system.name}: {index + 1:,} of {len(system.pairs):,} documents")
        clock = DocumentClock(time_limit, len(rows) * (1 + by_type))
        # The metrics share intermediate results of one document.
        with sharing():
            for row in rows:
                row.scores.append(row.metric.score(predicted, gold, time_limit=clock.next_share()))
        if by_type and task.breakdown is not None:
            for row in rows:
                for kind, score in task.breakdown(row.metric, predicted, gold, options, clock.next_share()).items():
                    row.by_type.setdefault(kind, {})[index] = score
    return rows


def _system_result(
    documents: SystemDocuments,
    rows: Sequence[_Row],
    types: Sequence[Iterable[str]],
    choices: Mapping[str, str],
) -> SystemResult:
    names = tuple(name for name, _, _ in documents.pairs)
    measurements = tuple(
        measurement
        for row, kinds in zip(rows, types, strict=True)
        for measurement in row.measurements(names, kinds, choices)
    )
    notes = (*documents.notes, *_unproved_notes(measurements))
    return SystemResult(
        str(documents.name),
        documents.file,
        documents.count,
        measurements,
        notes=notes,
        family=family_of(documents.name),
    )


def _unproved_notes(measurements: Iterable[Measurement]) -> Iterable[Note]:
    for measurement in measurements:
        count = sum(not score.optimal for score in measurement.scores)
        if count:
            yield Note(f"of the documents: {measurement.metric} is not proved to be the best", count)


def _macro(measurement: Measurement) -> Measurement:
    """Average over the documents instead of summing."""
    scores = tuple(MeanScore.of(score.precision, score.recall, score.f1) for score in measurement.scores)
    return replace(measurement, scores=scores, signature=with_average(measurement.signature, "macro"))


__all__ = ["Average", "documents_of", "pair_documents", "score"]
