"""What to fix, on the console: what each cause costs, missed facts, and two systems head to head."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

from karat.formats.text.slots import render_fact
from karat.model import Extraction, Sentence
from karat.reports.console import print_table
from karat.reports.explanations import LEGEND, make_grid, marked, shown
from karat.reports.lists import plain_text
from karat.reports.tables.listing import Listing
from karat.reports.tables.table import counted, printable
from karat.results.explanation.causes import Cause
from karat.results.explanation.explanation import Explanation
from karat.results.explanation.fixes import Diagnosis, FactOfTwo, Fix, HeadToHead
from karat.results.explanation.missed_facts import MissedFact
from karat.results.explanation.slot_differences import SLOT_NAMES, SlotDifference
from karat.results.statistics.estimate import format_value
from karat.results.verdict_files.sample import Sample, of_sample

MOST_FIXES = 3
"""How many causes the summary below a table names."""


def fix_summary(name: str, diagnosis: Diagnosis) -> list[str]:
    """Say in a few lines which repairs would raise a system's F1 most, and how many facts nothing comes close to."""
    fixes = diagnosis.fixes()
    of_extractions = [fix for fix in fixes if fix.remedy != "add" and fix.gain > 0]
    first = f"What to fix first in {printable(name)}, by {diagnosis.judge}{of_sample(diagnosis.sample)}:"
    lines = [first] if fixes else []
    lines += [f"  {fix}{' if left out' if fix.remedy == 'leave out' else ''}" for fix in of_extractions[:MOST_FIXES]]
    return [*lines, *(f"  {fix}" for fix in fixes if fix.remedy == "add" and fix.gain > 0)]


def print_fixes(name: str, diagnosis: Diagnosis, console: Console) -> None:
    """Print what each cause costs: those of wrong extractions, then those of facts that nothing comes close to."""
    fixes = diagnosis.fixes()
    score = diagnosis.score
    missed = len(diagnosis.missed)
    console.print(
        plain_text(
            f"{name}, by {diagnosis.judge}: F1 {format_value(score.f1)}, {len(diagnosis.wrong)} wrong "
            f"extractions, {missed} of {missed + round(score.matched_gold)} facts missed{of_sample(diagnosis.sample)}",
            "bold",
        )
    )
    for title, group in (
        ("what to fix first", [fix for fix in fixes if fix.remedy != "add"]),
        ("missed, and nothing is close", [fix for fix in fixes if fix.remedy == "add"]),
    ):
        if group:
            console.print()
            print_table(_fix_table(title, group), console)


def _fix_table(title: str, fixes: Sequence[Fix]) -> Listing:
    if fixes[0].remedy == "add":
        header: tuple[str, ...] = (title, "facts", "share", "F1 if extracted")
        rows = [(*_counts(fix), _change(fix)) for fix in fixes]
        return Listing(header, rows, right=(1, 2, 3), unbroken=(1, 2, 3))
    header = (title, "count", "share", "F1 if repaired", "if left out")
    listed = []
    for fix in fixes:
        left_out = None if fix.left_out is None else fix.left_out.f1
        listed.append((*_counts(fix), _change(fix) if fix.remedy == "repair" else "—", format_value(left_out)))
    return Listing(header, listed, right=(1, 2, 3, 4), unbroken=(1, 2, 3, 4))


def _counts(fix: Fix) -> tuple[str, str, str]:
    return fix.cause.value, str(fix.count), f"{100 * fix.share:.0f} %"


def _change(fix: Fix) -> str:
    return f"{format_value(fix.before.f1)} → {format_value(fix.after.f1)}"


def print_kind(name: str, diagnosis: Diagnosis, cause: Cause, examples: int, console: Console) -> None:
    """Print the extractions, or the missed facts, with one cause."""
    fix = next((fix for fix in diagnosis.fixes() if fix.cause is cause), None)
    told = of_sample(diagnosis.sample)
    if fix is None:
        console.print(plain_text(f"{name}: no mistake of the kind {cause.value!r}{told}", "bold"))
        return
    console.print(plain_text(f"{name}: {fix}{told}", "bold"))
    if fix.wrong:
        _print_wrong(fix.wrong[:examples], console)
    else:
        _print_missed(fix.missed[:examples], console)
    _print_rest(max(fix.count - examples, 0), console)
    _print_legend((each.differences for each in (fix.wrong or fix.missed)[:examples]), console)


