"""Spelled words of an extraction, which can be traced back to its tokens, and of a sentence's facts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from typing import NamedTuple

from karat.metrics.oie.facts import OBJECT, RELATION, SUBJECT, Facts
from karat.metrics.oie.people.factuality import worded_signs
from karat.metrics.oie.people.lexicon import (
    ADVERBIAL_PREPOSITIONS,
    ADVERBS,
    ARTICLES,
    COPULAS,
    NOT_ADVERBIAL,
)
from karat.metrics.oie.people.spelling import MARK, MAYBE, Spell, settle
from karat.metrics.oie.slots import Column, Pattern, Tokens, bits, compile_chunks
from karat.model import Extraction, Slot, Synset

_DIGIT = re.compile(r"\d")

Stretch = tuple[int, int]
"""Where letters begin and end in a text."""


class SpelledText:
    """The words of an extraction's slot, or of a sentence; positions are counted in their letters."""

    def __init__(self, text: str, spell: Spell) -> None:
        self._spell = spell
        self.tokens: Tokens = tuple(text.split())
        words = [word for token in self.tokens for word in spell(token) if word[0] != MARK]
        if MAYBE in "".join(words):
            words = [word for word in settle(words) if word[0] != MARK]
        self.words: Tokens = tuple(words)
        self.letters = "".join(self.words)

    @cached_property
    def pieces(self) -> Tokens:
        """The words, and the punctuation between them."""
        pieces = [piece for token in self.tokens for piece in self._spell(token)]
        settled = iter(settle([piece for piece in pieces if piece[0] != MARK]))
        return tuple([piece if piece[0] == MARK else next(settled) for piece in pieces])

    def places_of(self, pieces: Tokens) -> list[int]:
        """Find where these pieces follow each other: the number of the first, each time."""
        size = len(pieces)
        return [place for place in range(len(self.pieces) - size + 1) if self.pieces[place : place + size] == pieces]

    def has(self, words: Tokens) -> bool:
        """Whether the words follow each other, with or without punctuation between them."""
        size = len(words)
        return any(self.words[start : start + size] == words for start in range(len(self.words) - size + 1))

    @cached_property
    def places(self) -> list[int]:
        """The numbers of the pieces that are words."""
        return [place for place, piece in enumerate(self.pieces) if piece[0] != MARK]

    @cached_property
    def borders(self) -> list[int]:
        """The positions before each word, and after the last."""
        return list(accumulate(map(len, self.words), initial=0))

    def without(self, start: int, end: int) -> str:
        """The letters outside a stretch."""
        return self.letters[:start] + self.letters[end:]

    def original(self, stretches: Iterable[Stretch]) -> str:
        """The tokens that have letters in one of the stretches, as the system wrote them."""
        parts, position, open_ = [], 0, False
        wanted = list(stretches)
        pieces = iter(self.pieces)
        for token in self.tokens:
            size = sum(len(piece) for piece in islice(pieces, len(self._spell(token))) if piece[0] != MARK)
            inside = any(start < position + size and position < end for start, end in wanted) if size else open_
            if inside:
                parts.append(token)
            open_ = inside
            position += size
        return " ".join(parts)


SpelledTriple = tuple[SpelledText, SpelledText, SpelledText]


# Cached because systems share many slots, and a sentence's extractions share most.
@lru_cache(1 << 14)
def spell_text(text: str, spell: Spell) -> SpelledText:
    """Spell a text."""
    return SpelledText(text, spell)


def spell_triple(extraction: Extraction, spell: Spell) -> SpelledTriple:
    """Spell subject, relation and object; arguments after the second are joined to the object."""
    subject, relation, object_ = extraction.triple
    return spell_text(subject, spell), spell_text(relation, spell), spell_text(object_, spell)


class _Chunk(NamedTuple):
    """The words of a gold chunk."""

    words: Tokens
    optional: bool

    @property
    def letters(self) -> str:
        return "".join(self.words)


Chunks = tuple[_Chunk, ...]


# Cached because a sentence's facts repeat the same few chunks.
@lru_cache(1 << 14)
def _spell_chunk(text: str, optional: bool, spell: Spell) -> _Chunk:
    return _chunk([word for token in text.split() for word in spell(token)], optional)


def _chunk(words: Iterable[str], optional: bool) -> _Chunk:
    return _Chunk(tuple([word for word in words if word[0] != MARK]), optional)


def _spell_slot(slot: Slot, spell: Spell) -> Chunks:
    """Spell the chunks of a gold slot, and leave out those without words."""
    chunks: Iterable[_Chunk] = [_spell_chunk(chunk.text, chunk.optional, spell) for chunk in slot.chunks]
    if MAYBE in (letters := "".join([word for words, _ in chunks for word in words])):
        chunks = _settle_chunks(list(chunks)) if _DIGIT.search(letters) else map(_without_signs, chunks)
    return tuple([chunk for chunk in chunks if chunk.words])


