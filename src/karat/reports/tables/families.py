"""Rows of a table by family of systems, each family with the mean of its systems below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from karat.reports.tables.table import HEADERS, Cell, Column, printable
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Key
from karat.results.statistics.estimate import format_value
from karat.results.statistics.families import Family

OVER = "over benchie"
"""The column of what CaRB's F1 is over BenchIE's."""

Row = tuple[str, tuple[Cell, ...]]


def rows_by_family(evaluation: Evaluation, rows: list[Row], means: Callable[[Family], tuple[Cell, ...]]) -> list[Row]:
    """Put the rows of each family together, with their mean below; systems of no family come last.

    ``rows`` has one row for each system, in the order of the evaluation.
    """
    if not shows_families(evaluation):
        return rows
    by_system = dict(zip((system.name for system in evaluation), rows, strict=True))
    grouped = []
    for family in evaluation.families:
        grouped += [by_system[name] for name in family.systems]
        grouped.append((f"{printable(family.name)}, mean of {len(family.systems)}", means(family)))
    return grouped + [by_system[system.name] for system in evaluation if system.family is None]


def shows_families(evaluation: Evaluation) -> bool:
    """Whether the table has rows of families: not for a single system, whose rows are metrics."""
    return len(evaluation) > 1 and bool(evaluation.families)


def explain_means(evaluation: Evaluation) -> Iterator[str]:
    """Say what the rows of families are, if there are any."""
    if shows_families(evaluation):
        yield "Means are over the systems of a family, column by column"


def mean_cells(key: Key, columns: Sequence[Column], family: Family) -> tuple[Cell, ...]:
    """Give a family's means by one metric, below the columns that have one."""
    mean = family[key]
    cells = {HEADERS[value]: Cell(format_value(getattr(mean, value))) for value in VALUES}
    if mean.metric == "carb" and family.overestimate is not None:
        cells[OVER] = Cell(format_value(family.overestimate, signed=True))
    return tuple(cells.get(column.name, Cell()) for column in columns)


def mean_deltas(key: Key, columns: int, family: Family) -> tuple[Cell, ...]:
    """Give the means of what a family loses from the originals to the worst of each clique."""
    cells = [mean_cell(key, f"delta_{value}", family) for value in VALUES]
    return (*cells, *[Cell()] * (columns - len(cells)))


def mean_cell(key: Key, value: str, family: Family) -> Cell:
    """Give one mean: of a value, or of its difference to the originals (``delta_f1``); other values have none."""
    mean = family[key]
    if value in VALUES:
        return Cell(format_value(getattr(mean, value)))
    if value.startswith("delta_") and mean.delta is not None:
        return Cell(format_value(mean.delta[VALUES.index(value.removeprefix("delta_"))], signed=True))
    return Cell()
