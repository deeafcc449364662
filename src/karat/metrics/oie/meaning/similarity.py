"""How alike an extraction is to each synset of a sentence, by the embeddings of their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from karat.metrics.oie.meaning.embedder import Embedder
from karat.model import Extraction, Fact, Synset

Texts = Literal["slots", "whole"]
"""What is embedded: subject, relation and object, each by itself, or all words of the triple as one text."""

DIGITS = 4
"""Similarities are rounded, so that they are the same whichever texts are computed together."""

Slots = tuple[str, ...]
"""The texts of a triple: three, or one that joins them."""


def texts_of(slots: Sequence[str], texts: Texts) -> Slots:
    """The texts that stand for a triple, with single spaces between words.

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
