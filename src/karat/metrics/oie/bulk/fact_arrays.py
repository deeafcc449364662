"""The facts of many sentences as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from operator import attrgetter

import numpy as np

from karat.formats.json.plain_synsets import PIECES, PlainFacts, pieces_of
from karat.metrics.oie.bulk.ragged import Bits, Flags, Integers, joined_bits, offsets, ranges, word_bits
from karat.model import Annotation, Slot

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


class ChunkCodes(dict[str, int]):
    """Codes of chunks by their JSON: twice the number of the text, and one more if the chunk is optional."""

    def __init__(self, texts: ChunkTexts) -> None:
        super().__init__()
        self.texts = texts

    def __missing__(self, piece: str) -> int:
        chunk = PIECES[piece]
        code = self[piece] = self.texts[chunk.text] << 1 | chunk.optional
        return code


class Patterns:
    """Patterns of slots. Each is a range of words; a word says where its chunk begins and ends, and if it is optional.

    ``most`` and ``least`` are the numbers of words with and without optional ones. First come the patterns of slots,
    then those of slots that are still JSON.
    """

    def __init__(self, slots: Sequence[Slot], plain_slots: Sequence[str]) -> None:
        by_slot = [slot.chunks for slot in slots]
        chunks = list(chain.from_iterable(by_slot))
        pieces, piece_counts = pieces_of(plain_slots)
        self.vocabulary = Vocabulary()
        texts = ChunkTexts(self.vocabulary)
        codes = np.fromiter(map(ChunkCodes(texts).__getitem__, pieces), np.int64, len(pieces))
        numbers = np.append(np.fromiter(map(texts.__getitem__, map(_text, chunks)), np.int64, len(chunks)), codes >> 1)
        are_optional = np.append(np.fromiter(map(_optional, chunks), np.bool_, len(chunks)), codes & 1 == 1)
        sizes = np.array(texts.sizes, np.int64)
        chunk_sizes = sizes[numbers]
        chunk_starts = offsets(chunk_sizes)
        self.words: Integers = np.array(texts.words, np.int64)[ranges(offsets(sizes)[numbers], chunk_sizes)]
        self.begins, self.ends = np.zeros((2, len(self.words)), np.bool_)
        has_words = chunk_sizes > 0
        self.begins[chunk_starts[:-1][has_words]] = True
        self.ends[chunk_starts[1:][has_words] - 1] = True
        self.optional: Flags = np.repeat(are_optional, chunk_sizes)
        counts = [*map(len, by_slot), *piece_counts]
        self.starts: Integers = chunk_starts[offsets(np.array(counts, np.int64))]
        """Where the words of each pattern start, and at last where all end."""
        self.most: Integers = np.diff(self.starts)
        self.least: Integers = np.diff(offsets(~self.optional)[self.starts])
        bits = word_bits(self.words)
        self.word_bits = joined_bits(bits, self.starts)
        """The words of each pattern, as bits."""
        self.required_bits = joined_bits(np.where(self.optional, np.uint64(0), bits), self.starts)
        """The words of each pattern that are not optional, as bits."""


class SlotNumbers:
    """Numbers the different slots of each sentence as they come: slots up from 0, those that are JSON down from -1."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.plain_slots: list[str] = []
        self._numbers: list[int] = []

    def add(self, sentence: Annotation | PlainFacts) -> None:
        """Number the slots of a sentence."""
        if isinstance(sentence, PlainFacts):
            different = dict.fromkeys(sentence.slots)
            numbers = dict(zip(different, count(~len(self.plain_slots), -1), strict=False))
            self._numbers += map(numbers.__getitem__, sentence.slots)
            self.plain_slots += different
        else:
            facts = [fact for synset in sentence.synsets for fact in synset.facts]
            slots = [slot for fact in facts for slot in (fact.subject, fact.relation, fact.object)]
            by_id = dict(zip(map(id, slots), slots, strict=True))  # in most gold, equal slots are one object
            by_number = dict(zip(by_id, count(len(self.slots)), strict=False))
            self._numbers += [by_number[id(slot)] for slot in slots]
            self.slots += by_id.values()

    def as_array(self) -> Integers:
        """Give the number of each slot that was added; those that are JSON now follow the others."""
        numbers = np.array(self._numbers, np.int64)
        return np.where(numbers < 0, len(self.slots) + ~numbers, numbers)


class FactArrays:
    """The facts of sentences, in the order of their synsets; slots of sentences may still be JSON."""

    def __init__(self, sentences: Sequence[Annotation | PlainFacts]) -> None:
        slots = SlotNumbers()
        for sentence in sentences:
            slots.add(sentence)
        by_sentence = list(map(fact_counts, sentences))
        sizes = list(chain.from_iterable(by_sentence))
        self.synsets: Integers = np.array(list(map(len, by_sentence)), np.int64)
        """The number of synsets of each sentence."""
        self.sentence_of: Integers = np.repeat(np.arange(len(sentences)), self.synsets)
        """The sentence of each synset."""
        self.synset_of: Integers = np.repeat(np.arange(len(sizes)), np.array(sizes, np.int64))
        """The synset of each fact."""
        self.synset_starts = offsets(np.array(sizes, np.int64))
        """The first fact of each synset, and at last the number of all facts."""
        self.starts: Integers = self.synset_starts[offsets(self.synsets)]
        """The first fact of each sentence, and at last the number of all facts."""
        self.slots: Integers = slots.as_array().reshape(-1, 3)
        """The patterns of each fact's subject, relation and object."""
        self.patterns = Patterns(slots.slots, slots.plain_slots)
        self.word_bits = self._joined(self.patterns.word_bits)
        """The words of each fact, as bits."""
        self.required_bits = self._joined(self.patterns.required_bits)
        """The words of each fact that are not optional, as bits."""

    def _joined(self, bits: Bits) -> Bits:
        joined: Bits = np.bitwise_or.reduce(bits[self.slots], axis=1)
        return joined


def fact_counts(sentence: Annotation | PlainFacts) -> list[int]:
    """Count the facts of each synset of a sentence."""
    if isinstance(sentence, PlainFacts):
        return sentence.sizes
    return [len(synset.facts) for synset in sentence.synsets]
