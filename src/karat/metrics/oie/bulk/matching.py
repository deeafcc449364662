"""Match extractions against facts, all pairs at once, chunk by chunk as ``SlotPattern.reached`` does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from karat.metrics.oie.bulk.fact_arrays import FactArrays, Patterns
from karat.metrics.oie.bulk.ragged import Bits, Flags, Integers, ranges
from karat.metrics.oie.bulk.triple_arrays import TripleArrays

MOST_PAIRS = 1 << 18
"""How many pairs of an extraction and a fact are compared by their bits together."""
MOST_MATCHED = 1 << 15
"""How many pairs are matched together; each takes half a kilobyte."""


class Pairs(NamedTuple):
    """Extractions and facts of the same sentences, in the order of extractions, then of facts."""

    extractions: Integers
    facts: Integers

    @classmethod
    def joined(cls, blocks: Iterable[Pairs]) -> Pairs:
        """Concatenate blocks of pairs."""
        return cls(*map(np.concatenate, zip(*blocks, strict=True)))

    def where(self, condition: Flags) -> Pairs:
        """Select some pairs."""
        return Pairs(self.extractions[condition], self.facts[condition])


def likely_pairs(triples: TripleArrays, facts: FactArrays) -> Pairs:
    """Find the pairs in which the fact has all words of the extraction, which has all that the fact requires.

    As words can share a bit, some pairs may only look so. Extractions that are too long have no pairs.
    """
    first = facts.starts[triples.sentences]
    counts = np.where(triples.has_unknown | triples.is_long, 0, facts.starts[triples.sentences + 1] - first)
    blocks = blocks_of(counts, MOST_PAIRS)
    return Pairs.joined(_likely_pairs(triples, facts, block, first[block], counts[block]) for block in blocks)


def blocks_of(counts: Integers, most: int) -> list[slice]:
    """Divide the extractions so that those of a block have about so many pairs, or one extraction has more."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    borders = np.searchsorted(ends, np.arange(most, total, most)).tolist()
    edges = [0, *sorted(set(borders) - {0}), len(counts)]
    return [slice(*pair) for pair in pairwise(edges)]


def _likely_pairs(triples: TripleArrays, facts: FactArrays, block: slice, first: Integers, counts: Integers) -> Pairs:
    places = np.repeat(np.arange(len(counts)), counts)
    numbers = ranges(first, counts)
    words = triples.word_bits[block][places]
    missing = (words & ~facts.word_bits[numbers]) | (facts.required_bits[numbers] & ~words)
    return Pairs(places + block.start, numbers).where(missing == 0)


Rule = Callable[[Pairs, TripleArrays, FactArrays], Pairs]


def _in_blocks(rule: Rule) -> Rule:
    """Match many pairs some at a time."""

    @wraps(rule)
    def in_blocks(pairs: Pairs, triples: TripleArrays, facts: FactArrays) -> Pairs:
        starts = range(0, len(pairs.facts), MOST_MATCHED)
        blocks = [
            rule(Pairs(*(each[start : start + MOST_MATCHED] for each in pairs)), triples, facts) for start in starts
        ]
        return Pairs.joined(blocks) if blocks else pairs

    return in_blocks


@_in_blocks
def slots_accepted(pairs: Pairs, triples: TripleArrays, facts: FactArrays) -> Pairs:
    """Find the pairs in which each slot of the fact accepts that of the extraction."""
    patterns = facts.patterns
    slots, sizes = facts.slots[pairs.facts], triples.sizes[pairs.extractions]
    fits: Flags = np.logical_and.reduce((patterns.least[slots] <= sizes) & (sizes <= patterns.most[slots]), axis=1)
    for slot in (1, 0, 2):  # relations differ most
        pairs = pairs.where(fits)
        words = triples.slot_rows(pairs.extractions, slot)
        borders = reached(words, patterns, facts.slots[pairs.facts, slot], np.ones(len(words), np.uint64))
        fits = is_reached(borders, triples.sizes[pairs.extractions, slot])
    return pairs.where(fits)


@_in_blocks
def joined_accepted(pairs: Pairs, triples: TripleArrays, facts: FactArrays) -> Pairs:
    """Find the pairs in which the fact accepts the extraction, wherever its slots are divided (facet C)."""
    patterns = facts.patterns
    slots, sizes = facts.slots[pairs.facts], triples.sizes[pairs.extractions].sum(axis=1)
    pairs = pairs.where((patterns.least[slots].sum(axis=1) <= sizes) & (sizes <= patterns.most[slots].sum(axis=1)))
    words = triples.joined_rows(pairs.extractions)
    borders = np.ones(len(words), np.uint64)
    for slot in range(3):
        borders = reached(words, patterns, facts.slots[pairs.facts, slot], borders)
    return pairs.where(is_reached(borders, triples.sizes[pairs.extractions].sum(axis=1)))


def requires_all(pairs: Pairs, triples: TripleArrays, facts: FactArrays) -> Flags:
    """Whether each extraction has no optional word, in pairs in which all slots are accepted (facet M)."""
    least = facts.patterns.least[facts.slots[pairs.facts]]
    flags: Flags = (least == triples.sizes[pairs.extractions]).all(axis=1)
    return flags


def is_reached(borders: Bits, sizes: Integers) -> Flags:
    """Whether the border after the last word is among those reached."""
    flags: Flags = (borders >> sizes.astype(np.uint64)) & np.uint64(1) == 1
    return flags


def _places(words: Integers, wanted: Integers) -> Bits:
    """Give the places at which each row has the wanted word, as bits."""
    return np.packbits(words == wanted[:, None], axis=1, bitorder="little").view("<u8")[:, 0]


def reached(words: Integers, patterns: Patterns, numbers: Integers, borders: Bits) -> Bits:
    """Match patterns from any of the given borders between words; give the borders reached, as bits.

    ``words`` has a row for each of the ``numbers`` of patterns.
    """
    order = np.argsort(-patterns.most[numbers], kind="stable")  # so that patterns that have ended are the last
    words, starts, most = words[order], patterns.starts[numbers][order], patterns.most[numbers][order]
    borders = borders[order]
    onward = np.zeros_like(borders)
    for place in range(int(most[0]) if len(most) else 0):
        going = int(np.searchsorted(-most, -place))
        at = starts[:going] + place
        found = _places(words[:going], patterns.words[at])
        begun = np.where(patterns.begins[at], borders[:going], onward[:going])
        onward[:going] = (begun & found) << np.uint64(1)
        ended = np.where(patterns.optional[at], borders[:going] | onward[:going], onward[:going])
        borders[:going] = np.where(patterns.ends[at], ended, borders[:going])
    result = np.empty_like(borders)
    result[order] = borders
    return result
