"""One clique across systems, on the console."""

from __future__ import annotations

from rich.console import Console

from karat.reports.lists import plain_text
from karat.reports.matched_tuples import gold_rows, grid, tuple_rows
from karat.results.cliques.explanation import CliqueExplanation, SystemMember
from karat.results.statistics.estimate import format_value


def print_clique(explanation: CliqueExplanation, console: Console) -> None:
    """Print each sentence with its gold, and what each system took from it."""
    size = f"{len(explanation.members)} sentence{'s' * (len(explanation.members) > 1)}"
    said = f"clique {explanation.id} · {size} · {explanation.inside} inside"
    console.print(plain_text(said + (" · stand-in gold" if explanation.stand_in else ""), "bold"))
    for number, member in enumerate(explanation.members):
        console.print()
        kind = "original" if number == 0 else f"paraphrase {number}"
        console.print(plain_text(f"{kind} (sentence {member.sentence.id}): {member.sentence.text}", "bold"))
        console.print(grid(gold_rows(member.gold)))
        for each in member.systems:
            console.print(plain_text(f"{each.system}: {_values(each)}", "red" if each.worst else ""))
            if each.tuples or each.found:
                console.print(grid(tuple_rows(each.tuples, each.found)))
    console.print()
    for name in explanation.systems:
        console.print(plain_text(_summary(explanation, name)))


def _values(member: SystemMember) -> str:
    if member.score is None:
        return "not scored: the sentence has no gold"
    values = (("P", member.score.precision), ("R", member.score.recall), ("F1", member.score.f1))
    said = "  ".join(f"{name} {format_value(float(value))}" for name, value in values)
    return said + ("  ← worst" if member.worst else "") + ("" if member.tuples else "  (nothing extracted)")


def _summary(explanation: CliqueExplanation, name: str) -> str:
    scores = [each for member in explanation.members for each in member.systems if each.system == name and each.score]
    values = [format_value(float(each.score.f1)) for each in scores if each.score is not None]
    worst = next((each for each in scores if each.worst), None)
    said = f"{name}: F1 {' '.join(values)}"
    if worst is None or worst.score is None:
        return said
    return f"{said}; the clique counts {format_value(float(worst.score.f1))} (sentence {worst.score.sentence})"
