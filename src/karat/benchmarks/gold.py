"""A benchmark's gold, read: what each sentence is scored against, and which sentences say the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from karat.formats import FileRecord, Repair
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.model import Sentence, Tree

USUAL_METRICS = ("benchie", "carb")
"""What a benchmark is scored by unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class CliqueGold:
    """Which of the gold's sentences, by their places, are one clique, the original first; and their parses."""

    id: str
    members: tuple[int, ...]
    trees: tuple[Tree | None, ...]


@dataclass(frozen=True, slots=True)
class Gold:
    """A benchmark's gold, read: what each sentence is scored against.

    ``facts`` and ``tuples`` are as long as ``sentences``; ``None`` stands where a sentence has no gold of that kind.
    """

    name: str
    sentences: tuple[Sentence, ...]
    facts: tuple[FactGold | None, ...]
    tuples: tuple[CarbGold | None, ...]
    files: tuple[FileRecord, ...]
    repairs: tuple[Repair, ...] = ()
    metrics: tuple[str, ...] = USUAL_METRICS
    key: Callable[[str], str] = sentence_key
    cliques: tuple[CliqueGold, ...] = ()
    notes: tuple[tuple[str, int], ...] = ()
    """What a reader of the numbers should know of the gold, and how much of it there is."""
    stand_in: bool = False
    """Tuples of originals stand in for the gold of paraphrases that have none."""

    @property
    def has_facts(self) -> bool:
        """Whether BenchIE can score."""
        return any(gold is not None for gold in self.facts)

    @property
    def has_tuples(self) -> bool:
        """Whether a metric of tuples can score."""
        return any(gold is not None for gold in self.tuples)
