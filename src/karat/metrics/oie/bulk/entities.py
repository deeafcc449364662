"""The facts of facet E among those of many sentences: what ``shortest_objects`` selects."""

from __future__ import annotations

import numpy as np

from karat.metrics.oie.bulk.fact_arrays import FactArrays
from karat.metrics.oie.bulk.ragged import Flags, Integers, ranges

MOST_SYNSETS = 4096
"""How many synsets are looked at together."""


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

    def are_selected(self, facts: Integers) -> Flags:
        """Whether each fact is one of facet E."""
        synsets = np.unique(self._facts.synset_of[facts])
        synsets = synsets[self._is_open[synsets]]
        for start in range(0, len(synsets), MOST_SYNSETS):
            self._selected[self._left_out(synsets[start : start + MOST_SYNSETS])] = False
        self._is_open[synsets] = False
        return self._selected[facts]

    def _left_out(self, synsets: Integers) -> Integers:
        """Find the facts without the shortest object among those that only split relation and object differently."""
        first, end = self._facts.synset_starts[synsets], self._facts.synset_starts[synsets + 1]
        facts = ranges(first, end - first)
        sizes = self._object_sizes[facts]
        _, alike = np.unique(self._wordings(facts), return_inverse=True)
        shortest = np.full(len(facts), sizes.max())
        np.minimum.at(shortest, alike, sizes)
        return facts[sizes > shortest[alike]]

    def _wordings(self, facts: Integers) -> np.ndarray[tuple[int], np.dtype[np.void]]:
        """Give the synset of each fact, the size of its subject and all its words, as bytes that can be compared."""
        patterns, slots = self._facts.patterns, self._facts.slots[facts]
        sizes = patterns.most[slots]
        words = patterns.words[ranges(patterns.starts[slots].ravel(), sizes.ravel())]
        totals = sizes.sum(axis=1)
        rows = np.full((len(facts), 2 + int(totals.max())), -1, np.int64)
        rows[:, 0], rows[:, 1] = self._facts.synset_of[facts], sizes[:, 0]
        rows[np.repeat(np.arange(len(facts)), totals), ranges(np.full(len(facts), 2), totals)] = words
        return rows.view(np.dtype((np.void, rows.shape[1] * rows.itemsize))).ravel()
