"""The metric ``meaning``: a synset accepts an extraction that means the same, as embeddings or a judge have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from karat import algebra as k
from karat.algebra.scores.normaliser import CoveredF
from karat.metrics.oie.benchie import triples
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.facts import Facts, Triple
from karat.metrics.oie.meaning.embedder import load_embedder
from karat.metrics.oie.meaning.similarity import FactTexts, Texts, extraction_texts
from karat.metrics.oie.slots import bits
from karat.model import Annotation, Extraction

THRESHOLDS: dict[Texts, float] = {"slots": 0.97, "whole": 0.99}
"""The least similarity that counts as the same meaning; found on 50 labelled sentences (benchmarks/tune_meaning.py)."""


class Decision(NamedTuple):
    """The synsets that an extraction is credited with, and why; ``reason`` is set for a near miss as well."""

    credited: tuple[int, ...]
    reason: str


class MeaningGold:
    """A sentence's gold, prepared for comparing meanings; ``texts`` are what embeddings compare."""

    def __init__(self, annotation: Annotation, texts: Texts = "slots") -> None:
        self.annotation = annotation
        self._texts = texts
        self._table = Facts(annotation.synsets)

    @cached_property
    def facts(self) -> FactTexts:
        """The texts of all facts, which a judge does not need."""
        return FactTexts(self.annotation.synsets, self._texts)

    def exact(self, triple: Triple) -> tuple[int, ...]:
        """The synsets that accept an extraction exactly; no meaning need be compared for it."""
        return tuple(bits(self._table.synsets_of(self._table.accepting(triple))))


class CreditRule(FactRule):
    """Decides on each extraction by itself; a synset counts once, however often it is credited."""

    normaliser: CoveredF

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        return any(annotation.synsets for annotation in annotations)

    def decide(self, extraction: Extraction, triple: Triple, gold: MeaningGold) -> Decision:
        """Find the synsets that an extraction is credited with."""
        raise NotImplementedError

    def decisions(self, predicted: Sequence[Extraction], gold: MeaningGold) -> list[Decision]:
        """Decide on each extraction of a sentence, whatever the others are."""
        return [self.decide(extraction, triple, gold) for extraction, triple in with_triples(predicted)]

    def score(self, predicted: Sequence[Extraction], gold: MeaningGold, *, time_limit: float | None = None) -> k.Score:
        decisions = self.decisions(predicted, gold)
        covered = {synset for decision in decisions for synset in decision.credited}
        return k.Score(
            sum(bool(decision.credited) for decision in decisions),
            len(decisions),
            len(covered),
            len(gold.annotation.synsets),
            self.normaliser,
            None,
            lambda: _alignment(predicted, decisions, gold),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: MeaningGold) -> list[Ruling]:
        """Say of each extraction what was decided, and why."""
        return [
            Ruling(bool(decision.credited), decision.credited, decision.reason)
            for decision in self.decisions(predicted, gold)
        ]


@dataclass(frozen=True)
class MeaningRule(CreditRule):
    """Each extraction is credited to the first synset that has it exactly, else to the one that is most alike.

    The similarity of the latter must reach ``threshold``.
    """

    name: str = field(default="", compare=False)
    normaliser: CoveredF = field(default_factory=CoveredF)
    texts: Texts = "slots"
    threshold: float = THRESHOLDS["slots"]

    def __str__(self) -> str:
        return f"F[exact, or {self.texts} as alike as {self.threshold:g}]"

    def latex(self) -> str:
        return rf"\mathrm{{F}}[\mathrm{{exact,\ or\ {self.texts}\ as\ alike\ as\ {self.threshold:g}}}]"

    def choices(self) -> list[str]:
        return [
            f"texts:{self.texts}",
            f"threshold:{self.threshold:g}",
            "credit:most_alike",
            "avg:micro",
            self.normaliser.signature,
        ]

    def prepare(self, annotation: Annotation) -> MeaningGold:
        return MeaningGold(annotation, self.texts)

    def embed(self, predicted: Iterable[Sequence[Extraction]], gold: Iterable[MeaningGold]) -> None:
        """Compute all vectors that sentences need, together, which is faster than one by one."""
        texts = set(self._texts_to_compare(predicted, gold))
        if texts:
            load_embedder().embed(texts)

    def _texts_to_compare(
        self, predicted: Iterable[Sequence[Extraction]], gold: Iterable[MeaningGold]
    ) -> Iterator[str]:
        for extractions, facts in zip(predicted, gold, strict=True):
            compared = [each for each, triple in with_triples(extractions) if not facts.exact(triple)]
            for extraction in compared:
                yield from extraction_texts(extraction, self.texts)
            if compared:
                yield from facts.facts.all_texts()

    def decide(self, extraction: Extraction, triple: Triple, gold: MeaningGold) -> Decision:
        """Find the synset that an extraction is credited with."""
        synsets = gold.annotation.synsets
        if exact := gold.exact(triple):
            return Decision(exact[:1], f"synset {synsets[exact[0]].id} has it")
        similarities = gold.facts.similarities(extraction, load_embedder())
        if not len(similarities):
            return Decision((), "")
        best = int(np.argmax(similarities))
        alike = f"synset {synsets[best].id} is alike by {similarities[best]:.4f}"
        if similarities[best] >= self.threshold:
            return Decision((best,), f"{alike}, which reaches {self.threshold:g}")
        return Decision((), f"{alike}, which does not reach {self.threshold:g}")


def with_triples(extractions: Sequence[Extraction]) -> Iterator[tuple[Extraction, Triple]]:
    """Give each extraction with its slots' tokens."""
    return zip(extractions, triples(extractions), strict=True)


def _alignment(predicted: Sequence[Extraction], decisions: Sequence[Decision], gold: MeaningGold) -> k.Alignment:
    synsets = gold.annotation.synsets
    pairs = list(zip(predicted, decisions, strict=True))
    covered = {synset for decision in decisions for synset in decision.credited}
    return k.Alignment(
        tuple(
            k.Match(extraction, synsets[synset], 1) for extraction, decision in pairs for synset in decision.credited
        ),
        tuple(extraction for extraction, decision in pairs if not decision.credited),
        tuple(synset for number, synset in enumerate(synsets) if number not in covered),
    )


MEANING = MeaningRule().named("meaning")
