"""What an evaluation in parts keeps of the gold in memory: ids and counts, but no texts and no facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from karat.benchmarks.gold import USUAL_METRICS, Gold
from karat.formats import FileRecord, Repair
from karat.metrics import OIE_METRICS
from karat.metrics.oie.carb import sentence_key
from karat.one_line import one_line


@dataclass(frozen=True)
class GoldOutline:
    """The gold without texts and facts; the fields are those of ``Gold``.

    ``ids`` are the sentences' ids in the gold's order. ``applicable`` are the metrics for which some sentence has gold.
    """

    name: str
    ids: Sequence[str]
    has_facts: bool
    has_tuples: bool
    applicable: frozenset[str]
    files: tuple[FileRecord, ...] = ()
    repairs: tuple[Repair, ...] = ()
    metrics: tuple[str, ...] = USUAL_METRICS
    key: Callable[[str], str] = sentence_key
    notes: tuple[tuple[str, int], ...] = ()
    format: str | None = None
    encoding: str = "utf-8"

    __repr__ = one_line

    @classmethod
    def of(cls, gold: Gold) -> GoldOutline:
        """Outline gold that is in memory."""
        return cls(
            gold.name,
            [sentence.id for sentence in gold.sentences],
            gold.has_facts,
            any(tuples is not None for tuples in gold.tuples),
            frozenset(applicable_metrics(gold.facts, gold.tuples)),
            gold.files,
            gold.repairs,
            gold.metrics,
            gold.key,
            gold.notes,
            gold.format,
            gold.encoding,
        )


def applicable_metrics(facts: Iterable[Any], tuples: Iterable[Any]) -> set[str]:
    """Name the metrics that can score some of these sentences; a metric applies to gold if it does to a part of it."""
    present = {
        "facts": [gold for gold in facts if gold is not None],
        "tuples": [gold for gold in tuples if gold is not None],
    }
    return {metric.name for metric in OIE_METRICS if metric.gold in present and metric.applies_to(present[metric.gold])}
