"""A sentence's facts, prepared for matching: which of them accept an extraction under each of BenchIE's facets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from karat.metrics.oie.slots import (
    CACHE_SIZE,
    Column,
    Pattern,
    Split,
    Symbols,
    Tokens,
    bits,
    compile_slot,
    join_patterns,
)
from karat.model import Extraction, Slot, Synset

Triple = tuple[Tokens, ...]
"""The tokens of subject, relation and object; under facet C a single tuple of all of them."""

Symbolic = tuple[Symbols, ...]
"""The same in words or in letters."""

Row = tuple[Pattern, Pattern, Pattern]
"""A fact's patterns of subject, relation and object."""

SUBJECT, RELATION, OBJECT = range(3)


MOST_COMPARED = 256
"""How many facts with equally many wrong slots are compared by their words, which no real sentence has."""


class Closest(NamedTuple):
    """The fact that is closest to an extraction, and which of its slots are right."""

    fact: int
    slots: tuple[bool, bool, bool]


class Facts:
    """All facts of a sentence. Sets of facts, and of synsets, are bits in file order.

    ``split`` divides texts into the symbols that are compared.
    """

    def __init__(self, synsets: Sequence[Synset], split: Split = str.split) -> None:
        self._split = split
        # Facts of a sentence share many slots.
        slots = {id(slot): slot for synset in synsets for fact in synset.facts for slot in fact}
        patterns = {key: self.compile(slot) for key, slot in slots.items()}
        self.synsets: list[list[Row]] = [
            [
                (patterns[id(fact.subject)], patterns[id(fact.relation)], patterns[id(fact.object)])
                for fact in synset.facts
            ]
            for synset in synsets
        ]
        self.rows = [row for rows in self.synsets for row in rows]
        self.synset_of = [number for number, rows in enumerate(self.synsets) for _ in rows]
        """The number of each fact's synset."""
        self.masks: list[int] = []
        """The facts of each synset."""
        first = 0
        for rows in self.synsets:
            self.masks.append(((1 << len(rows)) - 1) << first)
            first += len(rows)
        self._columns: list[Column | None] = [None] * 3
        self._cache: dict[Symbolic, int] = {}
        self._selected = self._decided = 0
        self._words: dict[int, SlotWords] = {}
        self._differing: dict[tuple[int, int], _Differences] = {}

    def compile(self, slot: Slot) -> Pattern:
        """Make a pattern of a slot."""
        return compile_slot(slot, self._split)

    # Columns are made when first asked for: many sentences have no extractions.
    def column(self, slot: int) -> Column:
        """Return the patterns of all subjects, of all relations, or of all objects."""
        column = self._columns[slot]
        if column is None:
            column = self._columns[slot] = Column([row[slot] for row in self.rows])
        return column

    @cached_property
    def _joined(self) -> Column:
        return Column(list(map(join_patterns, self.rows)))

    def words(self, fact: int) -> list[SlotWords]:
        """The words of each slot of a fact."""
        return list(map(self._words_of, self.rows[fact]))

    def _words_of(self, pattern: Pattern) -> SlotWords:
        words = self._words.get(id(pattern))  # facts share patterns
        if words is None:
            words = self._words[id(pattern)] = SlotWords(frozenset(pattern.symbols), frozenset(pattern.required))
        return words

    @cached_property
    def _by_size(self) -> dict[int, int]:
        """The facts that require each number of tokens."""
        facts: dict[int, int] = {}
        for fact, row in enumerate(self.rows):
            size = sum([len(symbols) - sum([stop - start for start, stop in skips]) for symbols, skips in row])
            facts[size] = facts.get(size, 0) | 1 << fact
        return facts

    def slots(self, triple: Symbolic) -> tuple[int, int, int]:
        """Find, for each slot, the facts that accept it."""
        subject, relation, object_ = [self.column(slot).accepting(tokens) for slot, tokens in enumerate(triple)]
        return subject, relation, object_

    def accepting(self, triple: Symbolic, facet: str = "default") -> int:
        """Find the facts that accept an extraction under one of BenchIE's exact facets."""
        return self.under(facet)(triple)

    def under(self, facet: str) -> Callable[[Symbolic], int]:
        """Return the function that finds the facts that accept an extraction under a facet."""
        return {"default": self._default, "C": self._wherever_divided, "M": self._requiring, "E": self._entities}[facet]

    def _default(self, triple: Symbolic) -> int:
        facts = self._cache.get(triple)
        if facts is None:
            facts = -1
            for slot, tokens in enumerate(triple):
                facts = facts and facts & self.column(slot).accepting(tokens)
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[triple] = facts
        return facts

    def _wherever_divided(self, triple: Symbolic) -> int:
        return self._joined.accepting(triple[0])

    def _requiring(self, triple: Symbolic) -> int:
        """Of the facts that accept the extraction, find those that require as many tokens as it has."""
        facts = self._default(triple)
        return facts and facts & self._by_size.get(sum(map(len, triple)), 0)

    def _entities(self, triple: Symbolic) -> int:
        facts = self._default(triple)
        return facts and self.entities(facts)

    def entities(self, facts: int) -> int:
        """Select the facts of facet E; they are determined for a synset when one of its facts is first needed."""
        undecided = facts & ~self._decided
        while undecided:
            number = self.synset_of[(undecided & -undecided).bit_length() - 1]
            mask = self.masks[number]
            self._decided |= mask
            undecided &= ~mask
            bit = mask & -mask
            for is_selected in shortest_objects(self.synsets[number]):
                self._selected |= bit if is_selected else 0
                bit <<= 1
        return facts & self._selected

    def place(self, fact: int) -> tuple[int, int]:
        """The synset of a fact, and the fact's index in it."""
        synset = self.synset_of[fact]
        mask = self.masks[synset]
        return synset, fact - (mask & -mask).bit_length() + 1

    def number(self, synset: int, index: int) -> int:
        """The number of a fact in its sentence, given its synset and its index in that."""
        mask = self.masks[synset]
        return (mask & -mask).bit_length() - 1 + index

    def closest(self, triple: Triple, among: int = -1) -> Closest | None:
        """Find the closest fact: of those with the fewest wrong slots, the one with the fewest different words.

        Only facts that are wrong in the same slots as the first of them are compared by words, so that BenchIE's error
        profile, which counts wrong slots, is about the same fact. Of equal facts the first is the closest.
        """
        of_slots = self.slots(triple)
        among &= (1 << len(self.rows)) - 1
        subjects, relations, objects = [facts & among for facts in of_slots]
        wrong_slots, best = fewest_wrong(subjects, relations, objects, among)
        if not best:
            return None
        first = best & -best
        slots = (subjects & first != 0, relations & first != 0, objects & first != 0)
        if wrong_slots and best != first:
            for facts, agrees in zip(of_slots, slots, strict=True):
                best &= facts if agrees else -1
        if wrong_slots and best != first:
            first = 1 << self._fewest_different(triple, [slot for slot in range(3) if not slots[slot]], best)
        return Closest(first.bit_length() - 1, slots)

    def _fewest_different(self, triple: Triple, slots: Sequence[int], among: int) -> int:
        """Find the fact with the fewest words that differ in some slots, the first of equal ones."""
        counts: dict[int, int] = {}
        closest, fewest = -1, -1
        for fact in islice(bits(among), MOST_COMPARED):
            part, place = divmod(fact, MOST_COMPARED)
            if part not in counts:
                counts[part] = sum([self._differences(part, slot).count(triple[slot]) for slot in slots])
            different = counts[part] >> place * LANE & LARGEST_COUNT
            if different < fewest or fewest < 0:
                closest, fewest = fact, different
        return closest

    def _differences(self, part: int, slot: int) -> _Differences:
        """Prepare one slot of ``MOST_COMPARED`` facts in a row for counting different words."""
        differences = self._differing.get((part, slot))
        if differences is None:
            rows = self.rows[part * MOST_COMPARED :][:MOST_COMPARED]
            differences = self._differing[part, slot] = _Differences([row[slot] for row in rows], self._words_of)
        return differences

    def synsets_of(self, facts: int) -> int:
        """Find the synsets that have one of the facts."""
        synsets = 0
        while facts:
            number = self.synset_of[(facts & -facts).bit_length() - 1]
            synsets |= 1 << number
            facts &= ~self.masks[number]
        return synsets


