"""Find which of many slots with optional parts accept some words.

A pattern is a sequence of symbols, some runs of which may be left out. With k such runs it has up to 2^k expansions,
which are never listed. All patterns of a column, such as the subjects of a sentence's facts, lie next to each other in
one integer, and each word of an extraction moves all of them at once: the Shift-And automaton with optional runs
(Navarro and Raffinot, *Flexible Pattern Matching in Strings*, 2002, section 4.3).

The borders of the pattern *the [old] bridge* are its bits; bit n is set while the first n symbols may have been read:

    |0 the |1 old |2 bridge |3      start: 1000, after *the*: 0100 and, without *old*, 0010, after *bridge*: 0001
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from karat.model import Slot

Tokens = tuple[str, ...]

Symbols = Tokens | str
"""Words, or the letters of a text."""

Split = Callable[[str], Iterable[str]]
"""Divides a text into symbols: its words, if it is ``str.split``."""

BLOCK_SIZE = 4096
"""The most bits of an integer, unless one pattern needs more, so that memory grows in proportion to the gold."""

CACHE_SIZE = 256
"""For how many different texts a column caches the facts that accept them."""


Skips = tuple[tuple[int, int], ...]


class Pattern(NamedTuple):
    """The symbols of a slot, words or letters, and the runs of them that may be left out.

    Each run is given by its first border and its last, in the order of the text; an outer run comes before those in it.
    """

    symbols: Tokens
    skips: Skips = ()

    @property
    def required(self) -> Tokens:
        """The symbols that cannot be left out."""
        required: Tokens = ()
        border = 0
        for start, stop in self.skips:
            if stop > border:
                required += self.symbols[border:start]
                border = stop
        return required + self.symbols[border:]

    def accepts(self, symbols: Sequence[str]) -> bool:
        """Whether the symbols are one of the expansions."""
        return Column([self]).accepting(tuple(symbols)) == 1


def compile_slot(slot: Slot, split: Split = str.split) -> Pattern:
    """Make a pattern of the symbols of a slot's chunks.

    >>> from karat.model import Chunk
    >>> pattern = compile_slot(Slot((Chunk("The", optional=True), Chunk("old bridge"))))
    >>> pattern.accepts(["old", "bridge"]), pattern.accepts(["The", "bridge"]), pattern.required
    (True, False, ('old', 'bridge'))
    """
    return compile_chunks([(split(chunk.text), chunk.optional) for chunk in slot.chunks])


def compile_chunks(chunks: Iterable[tuple[Iterable[str], bool]]) -> Pattern:
    """Make a pattern of chunks: the symbols of each, of which there may be none, and whether it is optional."""
    symbols: list[str] = []
    skips: list[tuple[int, int]] = []
    start = 0
    for chunk, optional in chunks:
        symbols += chunk
        stop = len(symbols)
        if optional and stop > start:
            skips.append((start, stop))
        start = stop
    return Pattern(tuple(symbols), tuple(skips))


def join_patterns(patterns: Iterable[Pattern]) -> Pattern:
    """Make one pattern of several in a row."""
    symbols: Tokens = ()
    skips: list[tuple[int, int]] = []
    for pattern in patterns:
        size = len(symbols)
        symbols += pattern.symbols
        skips += [(start + size, stop + size) for start, stop in pattern.skips]
    return Pattern(symbols, tuple(skips))


class Column:
    """The patterns of one slot of all facts. Sets of facts are integers: bit n is set if fact n belongs to the set."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        """Prepare the patterns of all facts, in order; facts may share patterns."""
        facts: dict[Pattern, int] = {}
        for number, pattern in enumerate(patterns):
            facts[pattern] = facts.get(pattern, 0) | 1 << number
        self._blocks = list(map(_Block, _divide(facts.items())))
        self._cache: dict[Symbols, int] = {}

    @cached_property
    def _blocks_with(self) -> dict[str, list[_Block]]:
        """The blocks that have each symbol."""
        having: dict[str, list[_Block]] = {}
        for block in self._blocks:
            for symbol in block.places:
                having.setdefault(symbol, []).append(block)
        return having

    def accepting(self, symbols: Symbols) -> int:
        """Find the facts whose pattern has these symbols as an expansion."""
        facts = self._cache.get(symbols)
        if facts is None:
            facts = 0
            for block in self._candidates(symbols):
                facts |= block.accepting(symbols)
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[symbols] = facts
        return facts

    def contained(self, symbols: Symbols, borders: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Find expansions within a text: the facts of a pattern, and where its expansion begins and ends.

        Only the given borders are considered, and only the longest expansion of each pattern from each of them.
        """
        for start in borders:
            for block in self._blocks:
                for facts, end in block.longest(symbols, start, borders):
                    yield facts, start, end

    def _candidates(self, symbols: Symbols) -> list[_Block]:
        """Of several blocks, select those that have the symbol which the fewest blocks have."""
        if len(self._blocks) < 2 or not symbols:
            return self._blocks
        return min([self._blocks_with.get(symbol, []) for symbol in symbols], key=len)


