"""A sentence's facts as spelled words, with indexes that find those which accept a slot or a whole extraction."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from karat.metrics.oie.facts import RELATION
from karat.metrics.oie.people.factuality import worded_signs
from karat.metrics.oie.people.lexicon import (
    ADVERBIAL_PREPOSITIONS,
    ADVERBS,
    ARTICLES,
    COPULAS,
    NOT_ADVERBIAL,
)
from karat.metrics.oie.people.spelled_text import Occurrences, SpelledText, Stretch
from karat.metrics.oie.people.spelling import MARK, MAYBE, Spell, settle
from karat.metrics.oie.slots import CACHE_SIZE, Tokens, bits
from karat.model import Slot, Synset

_DIGIT = re.compile(r"\d")


class _Chunk(NamedTuple):
    letters: str
    optional: bool
    size: int
    words: Tokens


# Cached because a sentence's facts repeat the same few chunks.
@lru_cache(1 << 14)
def _spell_chunk(text: str, optional: bool, spell: Spell) -> _Chunk:
    return _chunk([word for token in text.split() for word in spell(token)], optional)


def _chunk(words: Iterable[str], optional: bool) -> _Chunk:
    letters = "".join(words := tuple([word for word in words if word[0] != MARK]))
    return _Chunk(letters, optional, len(letters), words)


@lru_cache(1 << 12)
def _without_signs(chunk: _Chunk) -> _Chunk:
    return _chunk([word for word in chunk.words if word[0] != MAYBE], chunk.optional)


def _settle_chunks(chunks: Sequence[_Chunk]) -> Iterator[_Chunk]:
    """Decide which signs are a number's; one beside a chunk that may be absent may be absent itself."""
    chunk_of = [number for number, chunk in enumerate(chunks) for _ in chunk.words]
    settled = settle([word for chunk in chunks for word in chunk.words])
    at = 0
    for number, chunk in enumerate(chunks):
        words: list[str] = []
        for word in chunk.words:
            beside = {*chunk_of[max(at - 1, 0) : at + 2]} - {number}
            if word[0] == MAYBE and any(chunks[other].optional for other in beside):
                yield from (_chunk(words, chunk.optional), _chunk([word[1]], optional=True))
                words = []
            else:
                words.append(settled[at])
            at += 1
        yield _chunk(words, chunk.optional)


def _is_adverbial(words: Sequence[str]) -> bool:
    """Whether words are an adverb of time, or a phrase with a preposition of time or place: *then*, *in Ulm*."""
    if "".join(words) in ADVERBS:
        return True
    is_phrase = len(words) > 1 and words[0] in ADVERBIAL_PREPOSITIONS
    return (
        is_phrase
        and words[-1] not in ADVERBIAL_PREPOSITIONS | ARTICLES
        and NOT_ADVERBIAL.isdisjoint(words)
        and not worded_signs([" ".join(words)])
    )


def is_copula(relation: Iterable[str]) -> bool:
    """Whether the words of a relation are a form of *be*, with or without an article."""
    words = {word.strip() for word in relation} - ARTICLES
    return bool(words) and words <= COPULAS


