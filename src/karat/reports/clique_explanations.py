"""One clique across systems, on the console."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from karat.results.cliques.explanation import CliqueExplanation, SystemMember
from karat.results.explanation.matched_tuples import tuple_text
from karat.results.statistics.estimate import shown

WIDTH = len("→ g1 1.00")
"""Gold and tuples stand in one column, whatever their credits."""


def print_clique(explanation: CliqueExplanation, console: Console) -> None:
    """Print each sentence with its gold, and what each system took from it."""
    size = f"{len(explanation.members)} sentence{'s' * (len(explanation.members) > 1)}"
    said = f"clique {explanation.id} · {size} · {explanation.inside} inside"
    console.print(_plain(said + (" · stand-in gold" if explanation.stand_in else ""), "bold"))
    for number, member in enumerate(explanation.members):
        console.print()
        kind = "original" if number == 0 else f"paraphrase {number}"
        console.print(_plain(f"{kind} (sentence {member.sentence.id}): {member.sentence.text}", "bold"))
        gold = [(f"g{place}", "dim", text) for place, text in enumerate(member.gold, 1)]
        console.print(_grid(gold or [("", "dim", "no gold")]))
        for each in member.systems:
            console.print(_plain(f"{each.system}: {_values(each)}", "red" if each.worst else ""))
            if each.tuples or each.found:
                console.print(_grid(_tuples(each)))
    console.print()
    for name in explanation.systems:
        console.print(_plain(_summary(explanation, name)))


def _tuples(each: SystemMember) -> list[tuple[str, str, str]]:
    """A system's tuples, each with the gold tuple that it is matched with; then what recall has nothing of."""
    rows = []
    for one in each.tuples:
        partner = "—" if one.gold is None else f"→ g{one.gold + 1} {shown(one.credit, digits=2)}"
        rows.append((partner, "dim" if one.gold is None else "green", tuple_text(one.extraction)))
    missed = [f"g{number}" for number, credit in enumerate(each.found, 1) if not credit]
    return [*rows, ("missed", "dim", ", ".join(missed))] if missed else rows


def _grid(rows: Sequence[tuple[str, str, str]]) -> Table:

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, min_width=WIDTH)
    grid.add_column(overflow="fold")
    for name, style, text in rows:
        grid.add_row("", _plain(name, style), _plain(text))
    return grid


def _values(each: SystemMember) -> str:
    if each.score is None:
        return "not scored: the sentence has no gold"
    values = (("P", each.score.precision), ("R", each.score.recall), ("F1", each.score.f1))
    said = "  ".join(f"{name} {shown(float(value))}" for name, value in values)
    return said + ("  ← worst" if each.worst else "") + ("" if each.tuples else "  (nothing extracted)")


def _summary(explanation: CliqueExplanation, name: str) -> str:
    scores = [each for member in explanation.members for each in member.systems if each.system == name and each.score]
    values = [shown(float(each.score.f1)) for each in scores if each.score is not None]
    worst = next((each for each in scores if each.worst), None)
    said = f"{name}: F1 {' '.join(values)}"
    if worst is None or worst.score is None:
        return said
    return f"{said}; the clique counts {shown(float(worst.score.f1))} (sentence {worst.score.sentence})"


def _plain(text: str, style: str = "") -> Text:
    """A text in which brackets are just brackets."""
    return Text(text, style)
