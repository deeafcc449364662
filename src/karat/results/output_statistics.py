"""How much a system extracts, and how long its extractions are (BenchIE, section 4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from karat.model import Extraction
from karat.results.gold.statistics import Lengths


@dataclass(frozen=True, slots=True)
class OutputStatistics:
    """Extractions, the sentences that have any, and lengths in tokens of relation and arguments together."""

    extractions: int
    sentences: int
    lengths: Lengths

    def __str__(self) -> str:
        if self.lengths.mean is None:
            return "no extractions"
        sentences = "1 sentence" if self.sentences == 1 else f"{self.sentences} sentences"
        extractions = "1 extraction" if self.extractions == 1 else f"{self.extractions} extractions"
        return f"{extractions} of {sentences}, {self.lengths.mean:.1f} tokens long on average"


def output_statistics(found: Sequence[Sequence[Extraction]]) -> OutputStatistics:
    """Count a system's extractions, sentence by sentence."""
    lengths = Counter(length(extraction) for each in found for extraction in each)
    return OutputStatistics(lengths.total(), sum(map(bool, found)), Lengths.of(lengths))


def length(extraction: Extraction) -> int:
    """The tokens of the relation and all arguments."""
    return sum(len(text.split()) for text in (extraction.relation, *extraction.arguments))
