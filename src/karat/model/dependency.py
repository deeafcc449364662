"""Dependency parses (Chen et al., 2023, section 2.2), and the sentences of words from which they are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Function = tuple[int, str, str, str]
"""A functional child: its word, relation, part of speech and features."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """A word and the word that governs it; words count from 1, and 0 governs the root.

    What is known of the word beside its place may be left out; ``functional`` are the function words it governs.
    """

    governor: int
    dependent: int
    relation: str
    lemma: str = "_"
    upos: str = "_"
    xpos: str = "_"
    features: str = "_"
    functional: tuple[Function, ...] = ()


@dataclass(frozen=True, slots=True)
class DependencyParse:
    """The dependencies of a text; it can be used as the collection that it is.

    Tokens and sentences are given by the characters that they cover, spaces not counted.
    """

    edges: frozenset[Dependency] = frozenset()
    tokens: frozenset[tuple[int, int]] = frozenset()
    sentences: frozenset[tuple[int, int]] = frozenset()

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


@dataclass(frozen=True, slots=True)
class Token:
    """What stands in the text: a word, or a contraction behind which stand words, given by their numbers."""

    form: str
    first: int
    last: int
    contracted: bool = False


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence's tokens and words, with what governs what."""

    tokens: tuple[Token, ...]
    words: tuple[Word, ...]
