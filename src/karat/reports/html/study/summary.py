"""The top of a study's report: what it shows in a sentence, and its main numbers."""

from __future__ import annotations

from collections.abc import Iterator

from karat.reports.html.elements import Content, element
from karat.reports.html.figures.study.values import by_precision
from karat.reports.tables.study.agreement import kappa_of
from karat.reports.tables.study.wording import share_in_words
from karat.reports.tables.table import counted, printable
from karat.results.statistics.comparison import is_significant
from karat.results.statistics.estimate import format_value
from karat.results.study.report import StudyReport


def summary(report: StudyReport) -> list[Content]:
    """The most precise system and those that cannot be told from it, then the numbers of the study."""
    return [
        element("p", lead(report), class_="lead"),
        element(
            "dl",
            (element("div", element("dt", name), element("dd", value)) for name, value in _tiles(report)),
            class_="tiles",
        ),
    ]


def lead(report: StudyReport) -> str:
    """Name the most precise system, and say which others cannot be told from it."""
    measured = [each for each in by_precision(report) if each.fact.total]
    if not measured:
        return "No extraction has a final label yet."
    best = measured[0]
    said = f"{share_in_words(best.fact)} of the labelled extractions of {printable(best.system)} are correct"
    if len(measured) == 1:
        return f"{said}."
    close = [printable(each.system) for each in measured[1:] if not _told_apart(report, best.system, each.system)]
    if not close:
        return f"{said}, more than of any other system beyond chance."
    return f"{said}, the highest share; it cannot be told from that of {', '.join(close)}."


def _told_apart(report: StudyReport, a: str, b: str) -> bool:
    return any(
        {each.a, each.b} == {a, b} and each.measure == "fact" and is_significant(each.p_holm)
        for each in report.comparisons
    )


def _tiles(report: StudyReport) -> Iterator[tuple[str, Content]]:
    progress = report.progress
    yield "Extractions", [f"{progress.labelled:,}", element("small", f"labelled, of {progress.tasks:,}")]
    yield "Systems", [f"{len(report.systems):,}"]
    people = sum(not each.machine for each in report.labellers)
    machines = len(report.labellers) - people
    yield "Labellers", [f"{people:,}", element("small", f"and {counted(machines, 'LLM')}") if machines else None]
    agreement = report.agreement.fact
    if agreement.items:
        kappa = f"κ {format_value(kappa_of(agreement).value)}, AC1 {format_value(agreement.ac1.value)}"
        yield "Agreement on facts", [format_value(agreement.raw.value), element("small", kappa)]
    yield "Undecided", [f"{progress.undecided:,}", element("small", counted(progress.unsure, "label") + " unsure")]
