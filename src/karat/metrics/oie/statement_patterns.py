"""Statements prepared for matching: an extraction's tokens against words, optional parts and labels.

Expansions are never enumerated; a slot is an automaton over its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from karat.metrics.oie.patterns import Tokens, Triple, positions
from karat.model import OptionalPart, Parts, Statement, Wording

Labels = frozenset[str]
NONE: Labels = frozenset()


class SlotGraph:
    """A slot as an automaton: each word leads to the next state, and optional parts may be skipped.

    States are numbered in the order of the words, so one pass in that order finds all paths.
    """

    __slots__ = ("_skips", "_words", "labels", "size")

    def __init__(self, parts: Parts) -> None:
        self._words: dict[int, str] = {}
        self._skips: dict[int, list[tuple[int, str | None]]] = {}
        self.labels: list[str] = []
        self.size = self._add(parts, 0)

    def _add(self, parts: Parts, state: int) -> int:
        for part in parts:
            if isinstance(part, OptionalPart):
                start, state = state, self._add(part.parts, state)
                if state > start:
                    self._skips.setdefault(start, []).append((state, part.label))
                    if part.label is not None:
                        self.labels.append(part.label)
            else:
                self._words[state] = part
                state += 1
        return state

    def accepts(self, tokens: Tokens, *, complete: bool = False) -> bool:
        """Whether the tokens are one of the expansions, if ``complete`` one that omits no labelled part."""
        token_positions = positions(tokens)
        reached = [1] + [0] * self.size
        for state in range(self.size):
            positions_here = reached[state]
            if positions_here:
                reached[state + 1] |= (positions_here & token_positions.get(self._words[state], 0)) << 1
                for end, label in self._skips.get(state, ()):
                    if label is None or not complete:
                        reached[end] |= positions_here
        return reached[self.size] >> len(tokens) & 1 == 1

    def left_out(self, tokens: Tokens, missing: Mapping[str, Labels], keep: Keep) -> list[Labels]:
        """List, for the ways to match that ``keep`` selects, the facts that are still missing."""
        reached: list[dict[int, list[Labels]]] = [{0: [NONE]}, *({} for _ in range(self.size))]
        for state in range(self.size):
            for position, ways in reached[state].items():
                if position < len(tokens) and tokens[position] == self._words[state]:
                    _add_ways(reached[state + 1], position + 1, ways, keep)
                for end, label in self._skips.get(state, ()):
                    omitted = NONE if label is None else missing[label]
                    _add_ways(reached[end], position, [labels | omitted for labels in ways], keep)
        return reached[self.size].get(len(tokens), [])


Keep = Callable[[Iterable[Labels]], list[Labels]]


def _add_ways(reached: dict[int, list[Labels]], position: int, ways: Iterable[Labels], keep: Keep) -> None:
    reached[position] = keep([*reached.get(position, ()), *ways])


def smallest(sets: Iterable[Labels]) -> list[Labels]:
    """Keep the smallest set; of equally small ones, the first in the alphabet."""
    return [min(sets, key=_order)]


def minimal(sets: Iterable[Labels]) -> list[Labels]:
    """Keep the sets that contain no other one."""
    minima: list[Labels] = []
    for labels in sorted(set(sets), key=_order):
        if not any(smaller <= labels for smaller in minima):
            minima.append(labels)
    return minima


def _order(labels: Labels) -> tuple[int, list[str]]:
    return len(labels), sorted(labels)


class WordingPattern:
    """A wording's slots, prepared for matching."""

    __slots__ = ("labels", "slots", "swaps")

    def __init__(self, wording: Wording) -> None:
        self.slots = tuple(map(SlotGraph, wording))
        self.labels = [label for slot in self.slots for label in slot.labels]
        self.swaps = wording.swap is not False
        """Whether subject and object may be exchanged: unless the wording forbids it."""

    def readings(self, triple: Triple) -> Iterator[Triple]:
        """Yield the triple as it is, and with subject and object exchanged where that is allowed."""
        yield triple
        if self.swaps and triple[0] != triple[2]:
            yield triple[::-1]

    def accepts(self, triple: Triple, *, complete: bool = False) -> bool:
        """Whether the wording has the triple, if ``complete`` with every labelled part."""
        return any(
            all(slot.accepts(tokens, complete=complete) for slot, tokens in zip(self.slots, reading, strict=True))
            for reading in self.readings(triple)
        )

    def left_out(self, triple: Triple, missing: Mapping[str, Labels]) -> Iterator[Labels]:
        """List, for the ways to match that can be best, the facts that are still missing."""
        # If no two labels share a missing fact, sizes add up, and the smallest set is enough.
        sizes = [len(missing[label]) for label in self.labels]
        together = NONE.union(*(missing[label] for label in self.labels))
        keep = smallest if sum(sizes) == len(together) else minimal
        for reading in self.readings(triple):
            slots = [slot.left_out(tokens, missing, keep) for slot, tokens in zip(self.slots, reading, strict=True)]
            for ways in product(*slots):
                yield NONE.union(*ways)


class StatementPattern:
    """A statement prepared for matching."""

    __slots__ = ("label", "labels", "wordings")

    def __init__(self, statement: Statement) -> None:
        self.label = statement.label
        self.wordings = tuple(map(WordingPattern, statement.wordings))
        self.labels = {label for wording in self.wordings for label in wording.labels}
        """The labels of its optional parts."""

    def accepts(self, triple: Triple, *, complete: bool = False) -> bool:
        """Whether one of the wordings has the triple."""
        return any(wording.accepts(triple, complete=complete) for wording in self.wordings)

    def left_out(self, triples: Iterable[Triple], missing: Mapping[str, Labels]) -> Labels:
        """Find the smallest set of missing facts if one of the triples stands for the statement."""
        ways = [
            labels for triple in triples for wording in self.wordings for labels in wording.left_out(triple, missing)
        ]
        return smallest(ways)[0]
