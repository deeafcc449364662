"""Join the scores of all parts into a system's measurements, as if all sentences had been scored at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.benchmarks.gold import OutlinedGold
from karat.one_line import one_line
from karat.results.checks.plausibility import ORDERS, Order, check_numbers
from karat.results.measurement import Measurement
from karat.results.measuring import join_measured
from karat.results.options import Options, Reading
from karat.results.output_statistics import OutputCounts, OutputStatistics
from karat.results.parts.part_scores import PartScores
from karat.results.system_result import Note


@dataclass(frozen=True, slots=True)
class Joined:
    """A system's results on all sentences; the notes are about its numbers."""

    measurements: tuple[Measurement, ...]
    statistics: OutputStatistics
    notes: tuple[Note, ...]

    __repr__ = one_line


def join_parts(
    parts: Iterable[PartScores],
    gold: OutlinedGold,
    options: Options,
    reading: Reading,
    cliques: Sequence[Measurement] = (),
) -> Joined:
    """Join the parts, which are given in the gold's order; ``cliques`` are the measurements by ROBUST, if any."""
    all_parts = list(parts)
    measurements = join_measured([part.measured for part in all_parts], gold, options, reading, cliques)
    statistics = OutputCounts.joined(part.counts for part in all_parts).statistics
    sentences = sum(part.measured.sentences for part in all_parts)

    def exchanges() -> Counter[Order]:
        right = Counter(dict.fromkeys(ORDERS, 0))
        for part in all_parts:
            right.update(part.exchanges)
        return right

    notes = check_numbers(measurements[0], sentences, statistics, exchanges)
    return Joined(tuple(measurements), statistics, tuple(notes))
