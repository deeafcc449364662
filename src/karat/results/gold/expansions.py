"""Count and compare the expansions of fact patterns with an automaton, without listing them.

A pattern with k optional chunks has up to 2^k expansions. They are read symbol by symbol, keeping the set of states
that the patterns have reached (the subset construction), so that expansions with the same rest are counted together.
Of many facts, only those are compared that an index of their words names.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence

from karat.metrics.oie.slots import Split, bits, compile_slot
from karat.model import Fact

Symbol = str | None
"""A word, or the border at the end of a slot."""

Key = tuple[int, str]
"""A slot and a word in it."""

Triple = tuple[tuple[str, ...], ...]
"""The words of each slot."""

BORDER = None
SLOTS = 3


def written_words(text: str) -> Sequence[str]:
    """Split at single spaces, as BenchIE's published totals do: between two spaces there is an empty word."""
    return text.split(" ")


class Expansions:
    """All distinct expansions of a set of facts, as a non-deterministic automaton.

    ``moves`` gives the transitions of each place (a position in a fact); a state is a set of places, as a bit mask.
    """

    __slots__ = ("final", "moves", "start")

    def __init__(self, facts: Iterable[Fact], split: Split = str.split) -> None:
        self.moves: list[dict[Symbol, int]] = []
        self.start = 0
        self.final = 0
        for fact in facts:
            self._add(fact, split)

    def _add(self, fact: Fact, split: Split) -> None:
        """Add the places of a fact from its end to its start, so that the target of each transition exists."""
        place = self._add_place({})
        self.final |= 1 << place
        for slot in reversed(tuple(fact)):
            pattern = compile_slot(slot, split)
            skips = dict(pattern.skips)
            end = place = self._add_place({BORDER: 1 << place})
            for border in reversed(range(len(pattern.symbols))):
                place = self._add_place({pattern.symbols[border]: 1 << place})
                if border in skips:
                    self._add_moves(self.moves[place], self.moves[end + len(pattern.symbols) - skips[border]])
            place = self._add_place(dict(self.moves[place]))
            if split is written_words and self.moves[place].pop(BORDER, 0):
                # A slot without words and a slot with a single empty word are both written as an empty text.
                self._add_moves(self.moves[place], {"": 1 << end})
        self.start |= 1 << place

    def _add_place(self, moves: dict[Symbol, int]) -> int:
        self.moves.append(moves)
        return len(self.moves) - 1

    @staticmethod
    def _add_moves(moves: dict[Symbol, int], others: dict[Symbol, int]) -> None:
        for symbol, places in others.items():
            moves[symbol] = moves.get(symbol, 0) | places

    def after(self, state: int) -> dict[Symbol, int]:
        """Return the transitions of a state."""
        if not state & (state - 1):
            return self.moves[state.bit_length() - 1] if state else {}
        transitions: dict[Symbol, int] = {}
        for place in bits(state):
            self._add_moves(transitions, self.moves[place])
        return transitions

    def accepts(self, triple: Iterable[Sequence[str]]) -> bool:
        """Tell whether the words of subject, relation and object are an expansion."""
        state = self.start
        for slot in triple:
            for symbol in (*slot, BORDER):
                state = self.after(state).get(symbol, 0)
        return bool(state & self.final)

    def lengths(self) -> dict[int, int]:
        """Count the distinct expansions by their number of words."""
        counts: dict[int, int] = {}
        transitions: dict[int, dict[Symbol, int]] = {}
        level, read = {self.start: 1}, 0
        while level:
            following: dict[int, int] = {}
            ended = 0
            for state, count in level.items():
                if state & self.final:
                    ended += count
                if state not in transitions:
                    transitions[state] = self.after(state)
                for after in transitions[state].values():
                    following[after] = following.get(after, 0) + count
            if ended:
                counts[read - SLOTS] = ended
            level, read = following, read + 1
        return counts

    def count(self) -> int:
        """Count the distinct expansions."""
        return sum(self.lengths().values())


def shared_expansion(a: Expansions, b: Expansions) -> Triple | None:
    """Find a shortest expansion that both have, or ``None``.

    This is a breadth-first search over pairs of places, so the work is at most the product of their numbers.
    """
    predecessors: dict[tuple[int, int], tuple[tuple[int, int] | None, Symbol]] = {
        (moves_a, moves_b): (None, BORDER) for moves_a in bits(a.start) for moves_b in bits(b.start)
    }
    queue = deque(predecessors)
    while queue:
        pair = queue.popleft()
        if a.final >> pair[0] & 1 and b.final >> pair[1] & 1:
            return _path(pair, predecessors)
        moves_a, moves_b = a.moves[pair[0]], b.moves[pair[1]]
        for symbol in moves_a if len(moves_a) <= len(moves_b) else moves_b:
            for first in bits(moves_a.get(symbol, 0)):
                for second in bits(moves_b.get(symbol, 0)):
                    if (first, second) not in predecessors:
                        predecessors[first, second] = (pair, symbol)
                        queue.append((first, second))
    return None


