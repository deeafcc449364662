"""For each of many extractions, the first fact that accepts it, or else the first that accepts most of its slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from karat.metrics.oie.bulk.fact_arrays import FactArrays
from karat.metrics.oie.bulk.matching import MOST_MATCHED, MOST_PAIRS, blocks_of, is_reached, reached
from karat.metrics.oie.bulk.ragged import Flags, Integers, offsets, ranges
from karat.metrics.oie.bulk.triple_arrays import TripleArrays

NONE = -1
"""Stands for no fact, where a sentence has none."""


class Closest(NamedTuple):
    """The closest fact of each extraction, and which of its three slots accept those of the extraction."""

    facts: Integers
    slots: Flags

    def places(self, facts: FactArrays) -> Iterator[tuple[int, int] | tuple[None, None]]:
        """Say which fact of which synset of its sentence each fact is."""
        synsets = np.append(facts.synset_of, 0)[self.facts]
        first = offsets(facts.synsets)[np.append(facts.sentence_of, 0)[synsets]]
        within = self.facts - facts.synset_starts[synsets]
        for number, synset, fact in zip(self.facts.tolist(), (synsets - first).tolist(), within.tolist(), strict=True):
            yield (None, None) if number == NONE else (synset, fact)


def closest_facts(triples: TripleArrays, facts: FactArrays) -> Closest:
    """Find the closest facts; of extractions that are too long they may be others."""
    first = facts.starts[triples.sentences]
    counts = facts.starts[triples.sentences + 1] - first
    found = Closest(np.full(len(counts), NONE), np.zeros((len(counts), 3), np.bool_))
    for block in blocks_of(counts, MOST_PAIRS):
        places = np.arange(block.start, block.stop)
        has_facts = counts[block] > 0
        closest = _closest(triples, facts, places[has_facts], first[block][has_facts], counts[block][has_facts])
        found.facts[block][has_facts], found.slots[block][has_facts] = closest
    return found


def _closest(
    triples: TripleArrays, facts: FactArrays, extractions: Integers, first: Integers, counts: Integers
) -> Closest:
    numbers = ranges(first, counts)
    accepted = _accepted_slots(triples, facts, np.repeat(extractions, counts), numbers)
    # The larger, the more slots are accepted, and the earlier the fact comes.
    rank = accepted.sum(axis=1) * (len(facts.slots) + 1) - numbers
    starts = offsets(counts)[:-1]
    if not len(starts):
        return Closest(numbers, accepted)
    best = np.flatnonzero(rank == np.repeat(np.maximum.reduceat(rank, starts), counts))
    return Closest(numbers[best], accepted[best])


def _accepted_slots(triples: TripleArrays, facts: FactArrays, extractions: Integers, numbers: Integers) -> Flags:
    """Whether each slot of a fact accepts that of the extraction; a pattern of several facts is matched once."""
    patterns, slots = facts.patterns, facts.slots[numbers]
    words, sizes = triples.slot_bits[extractions], triples.sizes[extractions]
    accepted: Flags = (words & ~patterns.word_bits[slots]) | (patterns.required_bits[slots] & ~words) == 0
    accepted &= (patterns.least[slots] <= sizes) & (sizes <= patterns.most[slots])
    pairs, columns = np.nonzero(accepted)
    keys, again = np.unique(
        (3 * extractions[pairs] + columns) * len(patterns.most) + slots[pairs, columns], return_inverse=True
    )
    ranges_of_words, matched = np.divmod(keys, len(patterns.most))
    fits = np.empty(len(keys), np.bool_)
    for start in range(0, len(keys), MOST_MATCHED):
        block = slice(start, start + MOST_MATCHED)
        size = triples.sizes.ravel()[ranges_of_words[block]]
        rows = triples.rows(triples.starts[ranges_of_words[block]], size)
        fits[block] = is_reached(reached(rows, patterns, matched[block], np.ones(len(rows), np.uint64)), size)
    accepted[pairs, columns] = fits[again]
    return accepted
