"""Patterns of slots: an extraction's tokens matched against required and optional chunks.

A pattern with k optional chunks has up to 2^k expansions; they are never enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

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


class SlotPattern:
    """A slot's chunks, prepared for matching."""

    __slots__ = ("_chunks", "_made_steps", "least", "most", "required", "words")

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        self._made_steps: tuple[_Step, ...] | None = None
        # Joined and split again, because a chunk may have several words, or none.
        self.words: Tokens = tuple(" ".join([chunk.text for chunk in chunks]).split())
        """All tokens, optional ones included."""
        self.most = self.least = len(self.words)
        self.required: Tokens = self.words
        """The tokens that cannot be omitted."""
        if True in [chunk.optional for chunk in chunks]:
            self.required = tuple(" ".join([chunk.text for chunk in chunks if not chunk.optional]).split())
            self.least = len(self.required)

    @property
    def chunks(self) -> Iterator[tuple[Tokens, bool]]:
        """Each chunk's tokens and whether it is optional; chunks without a token are skipped."""
        return ((tokens, optional) for tokens, _, _, _, optional in self._steps)

    @property
    def _steps(self) -> tuple[_Step, ...]:
        """The chunks that have a token; made when first needed, as most patterns are only looked up."""
        steps = self._made_steps
        if steps is None:
            steps = self._made_steps = tuple([step for chunk in self._chunks if (step := _step(chunk))])
        return steps

    def accepts(self, tokens: Tokens) -> bool:
        """Whether the tokens are one of the expansions."""
        size = len(tokens)
        return self.least <= size <= self.most and self.reached(positions(tokens), 1) >> size & 1 == 1

    def reached(self, by_token: dict[str, int], borders: int) -> int:
        """Match the chunks from any of the given borders between tokens; give the borders reached, as bits."""
        find = by_token.get
        for _, first, others, size, optional in self._made_steps or self._steps:
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
        for _, first, _, _, optional in self._steps:
            firsts.add(first)
            if not optional:
                return firsts
        firsts.add("")
        return firsts


def _step(chunk: Chunk) -> _Step | None:
    text = chunk.text
    if text.isalnum():  # one word, as nearly always
        return (text,), text, (), 1, chunk.optional
    tokens = tuple(text.split())
    return (tokens, tokens[0], tokens[1:], len(tokens), chunk.optional) if tokens else None


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
