"""The table of one system: its values by each metric."""

from __future__ import annotations

from karat.reports.tables.table import HEADERS, Cell, Column, Section, Table, counted, printable
from karat.results.measurement import VALUES
from karat.results.signatures import joined_signatures
from karat.results.statistics.estimate import format_value
from karat.results.system_result import SystemResult


def tabulate_system(system: SystemResult) -> Table:
    """Make a row of each metric, with its intervals."""
    rows = []
    for measurement in system.measurements:
        estimates = [getattr(measurement, value) for value in VALUES]
        cells = tuple(Cell(format_value(estimate.value), estimate.interval) for estimate in estimates)
        rows.append((printable(measurement.label), cells))
    name = printable(system.name)
    return Table(
        f"{name} · {counted(system.extractions, 'extraction' if system.statistics else 'document')}",
        tuple(Column(header, value == "f1") for value, header in HEADERS.items()),
        (Section(name, tuple(rows)),),
        tuple(printable(str(note)) for note in system.notes),
        tuple(joined_signatures([measurement.signature for measurement in system.measurements])),
    )
