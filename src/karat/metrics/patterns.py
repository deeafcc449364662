"""Fact patterns made ready for matching: an extraction's tokens against required and optional chunks.

A pattern with k optional chunks has up to 2^k expansions; they are never listed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from karat.model import Chunk, Slot, Synset

Tokens = tuple[str, ...]
Triple = tuple[Tokens, ...]
"""The tokens of subject, relation and object; under facet C all of them in one."""

KEPT = 256
"""For so many different predicted slots a sentence remembers what accepts them."""


def positions(tokens: Tokens) -> dict[str, int]:
    """Where each token stands, as bits."""
    found: dict[str, int] = {}
    bit = 1
    for token in tokens:
        found[token] = found.get(token, 0) | bit
        bit <<= 1
    return found


class SlotPattern:
    """A slot's chunks, made ready for matching."""

    __slots__ = ("_required", "_words", "chunks", "least", "most")

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._set([(tokens, chunk.optional) for chunk in chunks if (tokens := chunk.tokens)])

    def _set(self, chunks: list[tuple[Tokens, bool]]) -> None:
        self.chunks = chunks
        self.least = self.most = 0
        for tokens, optional in chunks:
            self.most += len(tokens)
            if not optional:
                self.least += len(tokens)
        self._required: SlotPattern | None = None
        self._words: Tokens | None = None

    def required(self) -> SlotPattern:
        """The same without what is optional."""
        if self.least == self.most:
            return self
        if self._required is None:
            self._required = SlotPattern(())
            self._required._set([chunk for chunk in self.chunks if not chunk[1]])
        return self._required

    @property
    def words(self) -> Tokens:
        """All tokens, optional ones included."""
        if self._words is None:
            self._words = tuple([token for tokens, _ in self.chunks for token in tokens])
        return self._words

    def accepts(self, tokens: Tokens) -> bool:
        """Whether the tokens are one of the expansions."""
        return self.fills(positions(tokens), len(tokens))

    def fills(self, places: dict[str, int], size: int) -> bool:
        """Whether so many tokens, of which the places are given, are one of the expansions."""
        return self.least <= size <= self.most and self.reached(places, 1) >> size & 1 == 1

    def reached(self, places: dict[str, int], borders: int) -> int:
        """Walk the chunks from some borders between tokens, given as bits, and say to which one can come."""
        for chunk, optional in self.chunks:
            onward = borders & places.get(chunk[0], 0)
            if onward and len(chunk) > 1:
                for offset, token in enumerate(chunk):
                    onward &= places.get(token, 0) >> offset
            onward <<= len(chunk)
            borders = onward | borders if optional else onward
            if not borders:
                break
        return borders

    def firsts(self) -> set[str]:
        """The tokens that an expansion can begin with; the empty one where all chunks are optional."""
        found = set()
        for tokens, optional in self.chunks:
            found.add(tokens[0])
            if not optional:
                return found
        found.add("")
        return found


Row = tuple[SlotPattern, SlotPattern, SlotPattern]
"""A fact's patterns: of subject, relation and object."""


def slot_by_slot(synsets: Iterable[Synset]) -> list[list[Row]]:
    """Each synset's facts as patterns; slots that are one object share one."""
    known: dict[int, SlotPattern] = {}

    def pattern_of(slot: Slot) -> SlotPattern:
        pattern = known.get(id(slot))
        if pattern is None:
            pattern = known[id(slot)] = SlotPattern(slot.chunks)
        return pattern

    return [
        [(pattern_of(fact.subject), pattern_of(fact.relation), pattern_of(fact.object)) for fact in synset.facts]
        for synset in synsets
    ]


def required_only(row: Row) -> Row:
    """All slots without what is optional."""
    subject, relation, object_ = row
    return subject.required(), relation.required(), object_.required()


class PatternIndex(ABC):
    """A sentence's facts: which of them accept an extraction, as bits in file order."""

    __slots__ = ("asked", "found", "rows")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.asked: Triple | None = None
        self.found = 0

    def accepting(self, triple: Triple) -> int:
        """The facts that accept; the last question and its answer are kept in ``asked`` and ``found``."""
        if triple is not self.asked:
            self.found = self._accepting(triple)
            self.asked = triple
        return self.found

    @abstractmethod
    def _accepting(self, triple: Triple) -> int: ...


