"""The metric ``meaning``: a synset accepts an extraction that means the same, as embeddings or a judge have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat import algebra as k
from karat.algebra.scores.normaliser import CoveredF
from karat.metrics.oie.benchie import triples
from karat.metrics.oie.facts import Facts, Triple
from karat.metrics.oie.meaning.embedder import Embedder, load_embedder
from karat.metrics.oie.oie_metric import FactRule, Ruling, align_synsets
from karat.metrics.oie.slots import bits
from karat.model import Annotation, Extraction, Fact, Synset

Texts = Literal["slots", "whole"]
"""The texts that are embedded: subject, relation and object separately, or all words of the triple as one."""

DIGITS = 4
"""Similarities are rounded, so that they are the same whichever texts are computed together."""

Slots = tuple[str, ...]
"""The texts of a triple: three, or one that joins them."""


def texts_of(slots: Sequence[str], texts: Texts) -> Slots:
    """List the texts of a triple that are embedded, with single spaces between words.

    >>> texts_of(("Ann", "moved  to", ""), "whole")
    ('Ann moved to',)
    """
    plain = [" ".join(slot.split()) for slot in slots]
    return tuple(plain) if texts == "slots" else (" ".join(filter(None, plain)),)


def extraction_texts(extraction: Extraction, texts: Texts) -> Slots:
    """The texts of an extraction; arguments after the second are joined to it."""
    return texts_of(extraction.triple, texts)


class FactTexts:
    """The texts of all facts of a sentence: each fact with all its optional words, and with none."""

    def __init__(self, synsets: Sequence[Synset], texts: Texts) -> None:
        self.texts = texts
        self.count = len(synsets)
        facts = [(number, fact) for number, synset in enumerate(synsets) for fact in synset.facts]
        self._synset_of = np.array([number for number, _ in facts], dtype=np.intp)
        wordings = [tuple(_wordings(fact, texts)) for _, fact in facts]
        size = 3 if texts == "slots" else 1
        self._distinct: list[list[str]] = []
        """For each slot, its texts in all facts."""
        self._places: list[NDArray[np.intp]] = []
        """For each slot, the positions of each fact's longer and shorter text among them."""
        for slot in range(size):
            positions: dict[str, int] = {}
            pairs = [[positions.setdefault(wording[slot], len(positions)) for wording in pair] for pair in wordings]
            self._distinct.append(list(positions))
            self._places.append(np.array(pairs, dtype=np.intp).reshape(-1, 2))

    def all_texts(self) -> Iterator[str]:
        """All texts that need a vector."""
        for texts in self._distinct:
            yield from texts

    def similarities(self, extraction: Extraction, embedder: Embedder) -> NDArray[np.float64]:
        """Compare an extraction with each synset: with its most similar fact, and there by the least similar slot."""
        found = np.zeros(self.count)
        if not len(self._synset_of):
            return found
        slots = extraction_texts(extraction, self.texts)
        least = np.min([self._slot_similarities(number, text, embedder) for number, text in enumerate(slots)], axis=0)
        np.maximum.at(found, self._synset_of, np.clip(least, 0, 1))
        return np.round(found, DIGITS)

    def _slot_similarities(self, slot: int, text: str, embedder: Embedder) -> NDArray[np.float64]:
        """Compare a text with a slot of every fact; an empty text is like another empty one, and like nothing else."""
        if text:
            cosines = self._matrices(embedder)[slot] @ embedder.matrix([text])[0]
        else:
            cosines = np.array([not other for other in self._distinct[slot]], dtype=np.float32)
        return np.asarray(cosines[self._places[slot]].max(axis=1), dtype=np.float64)

    def _matrices(self, embedder: Embedder) -> list[NDArray[np.float32]]:
        if embedder.name not in self._by_weights:
            self._by_weights[embedder.name] = [embedder.matrix(texts) for texts in self._distinct]
        return self._by_weights[embedder.name]

    @cached_property
    def _by_weights(self) -> dict[str, list[NDArray[np.float32]]]:
        return {}


def _wordings(fact: Fact, texts: Texts) -> Iterator[Slots]:
    yield texts_of([" ".join(slot.words) for slot in fact], texts)
    yield texts_of([" ".join(slot.required) for slot in fact], texts)


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

    def decide(self, extraction: Extraction, triple: Triple, gold: MeaningGold) -> Decision:
        """Find the synsets that an extraction is credited with."""
        raise NotImplementedError

    def decisions(self, predicted: Sequence[Extraction], gold: MeaningGold) -> list[Decision]:
        """Decide on each extraction of a sentence, independently of the others."""
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
            lambda: align_synsets(predicted, [decision.credited for decision in decisions], gold.annotation.synsets),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: MeaningGold) -> list[Ruling]:
        """Return the decision on each extraction, with its reason."""
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
    """Pair each extraction with its slots' tokens."""
    return zip(extractions, triples(extractions), strict=True)


MEANING = MeaningRule().named("meaning")
