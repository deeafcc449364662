"""The table of scores by bucket of sentences."""

from __future__ import annotations

from karat.metrics import scores_cliques
from karat.reports.tables.table import HEADERS, Cell, Column, Section, Table, counted, missing_intervals, printable
from karat.results.buckets import BucketTable
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import format_value


def tabulate_buckets(table: BucketTable) -> Table:
    """Make a section of each system, a row of each bucket; *change* is F1 less that of the first row."""
    columns = (Column("n"), *(Column(header, value == "f1") for value, header in HEADERS.items()), Column("change"))
    title = [printable(table.benchmark), f"{table.label} by {printable(table.by)}"]
    total = sum(map(len, table.buckets))
    title.insert(1, counted(total, "clique" if scores_cliques(table.metric) else "sentence"))
    of_sample = () if table.sample is None else (f"n: only a sample is sorted, {table.sample}",)
    sections = tuple(_section(table, system) for system in table.systems)
    return Table(
        " · ".join(title),
        columns,
        sections,
        (
            "change: F1 less that of the first row; the rows have different sentences",
            *of_sample,
            *missing_intervals(sections),
        ),
        (table.signature,),
        level=table.resampling.level if table.resampling else None,
    )


def _section(table: BucketTable, system: str) -> Section:
    rows = []
    for place, (bucket, change) in enumerate(zip(table, table.changes(system), strict=True)):
        estimates = [getattr(bucket.measured[system], value) for value in VALUES]
        numbers = [Cell(format_value(estimate.value), estimate.interval) for estimate in estimates]
        last = Cell(format_value(change, signed=True)) if place else Cell()
        rows.append((printable(bucket.name), (Cell(f"{len(bucket):,}"), *numbers, last)))
    return Section(printable(system), tuple(rows))
