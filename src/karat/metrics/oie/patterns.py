"""Patterns of slots: an extraction's tokens matched against required and optional chunks.

A pattern with k optional chunks has up to 2^k expansions; they are never enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from operator import attrgetter

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


_Step = tuple[str, Tokens, int, bool]
"""A chunk: its first token, the others, their number, and whether the chunk is optional."""

_text, _optional = attrgetter("text"), attrgetter("optional")


class SlotPattern:
    """A slot's chunks, prepared for matching."""

    __slots__ = ("_chunks", "_made_steps", "least", "most", "required", "words")

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        self._made_steps: tuple[_Step, ...] | None = None
        # Joined and split again, because a chunk may have several words, or none.
        self.words: Tokens = tuple(" ".join(map(_text, chunks)).split())
        """All tokens, optional ones included."""
        self.required: Tokens = self.words
        """The tokens that cannot be omitted."""
        self.most = self.least = len(self.words)
        if True in map(_optional, chunks):
            self.required = tuple(" ".join([chunk.text for chunk in chunks if not chunk.optional]).split())
            self.least = len(self.required)

    @property
    def chunks(self) -> Iterator[tuple[Tokens, bool]]:
        """The tokens and whether they are optional, in order; required chunks may be joined."""
        return (((first, *others), optional) for first, others, _, optional in self._steps)

    @property
    def _steps(self) -> tuple[_Step, ...]:
        """What is matched one after the other; made when first needed, as most patterns are only looked up."""
        steps = self._made_steps
        if steps is None:
            words = self.words
            if not words:
                steps = ()
            elif self.least == self.most:
                steps = ((words[0], words[1:], self.most, False),)
            elif tuple(map(_text, self._chunks)) == words:  # each chunk is one word, as mostly
                steps = tuple(zip(words, repeat(()), repeat(1), map(_optional, self._chunks), strict=False))
            else:
                steps = tuple(
                    [
                        (tokens[0], tuple(tokens[1:]), len(tokens), chunk.optional)
                        for chunk in self._chunks
                        if (tokens := chunk.text.split())
                    ]
                )
            self._made_steps = steps
        return steps

    def accepts(self, tokens: Tokens) -> bool:
        """Whether the tokens are one of the expansions."""
        size = len(tokens)
        return self.least <= size <= self.most and self.reached(positions(tokens), 1) >> size & 1 == 1

    def reached(self, by_token: dict[str, int], borders: int) -> int:
        """Match the chunks from any of the given borders between tokens; give the borders reached, as bits."""
        find = by_token.get
        for first, others, size, optional in self._made_steps or self._steps:
            onward = borders & find(first, 0)
            if others and onward:
                for offset, token in enumerate(others, 1):
                    onward &= find(token, 0) >> offset
                    if not onward:
                        break
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
        for first, _, _, optional in self._steps:
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
        chunks = slot.chunks
        if change is not None:
            chunks = tuple([Chunk(change(chunk.text), chunk.optional) for chunk in chunks])
        pattern = by_slot[id(slot)] = SlotPattern(chunks)
        return pattern

    find = by_slot.get
    return [
        [
            (
                find(id(fact.subject)) or pattern_of(fact.subject),
                find(id(fact.relation)) or pattern_of(fact.relation),
                find(id(fact.object)) or pattern_of(fact.object),
            )
            for fact in synset.facts
        ]
        for synset in synsets
    ]
