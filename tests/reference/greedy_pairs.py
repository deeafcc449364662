"""Greedy one-to-one pairing, as CaRB and WiRe57 do it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from case import Items


def greedy_pairs(predicted: Items, gold: Items, alike: Callable[[Any, Any], Fraction]) -> list[tuple[Any, Any]]:
    """Take the best pair above 0 of what is left, again and again; ties: first gold, then first prediction."""
    left, right = list(range(len(predicted))), list(range(len(gold)))
    pairs = []
    while left and right:
        best = max(alike(predicted[i], gold[j]) for i in left for j in right)
        if best <= 0:
            break
        i, j = next((i, j) for j in right for i in left if alike(predicted[i], gold[j]) == best)
        pairs.append((predicted[i], gold[j]))
        left.remove(i)
        right.remove(j)
    return pairs
