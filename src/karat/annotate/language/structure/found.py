"""What a language's rules find in a sentence besides optional tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from karat.annotate.language.findings import Coreferent, Passive, VerbOrder
from karat.annotate.language.parse import TaggedWord


@dataclass(frozen=True, slots=True)
class Structure:
    """Findings in token numbers, with the names of ``Analysis``."""

    passives: tuple[Passive, ...] = ()
    coreferent: tuple[Coreferent, ...] = ()
    verb_order: tuple[VerbOrder, ...] = ()
    clauses: tuple[tuple[int, int], ...] = ()
    conjunctions: tuple[int, ...] = ()
    noun_phrases: tuple[tuple[int, int], ...] = ()


def numbers_of(words: Sequence[TaggedWord]) -> tuple[int, ...]:
    """The token numbers of words, in order."""
    return tuple(sorted(number for word in words for number in word.numbers))


def span_of(words: Sequence[TaggedWord]) -> tuple[int, int]:
    """The first and last token number of words."""
    numbers = numbers_of(words)
    return numbers[0], numbers[-1]
