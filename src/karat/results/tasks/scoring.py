"""Score a task's documents one by one, with intervals over documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from time import monotonic
from typing import Literal, get_args

from karat.algebra import MeanScore, Metric
from karat.algebra.scores.corpus import gathered
from karat.benchmarks.tasks import Choices, Task, task_named
from karat.errors import InputError, UnknownNameError
from karat.formats.text.input_file import as_input
from karat.model import Document
from karat.results.evaluation import Evaluation
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.grounds import task_grounds
from karat.results.measurement import Measurement
from karat.results.options import Missing, Reading
from karat.results.outputs import Source, family_of, named_outputs, open_outputs
from karat.results.scoring import check_test
from karat.results.signatures import task_choices, with_average
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.system_result import Note, SystemResult
from karat.results.tasks.document_scores import (
    PartScores,
    count_unproved,
    limit_after_reading,
    measurements_of,
    score_system,
)
from karat.results.tasks.documents import (
    Outputs,
    SystemDocuments,
    choices_for,
    documents_of,
    load_systems,
    storage_for,
)
from karat.version import __version__

Average = Literal["micro", "macro"]

MISSING = get_args(Missing)

SAME_AS_GOLD = "documents predicted exactly as the gold in the same file; does the file hold predictions?"
"""A file without predictions, read as a system's output, has its gold taken for them."""


@garbage_collection_paused()
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
    workers: int | None = None,
    cluster: str | None = None,
    scratch: Source | None = None,
) -> Evaluation:
    """Score systems on the documents of a gold file.

    A gold document that a system lacks is an error; with ``missing="empty"`` it counts as empty, if the task's
    documents can be empty. Documents are paired by id, or by order if one side has no ids.
    ``average="micro"`` sums over documents, as the official scorers do; ``"macro"`` takes the mean over documents.
    Without ``gold``, the outputs must contain the gold. ``by_type`` also scores each type by itself.
    ``resampling=None`` or ``Resampling(resamples=0)`` leaves out intervals and comparisons.

    Documents of large files are kept in a scratch folder and scored in parts, with the same results: ``workers`` is the
    number of processes, ``cluster`` the address of a Dask scheduler, and ``scratch`` where to make the folder.
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
    if by_type and task.breakdown is None:
        raise InputError(f"{task.name}: expected a task whose documents have types, to break the scores down by them")
    with storage_for(sources, gold_source, workers, cluster, scratch) as storage:
        loaded = load_systems(task, sources, gold_source, options, reading, tell, storage)
        limit = limit_after_reading(time_limit, monotonic() - started, sum(map(len, loaded.systems)))
        scored = [
            score_system(task, system, options, limit, tell, storage.workers, by_type=by_type)
            for system in loaded.systems
        ]
    # A type that occurs in one system's documents is shown for all systems.
    types = [
        dict.fromkeys(chain.from_iterable(columns.by_type for columns in of_metric))
        for of_metric in zip(*(part.metrics for part in scored), strict=True)
    ]
    systems = [
        _system_result(documents, metrics, part, types, shared_choices, carries_gold=gold is None)
        for documents, part in zip(loaded.systems, scored, strict=True)
    ]
    if average == "macro":
        systems = [replace(system, measurements=tuple(map(_macro, system.measurements))) for system in systems]
    if resampling is not None:
        tell("intervals")
        systems = with_intervals(systems, resampling, storage.workers.processes)
    return Evaluation(
        task.name,
        __version__,
        tuple(systems),
        tuple(comparisons(systems, resampling, test, processes=storage.workers.processes))
        if resampling is not None
        else (),
        resampling,
        task=True,
        grounds=task_grounds(
            [loaded.gold_record],
            [documents.record for documents in loaded.systems],
        ),
    )


def _system_result(
    documents: SystemDocuments,
    metrics: Sequence[Metric],
    scored: PartScores,
    types: Sequence[Iterable[str]],
    choices: Mapping[str, str],
    *,
    carries_gold: bool,
) -> SystemResult:
    names = tuple(documents.names)
    measurements = tuple(
        measurement
        for metric, columns, kinds in zip(metrics, scored.metrics, types, strict=True)
        for measurement in measurements_of(metric, columns, names, kinds, choices)
    )
    all_same = carries_gold and documents.count == len(names) == scored.same_as_gold
    same = (Note(SAME_AS_GOLD, len(names), warning=True),) if all_same else ()
    return SystemResult(
        str(documents.name),
        documents.file,
        documents.count,
        measurements,
        notes=(*documents.notes, *same, *_unproved_notes(measurements)),
        family=family_of(documents.name),
    )


def _unproved_notes(measurements: Iterable[Measurement]) -> Iterable[Note]:
    for measurement in measurements:
        count = count_unproved(measurement.corpus)
        if count:
            yield Note(f"of the documents: {measurement.metric} is not proved to be the best", count)


def _macro(measurement: Measurement) -> Measurement:
    """Average over the documents instead of summing."""
    scores = gathered(MeanScore.of(score.precision, score.recall, score.f1) for score in measurement.scores).packed
    return replace(measurement, scores=scores, signature=with_average(measurement.signature, "macro"))


__all__ = ["Average", "documents_of", "score"]