class SpelledPattern:
    """A slot's chunks as letters.

    Positions are counted in the letters of a text, so that words may be split in any way. All expansions are followed
    at once, as a set of positions in bits; they are never enumerated.
    """

    __slots__ = ("_chunks", "least", "most")

    def __init__(self, slot: Slot, spell: Spell) -> None:
        chunks = [_spell_chunk(chunk.text, chunk.optional, spell) for chunk in slot.chunks]
        if MAYBE in (letters := "".join([chunk.letters for chunk in chunks])):
            chunks = list(_settle_chunks(chunks) if _DIGIT.search(letters) else map(_without_signs, chunks))
        self._chunks = tuple([chunk for chunk in chunks if chunk.letters])
        self.most = sum([chunk.size for chunk in self._chunks])
        self.least = sum([chunk.size for chunk in self._chunks if not chunk.optional])

    @property
    def words(self) -> Iterator[str]:
        """All words, optional ones included."""
        return (word for chunk in self._chunks for word in chunk.words)

    @property
    def required(self) -> Iterator[str]:
        """The words that cannot be omitted."""
        return (word for chunk in self._chunks if not chunk.optional for word in chunk.words)

    @property
    def letters(self) -> str:
        """All letters, optional ones included."""
        return "".join([chunk.letters for chunk in self._chunks])

    def accepts(self, text: Occurrences) -> bool:
        """Whether the letters are those of an expansion."""
        size = len(text.letters)
        return self.least <= size <= self.most and self.ends(text, 1) >> size & 1 == 1

    def ends(self, text: Occurrences, reached: int) -> int:
        """Match the chunks from any of the given positions; find the positions where an expansion ends, as bits."""
        for letters, optional, size, _ in self._chunks:
            onward = (reached & text[letters]) << size
            if optional:
                reached |= onward
            elif onward:
                reached = onward
            else:
                return 0
        return reached

    def stretches(self, text: SpelledText) -> Iterator[Stretch]:
        """Find where expansions begin and end within a text, at borders between words: from each border the longest."""
        occurrences = text.occurrences
        starts, may_start = 0, True
        for letters, optional, _, _ in self._chunks:
            found = occurrences[letters]
            if not found and not optional:
                return
            if may_start:
                starts |= found
                may_start = optional
        borders = text.border_bits
        if not starts & borders:
            return
        for start in text.borders:
            if starts >> start & 1:
                ends = self.ends(occurrences, 1 << start) & borders
                if ends >> start + 1:
                    yield start, ends.bit_length() - 1

    @property
    def optional_chunks(self) -> Iterator[_Chunk]:
        """The chunks that may be absent."""
        return (chunk for chunk in self._chunks if chunk.optional)

    def first_letters(self) -> set[str]:
        """Collect the letters that an expansion can begin with, and ``""`` if all chunks are optional."""
        firsts = set()
        for chunk in self._chunks:
            firsts.add(chunk.letters[0])
            if not chunk.optional:
                return firsts
        firsts.add("")
        return firsts


SpelledRow = tuple[SpelledPattern, SpelledPattern, SpelledPattern]


class _Column:
    """One slot of all facts: finds the facts that accept a text."""

    __slots__ = ("_by_first", "_by_text", "_cache", "facts")

    def __init__(self, patterns: Iterable[SpelledPattern]) -> None:
        facts: dict[SpelledPattern, int] = {}
        for number, pattern in enumerate(patterns):
            facts[pattern] = facts.get(pattern, 0) | 1 << number
        self.facts = facts
        """The facts with each pattern."""
        self._by_text: dict[str, int] = {}
        """The facts of patterns without optional chunks."""
        self._by_first: dict[str, list[tuple[SpelledPattern, int]]] = {}
        """The other patterns with their facts, by the letters that they can begin with."""
        self._cache: dict[str, int] = {}
        for pattern, having in facts.items():
            if pattern.least == pattern.most:
                text = pattern.letters
                self._by_text[text] = self._by_text.get(text, 0) | having
            else:
                for first in pattern.first_letters():
                    self._by_first.setdefault(first, []).append((pattern, having))

    def accepting(self, text: str) -> int:
        facts = self._cache.get(text)
        if facts is None:
            facts, size = self._by_text.get(text, 0), len(text)
            patterns = self._by_first.get(text[:1])
            if patterns:
                occurrences = Occurrences(text)
                for pattern, having in patterns:
                    if pattern.least <= size <= pattern.most and pattern.accepts(occurrences):
                        facts |= having
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[text] = facts
        return facts


