"""The tables of metrics against people's labels: agreement, who accepts what, systems, ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from karat.errors import InputError, UnknownNameError
from karat.reports.tables.study.wording import coefficient_cell
from karat.reports.tables.table import Cell, Column, Section, Table, counted, printable
from karat.results.agreement.coefficients import Coefficient
from karat.results.agreement.measuring import LabelAgreement, MetricAgreement, SystemAgreement
from karat.results.agreement.verdicts import FEWEST, VerdictAgreement
from karat.results.statistics.estimate import NO_INTERVAL, TOO_FEW, format_value

VALUES = {"precision": "P", "recall": "R", "f1": "F1", "kappa": "κ", "ac1": "AC1"}
"""What is shown of a metric's agreement with people, and how tables head it."""

READING = (
    "P: of what a metric accepts, how much people accept. R: of what people accept, how much the metric accepts. "
    "κ and AC1: agreement beyond chance"
)
COUNTS = {"both": "both", "only_verdict": "metric only", "only_people": "people only", "neither": "neither"}
RANKS = (
    "How far a metric's own precision or F1 ranks the systems as people's precision does: 1 in the same order, "
    "−1 in the opposite one. Intervals are over sentences, for these systems"
)
SYSTEMS = (
    "People's P: the share of a system's labelled extractions that people accept. Metric's P and F1: as the metric "
    "scores all extractions of the labelled sentences. κ and AC1: agreement on the single extractions"
)
OPTIMISTIC = (
    "The threshold from which on a graded metric accepts was found on these same labels, which flatters the metric; "
    "--threshold-from takes it from others"
)


TABLES = {"systems": "two systems or more", "ranks": f"{FEWEST} systems or more whose scores differ"}
"""What there must be for a table that not every agreement has."""
MISSING = f"{NO_INTERVAL}: no interval, because {TOO_FEW}, or the value is the same whichever are drawn"


def label_tables(report: LabelAgreement) -> dict[str, Table]:
    """Make every table for which there are numbers, by name."""
    return {name: _with_legend(table) for name, table in _tables(report)}


def choose_label_tables(report: LabelAgreement, names: Sequence[str] = ()) -> dict[str, Table]:
    """Make the named tables, in that order; all if none is named."""
    tables = label_tables(report)
    for name in names:
        if name in TABLES and name not in tables:
            raise InputError(f"--table {name}: expected {TABLES[name]}, found {counted(len(report.systems), 'system')}")
        if name not in tables:
            raise UnknownNameError("table", name, list(tables))
    return {name: tables[name] for name in names or tables}


def _tables(report: LabelAgreement) -> Iterator[tuple[str, Table]]:
    yield "agreement", tabulate_label_agreement(report)
    yield "confusion", tabulate_acceptance(report)
    if len(report.systems) > 1:
        yield "systems", tabulate_systems(report)
    if any(each.by_precision.tau.value is not None for each in report):
        yield "ranks", tabulate_ranks(report)


def _with_legend(table: Table) -> Table:
    """Explain missing intervals, if any are missing."""
    missing = any(
        cell.interval == NO_INTERVAL for section in table.sections for _, cells in section.rows for cell in cells
    )
    return replace(table, legend=(*table.legend, MISSING)) if missing else table


def _cell(report: LabelAgreement, found: Coefficient) -> Cell:
    """A coefficient with its interval; a dash in place of one that was asked for and cannot be given."""
    cell = coefficient_cell(found)
    missing = report.resampling is not None and found.value is not None and found.interval is None
    return replace(cell, interval=NO_INTERVAL) if missing else cell


def describe_labels(report: LabelAgreement) -> str:
    """Say what was labelled: how many extractions, of how many systems and sentences, and how many are correct."""
    of = f"{counted(len(report.systems), 'system')}, {counted(report.sentences, 'sentence')}"
    return f"{counted(report.items, 'labelled extraction')} of {of}; people accept {report.correct:,}"


