"""Structured prediction: documents scored one by one, with intervals over documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from karat.algebra import MeanScore, Metric, sharing
from karat.benchmarks.tasks import Choices, Task, chosen, task_named
from karat.errors import AlignmentError, InputError
from karat.formats import read_documents
from karat.model import Document
from karat.results.comparison import PairedTest
from karat.results.evaluation import Evaluation, Note, SystemResult
from karat.results.measurement import Measurement
from karat.results.resampling import Resampling
from karat.results.scoring import Source, comparisons, named_outputs, with_intervals
from karat.version import __version__

Average = Literal["micro", "macro"]

TOLD_EACH = 100
"""Progress is told after so many documents."""


def score(
    task: str | Task,
    outputs: Source | Sequence[Source] | Mapping[str, Source | Iterable[Document]],
    gold: Source | Iterable[Document] | None,
    *,
    choices: Choices | None = None,
    missing: str = "error",
    average: Average = "micro",
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
    test: PairedTest = "randomisation",
    format: str | None = None,
    gold_format: str | None = None,
    encoding: str = "utf-8",
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Evaluation:
    """Score systems on the documents of a gold file.

    A gold document that a system does not have is an error, or counts as empty with ``missing="empty"`` where the
    task's documents can be empty. Documents are paired by their ids; where one side has none but numbers, by order.
    ``average="micro"`` adds up over documents, as the official scorers do; ``"macro"`` takes the documents' mean.
    """
    known = task_named(task) if isinstance(task, str) else task
    options = chosen(known, choices)
    metrics = known.metrics(options)
    tell = progress or (lambda _: None)
    tell("reading gold")
    truth = documents_of(known, gold, options, gold_format or format, encoding)
    systems = []
    for name, source in named_outputs(outputs).items():
        tell(f"scoring {name}")
        found = documents_of(known, source, options, format, encoding, name)
        paired, notes = paired_documents(name, found, truth, missing)
        file = str(source) if isinstance(source, (str, os.PathLike)) else ""
        measured = tuple(_measured(known, metrics, paired, options, time_limit, tell, name))
        systems.append(SystemResult(name, file, len(found), measured, notes=(*notes, *_unproved(measured))))
    if average == "macro":
        systems = [replace(system, measurements=tuple(map(_macro, system.measurements))) for system in systems]
    if resampling is not None:
        tell("resampling")
        systems = with_intervals(systems, resampling)
    return Evaluation(
        known.name,
        __version__,
        tuple(systems),
        tuple(comparisons(systems, resampling, test)) if resampling is not None else (),
        resampling,
        task=True,
    )


def documents_of(
    task: Task,
    source: Source | Iterable[Document] | None,
    options: Choices,
    format: str | None = None,
    encoding: str = "utf-8",
    system: str | None = None,
) -> dict[str, Any]:
    """Read the documents of a system, or of the gold where no system is named, and make them ready for the metrics."""
    what = "the gold" if system is None else system
    if source is None:
        raise InputError(f"{task.name}: expected a gold file, found none")
    prepare = (task.prepare_gold or task.prepare) if system is None else task.prepare
    found: dict[str, Any] = {}
    if isinstance(source, (str, os.PathLike)):
        what = str(source)
        documents: Iterable[Document] = read_documents(source, task.kind, format, encoding)
    else:
        documents = source
    for document in documents:
        if document.id in found:
            raise InputError(f"{what}: expected each document once, found {document.id!r} twice")
        found[document.id] = prepare(document.content, options)
    if not found:
        raise InputError(f"{what}: expected documents, found none")
    return found


def paired_documents(
    name: str, found: Mapping[str, Any], truth: Mapping[str, Any], missing: str = "error"
) -> tuple[list[tuple[str, Any, Any]], list[Note]]:
    """Put each document of the gold beside the system's."""
    if len(found) == len(truth) and found.keys() != truth.keys() and (_numbered(found) or _numbered(truth)):
        note = Note("documents paired with the gold by their order, for want of ids", len(found))
        return [(key, mine, truth[key]) for key, mine in zip(truth, found.values(), strict=True)], [note]
    unknown = [document for document in found if document not in truth]
    if unknown:
        raise AlignmentError(f"{name}: expected documents of the gold, found {_some(unknown)}")
    absent = [document for document in truth if document not in found]
    if absent and missing != "empty":
        raise AlignmentError(f"{name}: expected every document of the gold, found none for {_some(absent)}")
    notes = [Note("of the gold's documents are not the system's and count as empty", len(absent))] if absent else []
    return [(document, found.get(document, type(content)()), content) for document, content in truth.items()], notes


def _numbered(documents: Mapping[str, Any]) -> bool:
    return all(name == str(number) for number, name in enumerate(documents, 1))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown


def _measured(
    task: Task,
    metrics: Sequence[Metric],
    documents: list[tuple[str, Any, Any]],
    options: Choices,
    time_limit: float | None,
    tell: Callable[[str], None],
    system: str,
) -> Iterable[Measurement]:
    names = tuple(document for document, _, _ in documents)
    rows = []
    for number, (_, predicted, gold) in enumerate(documents, 1):
        if number % TOLD_EACH == 0:
            tell(f"scoring {system}: {number:,} of {len(documents):,} documents")
        # The metrics of one document share what they count.
        with sharing():
            rows.append([metric.score(predicted, gold, time_limit=time_limit) for metric in metrics])
    signed = task.signature(options)
    for metric, scores in zip(metrics, zip(*rows, strict=True), strict=True):
        signature = f"{metric.signature}|{signed}" if signed else metric.signature
        yield Measurement(metric.name, None, names, tuple(scores), signature)


def _unproved(measured: Iterable[Measurement]) -> Iterable[Note]:
    for one in measured:
        count = sum(not score.optimal for score in one.scores)
        if count:
            yield Note(f"of the documents have a {one.metric} that is not proved to be the best", count)


def _macro(one: Measurement) -> Measurement:
    """The same documents, to be averaged rather than added up."""
    scores = tuple(MeanScore.of(score.precision, score.recall, score.f1) for score in one.scores)
    return replace(one, scores=scores, signature=one.signature.replace("avg:micro", "avg:macro"))