def fewest_wrong(subject: int, relation: int, object_: int, candidates: int) -> tuple[int, int]:
    """Find the fewest wrong slots of any candidate, and those with so few; given are those with each slot right."""
    two = subject & relation
    if right := two & object_:
        return 0, right
    if two := two | (subject & object_) | (relation & object_):
        return 1, two
    one = subject | relation | object_
    return (2, one) if one else (3, candidates)


def shortest_objects(rows: Sequence[Row]) -> list[bool]:
    """Select the facts of facet E: of those that only split relation and object differently, the shortest objects.

    The annotators' own file was never published; by their guideline (A.1.2) token placement is the only difference.
    """
    sizes = [len(row[OBJECT].symbols) for row in rows]
    if len(set(sizes)) < 2:
        return [True] * len(rows)
    shortest: dict[tuple[Tokens, Tokens], int] = {}
    wordings = [(subject.symbols, relation.symbols + object_.symbols) for subject, relation, object_ in rows]
    for wording, size in zip(wordings, sizes, strict=True):
        shortest[wording] = min(size, shortest.get(wording, size))
    return [size == shortest[wording] for wording, size in zip(wordings, sizes, strict=True)]


def triple_of(extraction: Extraction) -> Triple:
    """Split subject, relation and object into tokens."""
    subject, relation, object_ = extraction.triple
    return tuple(subject.split()), tuple(relation.split()), tuple(object_.split())


