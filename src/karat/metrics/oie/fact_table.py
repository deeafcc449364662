"""A table of all facts of a sentence, which finds the synsets that match an extraction by slots or by words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from karat.metrics.oie.pattern_indexes import SlotIndex
from karat.metrics.oie.patterns import Triple, patterns_of
from karat.model import Synset

SUBJECT, RELATION, OBJECT = range(3)


class FactTable:
    """All facts of a sentence, with sets of synsets as bits; ``change`` is applied to every text first."""

    def __init__(self, synsets: Sequence[Synset], change: Callable[[str], str] | None = None) -> None:
        self.synsets = patterns_of(synsets, change)
        self.rows = [row for rows in self.synsets for row in rows]
        self.index = SlotIndex(self.rows)
        self._masks: list[int] = []
        first = 0
        for rows in self.synsets:
            self._masks.append(((1 << len(rows)) - 1) << first)
            first += len(rows)

    def synsets_of(self, facts: int) -> int:
        """Find the synsets that have one of the facts."""
        return sum(1 << number for number, mask in enumerate(self._masks) if facts & mask) if facts else 0

    def accepting(self, triple: Triple) -> int:
        """Find the synsets that have a fact with exactly these slots."""
        return self.synsets_of(self.index.accepting(triple))

    def containing(self, triple: Triple) -> int:
        """Find the synsets of step 4; that all words together are those of a fact is checked by ``says``."""
        subject, relation, object_ = (self.synsets_of(facts) for facts in self.index.slots(triple))
        synsets = 0
        for number in bits(relation & (subject | object_)):
            slots = [slot for slot, other in ((OBJECT, subject), (SUBJECT, object_)) if other >> number & 1]
            if any(set(row[slot].required) <= set(triple[slot]) for slot in slots for row in self.synsets[number]):
                synsets |= 1 << number
        return synsets

    def says(self, text: str) -> bool:
        """Whether some fact, written without spaces and in lower case, is this text."""
        return any(_spells(chunks, text) for chunks in self._spelled)

    @cached_property
    def _spelled(self) -> list[list[tuple[str, bool]]]:
        return [
            [("".join(tokens).lower(), optional) for pattern in row for tokens, optional in pattern.chunks]
            for row in self.rows
        ]


def _spells(chunks: Iterable[tuple[str, bool]], text: str) -> bool:
    ends = {0}
    for chunk, optional in chunks:
        reached = {end + len(chunk) for end in ends if text.startswith(chunk, end)}
        ends = reached | ends if optional else reached
        if not ends:
            return False
    return len(text) in ends


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the bits that are set, the lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