class SlotIndex(PatternIndex):
    """Subject, relation and object must all be accepted, each by its own slot."""

    __slots__ = ("_by_first", "_known")

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._by_first: list[dict[str, list[tuple[SlotPattern, int]]]] | None = None
        self._known: tuple[dict[Tokens, int], ...] = ({}, {}, {})

    def slots(self, triple: Triple) -> tuple[int, int, int]:
        """For each slot, the facts that accept it."""
        subject, relation, object_ = triple
        return self._facts(0, subject), self._facts(1, relation), self._facts(2, object_)

    def _accepting(self, triple: Triple) -> int:
        found = -1
        for place, tokens in enumerate(triple):
            found &= self._facts(place, tokens)
            if not found:
                break
        return found

    def _facts(self, place: int, tokens: Tokens) -> int:
        known = self._known[place]
        bits = known.get(tokens)
        if bits is None:
            if self._by_first is None:
                self._by_first = [_by_first([row[slot] for row in self.rows]) for slot in range(3)]
            bits, size, places = 0, len(tokens), positions(tokens)
            for pattern, facts in self._by_first[place].get(tokens[0] if tokens else "", ()):
                if pattern.fills(places, size):
                    bits |= facts
            if len(known) >= KEPT:
                known.clear()
            known[tokens] = bits
        return bits


def _by_first(column: Sequence[SlotPattern]) -> dict[str, list[tuple[SlotPattern, int]]]:
    """Patterns, each with the facts that have it, by the token that they can begin with."""
    facts: dict[SlotPattern, int] = {}
    bit = 1
    for pattern in column:
        facts[pattern] = facts.get(pattern, 0) | bit
        bit <<= 1
    index: dict[str, list[tuple[SlotPattern, int]]] = {}
    for each in facts.items():
        for first in each[0].firsts():
            index.setdefault(first, []).append(each)
    return index


_Tree = dict[SlotPattern, dict[SlotPattern, dict[SlotPattern, int]]]
"""Facts by subject, then relation, then object."""


class JoinedIndex(PatternIndex):
    """Subject, relation and object as one stretch of tokens, wherever they part."""

    __slots__ = ("_trees",)

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self._trees: dict[str, _Tree] | None = None

    def _accepting(self, triple: Triple) -> int:
        """Walk on from where a subject may end to where its relations may, and from there through their objects."""
        (tokens,) = triple
        if self._trees is None:
            self._trees = self._by_first()
        tree = self._trees.get(tokens[0] if tokens else "") or self._trees.get("", {})
        places, size, found = positions(tokens), len(tokens), 0
        for subject, relations in tree.items():
            after_subject = subject.reached(places, 1)
            for relation, objects in relations.items() if after_subject else ():
                after_relation = relation.reached(places, after_subject)
                if not after_relation:
                    continue
                fewest = size + 1 - after_relation.bit_length()
                most = size + 1 - (after_relation & -after_relation).bit_length()
                for object_, facts in objects.items():
                    # Not so many tokens are left, or too many, for most objects.
                    fits = object_.least <= most and fewest <= object_.most
                    if fits and object_.reached(places, after_relation) >> size & 1:
                        found |= facts
        return found

    def _by_first(self) -> dict[str, _Tree]:
        """Facts by the token that their subject can begin with; those whose subject can be left out under each."""
        tree: _Tree = {}
        bit = 1
        for subject, relation, object_ in self.rows:
            objects = tree.setdefault(subject, {}).setdefault(relation, {})
            objects[object_] = objects.get(object_, 0) | bit
            bit <<= 1
        firsts = {subject: subject.firsts() for subject in tree}
        free = {subject: tree[subject] for subject, tokens in firsts.items() if "" in tokens}
        trees: dict[str, _Tree] = {"": free}
        for subject, tokens in firsts.items():
            for token in tokens:
                trees.setdefault(token, dict(free))[subject] = tree[subject]
        return trees


class SynsetPattern:
    """A synset under a facet: the patterns that accept an extraction."""

    __slots__ = ("index", "mask", "synset")

    def __init__(self, synset: Synset, index: PatternIndex, mask: int) -> None:
        self.synset = synset
        self.index = index
        self.mask = mask
        """Which of the index's facts are the synset's."""

    def accepting(self, triple: Triple) -> int | None:
        """The first pattern that accepts, by its place in the synset."""
        found = self.index.accepting(triple) & self.mask
        return (((found & -found) - 1) & self.mask).bit_count() if found else None

    def __repr__(self) -> str:
        return f"SynsetPattern({self.synset.id})"