def print_missed(
    name: str, missed: Sequence[MissedFact], examples: int, console: Console, sample: Sample | None = None
) -> None:
    """Print the missed facts, by kind, the most frequent first."""
    console.print(plain_text(f"{name}: {counted(len(missed), 'fact')} missed{of_sample(sample)}", "bold"))
    by_cause: dict[Cause, list[MissedFact]] = {}
    for each in missed:
        by_cause.setdefault(each.cause, []).append(each)
    for cause, group in sorted(by_cause.items(), key=lambda item: (-len(item[1]), list(Cause).index(item[0]))):
        console.print()
        console.print(plain_text(f"{cause.value}: {len(group)}", "bold"))
        _print_missed(group[:examples], console)
        _print_rest(max(len(group) - examples, 0), console)
    _print_legend((each.differences for each in missed), console)


def _print_wrong(wrong: Iterable[Explanation], console: Console) -> None:
    for each in wrong:
        grid = _example_of(each.sentence, console)
        grid.add_row("wrong", plain_text(shown(each.extraction)))
        _, fact, differences = each.target
        if fact is not None:
            grid.add_row("closest" if fact is each.fact else "near miss", plain_text(render_fact(fact)))
        if each.repaired is not None:
            _add_differences(differences, grid)
        elif each.cause is Cause.CREDIT_TAKEN:
            grid.add_row("", plain_text(each.reason.removeprefix("wrong: ")))
        console.print(grid)


def _print_missed(missed: Iterable[MissedFact], console: Console) -> None:
    for each in missed:
        grid = _example_of(each.sentence, console)
        grid.add_row("missed", plain_text(render_fact(each.fact) if each.fact is not None else "no pattern"))
        if each.extraction is not None:
            grid.add_row("closest", plain_text(shown(each.extraction)))
            _add_differences(each.differences, grid)
        console.print(grid)


def _example_of(sentence: Sentence, console: Console) -> Table:
    """Start an example: a blank line, and a grid whose first row is the sentence."""
    console.print()
    grid = make_grid()
    grid.add_row(sentence.id, plain_text(sentence.text, "dim"))
    return grid


def _add_differences(differences: Sequence[SlotDifference], grid: Table) -> None:
    """Add the slots that differ, with their words marked."""
    for name, difference in zip(SLOT_NAMES, differences, strict=True):
        if not difference.agrees:
            grid.add_row(name, marked(difference))


def _print_legend(shown_differences: Iterable[Sequence[SlotDifference]], console: Console) -> None:
    """Explain the marks of words, if there are any."""
    if any(not difference.agrees for differences in shown_differences for difference in differences):
        console.print()
        console.print(plain_text(LEGEND, "dim"))


def _print_rest(count: int, console: Console) -> None:
    if count:
        console.print(plain_text(f"… and {count} more; --examples N shows N", "dim"))


def print_head_to_head(compared: HeadToHead, examples: int, console: Console) -> None:
    """Print how many facts each of two systems finds, and examples of what only one of them finds."""
    label = compared.metric if compared.facet in (None, "default") else f"{compared.metric}-{compared.facet}"
    title = f"{printable(compared.a)} and {printable(compared.b)}, facts found by {label}{of_sample(compared.sample)}"
    console.print(plain_text(title, "bold"))
    total = len(compared.facts)
    counts = [
        ("both", compared.both),
        (f"only {printable(compared.a)}", compared.only_a),
        (f"only {printable(compared.b)}", compared.only_b),
        ("neither", compared.neither),
    ]
    console.print()
    rows = [(name, str(len(facts)), _percent(len(facts), total)) for name, facts in counts]
    print_table(Listing(("found by", "facts", "share"), rows, right=(1, 2), unbroken=(1, 2)), console)
    for finder, facts in (("a", compared.only_a), ("b", compared.only_b)):
        name, other = (compared.a, compared.b) if finder == "a" else (compared.b, compared.a)
        if facts:
            console.print()
            console.print(plain_text(f"{printable(name)} finds, {printable(other)} misses", "bold"))
            for fact in facts[:examples]:
                found, missed = (
                    (fact.found_by_a, fact.missed_by_b) if finder == "a" else (fact.found_by_b, fact.missed_by_a)
                )
                _print_found_and_missed(fact, (printable(name), found[0]), (printable(other), missed), console)
            _print_rest(max(len(facts) - examples, 0), console)


def _print_found_and_missed(
    fact: FactOfTwo, finder: tuple[str, Extraction], other: tuple[str, MissedFact | None], console: Console
) -> None:
    """Print how one system finds a fact, and how the other one misses it."""
    grid = _example_of(fact.sentence, console)
    name, found = finder
    grid.add_row(name, plain_text(shown(found)))
    name, missed = other
    if missed is not None:
        closest = f"{shown(missed.extraction)}: " if missed.extraction is not None else ""
        grid.add_row(name, plain_text(f"{closest}{missed.cause.value}"))
    console.print(grid)


def _percent(count: int, whole: int) -> str:
    return f"{100 * count / whole:.0f} %" if whole else "—"
