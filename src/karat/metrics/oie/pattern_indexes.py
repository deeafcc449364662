"""Indexes of a sentence's facts: which of them accept an extraction, under each facet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar

from karat.metrics.oie.patterns import Row, SlotPattern, Tokens, Triple, positions
from karat.model import Synset

CACHE_SIZE = 256
"""For how many different triples, and slots, a sentence caches the facts that accept them."""

Item = TypeVar("Item")


class PatternIndex(ABC):
    """A sentence's facts; sets of facts are bits in file order."""

    __slots__ = ("_cached", "rows")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._cached: dict[Triple, int] = {}

    def accepting(self, triple: Triple) -> int:
        """Find the facts that accept an extraction."""
        facts = self._cached.get(triple)
        if facts is None:
            if len(self._cached) >= CACHE_SIZE:
                self._cached.clear()
            facts = self._cached[triple] = self._accepting(triple)
        return facts

    @abstractmethod
    def _accepting(self, triple: Triple) -> int: ...


class SlotIndex(PatternIndex):
    """An index in which each slot of an extraction must match the same slot of a fact."""

    __slots__ = ("_by_first", "_by_words", "_cache", "_columns")

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._columns: list[dict[SlotPattern, int]] = []
        """For each slot, the facts with each pattern."""
        self._by_words: list[dict[Tokens, int]] = []
        self._by_first: list[dict[str, list[SlotPattern]]] = []
        self._cache: tuple[dict[Tokens, int], ...] = ({}, {}, {})

    def slots(self, triple: Triple) -> tuple[int, int, int]:
        """Find, for each slot, the facts that accept it."""
        subject, relation, object_ = triple
        return self._facts(0, subject), self._facts(1, relation), self._facts(2, object_)

    def _accepting(self, triple: Triple) -> int:
        facts = -1
        for slot, tokens in enumerate(triple):
            facts &= self._facts(slot, tokens)
            if not facts:
                break
        return facts

    def _facts(self, slot: int, tokens: Tokens) -> int:
        cache = self._cache[slot]
        bits = cache.get(tokens)
        if bits is None:
            if not self._columns:
                self._columns = [_facts_of([row[column] for row in self.rows]) for column in range(3)]
                self._by_words = list(map(_by_words, self._columns))
                self._by_first = list(map(_by_first, self._columns))
            bits = self._by_words[slot].get(tokens, 0)
            patterns = self._by_first[slot].get(tokens[0] if tokens else "")
            if patterns:
                facts, size, by_token = self._columns[slot], len(tokens), positions(tokens)
                for pattern in patterns:
                    if pattern.least <= size <= pattern.most and pattern.reached(by_token, 1) >> size & 1:
                        bits |= facts[pattern]
            if len(cache) >= CACHE_SIZE:
                cache.clear()
            cache[tokens] = bits
        return bits


class RequiredIndex(PatternIndex):
    """An index in which each slot must match without any optional token."""

    __slots__ = ("_slots",)

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._slots = [_facts_of([row[slot].required for row in rows]) for slot in range(3)]

    def _accepting(self, triple: Triple) -> int:
        accepting = -1
        for column, tokens in zip(self._slots, triple, strict=True):
            accepting &= column.get(tokens, 0)
        return accepting


def _facts_of(column: Sequence[Item]) -> dict[Item, int]:
    """Map each item of a column to the facts that have it, as bits."""
    facts: dict[Item, int] = {}
    bit = 1
    for item in column:
        facts[item] = facts.get(item, 0) | bit
        bit <<= 1
    return facts


def _by_words(column: dict[SlotPattern, int]) -> dict[Tokens, int]:
    """Map the words of each pattern without optional chunks to its facts."""
    index: dict[Tokens, int] = {}
    for pattern, facts in column.items():
        if pattern.least == pattern.most:
            index[pattern.words] = index.get(pattern.words, 0) | facts
    return index


def _by_first(column: Iterable[SlotPattern]) -> dict[str, list[SlotPattern]]:
    """Map the tokens that the other patterns can begin with to these patterns."""
    index: dict[str, list[SlotPattern]] = {}
    for pattern in column:
        if pattern.least < pattern.most:
            for first in pattern.firsts():
                index.setdefault(first, []).append(pattern)
    return index


class JoinedIndex(PatternIndex):
    """An index in which subject, relation and object are one sequence of tokens, wherever they are split."""

    __slots__ = ("_by_word",)

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._by_word: dict[str, int] | None = None
        """The facts that have each word."""

    def _accepting(self, triple: Triple) -> int:
        """Match only the facts that have all words."""
        (tokens,) = triple
        if self._by_word is None:
            self._by_word = {}
            for slot in range(3):
                _add_words(self._by_word, _facts_of([row[slot] for row in self.rows]))
        by_word = self._by_word
        facts = (1 << len(self.rows)) - 1
        for token in tokens:
            facts &= by_word.get(token, 0)
            if not facts:
                return 0
        return self._match_joined(facts, positions(tokens), len(tokens))

    def _match_joined(self, facts: int, by_token: dict[str, int], size: int) -> int:
        """Match the subject, then the relation from where the subject can end, then the object.

        Consecutive facts often share subject and relation, so the results for these are reused.
        """
        accepting = after_subject = after_relation = 0
        last_subject = last_relation = None
        while facts:
            fact = facts & -facts
            facts ^= fact
            subject, relation, object_ = self.rows[fact.bit_length() - 1]
            if subject is not last_subject:
                last_subject, last_relation = subject, None
                after_subject = subject.reached(by_token, 1)
            if not after_subject:
                continue
            if relation is not last_relation:
                last_relation = relation
                after_relation = relation.reached(by_token, after_subject)
            if after_relation and object_.reached(by_token, after_relation) >> size & 1:
                accepting |= fact
        return accepting


def _add_words(by_word: dict[str, int], column: dict[SlotPattern, int]) -> None:
    """Add the facts of a column's patterns under each of their words."""
    for pattern, facts in column.items():
        for word in pattern.words:
            by_word[word] = by_word.get(word, 0) | facts


class SynsetPattern:
    """A synset under a facet: some facts of an index."""

    __slots__ = ("index", "mask", "synset")

    def __init__(self, synset: Synset, index: PatternIndex, mask: int) -> None:
        self.synset = synset
        self.index = index
        self.mask = mask
        """The synset's facts in the index, as bits."""

    def accepting(self, triple: Triple) -> int | None:
        """Find the first fact that accepts an extraction: its index in the synset."""
        found = self.index.accepting(triple) & self.mask
        return (((found & -found) - 1) & self.mask).bit_count() if found else None

    def __repr__(self) -> str:
        return f"SynsetPattern({self.synset.id})"
