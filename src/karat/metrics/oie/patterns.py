"""Fact patterns made ready for matching: an extraction's tokens against required and optional chunks.

A pattern with k optional chunks has up to 2^k expansions; they are never listed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from karat.model import Chunk, Slot, Synset

Tokens = tuple[str, ...]
Triple = tuple[Tokens, ...]
"""The tokens of subject, relation and object; under facet C all of them in one."""

KEPT = 256
"""For so many different triples, and slots, a sentence remembers what accepts them."""

Found = TypeVar("Found")
_BITS = tuple([1 << place for place in range(64)])


def positions(tokens: Tokens) -> dict[str, int]:
    """Where each token stands, as bits."""
    bits = [1 << place for place in range(len(tokens))] if len(tokens) > len(_BITS) else _BITS
    found = dict(zip(tokens, bits, strict=False))
    if len(found) < len(tokens):
        for token, bit in zip(tokens, bits, strict=False):
            found[token] |= bit
    return found


_Step = tuple[Tokens, str, Tokens, int, bool]
"""A chunk's tokens, the first of them, the others, how many they are, and whether they are optional."""


# Most chunks are single words, of which a sentence's facts repeat the same few.
@lru_cache(1 << 14)
def _step(chunk: str, optional: bool) -> _Step | None:
    tokens = tuple(chunk.split())
    return (tokens, tokens[0], tokens[1:], len(tokens), optional) if tokens else None


class SlotPattern:
    """A slot's chunks, made ready for matching."""

    __slots__ = ("_steps", "least", "most", "required", "words")

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._steps = tuple([step for chunk in chunks if (step := _step(chunk.text, chunk.optional))])
        words: list[str] = []
        required: list[str] = []
        for tokens, _, _, _, optional in self._steps:
            words += tokens
            if not optional:
                required += tokens
        self.words: Tokens = tuple(words)
        """All tokens, optional ones included."""
        self.most = len(words)
        self.least = len(required)
        self.required: Tokens = self.words if self.least == self.most else tuple(required)
        """The tokens that cannot be left out."""

    @property
    def chunks(self) -> Iterator[tuple[Tokens, bool]]:
        """Each chunk's tokens and whether they are optional; chunks without a token are left out."""
        return ((tokens, optional) for tokens, _, _, _, optional in self._steps)

    def accepts(self, tokens: Tokens) -> bool:
        """Whether the tokens are one of the expansions."""
        size = len(tokens)
        return self.least <= size <= self.most and self.reached(positions(tokens), 1) >> size & 1 == 1

    def reached(self, places: dict[str, int], borders: int) -> int:
        """Walk the chunks from some borders between tokens, given as bits, and say to which one can come."""
        find = places.get
        for _, first, others, size, optional in self._steps:
            onward = borders & find(first, 0)
            if others and onward:
                for offset, token in enumerate(others, 1):
                    onward &= find(token, 0) >> offset
            if optional:
                borders |= onward << size
            elif onward:
                borders = onward << size
            else:
                return 0
        return borders

    def firsts(self) -> set[str]:
        """The tokens that an expansion can begin with; the empty one where all chunks are optional."""
        found = set()
        for _, first, _, _, optional in self._steps:
            found.add(first)
            if not optional:
                return found
        found.add("")
        return found


Row = tuple[SlotPattern, SlotPattern, SlotPattern]
"""A fact's patterns: of subject, relation and object."""


def slot_by_slot(synsets: Iterable[Synset]) -> list[list[Row]]:
    """Each synset's facts as patterns; slots that are one object share one."""
    known: dict[int, SlotPattern] = {}

    def pattern_of(slot: Slot) -> SlotPattern:
        pattern = known.get(id(slot))
        if pattern is None:
            pattern = known[id(slot)] = SlotPattern(slot.chunks)
        return pattern

    return [
        [(pattern_of(fact.subject), pattern_of(fact.relation), pattern_of(fact.object)) for fact in synset.facts]
        for synset in synsets
    ]


class PatternIndex(ABC):
    """A sentence's facts: which of them accept an extraction, as bits in file order."""

    __slots__ = ("_answers", "rows")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._answers: dict[Triple, int] = {}

    def accepting(self, triple: Triple) -> int:
        """The facts that accept."""
        found = self._answers.get(triple)
        if found is None:
            if len(self._answers) >= KEPT:
                self._answers.clear()
            found = self._answers[triple] = self._accepting(triple)
        return found

    @abstractmethod
    def _accepting(self, triple: Triple) -> int: ...


