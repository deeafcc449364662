"""A part: a range of the gold's sentences with each system's extractions, in memory or on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from karat.benchmarks.gold import Gold
from karat.model import Extraction
from karat.one_line import one_line

PART_SENTENCES = 2000
"""How many sentences of the gold a part has."""

Extractions = Sequence[Sequence[Extraction]]
"""A system's extractions, sentence by sentence."""


class StoredGold(Protocol):
    """A part's gold that is read where the part is scored."""

    def load(self) -> Gold:
        """Read the gold of the part's sentences."""


class StoredExtractions(Protocol):
    """A system's extractions for a part's sentences that are read where the part is scored."""

    def load(self) -> Extractions:
        """Read the extractions, sentence by sentence."""


@dataclass(frozen=True, slots=True)
class Part:
    """A range of sentences, of which ``first`` is the index in the whole gold; it can be sent to other processes."""

    number: int
    first: int
    gold: Gold | StoredGold
    outputs: Mapping[str, Extractions | StoredExtractions]

    __repr__ = one_line

    def load(self) -> tuple[Gold, dict[str, Extractions]]:
        """Read the gold and each system's extractions."""
        gold = self.gold if isinstance(self.gold, Gold) else self.gold.load()
        return gold, {
            system: output if isinstance(output, Sequence) else output.load() for system, output in self.outputs.items()
        }


def slice_gold(gold: Gold, first: int, size: int) -> Gold:
    """Take a range of sentences, with their gold, of gold without cliques."""
    end = first + size
    return replace(
        gold, sentences=gold.sentences[first:end], facts=gold.facts[first:end], tuples=gold.tuples[first:end]
    )


def parts_in_memory(gold: Gold, outputs: Mapping[str, Extractions], size: int = PART_SENTENCES) -> list[Part]:
    """Divide gold and extractions that are in memory into parts."""
    return [
        Part(
            number,
            first,
            slice_gold(gold, first, size),
            {system: extractions[first : first + size] for system, extractions in outputs.items()},
        )
        for number, first in enumerate(range(0, len(gold.sentences), size))
    ]