def _path(pair: tuple[int, int], predecessors: dict[tuple[int, int], tuple[tuple[int, int] | None, Symbol]]) -> Triple:
    symbols: list[Symbol] = []
    before, symbol = predecessors[pair]
    while before is not None:
        symbols.append(symbol)
        before, symbol = predecessors[before]
    slots: list[tuple[str, ...]] = []
    words: list[str] = []
    for symbol in reversed(symbols):
        if symbol is None:
            slots.append(tuple(words))
            words = []
        else:
            words.append(symbol)
    return tuple(slots)


def is_included(inner: Expansions, outer: Expansions) -> bool:
    """Tell whether every expansion of ``inner`` is an expansion of ``outer``."""
    seen = {(place, outer.start) for place in bits(inner.start)}
    queue = deque(seen)
    while queue:
        place, state = queue.popleft()
        if inner.final >> place & 1 and not state & outer.final:
            return False
        transitions = outer.after(state)
        for symbol, places in inner.moves[place].items():
            after = transitions.get(symbol)
            if after is None:
                return False
            unseen = {(target, after) for target in bits(places)} - seen
            seen |= unseen
            queue.extend(unseen)
    return True


def more_compact(one: Iterable[Sequence[str]], other: Iterable[Sequence[str]]) -> bool:
    """Tell whether each slot's words are a subsequence of the other's, or equal (BenchIE, section 3.3).

    >>> more_compact([["bridge"], ["opened"], ["in", "1931"]], [["The", "bridge"], ["opened"], ["in", "May", "1931"]])
    True
    """
    return all(_subsequence(words, other_words) for words, other_words in zip(one, other, strict=True))


def _subsequence(one: Sequence[str], other: Sequence[str]) -> bool:
    rest = iter(other)
    return all(word in rest for word in one)


class FactIndex:
    """Facts by their words; they are named by their positions in the list.

    What one fact requires, any fact that shares an extraction with it must have. So only facts that have the rarest of
    a fact's required words are candidates; and of two facts without optional words, only equal ones.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._all = range(len(facts))
        self._having: dict[Key, list[int]] = defaultdict(list)
        self._optional_having: dict[Key, list[int]] = defaultdict(list)
        self._equal: dict[Triple, list[int]] = defaultdict(list)
        for number, fact in enumerate(facts):
            words, required = _words(fact), _required(fact)
            for key in _keys(words):
                self._having[key].append(number)
                if words != required:
                    self._optional_having[key].append(number)
            if words == required:
                self._equal[words].append(number)
        self._requiring: dict[Key | None, list[int]] = defaultdict(list)
        for number, fact in enumerate(facts):
            self._requiring[self._rarest(_required(fact))].append(number)

    def _rarest(self, slots: Triple) -> Key | None:
        return min(_keys(slots), key=lambda key: (len(self._having.get(key, ())), key), default=None)

    def may_share(self, fact: Fact) -> set[int]:
        """The facts that may accept an extraction that this one accepts."""
        words, required = _words(fact), _required(fact)
        rarest = self._rarest(required)
        if rarest is None:
            # All its words are optional: others share an extraction only if it has what they require.
            return {other for key in (None, *_keys(words)) for other in self._requiring.get(key, ())}
        if words == required:
            return {*self._equal.get(words, ()), *self._optional_having.get(rarest, ())}
        return set(self._having.get(rarest, ()))

    def may_contain(self, fact: Fact) -> Sequence[int]:
        """The facts that may have all words of this one, optional ones included, in order."""
        rarest = self._rarest(_words(fact))
        return self._all if rarest is None else self._having.get(rarest, ())


def _words(fact: Fact) -> Triple:
    return tuple(slot.words for slot in fact)


def _required(fact: Fact) -> Triple:
    return tuple(slot.required for slot in fact)


def _keys(slots: Triple) -> list[Key]:
    return list(dict.fromkeys((place, word) for place, words in enumerate(slots) for word in words))


def shared_expansions(
    synsets: Sequence[Sequence[Fact]], others: Sequence[Sequence[Fact]] | None = None
) -> Iterator[tuple[int, int, Triple]]:
    """Yield the positions of two synsets with an expansion in common, and a shortest such expansion, in order.

    The second synset is one of ``others``; without them, it is one that follows the first.
    """
    second = synsets if others is None else others
    owners = [number for number, facts in enumerate(second) for _ in facts]
    index = FactIndex([fact for facts in second for fact in facts])
    automata: dict[int, Expansions] = {}
    for row, facts in enumerate(synsets):
        columns = {owners[number] for fact in facts for number in index.may_share(fact)}
        own = Expansions(facts)
        for column in sorted(columns):
            if others is None and column <= row:
                continue
            if column not in automata:
                automata[column] = Expansions(second[column])
            expansion = shared_expansion(own, automata[column])
            if expansion is not None:
                yield row, column, expansion
