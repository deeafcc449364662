"""Dependency parses (Chen et al., 2023, section 2.2), and the parsed sentences that they are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from karat.one_line import one_line

Function = tuple[int, str, str, str]
"""A functional child: its word, relation, part of speech and features."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """A word and the word that governs it; words are numbered from 1, and 0 governs the root.

    The fields after ``relation`` are optional; ``functional`` are the function words that the word governs.
    """

    governor: int
    dependent: int
    relation: str
    lemma: str = "_"
    upos: str = "_"
    xpos: str = "_"
    features: str = "_"
    functional: tuple[Function, ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class DependencyParse:
    """The dependencies of a text; can be iterated like a collection.

    Tokens and sentences are given as ranges of characters, not counting spaces.
    """

    edges: frozenset[Dependency] = frozenset()
    tokens: frozenset[tuple[int, int]] = frozenset()
    sentences: frozenset[tuple[int, int]] = frozenset()

    __repr__ = one_line

    def __iter__(self) -> Iterator[Dependency]:
        return iter(self.edges)

    def __len__(self) -> int:
        return len(self.edges)


@dataclass(frozen=True, slots=True)
class Word:
    """A syntactic word; ``governor`` is the number of another word of its sentence, 0 for the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    features: tuple[str, ...]
    governor: int
    relation: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the text: one word, or a contraction of the words from ``first`` to ``last``."""

    form: str
    first: int
    last: int
    contracted: bool = False

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence's tokens and its words, each with its governor."""

    tokens: tuple[Token, ...]
    words: tuple[Word, ...]

    __repr__ = one_line
