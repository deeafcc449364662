"""What a metric matched in a sentence, on the console."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from karat.reports.lists import plain_text
from karat.results.explanation.matched_tuples import MatchedTuple, MatchExplanation, tuple_text
from karat.results.statistics.estimate import format_value

WIDTH = len("→ g1 1.00")
"""Gold and tuples stand in one column, whatever their credits."""

ALL_COUNT = "all extractions count here; karat evaluate leaves out those below the confidence with the best F1"

Rows = list[tuple[str, str, str]]
"""A label, its style, and a text."""


def print_matches(explanation: MatchExplanation, console: Console) -> None:
    """Print a sentence with its gold, and what the metric matched of each system."""
    sentence = explanation.sentence
    console.print(plain_text(f"sentence {sentence.id}: {sentence.text}", "bold"))
    console.print(grid(gold_rows(explanation.gold)))
    for each in explanation.systems:
        values = (("P", each.score.precision), ("R", each.score.recall), ("F1", each.score.f1))
        said = "  ".join(f"{name} {format_value(value)}" for name, value in values)
        console.print(plain_text(f"{each.system}: {explanation.title} {said}"))
        recalls = [
            f"g{number} {format_value(credit, digits=2)}" for number, credit in enumerate(each.matches.recalls, 1)
        ]
        console.print(grid([*tuple_rows(each.matches.tuples, ()), ("recall", "dim", "  ".join(recalls))]))
    if explanation.swept:
        console.print(plain_text(ALL_COUNT, "dim"))


def gold_rows(texts: Sequence[str]) -> Rows:
    """A sentence's gold, numbered."""
    return [(f"g{number}", "dim", text) for number, text in enumerate(texts, 1)] or [("", "dim", "no gold")]


def tuple_rows(tuples: Sequence[MatchedTuple], recalls: Sequence[float]) -> Rows:
    """A system's tuples, each with the gold tuple that it is matched with; then the gold that recall has nothing of."""
    rows = []
    for matched in tuples:
        partner = "—" if matched.gold is None else f"→ g{matched.gold + 1} {format_value(matched.credit, digits=2)}"
        rows.append((partner, "dim" if matched.gold is None else "green", tuple_text(matched.extraction)))
    missed = [f"g{number}" for number, credit in enumerate(recalls, 1) if not credit]
    return [*rows, ("missed", "dim", ", ".join(missed))] if missed else rows


def grid(rows: Rows) -> Table:
    """Lay rows out below one another."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, min_width=WIDTH)
    table.add_column(overflow="fold")
    for label, style, text in rows:
        table.add_row("", plain_text(label, style), plain_text(text))
    return table
