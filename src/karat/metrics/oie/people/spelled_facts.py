"""A sentence's facts as spelled words, with indexes that find those which accept a slot or a whole extraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from karat.metrics.oie.fact_table import bits
from karat.metrics.oie.pattern_indexes import CACHE_SIZE
from karat.metrics.oie.patterns import Tokens
from karat.metrics.oie.people.lexicon import ARTICLES, COPULAS
from karat.metrics.oie.people.spelling import Spell
from karat.model import Slot, Synset

SUBJECT, RELATION, OBJECT = range(3)
START = frozenset({0})


class SpelledPattern:
    """A slot's chunks as letters.

    Positions are counted in the letters of a text, so that words may be split in any way. All expansions are followed
    at once, as a set of positions; they are never enumerated.
    """

    __slots__ = ("_chunks", "least", "most", "required", "words")

    def __init__(self, slot: Slot, spell: Spell) -> None:
        chunks: list[tuple[str, bool]] = []
        words: list[str] = []
        required: list[str] = []
        for chunk in slot.chunks:
            spelled = [word for token in chunk.tokens for word in spell(token)]
            if spelled:
                chunks.append(("".join(spelled), chunk.optional))
                words += spelled
                if not chunk.optional:
                    required += spelled
        self._chunks = tuple(chunks)
        self.words: Tokens = tuple(words)
        """All words, optional ones included."""
        self.required: Tokens = tuple(required)
        """The words that cannot be omitted."""
        self.most = sum(map(len, words))
        self.least = sum(map(len, required))

    def accepts(self, text: str) -> bool:
        """Whether the letters are those of an expansion."""
        size = len(text)
        return self.least <= size <= self.most and size in self.ends(text, START)

    def ends(self, text: str, starts: Iterable[int]) -> set[int]:
        """Match the chunks from any of the given positions; find the positions where an expansion ends."""
        reached = set(starts)
        for letters, optional in self._chunks:
            size = len(letters)
            onward = {position + size for position in reached if text.startswith(letters, position)}
            reached = onward | reached if optional else onward
            if not reached:
                break
        return reached

    def occurrences(self, text: str, borders: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Find where an expansion of at least one word begins and ends within a text, at borders between words."""
        for start in borders:
            if start + self.least <= borders[-1]:
                for end in self.ends(text, (start,)):
                    if end > start and end in borders:
                        yield start, end

    def first_letters(self) -> set[str]:
        """Collect the letters that an expansion can begin with, and ``""`` if all chunks are optional."""
        firsts = set()
        for letters, optional in self._chunks:
            firsts.add(letters[0])
            if not optional:
                return firsts
        firsts.add("")
        return firsts


SpelledRow = tuple[SpelledPattern, SpelledPattern, SpelledPattern]


class _Column:
    """One slot of all facts: finds the facts that accept a text."""

    __slots__ = ("_by_first", "_by_text", "_cache")

    def __init__(self, patterns: Iterable[SpelledPattern]) -> None:
        facts: dict[SpelledPattern, int] = {}
        for number, pattern in enumerate(patterns):
            facts[pattern] = facts.get(pattern, 0) | 1 << number
        self._by_text: dict[str, int] = {}
        """The facts of patterns without optional chunks."""
        self._by_first: dict[str, list[tuple[SpelledPattern, int]]] = {}
        """The other patterns with their facts, by the letters that they can begin with."""
        self._cache: dict[str, int] = {}
        for pattern, having in facts.items():
            if pattern.least == pattern.most:
                text = "".join(pattern.words)
                self._by_text[text] = self._by_text.get(text, 0) | having
            else:
                for first in pattern.first_letters():
                    self._by_first.setdefault(first, []).append((pattern, having))

    def accepting(self, text: str) -> int:
        facts = self._cache.get(text)
        if facts is None:
            facts = self._by_text.get(text, 0)
            for pattern, having in self._by_first.get(text[:1], ()):
                if pattern.accepts(text):
                    facts |= having
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[text] = facts
        return facts


class SpelledFacts:
    """All facts of a sentence; sets of facts, and of synsets, are bits in file order."""

    def __init__(self, synsets: Sequence[Synset], spell: Spell) -> None:
        by_slot: dict[int, SpelledPattern] = {}

        def pattern_of(slot: Slot) -> SpelledPattern:
            pattern = by_slot.get(id(slot))
            if pattern is None:
                pattern = by_slot[id(slot)] = SpelledPattern(slot, spell)
            return pattern

        self.rows: list[SpelledRow] = []
        self.synset_of: list[int] = []
        """The number of each fact's synset."""
        for number, synset in enumerate(synsets):
            for fact in synset.facts:
                self.rows.append((pattern_of(fact.subject), pattern_of(fact.relation), pattern_of(fact.object)))
                self.synset_of.append(number)

    # Columns are made at first use: many sentences have no extractions.
    @cached_property
    def _columns(self) -> list[_Column]:
        return [_Column([row[slot] for row in self.rows]) for slot in range(3)]

    def accepting(self, slot: int, text: str) -> int:
        """Find the facts that accept the letters of a slot."""
        return self._columns[slot].accepting(text)

    @cached_property
    def with_copula(self) -> int:
        """The facts whose relation is a form of *be*, with or without an article."""
        having = 0
        for number, (_, relation, _) in enumerate(self.rows):
            words = {word.strip() for word in relation.words} - ARTICLES
            if words and words <= COPULAS:
                having |= 1 << number
        return having

    def synsets_of(self, facts: int) -> frozenset[int]:
        """List the synsets that have one of the facts."""
        return frozenset([self.synset_of[fact] for fact in bits(facts)])

    def saying(self, text: str) -> Iterator[int]:
        """Find the facts whose slots, joined, accept the letters."""
        size = len(text)
        for number, row in enumerate(self.rows):
            if sum(pattern.least for pattern in row) <= size <= sum(pattern.most for pattern in row):
                reached: Iterable[int] = START
                for pattern in row:
                    reached = pattern.ends(text, reached)
                if size in reached:
                    yield number

    def made_of(self, words: Iterable[str]) -> Iterator[int]:
        """Find the facts that have all these words, and require no others, in whatever order."""
        used = Counter(words)
        for number, (required, possible) in enumerate(self._counts):
            if required <= used <= possible:
                yield number

    @cached_property
    def _counts(self) -> list[tuple[Counter[str], Counter[str]]]:
        """How often each fact requires, and can have, a word."""
        return [
            (
                Counter(word for pattern in row for word in pattern.required),
                Counter(word for pattern in row for word in pattern.words),
            )
            for row in self.rows
        ]
