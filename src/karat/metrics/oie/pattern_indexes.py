"""Indexes of a sentence's facts: which of them accept an extraction, under each facet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from karat.metrics.oie.patterns import Row, SlotPattern, Tokens, Triple, positions
from karat.model import Synset

CACHE_SIZE = 256
"""For how many different triples, and slots, a sentence caches the facts that accept them."""

FEW = 64
"""Up to so many facts or patterns, each is tried; beyond, they are looked up."""

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

    __slots__ = ("_by_words", "_cache", "_columns", "_optional")

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._columns: list[dict[SlotPattern, int]] = []
        self._by_words: list[dict[Tokens, int]] = []
        self._optional: list[_Optional] = []
        self._cache: tuple[dict[Tokens, int], ...] = ({}, {}, {})

    @property
    def columns(self) -> list[dict[SlotPattern, int]]:
        """For each slot, the facts with each pattern."""
        if not self._columns:
            self._columns = [_facts_of(column) for column in zip(*self.rows, strict=True)] or [{}, {}, {}]
        return self._columns

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
            if not self._by_words:
                self._by_words = list(map(_by_words, self.columns))
                self._optional = list(map(_Optional, self.columns))
            bits = self._by_words[slot].get(tokens, 0) | self._optional[slot].facts(tokens)
            if len(cache) >= CACHE_SIZE:
                cache.clear()
            cache[tokens] = bits
        return bits


class RequiredIndex(PatternIndex):
    """An index in which each slot must match without any optional token."""

    __slots__ = ("_slot_index", "_slots")

    def __init__(self, slot_index: SlotIndex) -> None:
        super().__init__(slot_index.rows)
        self._slot_index = slot_index
        self._slots: list[dict[Tokens, int]] = []
        """For each slot, the facts that require the tokens; made where an extraction has many facts to try."""

    def _accepting(self, triple: Triple) -> int:
        """Of the facts that accept the extraction at all, find those that require all of its tokens."""
        facts = self._slot_index.accepting(triple)
        if facts.bit_count() > FEW:
            if not self._slots:
                self._slots = [_facts_of([row[slot].required for row in self.rows]) for slot in range(3)]
            for column, tokens in zip(self._slots, triple, strict=True):
                facts &= column.get(tokens, 0)
            return facts
        subject, relation, object_ = triple
        accepting = 0
        while facts:
            fact = facts & -facts
            facts ^= fact
            row = self.rows[fact.bit_length() - 1]
            if row[0].required == subject and row[1].required == relation and row[2].required == object_:
                accepting |= fact
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


class _Optional:
    """The patterns of a column that have optional chunks."""

    __slots__ = ("_by_first", "_patterns")

    def __init__(self, column: dict[SlotPattern, int]) -> None:
        self._patterns = [(pattern, facts) for pattern, facts in column.items() if pattern.least < pattern.most]
        self._by_first: dict[str, list[tuple[SlotPattern, int]]] | None = None
        """The patterns by the tokens that they can begin with, where there are many."""

    def facts(self, tokens: Tokens) -> int:
        """Find the facts whose patterns accept the tokens."""
        patterns, size, accepting = self._patterns, len(tokens), 0
        if len(patterns) > FEW:
            if self._by_first is None:
                self._by_first = {}
                for pattern, facts in patterns:
                    for first in pattern.firsts():
                        self._by_first.setdefault(first, []).append((pattern, facts))
            patterns = self._by_first.get(tokens[0] if tokens else "", [])
        by_token: dict[str, int] | None = None
        for pattern, facts in patterns:
            # Cheap conditions first: most patterns fail one of them.
            if pattern.least <= size <= pattern.most and (not size or tokens[-1] in pattern.words):
                if by_token is None:
                    by_token = positions(tokens)
                if pattern.reached(by_token, 1) >> size & 1:
                    accepting |= facts
        return accepting


class JoinedIndex(PatternIndex):
    """An index in which subject, relation and object are one sequence of tokens, wherever they are split."""

    __slots__ = ("_by_word", "_firsts", "_slot_index")

    def __init__(self, slot_index: SlotIndex) -> None:
        super().__init__(slot_index.rows)
        self._slot_index = slot_index
        self._firsts: dict[Tokens, int] = {}
        self._by_word: dict[str, int] | None = None
        """The facts that have each word."""

    def _accepting(self, triple: Triple) -> int:
        (tokens,) = triple
        return self._match(self._candidates(tokens), tokens)

    def first(self, tokens: Tokens, accepting: int) -> int:
        """Find the first fact that accepts the tokens, as a bit; ``accepting`` are facts that are known to do so."""
        fact = self._firsts.get(tokens)
        if fact is None:
            fact = accepting & -accepting
            candidates = self._candidates(tokens)
            if fact:
                candidates &= fact - 1
            fact = self._match(candidates, tokens, only_first=True) or fact
            if len(self._firsts) >= CACHE_SIZE:
                self._firsts.clear()
            self._firsts[tokens] = fact
        return fact

    def _candidates(self, tokens: Tokens) -> int:
        """Find facts that may accept the tokens: those whose subject has the first token, or those with all words."""
        subjects = self._slot_index.columns[0]
        if len(self.rows) <= FEW and tokens:
            first, facts = tokens[0], 0
            for pattern, bits in subjects.items():
                if first in pattern.words or not pattern.least:
                    facts |= bits
            return facts
        if self._by_word is None:
            self._by_word = {}
            for column in self._slot_index.columns:
                _add_words(self._by_word, column)
        facts = (1 << len(self.rows)) - 1
        for token in tokens:
            facts &= self._by_word.get(token, 0)
            if not facts:
                break
        return facts

    def _match(self, facts: int, tokens: Tokens, *, only_first: bool = False) -> int:
        """Match the subject, then the relation from where the subject can end, then the object.

        Consecutive facts often share subject and relation, so the results for these are reused.
        """
        accepting = after_subject = after_relation = 0
        last_subject = last_relation = by_token = None
        size, last = len(tokens), tokens[-1] if tokens else ""
        while facts:
            fact = facts & -facts
            facts ^= fact
            subject, relation, object_ = self.rows[fact.bit_length() - 1]
            if subject.least + relation.least + object_.least > size or (object_.least and last not in object_.words):
                continue
            if by_token is None:
                by_token = positions(tokens)
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
                if only_first:
                    break
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
