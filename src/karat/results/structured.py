"""Structured prediction: documents scored one by one, with intervals over documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from karat.algebra import Metric, sharing
from karat.benchmarks.tasks import Choices, Task, task_named
from karat.errors import AlignmentError, InputError
from karat.formats import read_documents
from karat.model import Document
from karat.results.comparison import PairedTest
from karat.results.evaluation import Evaluation, SystemResult
from karat.results.measurement import Measurement
from karat.results.resampling import Resampling
from karat.results.scoring import Source, comparisons, named_outputs, with_intervals
from karat.version import __version__


def score(
    task: str | Task,
    outputs: Source | Sequence[Source] | Mapping[str, Source | Iterable[Document]],
    gold: Source | Iterable[Document],
    *,
    choices: Choices | None = None,
    missing: str = "error",
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
    test: PairedTest = "randomisation",
    format: str | None = None,
    encoding: str = "utf-8",
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Evaluation:
    """Score systems on the documents of a gold file.

    A gold document that a system does not have is an error, or counts as empty with ``missing="empty"`` where the
    task's documents can be empty.
    """
    known = task_named(task) if isinstance(task, str) else task
    options = dict(choices or {})
    metrics = known.metrics(options)
    tell = progress or (lambda _: None)
    tell("reading gold")
    truth = _documents(known, gold, options, format, encoding, "the gold")
    systems = []
    for name, source in named_outputs(outputs).items():
        tell(f"scoring {name}")
        found = _documents(known, source, options, format, encoding, name)
        paired = _paired(name, found, truth, missing)
        file = str(source) if isinstance(source, (str, os.PathLike)) else ""
        measured = _measured(known, metrics, paired, options, time_limit)
        systems.append(SystemResult(name, file, len(found), tuple(measured)))
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


def _documents(
    task: Task, source: Source | Iterable[Document], options: Choices, format: str | None, encoding: str, what: str
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if isinstance(source, (str, os.PathLike)):
        documents: Iterable[Document] = read_documents(source, task.kind, format, encoding)
    else:
        documents = source
    for document in documents:
        if document.id in found:
            raise InputError(f"{what}: expected each document once, found {document.id!r} twice")
        found[document.id] = task.prepare(document.content, options)
    if not found:
        raise InputError(f"{what}: expected documents, found none")
    return found


def _paired(name: str, found: Mapping[str, Any], truth: Mapping[str, Any], missing: str) -> list[tuple[str, Any, Any]]:
    unknown = [document for document in found if document not in truth]
    if unknown:
        raise AlignmentError(f"{name}: expected documents of the gold, found {_some(unknown)}")
    absent = [document for document in truth if document not in found]
    if absent and missing != "empty":
        raise AlignmentError(f"{name}: expected every document of the gold, found none for {_some(absent)}")
    return [(document, found.get(document, type(content)()), content) for document, content in truth.items()]


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown


def _measured(
    task: Task,
    metrics: Sequence[Metric],
    documents: list[tuple[str, Any, Any]],
    options: Choices,
    time_limit: float | None,
) -> Iterable[Measurement]:
    names = tuple(document for document, _, _ in documents)
    rows = []
    for _, predicted, gold in documents:
        # The metrics of one document share what they count.
        with sharing():
            rows.append([metric.score(predicted, gold, time_limit=time_limit) for metric in metrics])
    signed = task.signature(options)
    for metric, scores in zip(metrics, zip(*rows, strict=True), strict=True):
        signature = f"{metric.signature}|{signed}" if signed else metric.signature
        yield Measurement(metric.name, None, names, tuple(scores), signature)
