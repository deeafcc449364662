"""The expansions of fact patterns as an automaton: counted, measured, compared, but never listed.

A pattern with k optional chunks has up to 2^k expansions. They are read a symbol at a time, with the set of places that
all patterns have reached (the subset construction), so that those which share a future are counted together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from karat.model import Chunk, Fact

Symbol = str | None
"""A word, or the border after a slot."""

BORDER = None
SLOTS = 3


def scored_words(chunk: Chunk) -> Sequence[str]:
    """The words that scoring compares: white space only parts them."""
    return chunk.tokens


def written_words(chunk: Chunk) -> Sequence[str]:
    """The text between single spaces, as BenchIE's published totals count it: two spaces have an empty word between."""
    return chunk.text.split(" ")


class Expansions:
    """All expansions of some facts, each once however many of the facts have it.

    A state is a set of places in the facts, as bits.
    """

    __slots__ = ("final", "moves", "start")

    def __init__(self, facts: Iterable[Fact], words: Callable[[Chunk], Sequence[str]] = scored_words) -> None:
        self.moves: list[dict[Symbol, int]] = []
        self.start = 0
        self.final = 0
        for fact in facts:
            self._add(fact, words)

    def _add(self, fact: Fact, words: Callable[[Chunk], Sequence[str]]) -> None:
        """Lay the places of a fact out from its end to its start, so that where a place leads is known before it."""
        place = self._place({})
        self.final |= 1 << place
        for slot in reversed(tuple(fact)):
            end = place = self._place({BORDER: 1 << place})
            for chunk in reversed(slot.chunks):
                behind = place
                for word in reversed(words(chunk)):
                    place = self._place({word: 1 << place})
                if chunk.optional and place != behind:
                    self._join(self.moves[place], self.moves[behind])
            place = self._place(dict(self.moves[place]))
            if words is written_words and self.moves[place].pop(BORDER, 0):
                # A slot without words and one of a single empty word are both written as an empty text.
                self._join(self.moves[place], {"": 1 << end})
        self.start |= 1 << place

    def _place(self, moves: dict[Symbol, int]) -> int:
        self.moves.append(moves)
        return len(self.moves) - 1

    @staticmethod
    def _join(moves: dict[Symbol, int], others: dict[Symbol, int]) -> None:
        for symbol, places in others.items():
            moves[symbol] = moves.get(symbol, 0) | places

    def after(self, state: int) -> dict[Symbol, int]:
        """Where each symbol leads from a state."""
        if not state & (state - 1):
            return self.moves[state.bit_length() - 1] if state else {}
        found: dict[Symbol, int] = {}
        for place in _bits(state):
            self._join(found, self.moves[place])
        return found

    def accepts(self, triple: Iterable[Sequence[str]]) -> bool:
        """Whether the words of subject, relation and object are an expansion."""
        state = self.start
        for slot in triple:
            for symbol in (*slot, BORDER):
                state = self.after(state).get(symbol, 0)
        return bool(state & self.final)

    def lengths(self) -> dict[int, int]:
        """How many distinct expansions have how many words."""
        found: dict[int, int] = {}
        onward: dict[int, dict[Symbol, int]] = {}
        level, read = {self.start: 1}, 0
        while level:
            following: dict[int, int] = {}
            ended = 0
            for state, count in level.items():
                if state & self.final:
                    ended += count
                if state not in onward:
                    onward[state] = self.after(state)
                for after in onward[state].values():
                    following[after] = following.get(after, 0) + count
            if ended:
                found[read - SLOTS] = ended
            level, read = following, read + 1
        return found

    def count(self) -> int:
        """How many distinct expansions there are."""
        return sum(self.lengths().values())


def shared(one: Expansions, other: Expansions) -> tuple[tuple[str, ...], ...] | None:
    """A shortest expansion of both, or ``None``.

    Breadth first through pairs of places, so that the work is at most the product of their numbers.
    """
    came: dict[tuple[int, int], tuple[tuple[int, int] | None, Symbol]] = {
        (mine, yours): (None, BORDER) for mine in _bits(one.start) for yours in _bits(other.start)
    }
    queue = deque(came)
    while queue:
        pair = queue.popleft()
        if one.final >> pair[0] & 1 and other.final >> pair[1] & 1:
            return _path(pair, came)
        mine, yours = one.moves[pair[0]], other.moves[pair[1]]
        for symbol in mine if len(mine) <= len(yours) else yours:
            for first in _bits(mine.get(symbol, 0)):
                for second in _bits(yours.get(symbol, 0)):
                    if (first, second) not in came:
                        came[first, second] = (pair, symbol)
                        queue.append((first, second))
    return None


def _path(
    pair: tuple[int, int], came: dict[tuple[int, int], tuple[tuple[int, int] | None, Symbol]]
) -> tuple[tuple[str, ...], ...]:
    symbols: list[Symbol] = []
    before, symbol = came[pair]
    while before is not None:
        symbols.append(symbol)
        before, symbol = came[before]
    slots: list[tuple[str, ...]] = []
    words: list[str] = []
    for symbol in reversed(symbols):
        if symbol is None:
            slots.append(tuple(words))
            words = []
        else:
            words.append(symbol)
    return tuple(slots)


def included(one: Expansions, other: Expansions) -> bool:
    """Whether every expansion of the one is an expansion of the other."""
    seen = {(place, other.start) for place in _bits(one.start)}
    queue = deque(seen)
    while queue:
        place, state = queue.popleft()
        if one.final >> place & 1 and not state & other.final:
            return False
        theirs = other.after(state)
        for symbol, places in one.moves[place].items():
            after = theirs.get(symbol)
            if after is None:
                return False
            fresh = {(each, after) for each in _bits(places)} - seen
            seen |= fresh
            queue.extend(fresh)
    return True


def more_compact(one: Iterable[Sequence[str]], other: Iterable[Sequence[str]]) -> bool:
    """Whether each slot's words are a subsequence, perhaps no shorter, of the other's (BenchIE, section 3.3).

    >>> more_compact([["bridge"], ["opened"], ["in", "1931"]], [["The", "bridge"], ["opened"], ["in", "May", "1931"]])
    True
    """
    return all(_subsequence(mine, yours) for mine, yours in zip(one, other, strict=True))


def _subsequence(one: Sequence[str], other: Sequence[str]) -> bool:
    rest = iter(other)
    return all(word in rest for word in one)


def _bits(state: int) -> Iterator[int]:
    while state:
        low = state & -state
        yield low.bit_length() - 1
        state ^= low
