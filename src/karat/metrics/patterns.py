"""Fact patterns made ready for matching: an extraction's tokens against required and optional chunks.

A pattern with k optional chunks has up to 2^k expansions; they are never listed.
"""

from __future__ import annotations

from collections.abc import Iterable

from karat.model import Chunk, Fact, Synset

Tokens = tuple[str, ...]
Triple = tuple[Tokens, ...]
"""The tokens of subject, relation and object; under facet C all of them in one."""


class SlotPattern:
    """A slot's chunks, made ready for matching."""

    __slots__ = ("chunks", "least", "most")

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self.chunks = [(tokens, chunk.optional) for chunk in chunks if (tokens := chunk.tokens)]
        self.least = sum(len(tokens) for tokens, optional in self.chunks if not optional)
        self.most = sum(len(tokens) for tokens, _ in self.chunks)

    def accepts(self, tokens: Tokens) -> bool:
        """Whether the tokens are one of the expansions: walk the chunks with the set of places reached so far."""
        size = len(tokens)
        if not self.least <= size <= self.most:
            return False
        reached = {0}
        for chunk, optional in self.chunks:
            length = len(chunk)
            onward = {place + length for place in reached if tokens[place : place + length] == chunk}
            reached = onward | reached if optional else onward
            if not reached:
                return False
        return size in reached

    def ends(self, backwards: bool = False) -> frozenset[str]:
        """The tokens that an expansion can begin (or end) with; the empty one where all chunks are optional."""
        found = set()
        for chunk, optional in reversed(self.chunks) if backwards else self.chunks:
            found.add(chunk[-1 if backwards else 0])
            if not optional:
                return frozenset(found)
        return frozenset(found | {""})


class SynsetPattern:
    """A synset under a facet: the patterns that accept an extraction."""

    __slots__ = ("keys", "patterns", "synset")

    def __init__(self, synset: Synset, patterns: list[tuple[SlotPattern, ...]]) -> None:
        self.synset = synset
        self.patterns = patterns
        self.keys = frozenset(
            (first, last)
            for pattern in patterns
            for first in pattern[len(pattern) // 2].ends()
            for last in pattern[-1].ends(backwards=True)
        )
        """First token of the relation and last token of the object (of the whole, under facet C)."""

    def accepting(self, triple: Triple) -> int | None:
        """The first pattern that accepts, by its place in the synset."""
        for index, pattern in enumerate(self.patterns):
            if all(slot.accepts(tokens) for slot, tokens in zip(pattern, triple, strict=True)):
                return index
        return None

    def __repr__(self) -> str:
        return f"SynsetPattern({self.synset.id})"


def triple_keys(triple: Triple) -> tuple[tuple[str, str]]:
    """The key under which a synset that accepts the triple is found."""
    middle, last = triple[len(triple) // 2], triple[-1]
    return ((middle[0] if middle else "", last[-1] if last else ""),)


def synset_keys(synset: SynsetPattern) -> frozenset[tuple[str, str]]:
    """The keys of all triples that the synset can accept."""
    return synset.keys


def slot_by_slot(fact: Fact) -> tuple[SlotPattern, ...]:
    """Three slots."""
    return tuple(SlotPattern(slot.chunks) for slot in fact)


def in_one(fact: Fact) -> tuple[SlotPattern, ...]:
    """Subject, relation and object joined."""
    return (SlotPattern(chunk for slot in fact for chunk in slot.chunks),)


def required_only(fact: Fact) -> tuple[SlotPattern, ...]:
    """Three slots without what is optional."""
    return tuple(SlotPattern(chunk for chunk in slot.chunks if not chunk.optional) for slot in fact)
