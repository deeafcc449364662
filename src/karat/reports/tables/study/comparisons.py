"""The tables of comparisons: systems in pairs, and automatic metrics against people."""

from __future__ import annotations

from collections.abc import Callable

from karat.reports.tables.study.precision import sample_notes
from karat.reports.tables.study.wording import LABELS, coefficient_cell, percent, percent_interval
from karat.reports.tables.table import Cell, Column, Section, Table, counted, printable
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.statistics.comparison import is_significant
from karat.results.statistics.estimate import format_p
from karat.results.study.report import StudyReport, SystemComparison

VERDICTS = {"precision": "P", "recall": "R", "f1": "F1", "kappa": "κ", "ac1": "AC1", "correlation": "r"}
"""What is shown of a metric's agreement with people, and how tables head it."""


READING = (
    "P: of what a metric accepts, how much people call correct. R: of what people call correct, how much the metric "
    "accepts. κ and AC1: agreement beyond chance. r: correlation of the metric's score with people's labels"
)
MCNEMAR_READING = (
    "Right: more than half of the system's labelled extractions from the sentence are. McNemar's test asks whether "
    "only a and only b differ by more than chance; it needs no resamples, and sees less than the differences above"
)
MCNEMAR = {
    "both_right": "both right",
    "only_a": "only a",
    "only_b": "only b",
    "both_wrong": "both wrong",
}


def tabulate_comparisons(report: StudyReport) -> Table | None:
    """Make a row of each two systems: the difference of their precisions, its interval, and p."""
    if not report.comparisons:
        return None
    sections = _by_measure(report, _difference_cells)
    found = any(is_significant(each.p_holm) for each in report.comparisons)
    verdict = "* more than chance, p Holm below .05" if found else "No difference is more than chance"
    drawn = f"Intervals and p by {counted(report.resamples, 'resample')} of the sentences"
    pairs = counted(len(sections[0].rows), "pair")
    return Table(
        f"{printable(report.name)} · differences of precision, a − b",
        (Column("difference", main=True), Column("p"), Column("p Holm")),
        sections,
        (f"{verdict}. {drawn}; p Holm allows for {pairs} at once", *sample_notes(report)),
        level=report.level,
    )


def tabulate_mcnemar(report: StudyReport) -> Table | None:
    """Make a row of each two systems: on how many sentences both, one or none is right, and McNemar's test."""
    if not any(each.mcnemar.sentences for each in report.comparisons):
        return None
    return Table(
        f"{printable(report.name)} · sentences that two systems have right",
        (*map(Column, MCNEMAR.values()), Column("p"), Column("p Holm")),
        _by_measure(report, _sentence_cells),
        (MCNEMAR_READING,),
    )


def _by_measure(report: StudyReport, cells: Callable[[SystemComparison], tuple[Cell, ...]]) -> tuple[Section, ...]:
    measures = dict.fromkeys(each.measure for each in report.comparisons)
    return tuple(
        Section(
            LABELS[measure],
            tuple(
                (printable(f"{each.a} − {each.b}"), cells(each))
                for each in report.comparisons
                if each.measure == measure
            ),
        )
        for measure in measures
    )


def _difference_cells(found: SystemComparison) -> tuple[Cell, ...]:
    difference = Cell(
        percent(found.difference, signed=True),
        percent_interval(found.interval, signed=True),
        marked=is_significant(found.p_holm),
    )
    return difference, Cell(format_p(found.p)), Cell(format_p(found.p_holm))


def _sentence_cells(found: SystemComparison) -> tuple[Cell, ...]:
    test = found.mcnemar
    counts = (Cell(f"{getattr(test, name):,}") for name in MCNEMAR)
    return *counts, Cell(format_p(test.p)), Cell(format_p(test.p_holm), marked=is_significant(test.p_holm))


def tabulate_automatic(report: StudyReport) -> Table | None:
    """Make a row of each metric: how far it agrees with people's final labels."""
    if not report.automatic:
        return None
    rows = [
        (printable(each.verdict), tuple(coefficient_cell(getattr(each, name)) for name in VERDICTS))
        for each in report.automatic
    ]
    return Table(
        f"{printable(report.name)} · automatic metrics against people",
        tuple(Column(head, main=name == "kappa") for name, head in VERDICTS.items()),
        (Section("", tuple(rows)),),
        (
            READING,
            "The higher κ, the more the metric can be trusted to stand in for people",
        ),
        level=report.level,
    )


def tabulate_confusion(report: StudyReport) -> Table | None:
    """Make a row of each metric: on how many extractions it agrees with people, and in which way not."""
    if not report.automatic:
        return None
    names = {"both": "both", "only_verdict": "metric only", "only_people": "people only", "neither": "neither"}

    def cells(found: VerdictAgreement) -> tuple[Cell, ...]:
        return (*(Cell(f"{getattr(found, name):,}") for name in names), coefficient_cell(found.accuracy))

    return Table(
        f"{printable(report.name)} · who accepts what",
        (*map(Column, names.values()), Column("accuracy", main=True)),
        (Section("", tuple((printable(each.verdict), cells(each)) for each in report.automatic)),),
        ("How many extractions both accept, only one accepts, neither accepts. Accuracy: share of equal verdicts",),
        level=report.level,
    )
