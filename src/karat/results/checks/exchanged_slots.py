"""Slots in another order than the gold's: what a system calls subject is the gold's object, and so on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

from karat.metrics.oie.benchie import FactGold, triples
from karat.model import Extraction

SLOTS = ("subject", "relation", "object")
ORDERS = tuple(order for order in permutations(range(3)) if order != (0, 1, 2))

FEWEST = 2
SHARE = 0.05
"""The least number and share of extractions that must be right in another order of slots for it to be named."""


Order = tuple[int, ...]
"""For each slot of the gold the slot of the extraction that is read as it."""


def count_exchanges(by_sentence: Sequence[Sequence[Extraction]], gold: Sequence[FactGold | None]) -> Counter[Order]:
    """Count the extractions that would be right with their slots in another order, for each order.

    An extraction is right if a gold fact accepts it, as BenchIE has it.
    """
    right: Counter[Order] = Counter(dict.fromkeys(ORDERS, 0))
    for extractions, facts in zip(by_sentence, gold, strict=True):
        if facts is None:
            continue
        for triple in triples(extractions):
            for order in ORDERS:
                exchanged = triple[order[0]], triple[order[1]], triple[order[2]]
                right[order] += facts.facts.accepting(exchanged) > 0
    return right


def describe_exchange(right: Mapping[Order, int], extractions: int) -> str | None:
    """Say how many of the extractions would be right in another order, and what to do; ``None`` if few."""
    order, count = max(right.items(), key=lambda item: item[1])
    if count < max(FEWEST, SHARE * extractions):
        return None
    return f"{_in_words(order)}, {count} would be right: name the parts with --columns, or in JSON with --map"


def _in_words(order: Order) -> str:
    """Describe an order of slots.

    >>> _in_words((2, 1, 0)), _in_words((1, 2, 0))
    ('with subject and object exchanged', 'read as object, subject, relation')
    """
    moved = [SLOTS[place] for place, slot in enumerate(order) if place != slot]
    if len(moved) == 2:
        return f"with {moved[0]} and {moved[1]} exchanged"
    return f"read as {', '.join(SLOTS[order.index(place)] for place in range(3))}"
