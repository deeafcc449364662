"""The table of an evaluation document by document."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.tables.table import Cell, Column, Section, Table
from karat.results.evaluation import Evaluation
from karat.results.measurement import Measurement
from karat.results.statistics.estimate import format_value


def tabulate_documents(evaluation: Evaluation) -> Table:
    """Make a section of each system: a row a document, the F1 of each metric."""
    first = evaluation.systems[0].measurements
    return Table(
        f"{evaluation.benchmark} · F1 by document",
        tuple(Column(one.label) for one in first),
        tuple(Section(system.name, tuple(_rows([system[one.key] for one in first]))) for system in evaluation),
    )


def _rows(measured: Sequence[Measurement]) -> list[tuple[str, tuple[Cell, ...]]]:
    columns = [[Cell(format_value(score.f1)) for score in one.scores] for one in measured]
    return list(zip(measured[0].sentences, zip(*columns, strict=True), strict=True))
