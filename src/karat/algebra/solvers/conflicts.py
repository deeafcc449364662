"""Heavy sets of pairs without conflict: greedily, by an upper bound, or by branch and bound.

Two pairs conflict if no matching may contain both. Pairs are numbered by preference (heaviest first, then by position)
and have whole weights. Conflicts are computed for one pair at a time, so memory is linear in the number of pairs.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

Indices = NDArray[np.intp]
Booleans = NDArray[np.bool_]
# A search gives up after so many steps.
_SEARCH_STEPS = 100_000
# The assignment problem is solved on a full matrix of up to this many cells.
_LARGEST_ASSIGNMENT = 1_000_000
# Floats add whole numbers exactly up to here.
_LARGEST_EXACT = 2**53


@dataclass(frozen=True, slots=True)
class Candidates:
    """Pairs in order of preference, their weights, and the two orders that they must keep."""

    predicted: Indices
    gold: Indices
    weights: Sequence[int]
    predicted_order: Booleans
    gold_order: Booleans
    one_per_predicted: bool
    one_per_gold: bool

    def excluded(self, pair: int, among: Indices) -> Booleans:
        """Tell which of the other pairs conflict with this one."""
        u, v = self.predicted[pair], self.gold[pair]
        us, vs = self.predicted[among], self.gold[among]
        same_u, same_v = us == u, vs == v
        clash: Booleans = self.predicted_order[u, us] != self.gold_order[v, vs]
        clash |= self.predicted_order[us, u] != self.gold_order[vs, v]
        clash &= ~(same_u | same_v)
        if self.one_per_predicted:
            clash |= same_u
        if self.one_per_gold:
            clash |= same_v
        clash[among == pair] = False
        return clash

    def weigh(self, pairs: Sequence[int]) -> int:
        """Add up the weights of some pairs."""
        return sum(self.weights[pair] for pair in pairs)


@dataclass(frozen=True, slots=True)
class Choice:
    """Pairs without conflict, and a weight that no such set exceeds."""

    pairs: list[int]
    bound: int


def late(deadline: float | None) -> bool:
    """Tell whether a deadline by `time.monotonic` has passed."""
    return deadline is not None and time.monotonic() >= deadline


def split(candidates: Candidates, deadline: float | None) -> list[Indices]:
    """Split the pairs into components without conflicts between them; what is not split in time stays together."""
    left = np.arange(len(candidates.weights))
    parts = []
    while len(left):
        members, waiting, left = [int(left[0])], [int(left[0])], left[1:]
        while waiting and len(left):
            if late(deadline):
                members.extend(int(pair) for pair in left)
                left = left[:0]
                break
            clash = candidates.excluded(waiting.pop(), left)
            neighbours = [int(pair) for pair in left[clash]]
            left = left[~clash]
            members.extend(neighbours)
            waiting.extend(neighbours)
        parts.append(np.array(sorted(members), dtype=np.intp))
    return parts


def greedy(candidates: Candidates, preference: Indices) -> list[int]:
    """Take pairs in the given order, each unless it conflicts with one taken before."""
    chosen = []
    while len(preference):
        pair, preference = int(preference[0]), preference[1:]
        chosen.append(pair)
        preference = preference[~candidates.excluded(pair, preference)]
    return sorted(chosen)


def keeps_order(candidates: Candidates, pairs: Sequence[int]) -> bool:
    """Tell whether no two pairs conflict."""
    among = np.array(pairs, dtype=np.intp)
    return not any(candidates.excluded(pair, among).any() for pair in pairs)


def without_order(candidates: Candidates, part: Indices) -> tuple[int, list[int]]:
    """Match a part without the order: an upper bound, and the pairs that reach it, if they are known."""
    members = [int(pair) for pair in part]
    if not candidates.one_per_predicted and not candidates.one_per_gold:
        return candidates.weigh(members), members
    by_predicted: dict[int, int] = {}
    by_gold: dict[int, int] = {}
    for pair in members:  # the first of an element is its heaviest
        by_predicted.setdefault(int(candidates.predicted[pair]), pair)
        by_gold.setdefault(int(candidates.gold[pair]), pair)
    rows, columns = sorted(by_predicted.values()), sorted(by_gold.values())
    if not candidates.one_per_gold:
        return candidates.weigh(rows), rows
    if not candidates.one_per_predicted:
        return candidates.weigh(columns), columns
    if len(rows) * len(columns) > _LARGEST_ASSIGNMENT or candidates.weigh(members) >= _LARGEST_EXACT:
        return min(candidates.weigh(rows), candidates.weigh(columns)), []
    return _assignment(candidates, members, list(by_predicted), list(by_gold))


def _assignment(
    candidates: Candidates, members: list[int], predicted: list[int], gold: list[int]
) -> tuple[int, list[int]]:
    row = {element: number for number, element in enumerate(predicted)}
    column = {element: number for number, element in enumerate(gold)}
    pair_at = {(row[int(candidates.predicted[p])], column[int(candidates.gold[p])]): p for p in members}
    matrix = np.zeros((len(row), len(column)))
    for cell, pair in pair_at.items():
        matrix[cell] = candidates.weights[pair]
    cells = zip(*(side.tolist() for side in linear_sum_assignment(matrix, maximize=True)), strict=True)
    chosen = sorted(pair_at[cell] for cell in cells if cell in pair_at)
    return candidates.weigh(chosen), chosen


def search(
    candidates: Candidates, part: Indices, best: list[int], deadline: float | None, steps: int = _SEARCH_STEPS
) -> tuple[list[int], bool]:
    """Improve on a choice by branch and bound; tell whether the search came to its end.

    Sets of pairs are integers with one bit for each pair. The open pairs are partitioned into cliques of conflicts; one
    pair of each clique can be taken, so the heaviest pairs of the cliques add up to an upper bound.
    """
    members = [int(pair) for pair in part]
    weights = [candidates.weights[pair] for pair in members]
    excluded = [_bits(candidates.excluded(pair, part)) for pair in members]
    best_value, best_set = candidates.weigh(best), 0
    stack = [(0, 0, *_cliques((1 << len(members)) - 1, weights, excluded), (1 << len(members)) - 1)]
    for step in range(steps):
        if not stack or (step % 64 == 63 and late(deadline)):
            break
        value, taken, order, bounds, open_pairs = stack.pop()
        if not order or value + bounds[-1] <= best_value:
            continue
        pair = order.pop()
        bounds.pop()
        bit = 1 << pair
        stack.append((value, taken, order, bounds, open_pairs & ~bit))
        value, taken, inner = value + weights[pair], taken | bit, open_pairs & ~excluded[pair] & ~bit
        if value > best_value:
            best_value, best_set = value, taken
        if inner:
            stack.append((value, taken, *_cliques(inner, weights, excluded), inner))
    if best_set:
        best = [pair for number, pair in enumerate(members) if best_set >> number & 1]
    return best, not stack


def _bits(flags: Booleans) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def _cliques(pairs: int, weights: Sequence[int], excluded: Sequence[int]) -> tuple[list[int], list[int]]:
    """Partition pairs into cliques of conflicts; give the pairs clique by clique, with the bound up to each."""
    order, bounds, bound = [], [], 0
    while pairs:
        group, heaviest = pairs, True
        while group:
            bit = group & -group
            pair = bit.bit_length() - 1
            if heaviest:
                bound += weights[pair]
                heaviest = False
            order.append(pair)
            bounds.append(bound)
            pairs ^= bit
            group &= excluded[pair]
    return order, bounds
