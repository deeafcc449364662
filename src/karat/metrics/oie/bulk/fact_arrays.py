"""The facts of many sentences as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import attrgetter

import numpy as np

from karat.metrics.oie.bulk.ragged import Bits, Flags, Integers, joined_bits, offsets, ranges, word_bits
from karat.model import Annotation, Chunk

_text, _optional = attrgetter("text"), attrgetter("optional")


class Vocabulary(dict[str, int]):
    """Numbers words as they come."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


class ChunkTexts(dict[str, int]):
    """Numbers the texts of chunks as they come, and keeps the words of each."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.words: list[int] = []
        self.sizes: list[int] = []

    def __missing__(self, text: str) -> int:
        words = text.split()  # a chunk may have several words, or none
        self.words += map(self.vocabulary.__getitem__, words)
        self.sizes.append(len(words))
        number = self[text] = len(self)
        return number


class Patterns:
    """Patterns of slots. Each is a range of words; a word says where its chunk begins and ends, and if it is optional.

    ``most`` and ``least`` are the numbers of words with and without optional ones.
    """

    def __init__(self, slots: Sequence[Sequence[Chunk]]) -> None:
        chunks = list(chain.from_iterable(slots))
        self.vocabulary = Vocabulary()
        texts = ChunkTexts(self.vocabulary)
        numbers = np.fromiter(map(texts.__getitem__, map(_text, chunks)), np.int64, len(chunks))
        sizes = np.array(texts.sizes, np.int64)
        chunk_sizes = sizes[numbers]
        chunk_starts = offsets(chunk_sizes)
        self.words: Integers = np.array(texts.words, np.int64)[ranges(offsets(sizes)[numbers], chunk_sizes)]
        self.begins, self.ends = np.zeros((2, len(self.words)), np.bool_)
        has_words = chunk_sizes > 0
        self.begins[chunk_starts[:-1][has_words]] = True
        self.ends[chunk_starts[1:][has_words] - 1] = True
        self.optional: Flags = np.repeat(np.fromiter(map(_optional, chunks), np.bool_, len(chunks)), chunk_sizes)
        self.starts: Integers = chunk_starts[offsets(np.fromiter(map(len, slots), np.int64, len(slots)))]
        """Where the words of each pattern start, and at last where all end."""
        self.most: Integers = np.diff(self.starts)
        self.least: Integers = np.diff(offsets(~self.optional)[self.starts])
        bits = word_bits(self.words)
        self.word_bits = joined_bits(bits, self.starts)
        """The words of each pattern, as bits."""
        self.required_bits = joined_bits(np.where(self.optional, np.uint64(0), bits), self.starts)
        """The words of each pattern that are not optional, as bits."""


class FactArrays:
    """The facts of sentences, in the order of their synsets."""

    def __init__(self, annotations: Sequence[Annotation]) -> None:
        self.annotations = annotations
        synsets = [synset for annotation in annotations for synset in annotation.synsets]
        self.synsets: Integers = np.array([len(annotation.synsets) for annotation in annotations], np.int64)
        """The number of synsets of each sentence."""
        self.sentence_of: Integers = np.repeat(np.arange(len(annotations)), self.synsets)
        """The sentence of each synset."""
        sizes = np.array([len(synset.facts) for synset in synsets], np.int64)
        self.synset_of: Integers = np.repeat(np.arange(len(synsets)), sizes)
        """The synset of each fact."""
        self.synset_starts = offsets(sizes)
        """The first fact of each synset, and at last the number of all facts."""
        self.starts: Integers = self.synset_starts[offsets(self.synsets)]
        """The first fact of each sentence, and at last the number of all facts."""
        slots = [
            slot for synset in synsets for fact in synset.facts for slot in (fact.subject, fact.relation, fact.object)
        ]
        # In most gold, equal slots of a sentence are one object.
        _, places, numbers = np.unique(
            np.fromiter(map(id, slots), np.int64, len(slots)), return_index=True, return_inverse=True
        )
        self.slots: Integers = numbers.reshape(-1, 3)
        """The patterns of each fact's subject, relation and object."""
        self.patterns = Patterns([slots[place].chunks for place in places.tolist()])
        self.word_bits = self._joined(self.patterns.word_bits)
        """The words of each fact, as bits."""
        self.required_bits = self._joined(self.patterns.required_bits)
        """The words of each fact that are not optional, as bits."""

    def _joined(self, bits: Bits) -> Bits:
        joined: Bits = np.bitwise_or.reduce(bits[self.slots], axis=1)
        return joined