class SlotIndex(PatternIndex):
    """Subject, relation and object must all be accepted, each by its own slot."""

    __slots__ = ("_by_first", "_by_words", "_columns", "_known")

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._columns: list[dict[SlotPattern, int]] = []
        """For each slot, the facts that have a pattern."""
        self._by_words: list[dict[Tokens, int]] = []
        self._by_first: list[dict[str, list[SlotPattern]]] = []
        self._known: tuple[dict[Tokens, int], ...] = ({}, {}, {})

    def slots(self, triple: Triple) -> tuple[int, int, int]:
        """For each slot, the facts that accept it."""
        subject, relation, object_ = triple
        return self._facts(0, subject), self._facts(1, relation), self._facts(2, object_)

    def _accepting(self, triple: Triple) -> int:
        found = -1
        for place, tokens in enumerate(triple):
            found &= self._facts(place, tokens)
            if not found:
                break
        return found

    def _facts(self, place: int, tokens: Tokens) -> int:
        known = self._known[place]
        bits = known.get(tokens)
        if bits is None:
            if not self._columns:
                self._columns = [_facts_of([row[slot] for row in self.rows]) for slot in range(3)]
                self._by_words = list(map(_by_words, self._columns))
                self._by_first = list(map(_by_first, self._columns))
            bits = self._by_words[place].get(tokens, 0)
            patterns = self._by_first[place].get(tokens[0] if tokens else "")
            if patterns:
                facts, size, places = self._columns[place], len(tokens), positions(tokens)
                for pattern in patterns:
                    if pattern.least <= size <= pattern.most and pattern.reached(places, 1) >> size & 1:
                        bits |= facts[pattern]
            if len(known) >= KEPT:
                known.clear()
            known[tokens] = bits
        return bits


class RequiredIndex(PatternIndex):
    """Subject, relation and object must each be all that its slot requires and nothing that is optional."""

    __slots__ = ("_slots",)

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._slots = [_facts_of([row[slot].required for row in rows]) for slot in range(3)]

    def _accepting(self, triple: Triple) -> int:
        found = -1
        for facts, tokens in zip(self._slots, triple, strict=True):
            found &= facts.get(tokens, 0)
        return found


def _facts_of(column: Sequence[Found]) -> dict[Found, int]:
    """The facts, as bits, that have each of a column's things."""
    facts: dict[Found, int] = {}
    bit = 1
    for each in column:
        facts[each] = facts.get(each, 0) | bit
        bit <<= 1
    return facts


def _by_words(column: dict[SlotPattern, int]) -> dict[Tokens, int]:
    """The facts whose pattern has nothing optional, by its words."""
    index: dict[Tokens, int] = {}
    for pattern, facts in column.items():
        if pattern.least == pattern.most:
            index[pattern.words] = index.get(pattern.words, 0) | facts
    return index


def _by_first(column: Iterable[SlotPattern]) -> dict[str, list[SlotPattern]]:
    """The other patterns, by the tokens that they can begin with."""
    index: dict[str, list[SlotPattern]] = {}
    for pattern in column:
        if pattern.least < pattern.most:
            for first in pattern.firsts():
                index.setdefault(first, []).append(pattern)
    return index


class JoinedIndex(PatternIndex):
    """Subject, relation and object as one stretch of tokens, wherever they part."""

    __slots__ = ("_having",)

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._having: dict[str, int] | None = None
        """The facts that have a word."""

    def _accepting(self, triple: Triple) -> int:
        """Walk through those facts that have all words."""
        (tokens,) = triple
        if self._having is None:
            self._having = {}
            for place in range(3):
                _add_words(self._having, _facts_of([row[place] for row in self.rows]))
        having = self._having
        left = (1 << len(self.rows)) - 1
        for token in tokens:
            left &= having.get(token, 0)
            if not left:
                return 0
        return self._walked(left, positions(tokens), len(tokens))

    def _walked(self, left: int, places: dict[str, int], size: int) -> int:
        """Walk from where a subject may end to where its relation may, and from there through the object.

        Facts that follow each other have many subjects and relations in common.
        """
        found = after_subject = after_relation = 0
        last_subject = last_relation = None
        while left:
            fact = left & -left
            left ^= fact
            subject, relation, object_ = self.rows[fact.bit_length() - 1]
            if subject is not last_subject:
                last_subject, last_relation = subject, None
                after_subject = subject.reached(places, 1)
            if not after_subject:
                continue
            if relation is not last_relation:
                last_relation = relation
                after_relation = relation.reached(places, after_subject)
            if after_relation and object_.reached(places, after_relation) >> size & 1:
                found |= fact
        return found


def _add_words(having: dict[str, int], column: dict[SlotPattern, int]) -> None:
    """Add, under each word of a column's patterns, the facts that have them."""
    for pattern, facts in column.items():
        for word in pattern.words:
            having[word] = having.get(word, 0) | facts


class SynsetPattern:
    """A synset under a facet: the patterns that accept an extraction."""

    __slots__ = ("index", "mask", "synset")

    def __init__(self, synset: Synset, index: PatternIndex, mask: int) -> None:
        self.synset = synset
        self.index = index
        self.mask = mask
        """Which of the index's facts are the synset's."""

    def accepting(self, triple: Triple) -> int | None:
        """The first pattern that accepts, by its place in the synset."""
        found = self.index.accepting(triple) & self.mask
        return (((found & -found) - 1) & self.mask).bit_count() if found else None

    def __repr__(self) -> str:
        return f"SynsetPattern({self.synset.id})"