class SlotWords(NamedTuple):
    """The different words of a slot: all of them, and those that are not optional."""

    known: frozenset[str]
    required: frozenset[str]


LANE = 32
"""How many bits a count has in the integer that holds the counts of many facts."""
LARGEST_COUNT = (1 << LANE) - 1


class _Differences:
    """For each of several patterns, counts the words that only the pattern or only the text has.

    Optional words of the pattern may be missing. All counts are in one integer, so that each word of the text changes
    all of them at once.
    """

    __slots__ = ("_ones", "_required", "_shared")

    def __init__(self, patterns: Sequence[Pattern], words_of: Callable[[Pattern], SlotWords]) -> None:
        lanes: dict[int, int] = {}  # facts share patterns
        for place, pattern in enumerate(patterns):
            lanes[id(pattern)] = lanes.get(id(pattern), 0) | 1 << place * LANE
        self._ones = sum(lanes.values())
        self._required = 0
        self._shared: dict[str, int] = {}
        """For each word the patterns that know it, counted twice if they require it."""
        for pattern in {id(pattern): pattern for pattern in patterns}.values():
            lane = lanes[id(pattern)]
            known, required = words_of(pattern)
            self._required += len(required) * lane
            for words in (known, required):
                for word in words:
                    self._shared[word] = self._shared.get(word, 0) + lane

    def count(self, tokens: Tokens) -> int:
        """Count the different words of all patterns."""
        words = set(tokens)
        return self._required + len(words) * self._ones - sum([self._shared.get(word, 0) for word in words])


def triple_words(triple: Triple) -> list[SlotWords]:
    """Collect the words of each slot of an extraction, which has no optional ones."""
    return [SlotWords(words, words) for words in map(frozenset, triple)]


def count_different(one: Iterable[SlotWords], other: Iterable[SlotWords]) -> int:
    """Count, slot by slot, the words that one side requires and the other does not know."""
    count = 0
    for (known, required), (other_known, other_required) in zip(one, other, strict=True):
        count += len(required - other_known) + len(other_required - known)
    return count
