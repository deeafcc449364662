"""The extractions of many sentences as arrays of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from karat.metrics.oie.bulk.ragged import Bits, Flags, Integers, joined_bits, offsets, ranges, word_bits
from karat.model import Extraction

UNKNOWN = -1
"""Stands for a word that no fact has."""

WIDTH = 64
MOST_WORDS = WIDTH - 1
"""The most words of an extraction that are matched here: there is a bit for each border between them."""

NOTHING = -2
"""Stands for no word."""


class TripleArrays:
    """The words of extractions, as a vocabulary numbers them; each extraction has three ranges of words."""

    def __init__(self, by_sentence: Sequence[Sequence[Extraction]], vocabulary: Mapping[str, int]) -> None:
        counts = np.fromiter(map(len, by_sentence), np.int64, len(by_sentence))
        self.sentences: Integers = np.repeat(np.arange(len(by_sentence)), counts)
        """The sentence of each extraction."""
        texts = [text for extractions in by_sentence for each in extractions for text in each.triple]
        words = list(map(str.split, texts))
        sizes = np.fromiter(map(len, words), np.int64, len(words))
        self.sizes: Integers = sizes.reshape(-1, 3)
        """The numbers of words in subject, relation and object."""
        self.starts = offsets(sizes)
        """Where the words of each slot start, and at last where all end."""
        self.words: Integers = np.fromiter(
            map(vocabulary.get, chain.from_iterable(words), repeat(UNKNOWN)), np.int64, int(self.starts[-1])
        )
        self.is_long: Flags = self.sizes.sum(axis=1) > MOST_WORDS
        """Whether an extraction has too many words to be matched here."""
        self.has_unknown: Flags = joined_bits((self.words == UNKNOWN).astype(np.uint64), self.starts[::3]) > 0
        """Whether an extraction has a word that no fact has."""
        self.slot_bits: Bits = joined_bits(word_bits(self.words), self.starts).reshape(-1, 3)
        """The words of each slot, as bits."""
        self.word_bits: Bits = np.bitwise_or.reduce(self.slot_bits, axis=1)
        """The words of each extraction, as bits."""

    def slot_rows(self, extractions: Integers, slot: int) -> NDArray[np.int64]:
        """Give the words of a slot of some extractions, one row each, filled up with ``NOTHING``."""
        return self.rows(self.starts[3 * extractions + slot], self.sizes[extractions, slot])

    def joined_rows(self, extractions: Integers) -> NDArray[np.int64]:
        """Give the words of all slots of some extractions, one row each, filled up with ``NOTHING``."""
        return self.rows(self.starts[3 * extractions], self.sizes[extractions].sum(axis=1))

    def rows(self, starts: Integers, sizes: Integers) -> NDArray[np.int64]:
        """Give ranges of words, one row each, filled up with ``NOTHING``; longer ones are cut."""
        sizes = np.minimum(sizes, MOST_WORDS)
        rows = np.full((len(starts), WIDTH), NOTHING, np.int64)
        rows[np.repeat(np.arange(len(starts)), sizes), ranges(np.zeros_like(sizes), sizes)] = self.words[
            ranges(starts, sizes)
        ]
        return rows
