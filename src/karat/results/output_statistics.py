"""The number and lengths of a system's extractions (BenchIE, section 4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.model import Extraction
from karat.one_line import one_line
from karat.results.gold.statistics import Lengths, token_count


@dataclass(frozen=True, slots=True)
class OutputStatistics:
    """Counts of extractions and of sentences that have any, and lengths in tokens of relation plus arguments."""

    extractions: int
    sentences: int
    lengths: Lengths

    __repr__ = one_line

    def __str__(self) -> str:
        if self.lengths.mean is None:
            return "no extractions"
        sentences = "1 sentence" if self.sentences == 1 else f"{self.sentences} sentences"
        extractions = "1 extraction" if self.extractions == 1 else f"{self.extractions} extractions"
        return f"{extractions} of {sentences}, {self.lengths.mean:.1f} tokens long on average"


@dataclass(frozen=True, slots=True)
class OutputCounts:
    """How many of a system's extractions have each length, and of how many sentences they are; counts add."""

    lengths: Counter[int]
    sentences: int

    __repr__ = one_line

    @classmethod
    def of(cls, extractions: Sequence[Sequence[Extraction]], lengths: Counter[int] | None = None) -> OutputCounts:
        """Count extractions, which are given sentence by sentence; ``lengths`` if they are counted already."""
        if lengths is None:
            lengths = Counter(token_count(extraction) for of_sentence in extractions for extraction in of_sentence)
        return cls(lengths, sum(map(bool, extractions)))

    @classmethod
    def joined(cls, parts: Iterable[OutputCounts]) -> OutputCounts:
        """Add the counts of several parts of the sentences."""
        lengths: Counter[int] = Counter()
        sentences = 0
        for part in parts:
            lengths.update(part.lengths)
            sentences += part.sentences
        return cls(lengths, sentences)

    @property
    def statistics(self) -> OutputStatistics:
        """The counts in summary."""
        return OutputStatistics(self.lengths.total(), self.sentences, Lengths.of(self.lengths))