def _without_signs(chunk: _Chunk) -> _Chunk:
    return _chunk([word for word in chunk.words if word[0] != MAYBE], chunk.optional)


def _settle_chunks(chunks: Sequence[_Chunk]) -> Iterator[_Chunk]:
    """Decide which signs belong to numbers; one next to a chunk that may be absent may be absent itself."""
    chunk_of = [number for number, chunk in enumerate(chunks) for _ in chunk.words]
    settled = settle([word for chunk in chunks for word in chunk.words])
    at = 0
    for number, chunk in enumerate(chunks):
        words: list[str] = []
        for word in chunk.words:
            neighbours = {*chunk_of[max(at - 1, 0) : at + 2]} - {number}
            if word[0] == MAYBE and any(chunks[other].optional for other in neighbours):
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


class SpelledFacts(Facts):
    """The facts of a sentence, compared by letters."""

    def __init__(self, synsets: Sequence[Synset], spell: Spell) -> None:
        self._spell = spell
        self._spelled: dict[int, Chunks] = {}
        super().__init__(synsets)
        self._chunks = [
            tuple([self._spelled[id(slot)] for slot in fact]) for synset in synsets for fact in synset.facts
        ]
        """For each fact, the chunks of its three slots."""

    def compile(self, slot: Slot) -> Pattern:
        """Make a pattern of letters, so that words may be divided in any way."""
        chunks = self._spelled[id(slot)] = _spell_slot(slot, self._spell)
        return compile_chunks([("".join(words), optional) for words, optional in chunks])

    def contained_in(self, text: SpelledText, slot: int, among: int) -> list[tuple[int, Stretch]]:
        """Find where a text contains this slot of some facts, but is more than that, with the synsets of the facts."""
        contained = [
            (facts & among, (start, end))
            for facts, start, end in self.column(slot).contained(text.letters, text.borders)
            if facts & among and end - start < len(text.letters)
        ]
        contained.sort(key=lambda found: (found[0] & -found[0], found[1]))
        return [(self.synsets_of(facts), stretch) for facts, stretch in contained]

    @cached_property
    def _descriptions(self) -> tuple[Column, Column]:
        """Subjects and objects of the facts whose relation is a form of *be*, with or without an article."""
        rows = [
            (row[SUBJECT], row[OBJECT])
            for row, chunks in zip(self.rows, self._chunks, strict=True)
            if is_copula(word for chunk in chunks[RELATION] for word in chunk.words)
        ]
        pairs = list(dict.fromkeys(rows))
        return Column([subject for subject, _ in pairs]), Column([object_ for _, object_ in pairs])

    def descriptions_in(self, text: SpelledText) -> list[tuple[list[Stretch], list[Stretch]]]:
        """Find where a text contains both sides of a fact with *be*, the subject and the object."""
        sides: tuple[dict[int, list[Stretch]], ...] = ({}, {})
        for column, stretches in zip(self._descriptions, sides, strict=True):
            for facts, start, end in column.contained(text.letters, text.borders):
                for fact in bits(facts):
                    stretches.setdefault(fact, []).append((start, end))
            if not stretches:
                return []
        subjects, objects = sides
        return [(subjects[fact], objects[fact]) for fact in sorted(subjects.keys() & objects.keys())]

    def saying(self, letters: str, among: int = -1) -> int:
        """Find the facts whose slots, joined, accept the letters."""
        return self.accepting((letters,), "C") & among

    def is_made_of(self, fact: int, words: Iterable[str]) -> bool:
        """Whether a fact has all these words, and requires no others, in whatever order."""
        chunks = [chunk for slot in self._chunks[fact] for chunk in slot]
        required = Counter([word for chunk in chunks if not chunk.optional for word in chunk.words])
        return required <= Counter(words) <= Counter([word for chunk in chunks for word in chunk.words])

    @cached_property
    def optional_chunks(self) -> dict[str, int]:
        """The facts with each optional chunk that is no article."""
        having: dict[str, int] = {}
        for fact, slots in enumerate(self._chunks):
            for chunk in [chunk for slot in slots for chunk in slot]:
                if chunk.optional and chunk.letters.strip() not in ARTICLES:
                    having[chunk.letters] = having.get(chunk.letters, 0) | 1 << fact
        return having

    @cached_property
    def adverbials(self) -> dict[str, int]:
        """The facts with each optional adverbial of their relation, which can move without changing the fact."""
        having: dict[str, int] = {}
        for fact, slots in enumerate(self._chunks):
            for chunk in slots[RELATION]:
                if chunk.optional and _is_adverbial([word.strip() for word in chunk.words]):
                    having[chunk.letters] = having.get(chunk.letters, 0) | 1 << fact
        return having
