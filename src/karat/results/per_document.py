"""An evaluation document by document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.estimate import shown
from karat.results.table import Cell, Column, Section, Table


def add_documents(summary: dict[str, Any], evaluation: Evaluation) -> None:
    """Add the documents' numbers to each score of a summary."""
    for entry, system in zip(summary["systems"], evaluation.systems, strict=True):
        for scores, one in zip(entry["scores"], system.measurements, strict=True):
            scores["documents"] = list(map(_document, one.sentences, one.scores))


def _document(name: str, score: Any) -> dict[str, Any]:
    found = {"document": name, **{value: getattr(score, value) for value in VALUES}}
    if score.bound is not None:
        found |= {"optimal": score.optimal, "bound": float(score.bound)}
    return found


def by_document(evaluation: Evaluation) -> Table:
    """Make a section of each system: a row a document, the F1 of each metric."""
    first = evaluation.systems[0].measurements
    return Table(
        f"{evaluation.benchmark} · F1 by document",
        tuple(Column(one.label) for one in first),
        tuple(Section(system.name, tuple(_rows([system[one.key] for one in first]))) for system in evaluation),
    )


def _rows(measured: Sequence[Measurement]) -> list[tuple[str, tuple[Cell, ...]]]:
    columns = [[Cell(shown(score.f1)) for score in one.scores] for one in measured]
    return list(zip(measured[0].sentences, zip(*columns, strict=True), strict=True))
