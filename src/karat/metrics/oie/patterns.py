"""Patterns of slots: an extraction's tokens matched against required and optional chunks.

A pattern with k optional chunks has up to 2^k expansions; they are never enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from karat.model import Chunk, Slot, Synset

Tokens = tuple[str, ...]
Triple = tuple[Tokens, ...]
"""The tokens of subject, relation and object; under facet C a single tuple of all of them."""

_BITS = tuple([1 << position for position in range(64)])


def positions(tokens: Tokens) -> dict[str, int]:
    """Map each token to its positions, as bits."""
    bits = [1 << position for position in range(len(tokens))] if len(tokens) > len(_BITS) else _BITS
    by_token = dict(zip(tokens, bits, strict=False))
    if len(by_token) < len(tokens):
        for token, bit in zip(tokens, bits, strict=False):
            by_token[token] |= bit
    return by_token


_Step = tuple[Tokens, str, Tokens, int, bool]
"""A chunk: its tokens, the first, the others, their number, and whether the chunk is optional."""


# Cached because a sentence's facts repeat the same few chunks.
@lru_cache(1 << 14)
def _step(chunk: str, optional: bool) -> _Step | None:
    tokens = tuple(chunk.split())
    return (tokens, tokens[0], tokens[1:], len(tokens), optional) if tokens else None


class SlotPattern:
    """A slot's chunks, prepared for matching."""

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
        """The tokens that cannot be omitted."""

    @property
    def chunks(self) -> Iterator[tuple[Tokens, bool]]:
        """Each chunk's tokens and whether it is optional; chunks without a token are skipped."""
        return ((tokens, optional) for tokens, _, _, _, optional in self._steps)

    def accepts(self, tokens: Tokens) -> bool:
        """Whether the tokens are one of the expansions."""
        size = len(tokens)
        return self.least <= size <= self.most and self.reached(positions(tokens), 1) >> size & 1 == 1

    def reached(self, by_token: dict[str, int], borders: int) -> int:
        """Match the chunks from any of the given borders between tokens; give the borders reached, as bits."""
        find = by_token.get
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
        """Collect the tokens that an expansion can begin with, and ``""`` if all chunks are optional."""
        firsts = set()
        for _, first, _, _, optional in self._steps:
            firsts.add(first)
            if not optional:
                return firsts
        firsts.add("")
        return firsts


Row = tuple[SlotPattern, SlotPattern, SlotPattern]
"""A fact's patterns of subject, relation and object."""


def patterns_of(synsets: Iterable[Synset], change: Callable[[str], str] | None = None) -> list[list[Row]]:
    """Turn each synset's facts into patterns, after ``change`` of their texts; a shared slot shares its pattern."""
    by_slot: dict[int, SlotPattern] = {}

    def pattern_of(slot: Slot) -> SlotPattern:
        pattern = by_slot.get(id(slot))
        if pattern is None:
            chunks = slot.chunks
            if change is not None:
                chunks = tuple([Chunk(change(chunk.text), chunk.optional) for chunk in chunks])
            pattern = by_slot[id(slot)] = SlotPattern(chunks)
        return pattern

    return [
        [(pattern_of(fact.subject), pattern_of(fact.relation), pattern_of(fact.object)) for fact in synset.facts]
        for synset in synsets
    ]
