"""The gold fact or tuple that an extraction is closest to, to be shown beside a disagreement."""

from __future__ import annotations

from karat.benchmarks.gold import Gold
from karat.formats.text.slots import render_slot
from karat.metrics.oie.benchie import FactGold
from karat.model import Extraction
from karat.results.explanation.verdicts import judge
from karat.results.labels.judging import AskedMetric


class ClosestGold:
    """Finds the closest gold of a metric's kind."""

    def __init__(self, asked: AskedMetric, gold: Gold) -> None:
        self._gold = asked.gold_of(gold)

    def of(self, place: int, extraction: Extraction) -> str:
        """Write the closest fact or tuple of a sentence; empty if the sentence has none."""
        gold = self._gold[place]
        if isinstance(gold, FactGold):
            fact = judge(extraction, gold).gold
            return "" if fact is None else f"({'; '.join(map(render_slot, fact))})"
        tuples = gold.annotation.extractions
        if not tuples:
            return ""
        return _written(max(tuples, key=lambda each: _shared_words(extraction, each)))


def _shared_words(extraction: Extraction, wanted: Extraction) -> float:
    """Dice's coefficient of the words, without regard to case and slots."""
    mine, theirs = ({word.casefold() for slot in each.triple for word in slot.split()} for each in (extraction, wanted))
    return 2 * len(mine & theirs) / (len(mine) + len(theirs)) if mine or theirs else 0.0


def _written(extraction: Extraction) -> str:
    subject, *others = extraction.arguments or ("",)
    return f"({'; '.join((subject, extraction.relation, *others))})"
