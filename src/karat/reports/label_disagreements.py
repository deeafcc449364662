"""Extractions on which a metric and people differ, as the console lists them."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding

from karat.reports.explanations import shown
from karat.reports.lists import plain_text
from karat.results.agreement.measuring import Disagreement, LabelAgreement
from karat.results.statistics.estimate import format_value

WHO = {True: "only people accept", False: "only the metric accepts"}


def print_disagreements(report: LabelAgreement, most: int, console: Console) -> None:
    """List up to so many extractions of each metric, first those that people alone accept, then the others."""
    for metric in report:
        for people in (True, False):
            found = [each for each in metric.disagreements if each.people is people]
            if not found:
                continue
            console.print(f"\n{metric.metric}: {len(found):,} that {WHO[people]}")
            for each in found[:most]:
                for indent, line in disagreement_lines(each, graded=metric.threshold is not None):
                    console.print(Padding(plain_text(line), (0, 0, 0, indent), expand=False))
            if len(found) > most:
                console.print(f"  and {len(found) - most:,} more; --html FILE shows all")


def disagreement_lines(found: Disagreement, *, graded: bool) -> list[tuple[int, str]]:
    """Write a disagreement: its extraction, its sentence, the closest gold and the metric's reason, with indents."""
    score = f" {format_value(found.score)}" if graded else ""
    lines = [
        (2, f"{found.system}, sentence {found.sentence}{score}: {shown(found.extraction)}"),
        (4, found.text),
    ]
    if found.closest:
        lines.append((4, f"closest gold: {found.closest}"))
    if found.reason:
        lines.append((4, found.reason))
    return lines