def tabulate_label_agreement(report: LabelAgreement) -> Table:
    """Make a row of each metric: its threshold, precision, recall, F1, κ and AC1 with people's labels as gold."""
    best = max((each.agreement.kappa.value for each in report if each.agreement.kappa.value is not None), default=None)
    graded = any(each.threshold is not None for each in report)
    rows = [(each.metric, _agreement_cells(report, each, best, graded)) for each in report]
    columns = [Column("accepts from")] if graded else []
    legend = [describe_labels(report), READING, *_left_out(report)]
    if any(each.threshold is not None and each.threshold.origin == "these labels" for each in report):
        legend.append(OPTIMISTIC)
    return Table(
        f"{printable(report.labels)} · metrics against people",
        (*columns, *(Column(head, main=name == "kappa") for name, head in VALUES.items())),
        (Section("", tuple(rows)),),
        tuple(legend),
        tuple(each.signature for each in report),
        level=_level(report),
    )


def _agreement_cells(
    report: LabelAgreement, metric: MetricAgreement, best: float | None, graded: bool
) -> tuple[Cell, ...]:
    found = metric.agreement
    threshold = Cell("" if metric.threshold is None else format_value(metric.threshold.value))
    cells = [_cell(report, getattr(found, name)) for name in VALUES]
    kappa = list(VALUES).index("kappa")
    cells[kappa] = Cell(cells[kappa].text, cells[kappa].interval, best=best is not None and found.kappa.value == best)
    return (*([threshold] if graded else []), *cells)


def _left_out(report: LabelAgreement) -> Iterator[str]:
    """Say which metrics have no gold for some of the labelled sentences."""
    for each in report:
        if each.agreement.items < report.items:
            missing = counted(report.items - each.agreement.items, "extraction")
            yield f"{each.metric}: without {missing} of sentences that have no gold for it"


def tabulate_acceptance(report: LabelAgreement) -> Table:
    """Make a row of each metric: on how many extractions it agrees with people, and in which way not."""

    def cells(found: VerdictAgreement) -> tuple[Cell, ...]:
        return (*(Cell(f"{getattr(found, name):,}") for name in COUNTS), _cell(report, found.accuracy))

    return Table(
        f"{printable(report.labels)} · who accepts what",
        (*map(Column, COUNTS.values()), Column("accuracy", main=True)),
        (Section("", tuple((each.metric, cells(each.agreement)) for each in report)),),
        ("How many extractions both accept, only one accepts, neither accepts. Accuracy: share of equal verdicts",),
        level=_level(report),
    )


def tabulate_systems(report: LabelAgreement) -> Table:
    """Make a row of each system below each metric: people's precision, the metric's scores, and their agreement."""
    sections = [
        Section(each.metric, tuple((printable(own.system), _system_cells(report, own)) for own in each.systems))
        for each in report
    ]
    return Table(
        f"{printable(report.labels)} · systems by metric and by people",
        (
            Column("extractions"),
            Column("people's P", main=True),
            Column("metric's P"),
            Column("metric's F1"),
            Column("κ"),
            Column("AC1"),
        ),
        tuple(sections),
        (SYSTEMS,),
        level=_level(report),
    )


def _system_cells(report: LabelAgreement, own: SystemAgreement) -> tuple[Cell, ...]:
    return (
        Cell(f"{own.agreement.items:,}"),
        _cell(report, own.people),
        Cell(format_value(own.precision)),
        Cell(format_value(own.f1)),
        _cell(report, own.agreement.kappa),
        _cell(report, own.agreement.ac1),
    )


def tabulate_ranks(report: LabelAgreement) -> Table:
    """Make a row of each metric: rank correlation of its precision and F1 of systems with people's precision."""
    rows = [
        (
            each.metric,
            tuple(
                _cell(report, coefficient)
                for ranks in (each.by_precision, each.by_f1)
                for coefficient in (ranks.tau, ranks.spearman)
            ),
        )
        for each in report
    ]
    return Table(
        f"{printable(report.labels)} · ranks of {counted(len(report.systems), 'system')}",
        (
            Column("τ of P", main=True),
            Column("ρ of P"),
            Column("τ of F1"),
            Column("ρ of F1"),
        ),
        (Section("", tuple(rows)),),
        (RANKS, "τ: Kendall's τ-b; ρ: Spearman's"),
        level=_level(report),
    )


def _level(report: LabelAgreement) -> float | None:
    return None if report.resampling is None else report.resampling.level
