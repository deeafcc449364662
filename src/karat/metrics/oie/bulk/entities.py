"""The facts of facet E among those of many sentences: what ``shortest_objects`` selects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from karat.metrics.oie.bulk.fact_arrays import FactArrays
from karat.metrics.oie.bulk.ragged import Flags, Integers


class EntityFacts:
    """The facts of facet E, found for a synset when one of its facts is first asked for."""

    def __init__(self, facts: FactArrays) -> None:
        self._facts = facts
        sizes = self._object_sizes = facts.patterns.most[facts.slots[:, 2]]
        self._selected: Flags = np.ones(len(sizes), np.bool_)
        starts, has_facts = facts.synset_starts[:-1], np.diff(facts.synset_starts) > 0
        self._is_open = np.zeros(len(starts), np.bool_)
        """Whether a synset has objects of several sizes and was not yet looked at."""
        if has_facts.any():
            borders = starts[has_facts]
            self._is_open[has_facts] = np.maximum.reduceat(sizes, borders) > np.minimum.reduceat(sizes, borders)

    @cached_property
    def _words(self) -> list[int]:
        words: list[int] = self._facts.patterns.words.tolist()
        return words

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = self._facts.patterns.starts.tolist()
        return starts

    def are_selected(self, facts: Integers) -> Flags:
        """Whether each fact is one of facet E."""
        synsets = self._facts.synset_of[facts]
        left_out: list[int] = []
        for synset in np.unique(synsets[self._is_open[synsets]]).tolist():
            left_out += self._left_out(synset)
        self._selected[left_out] = False
        self._is_open[synsets] = False
        return self._selected[facts]

    def _left_out(self, synset: int) -> Iterator[int]:
        """Find the facts without the shortest object among those that only split relation and object differently."""
        first, end = self._facts.synset_starts[synset : synset + 2].tolist()
        slots, sizes = self._facts.slots[first:end].tolist(), self._object_sizes[first:end].tolist()
        alike: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for place, (subject, relation, object_) in enumerate(slots):
            wording = self._words_of(relation) + self._words_of(object_)
            alike.setdefault((self._words_of(subject), wording), []).append(place)
        for places in alike.values():
            if len(places) > 1:
                shortest = min([sizes[place] for place in places])
                yield from [first + place for place in places if sizes[place] > shortest]

    def _words_of(self, pattern: int) -> tuple[int, ...]:
        return tuple(self._words[self._starts[pattern] : self._starts[pattern + 1]])
