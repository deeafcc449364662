"""Structured prediction: documents scored one by one, with intervals over documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from karat.algebra import MeanScore, Metric, Scored, sharing
from karat.benchmarks.tasks import Choices, Task, chosen, task_named
from karat.errors import InputError, UnknownNameError
from karat.formats import InputFile
from karat.formats.text.input_file import as_input
from karat.model import Document
from karat.results.evaluation import Evaluation
from karat.results.grounds import task_grounds
from karat.results.measurement import Measurement
from karat.results.options import Missing, Reading
from karat.results.outputs import Source
from karat.results.scoring import check_test
from karat.results.signatures import task_choices, with_average, with_choices
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.system_result import Note, SystemResult
from karat.results.tasks.documents import Outputs, SystemDocuments, documents_of, loaded, paired_documents
from karat.version import __version__

Average = Literal["micro", "macro"]

MISSING = get_args(Missing)

TOLD_EACH = 100
"""Progress is told after so many documents."""


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

    A gold document that a system does not have is an error, or counts as empty with ``missing="empty"`` where the
    task's documents can be empty. Documents are paired by their ids; where one side has none but numbers, by order.
    ``average="micro"`` adds up over documents, as the official scorers do; ``"macro"`` takes the documents' mean.
    Without ``gold`` the outputs must hold the gold themselves. ``by_type`` also scores each type of what is scored.
    ``resampling=None`` leaves intervals and comparisons out, and so does ``Resampling(resamples=0)``.
    """
    resampling = unless_off(resampling)
    check_test(test, resampling)
    for what, value, allowed in (
        ("average", average, get_args(Average)),
        ("choice for what is missing", missing, MISSING),
    ):
        if value not in allowed:
            raise UnknownNameError(what, value, allowed)
    known = task_named(task) if isinstance(task, str) else task
    options = chosen(known, choices)
    metrics = known.metrics(options)
    tell = progress or (lambda _: None)
    reading = Reading(missing, format, gold_format, encoding)
    named = task_choices(known, options, reading, time_limit)
    gold_source = as_input(gold) if isinstance(gold, (str, os.PathLike)) else gold
    read = loaded(known, outputs, gold_source, options, reading, tell)
    scored = [_scored(known, metrics, one, options, time_limit, tell, by_type=by_type) for one in read]
    systems = []
    for one, rows in zip(read, scored, strict=True):
        kinds = [dict.fromkeys(kind for other in scored for kind in other[place].by_type) for place in range(len(rows))]
        names = tuple(name for name, _, _ in one.pairs)
        measured = tuple(
            each for row, kind in zip(rows, kinds, strict=True) for each in row.measurements(names, kind, named)
        )
        systems.append(SystemResult(one.name, one.file, one.count, measured, notes=(*one.notes, *_unproved(measured))))
    if average == "macro":
        systems = [replace(system, measurements=tuple(map(_macro, system.measurements))) for system in systems]
    if resampling is not None:
        tell("intervals")
        systems = with_intervals(systems, resampling)
    return Evaluation(
        known.name,
        __version__,
        tuple(systems),
        tuple(comparisons(systems, resampling, test)) if resampling is not None else (),
        resampling,
        task=True,
        grounds=task_grounds(
            [gold_source.record()] if isinstance(gold_source, InputFile) else [],
            [documents.record for documents in read],
        ),
    )


@dataclass(slots=True)
class _Row:
    """One metric's scores of a system: each document, and each type in the documents that have it, by their places."""

    metric: Metric
    scores: list[Scored] = field(default_factory=list)
    by_type: dict[str, dict[int, Scored]] = field(default_factory=dict)

    def measurements(
        self, names: tuple[str, ...], kinds: Iterable[str], choices: Mapping[str, str]
    ) -> Iterable[Measurement]:
        """The whole, then each type; a document without a type has no mass in it."""
        metric = self.metric
        signature = with_choices(metric.signature, choices)
        yield Measurement(metric.name, None, names, tuple(self.scores), signature)
        nothing = self.scores[0].of_row([0] * len(self.scores[0].row))
        for kind in sorted(kinds):
            found = self.by_type.get(kind, {})
            scores = tuple(found.get(place, nothing) for place in range(len(names)))
            yield Measurement(metric.name, kind, names, scores, with_choices(signature, {"type": kind}), by_type=True)


def _scored(
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
    for place, (_, predicted, gold) in enumerate(system.pairs):
        if (place + 1) % TOLD_EACH == 0:
            tell(f"scoring {system.name}: {place + 1:,} of {len(system.pairs):,} documents")
        # The metrics of one document share what they count.
        with sharing():
            for row in rows:
                row.scores.append(row.metric.score(predicted, gold, time_limit=time_limit))
        if by_type and task.breakdown is not None:
            for row in rows:
                for kind, score in task.breakdown(row.metric, predicted, gold, options).items():
                    row.by_type.setdefault(kind, {})[place] = score
    return rows


def _unproved(measured: Iterable[Measurement]) -> Iterable[Note]:
    for one in measured:
        count = sum(not score.optimal for score in one.scores)
        if count:
            yield Note(f"of the documents have a {one.metric} that is not proved to be the best", count)


def _macro(one: Measurement) -> Measurement:
    """The same documents, to be averaged rather than added up."""
    scores = tuple(MeanScore.of(score.precision, score.recall, score.f1) for score in one.scores)
    return replace(one, scores=scores, signature=with_average(one.signature, "macro"))


__all__ = ["Average", "documents_of", "paired_documents", "score"]