class SpelledFacts:
    """All facts of a sentence; sets of facts, and of synsets, are bits in file order."""

    def __init__(self, synsets: Sequence[Synset], spell: Spell) -> None:
        facts = [fact for synset in synsets for fact in synset.facts]
        by_id = {id(slot): slot for fact in facts for slot in (fact.subject, fact.relation, fact.object)}
        patterns = {key: SpelledPattern(slot, spell) for key, slot in by_id.items()}
        self.rows: list[SpelledRow] = [
            (patterns[id(fact.subject)], patterns[id(fact.relation)], patterns[id(fact.object)]) for fact in facts
        ]
        self._synset_of = [number for number, synset in enumerate(synsets) for _ in synset.facts]
        """The number of each fact's synset."""

    # Columns are made at first use: many sentences have no extractions.
    @cached_property
    def _columns(self) -> list[_Column]:
        return [_Column([row[slot] for row in self.rows]) for slot in range(3)]

    def accepting(self, slot: int, text: str) -> int:
        """Find the facts that accept the letters of a slot."""
        return self._columns[slot].accepting(text)

    @cached_property
    def described(self) -> list[tuple[SpelledPattern, SpelledPattern]]:
        """Subject and object of the facts whose relation is a form of *be*, with or without an article."""
        pairs: dict[tuple[SpelledPattern, SpelledPattern], None] = {}
        for subject, relation, object_ in self.rows:
            if is_copula(relation.words):
                pairs[subject, object_] = None
        return list(pairs)

    def synsets_of(self, facts: int) -> frozenset[int]:
        """List the synsets that have one of the facts."""
        return frozenset([self._synset_of[fact] for fact in bits(facts)])

    def contained_in(self, text: SpelledText, slot: int, among: int) -> Iterator[tuple[frozenset[int], Stretch]]:
        """Find where a text contains this slot of facts, but is more than that; give their synsets."""
        whole = (0, len(text.letters))
        facts = self._columns[slot].facts
        patterns: Iterable[SpelledPattern] = facts
        if among.bit_count() < len(facts):
            patterns = dict.fromkeys([self.rows[fact][slot] for fact in bits(among)])
        for pattern in patterns:
            having = facts[pattern]
            if having & among:
                synsets = None
                for stretch in pattern.stretches(text):
                    if stretch != whole:
                        if synsets is None:
                            synsets = self.synsets_of(having & among)
                        yield synsets, stretch

    def saying(self, text: str, among: int = -1) -> int:
        """Find the facts whose slots, joined, accept the letters."""
        size, saying, occurrences = len(text), 0, Occurrences(text)
        after_subjects: dict[SpelledPattern, int] = {}
        for fact, (least, most) in enumerate(self._sizes):
            if least <= size <= most and among >> fact & 1:
                subject, relation, object_ = self.rows[fact]
                reached = after_subjects.get(subject)
                if reached is None:
                    reached = after_subjects[subject] = subject.ends(occurrences, 1)
                if reached and object_.ends(occurrences, relation.ends(occurrences, reached)) >> size & 1:
                    saying |= 1 << fact
        return saying

    def is_made_of(self, fact: int, words: Iterable[str]) -> bool:
        """Whether a fact has all these words, and requires no others, in whatever order."""
        used = Counter(words)
        required, possible = (
            Counter([word for pattern in self.rows[fact] for word in kind(pattern)])
            for kind in (attrgetter("required"), attrgetter("words"))
        )
        return required <= used <= possible

    @cached_property
    def optional_chunks(self) -> dict[str, int]:
        """The facts with each optional chunk that is no article."""
        having: dict[str, int] = {}
        for fact, row in enumerate(self.rows):
            for pattern in row:
                for chunk in pattern.optional_chunks:
                    if chunk.letters.strip() not in ARTICLES:
                        having[chunk.letters] = having.get(chunk.letters, 0) | 1 << fact
        return having

    @cached_property
    def adverbials(self) -> dict[str, int]:
        """The facts with each optional adverbial of their relation, which can move without changing the fact."""
        having: dict[str, int] = {}
        for fact, row in enumerate(self.rows):
            for chunk in row[RELATION].optional_chunks:
                if _is_adverbial([word.strip() for word in chunk.words]):
                    having[chunk.letters] = having.get(chunk.letters, 0) | 1 << fact
        return having

    @cached_property
    def _sizes(self) -> list[tuple[int, int]]:
        """The fewest and the most letters of each fact."""
        return [(sum([slot.least for slot in row]), sum([slot.most for slot in row])) for row in self.rows]
