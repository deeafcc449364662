"""Comparisons of two systems: the difference by bootstrap over sentences, and McNemar's test (1947)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, get_args

import numpy as np

from karat.results.statistics.comparison import Comparison, compare_all, holm
from karat.results.statistics.intervals import Interval
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import SHARE
from karat.results.study.final import Final
from karat.results.study.report import McNemar, Measure, SystemComparison

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

Table = dict[str, tuple[int, int]]
"""By sentence: how many extractions of a system are right, and how many were labelled."""


def compare_systems(
    finals: Sequence[Final], systems: Sequence[str], resampling: Resampling
) -> Iterator[SystemComparison]:
    """Compare all pairs of systems by each measure that has labels."""
    for measure in get_args(Measure):
        tables = [count_by_sentence(finals, system, measure) for system in systems]
        if any(tables):
            yield from _compare(systems, tables, measure, resampling)


def count_by_sentence(finals: Sequence[Final], system: str, measure: Measure) -> Table:
    """Count a system's right and labelled extractions by sentence, of those that were sampled for it."""
    table: Table = {}
    for final in finals:
        outcome = final.both if measure == "both" else None if final.fact is None else final.correct
        if outcome is not None and any(each.system == system and each.sampled for each in final.task.sources):
            right, labelled = table.get(final.task.sentence.id, (0, 0))
            table[final.task.sentence.id] = right + outcome, labelled + 1
    return table


def _compare(
    systems: Sequence[str], tables: Sequence[Table], measure: Measure, resampling: Resampling
) -> Iterator[SystemComparison]:
    pairs = list(combinations(range(len(systems)), 2))
    sentences = list(dict.fromkeys(sentence for table in tables for sentence in table))
    masses = [_masses(table, sentences) for table in tables]
    compared = compare_all(masses, SHARE, 0, resampling, "bootstrap", pairs)
    tests = [mcnemar(tables[one], tables[other]) for one, other in pairs]
    adjusted = holm([test.p for test in tests])
    for (one, other), comparison, test, p_holm in zip(pairs, compared, tests, adjusted, strict=True):
        yield SystemComparison(
            systems[one],
            systems[other],
            measure,
            comparison.difference,
            _interval(comparison),
            comparison.p,
            comparison.p_holm,
            replace(test, p_holm=p_holm),
        )


def _masses(table: Table, sentences: Sequence[str]) -> Numbers:
    return np.array([table.get(sentence, (0, 0)) for sentence in sentences], dtype=np.float64).reshape(-1, 2)


def _interval(comparison: Comparison) -> Interval | None:
    if comparison.low is None or comparison.high is None:
        return None
    return Interval(comparison.low, comparison.high)


def mcnemar(a: Table, b: Table) -> McNemar:
    """Test whether sentences that are right for one system only are as often right for a as for b.

    A sentence that only one system has labelled extractions of is left out: it is no pair.
    """
    shared = [sentence for sentence in a if sentence in b]
    outcomes = [(_mostly_right(a[sentence]), _mostly_right(b[sentence])) for sentence in shared]
    only_a, only_b = outcomes.count((True, False)), outcomes.count((False, True))
    p = exact_p(only_a, only_b) if shared else None
    return McNemar(len(shared), outcomes.count((True, True)), only_a, only_b, outcomes.count((False, False)), p)


def _mostly_right(counts: tuple[int, int]) -> bool:
    right, labelled = counts
    return 2 * right > labelled


def exact_p(only_a: int, only_b: int) -> float:
    """Compute the two-sided p of McNemar's exact test: a binomial test of the discordant pairs against one half.

    >>> exact_p(0, 5), exact_p(3, 3)
    (0.0625, 1.0)
    """
    pairs = only_a + only_b
    tail = sum(math.comb(pairs, count) for count in range(min(only_a, only_b) + 1))
    return min(1.0, float(2 * tail / 2**pairs))
