"""A benchmark's gold after reading: the gold of each sentence, and the cliques."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from karat.errors import InputError
from karat.formats import FileRecord, Repair
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.metrics.oie.oie_metric import OieMetric
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
    def ids(self) -> tuple[str, ...]:
        """The ids of all sentences."""
        return tuple(sentence.id for sentence in self.sentences)

    @property
    def has_facts(self) -> bool:
        """Whether there is gold for BenchIE."""
        return any(gold is not None for gold in self.facts)

    @property
    def has_tuples(self) -> bool:
        """Whether there is gold for CaRB."""
        return any(gold is not None for gold in self.tuples)


def check_texts(gold: Gold, what: str) -> None:
    """Refuse what needs the texts of the gold's sentences, if some are known by their ids alone."""
    for sentence in gold.sentences:
        if not sentence.text:
            raise InputError(
                f"{gold.name}: expected the text of each sentence for {what}, found none of {sentence.id!r}"
            )


class OutlinedGold(Protocol):
    """What must be known of the gold where its texts are not at hand; a :class:`Gold` has it, too."""

    @property
    def name(self) -> str:
        """The benchmark's name, or the file's."""

    @property
    def ids(self) -> Sequence[str]:
        """The ids of all sentences."""

    @property
    def metrics(self) -> Sequence[str]:
        """The names of the metrics to measure by, unless others are asked for."""

    @property
    def has_facts(self) -> bool:
        """Whether there is gold for BenchIE."""

    @property
    def has_tuples(self) -> bool:
        """Whether there is gold for CaRB."""


GOLD_OF_KIND = {
    "facts": "synsets of facts, as BenchIE's gold has them",
    "tuples": "tuples, as CaRB's gold has them",
    "cliques": "cliques of sentences, as ROBUST's gold has them",
}


def has_cliques(gold: OutlinedGold) -> bool:
    """Whether the gold has cliques, which only gold in memory can have."""
    return isinstance(gold, Gold) and bool(gold.cliques)


def no_gold_for(metrics: Sequence[OieMetric], gold: OutlinedGold) -> InputError:
    """Say which gold some metrics need, and which one there is."""
    present = {
        "facts": gold.has_facts,
        "tuples": gold.has_tuples,
        "cliques": has_cliques(gold),
    }
    wanted = dict.fromkeys(
        f"what the gold of {metric.title} adds to facts" if present[metric.gold] else GOLD_OF_KIND[metric.gold]
        for metric in metrics
    )
    found = " and ".join(kind for kind, is_there in present.items() if is_there) or "none"
    advice = "; --carb-gold FILE adds tuples" if found == "facts" and GOLD_OF_KIND["tuples"] in wanted else ""
    names = " or ".join(metric.name for metric in metrics)
    return InputError(f"{gold.name}: expected {' or '.join(wanted)}, for {names}, found {found}{advice}")
