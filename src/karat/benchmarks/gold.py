"""A benchmark's gold after reading: the gold of each sentence, and the cliques."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from karat.formats import FileRecord, Repair
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.model import Sentence, Tree
from karat.one_line import one_line

USUAL_METRICS = ("benchie", "carb")
"""The metrics of a benchmark that names no others."""


@dataclass(frozen=True, slots=True)
class CliqueGold:
    """A clique: the indices of its sentences in the gold, the original first, and their parses."""

    id: str
    members: tuple[int, ...]
    trees: tuple[Tree | None, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Gold:
    """A benchmark's gold: what each sentence is scored against.

    ``facts`` and ``tuples`` are as long as ``sentences``, with ``None`` for sentences without gold of that kind.
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
    """What a reader of the numbers should know about the gold, each with a count."""
    stand_in: bool = False
    """Whether tuples of originals are used as gold for paraphrases that have none."""
    format: str | None = None
    """The format that was named for the gold file; ``None`` where it was guessed, or comes with a benchmark."""
    encoding: str = "utf-8"
    """The encoding that was named for the gold file."""

    __repr__ = one_line

    @property
    def has_facts(self) -> bool:
        """Whether there is gold for BenchIE."""
        return any(gold is not None for gold in self.facts)
