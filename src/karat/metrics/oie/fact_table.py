"""All facts of a sentence at once: which synsets have a fact like an extraction, by slots or by words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from karat.metrics.oie.patterns import Row, SlotIndex, SlotPattern, Triple
from karat.model import Chunk, Slot, Synset

SUBJECT, RELATION, OBJECT = range(3)


class FactTable:
    """All facts of a sentence, as they are or with their texts changed, and which synsets they belong to."""

    def __init__(self, synsets: Sequence[Synset], change: Callable[[str], str] | None = None) -> None:
        known: dict[int, SlotPattern] = {}

        def pattern_of(slot: Slot) -> SlotPattern:
            pattern = known.get(id(slot))
            if pattern is None:
                chunks = slot.chunks
                if change is not None:
                    chunks = tuple([Chunk(change(chunk.text), chunk.optional) for chunk in chunks])
                pattern = known[id(slot)] = SlotPattern(chunks)
            return pattern

        self.synsets: list[list[Row]] = [
            [(pattern_of(fact.subject), pattern_of(fact.relation), pattern_of(fact.object)) for fact in synset.facts]
            for synset in synsets
        ]
        self.rows = [row for rows in self.synsets for row in rows]
        self.index = SlotIndex(self.rows)
        self._masks: list[int] = []
        first = 0
        for rows in self.synsets:
            self._masks.append(((1 << len(rows)) - 1) << first)
            first += len(rows)

    def synsets_of(self, facts: int) -> int:
        """The synsets, as bits, that have one of the facts."""
        return sum(1 << number for number, mask in enumerate(self._masks) if facts & mask) if facts else 0

    def accepting(self, triple: Triple) -> int:
        """The synsets that have a fact with exactly these slots."""
        return self.synsets_of(self.index.accepting(triple))

    def containing(self, triple: Triple) -> int:
        """The synsets by step 4, all but whether all words together are those of a fact."""
        subject, relation, object_ = (self.synsets_of(facts) for facts in self.index.slots(triple))
        found = 0
        for number in bits(relation & (subject | object_)):
            kept = [place for place, other in ((OBJECT, subject), (SUBJECT, object_)) if other >> number & 1]
            if any(set(row[place].required) <= set(triple[place]) for place in kept for row in self.synsets[number]):
                found |= 1 << number
        return found

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


def bits(places: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low
