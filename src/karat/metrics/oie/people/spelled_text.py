"""A slot of an extraction as spelled words, with the way back to what the system wrote."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import accumulate, islice

from karat.metrics.oie.people.spelling import MARK, MAYBE, Spell, settle
from karat.metrics.oie.slots import Tokens
from karat.model import Extraction

Stretch = tuple[int, int]
"""Where letters begin and end in a text."""


class Occurrences(dict[str, int]):
    """Where letters occur within a text, as bits; searched for when first asked."""

    __slots__ = ("letters",)

    def __init__(self, letters: str) -> None:
        super().__init__()
        self.letters = letters

    def __missing__(self, letters: str) -> int:
        positions, position = 0, self.letters.find(letters)
        while position >= 0:
            positions |= 1 << position
            position = self.letters.find(letters, position + 1)
        self[letters] = positions
        return positions


class SpelledText:
    """The words of a slot; positions are counted in their letters."""

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
        """The numbers of the pieces where these begin."""
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

    @cached_property
    def border_bits(self) -> int:
        return sum([1 << border for border in self.borders])

    @cached_property
    def occurrences(self) -> Occurrences:
        return Occurrences(self.letters)

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
    """Spell a slot."""
    return SpelledText(text, spell)


def spell_triple(extraction: Extraction, spell: Spell) -> SpelledTriple:
    """Spell subject, relation and object; arguments after the second are joined to the object."""
    subject, relation, object_ = extraction.triple
    return spell_text(subject, spell), spell_text(relation, spell), spell_text(object_, spell)
