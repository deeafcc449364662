"""The table of progress: what is labelled, decided, and left to do."""

from __future__ import annotations

from karat.reports.tables.table import Cell, Column, Section, Table, printable
from karat.results.study.report import StudyReport

ROWS = {
    "tasks": "extractions",
    "labelled": "labelled",
    "agreed": "  labellers agree",
    "adjudicated": "  decided after they differed",
    "majority": "  decided by the majority",
    "alone": "  one labeller only",
    "undecided": "  undecided",
    "unsure": "labels marked as unsure",
    "repeats": "hidden repeats",
}


def tabulate_progress(report: StudyReport) -> Table:
    """Count what is labelled and what is undecided."""
    rows = tuple(
        (title, (Cell(f"{getattr(report.progress, name):,}"),))
        for name, title in ROWS.items()
        if name != "majority" or report.undecided == "majority"
    )
    todo = report.progress.tasks - report.progress.labelled
    left = [f"{todo:,} to label"] if todo else []
    left += [f"{report.progress.undecided:,} to decide"] if report.progress.undecided else []
    left += [f"{report.progress.unsure:,} unsure"] if report.progress.unsure else []
    return Table(
        f"{printable(report.name)} · progress",
        (Column("count"),),
        (Section("", rows),),
        (f"Left to do: {', '.join(left)}" if left else "Nothing is left to do",),
    )
