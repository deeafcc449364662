"""The number and lengths of a system's extractions (BenchIE, section 4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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


def output_statistics(extractions: Sequence[Sequence[Extraction]]) -> OutputStatistics:
    """Count a system's extractions, which are given sentence by sentence."""
    lengths = Counter(token_count(extraction) for of_sentence in extractions for extraction in of_sentence)
    return OutputStatistics(lengths.total(), sum(map(bool, extractions)), Lengths.of(lengths))
