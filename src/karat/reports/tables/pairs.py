"""The table of comparisons: systems in pairs, by each metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.reports.tables.table import (
    HEADERS,
    Cell,
    Column,
    Section,
    Table,
    counted,
    missing_intervals,
    printable,
    turned,
)
from karat.results.evaluation import Evaluation
from karat.results.short_signatures import short_signatures
from karat.results.signatures import joined_signatures, without_intervals
from karat.results.statistics.comparison import SIGNIFICANT, is_significant
from karat.results.statistics.estimate import format_interval, format_p, format_value
from karat.results.statistics.systems import Pair, too_few_resamples

TESTS = {
    "t": "paired t test",
    "randomisation": "paired randomisation test",
    "exact": "paired randomisation test",
    "bootstrap": "paired bootstrap test",
}


def tabulate_pairs(evaluation: Evaluation, pairs: Sequence[Pair], value: str = "f1") -> Table:
    """Make a section of each metric with a row for each pair, or for a single pair one section of all metrics."""
    header = HEADERS[value]
    several = len(evaluation) > 2
    columns = [Column(f"{header} a"), Column(f"{header} b"), Column("a − b", main=True), Column("p")]
    columns += [Column("p Holm")] if several else []
    sections = []
    for first in evaluation.systems[0].measurements:
        rows = []
        for pair in pairs:
            if pair.key == first.key:
                cells = _cells(evaluation, pair, value)
                rows.append((printable(f"{pair.a} − {pair.b}"), cells if several else cells[:-1]))
        sections.append(Section(first.label, tuple(rows)))
    title = " · ".join(
        [printable(evaluation.benchmark), counted(len(evaluation), "system"), counted(len(_distinct(pairs)), "pair")]
    )
    return Table(
        title,
        tuple(columns),
        tuple(sections) if several else (turned(sections[0].rows[0][0], sections),),
        tuple(_legend(evaluation, pairs, header, sections)),
        _signatures(evaluation, pairs),
        tuple(map(printable, evaluation.warnings())),
        level=evaluation.resampling.level if evaluation.resampling else None,
        short_signatures=_short_signatures(evaluation, pairs),
    )


def _distinct(pairs: Sequence[Pair]) -> set[tuple[str, str]]:
    return {(pair.a, pair.b) for pair in pairs}


def _cells(evaluation: Evaluation, pair: Pair, value: str) -> tuple[Cell, ...]:
    one, other = (getattr(evaluation[name][pair.key], value).value for name in (pair.a, pair.b))
    comparison = pair.comparison
    real = is_significant(comparison.p_holm)
    asked = evaluation.resampling is not None and comparison.difference is not None
    difference = Cell(
        format_value(comparison.difference, signed=True),
        format_interval(comparison.low, comparison.high, signed=True, asked=asked),
        marked=real,
    )
    better = comparison.difference or 0.0
    return (
        Cell(format_value(one), best=real and better > 0),
        Cell(format_value(other), best=real and better < 0),
        difference,
        Cell(format_p(comparison.p)),
        Cell(format_p(comparison.p_holm)),
    )


def _legend(evaluation: Evaluation, pairs: Sequence[Pair], header: str, sections: Sequence[Section]) -> Iterator[str]:
    if evaluation.resampling is None:
        yield "No intervals and no tests, as none were asked for"
        return
    test = name_test(pairs[0].comparison.method)
    if len(evaluation) == 2:
        test = test.removesuffix(" after Holm's correction")
    if any(is_significant(pair.comparison.p_holm) for pair in pairs):
        yield f"* {header} differs by more than chance: {test}"
    elif too_few_resamples(pairs):
        yield f"Too few resamples to tell whether a {header} differs by more than chance: {test}"
    else:
        yield f"No {header} differs by more than chance: {test}"
    yield from missing_intervals(sections)
    yield from _same_scores(evaluation, pairs)


def _same_scores(evaluation: Evaluation, pairs: Sequence[Pair]) -> Iterator[str]:
    """Name pairs with equal scores on every sentence, since a difference of 0 does not prove them equal."""
    same: dict[tuple[str, str], list[str]] = {}
    for pair in pairs:
        one, other = evaluation[pair.a][pair.key], evaluation[pair.b][pair.key]
        if one.scores == other.scores:
            same.setdefault((pair.a, pair.b), []).append(one.label)
    for (a, b), labels in same.items():
        yield (
            f"{printable(a)} and {printable(b)} have the same scores throughout by {', '.join(labels)}; the interval "
            "says how far apart they may be elsewhere"
        )


def _signatures(evaluation: Evaluation, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """The choices behind the scores, p and the intervals; exact tests, which try all swaps, are named once."""
    scored = [without_intervals(one.signature) for system in evaluation for one in system.measurements]
    return (*joined_signatures(scored), *_tests(evaluation, pairs))


def _short_signatures(evaluation: Evaluation, pairs: Sequence[Pair]) -> tuple[str, ...]:
    scored = [one.signature for system in evaluation for one in system.measurements]
    return (*short_signatures(scored), *_tests(evaluation, pairs))


def _tests(evaluation: Evaluation, pairs: Sequence[Pair]) -> list[str]:
    """The choices of the tests and intervals; empty if there are none."""
    tests = dict.fromkeys(
        "test:exact" if pair.comparison.method == "exact" else pair.comparison.signature() for pair in pairs
    )
    return ["|".join([*tests, evaluation.resampling.signature()])] if evaluation.resampling else []


def name_test(method: str) -> str:
    """Name the test that marks a difference as significant."""
    return f"{TESTS[method]}, p < {format_value(SIGNIFICANT, digits=2)} after Holm's correction"
