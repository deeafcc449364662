"""How ``meaning`` is used by `evaluate`: all texts of a system are embedded together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.meaning.embedder import load_embedder
from karat.metrics.oie.meaning.rule import MEANING, MeaningRule
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, RuleMetric
from karat.model import Synset
from karat.one_line import one_line


@dataclass(frozen=True, kw_only=True)
class _MeaningOnFacts(RuleMetric):
    rule: MeaningRule

    __repr__ = one_line

    def measure(self, extractions: Extractions, gold: Sequence[Any], choices: Choices) -> Iterator[Measured]:
        prepared = list(map(self.rule.prepared, gold))
        self.rule.embed(extractions, prepared)
        scores = self.rule.corpus(extractions, prepared)
        yield Measured(self.name, None, tuple(scores), self.rule.signature, {"weights": load_embedder().name})


def _synsets(gold: FactGold) -> Sequence[Synset]:
    return gold.annotation.synsets


MEANING_ON_FACTS = _MeaningOnFacts(
    metric=MEANING,
    title="Meaning",
    gold="facts",
    wanted=MEANING.prepared,
    items=_synsets,
    nary=MEANING.nary,
    rule=MEANING,
)