def _divide(patterns: Iterable[tuple[Pattern, int]]) -> Iterator[list[tuple[Pattern, int]]]:
    block: list[tuple[Pattern, int]] = []
    size = 0
    for pattern, facts in patterns:
        size += len(pattern.symbols) + 1
        if block and size > BLOCK_SIZE:
            yield block
            block, size = [], len(pattern.symbols) + 1
        block.append((pattern, facts))
    if block:
        yield block


class _Layer(NamedTuple):
    """Runs of adjacent skips of one depth, as bits: their borders after the first, the first, the last, all stops."""

    inside: int
    first: int
    last: int
    stops: int


NO_SKIPS = _Layer(0, 0, 0, 0)


def _layers_of(skips: Skips) -> list[tuple[int, int]]:
    """For each depth, the borders inside of skips, and those where skips stop, as bits."""
    layers: list[tuple[int, int]] = []
    around: list[int] = []
    for start, stop in skips:
        while around and around[-1] <= start:
            around.pop()
        depth = len(around)
        if depth == len(layers):
            layers.append((0, 0))
        inside, stops = layers[depth]
        layers[depth] = inside | (2 << stop) - (2 << start), stops | 1 << stop
        around.append(stop)
    return layers


class _Block:
    """Patterns next to each other in one integer, the state; a bit is a border that was reached."""

    __slots__ = ("_ends", "_layers", "_owner", "_start", "places")

    def __init__(self, patterns: Iterable[tuple[Pattern, int]]) -> None:
        borders: dict[str, list[int]] = {}
        layers: list[tuple[int, int]] = []
        starts, owner, at = 0, dict[int, int](), 0
        for (symbols, skips), facts in patterns:
            starts |= 1 << at
            border = at
            for symbol in symbols:
                border += 1
                if symbol in borders:
                    borders[symbol].append(border)
                else:
                    borders[symbol] = [border]
            for depth, (inside, stops) in enumerate(_layers_of(skips) if skips else ()):
                if depth == len(layers):
                    layers.append((0, 0))
                all_inside, all_stops = layers[depth]
                layers[depth] = all_inside | inside << at, all_stops | stops << at
            owner[1 << border] = facts
            at = border + 1
        self.places = {symbol: sum([1 << border for border in found]) for symbol, found in borders.items()}
        """The borders after each symbol."""
        self._owner = owner
        """The facts of the pattern that ends at a border."""
        self._ends = sum(owner)
        self._layers = [_Layer(i, i >> 1 & ~i, i & ~(i >> 1), stops) for i, stops in layers] or [NO_SKIPS]
        self._start = self._skip_nested(starts)

    def accepting(self, symbols: Symbols) -> int:
        """Find the facts whose pattern has these symbols as an expansion."""
        return sum(self._ending(self._after(self._start, symbols)))  # each fact has one pattern

    def _after(self, state: int, symbols: Symbols) -> int:
        """Read symbols; most states are empty after a few of them."""
        find = self.places.get
        inside, first, last, stops = self._layers[0]
        is_nested = len(self._layers) > 1
        ready, stops = first | stops, inside & stops
        for symbol in symbols:
            state = state << 1 & find(symbol, 0)
            if not state:
                return 0
            full = state & ready | last
            state |= stops & (~(full - first) ^ full)
            if is_nested:
                state = self._skip_nested(state)
        return state

    def longest(self, symbols: Symbols, start: int, borders: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the facts of each pattern with an expansion from a border of a text, and where the longest ends."""
        state = self._start
        ended: list[tuple[int, int]] = []
        for border in borders[bisect_right(borders, start) :]:
            state = self._after(state, symbols[start:border])
            if not state:
                break
            start = border
            if ends := state & self._ends:
                ended.append((border, ends))
        seen = 0
        for border, ends in reversed(ended):
            for facts in self._ending(ends & ~seen):
                yield facts, border
            seen |= ends

    def _ending(self, state: int) -> list[int]:
        """List the facts of each pattern that is read to its end."""
        ending = []
        ends = state & self._ends
        while ends:
            end = ends & -ends
            ending.append(self._owner[end])
            ends ^= end
        return ending

    def _skip_nested(self, state: int) -> int:
        """Add the borders that are reached by leaving symbols out, layer by layer until no layer adds one.

        In a run of adjacent skips, the subtraction borrows from the end of the run down to the first border that was
        reached, and so marks all borders after it, of which only stops count. However many skips follow each other,
        this is one step.
        """
        before = -1
        while state != before:
            before = state
            for inside, first, last, stops in self._layers:
                full = state & (first | stops) | last
                state |= inside & stops & (~(full - first) ^ full)
        return state


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the bits that are set, the lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
