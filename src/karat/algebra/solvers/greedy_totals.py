"""The weight of a greedy one-to-one matching while rows come in, without matching anew each time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from karat.algebra.solvers.assignment import WeighedCell


def greedy_totals(cells: list[WeighedCell], confidences: Sequence[float], thresholds: Sequence[float]) -> list[int]:
    """The weight of the greedy matching of the rows at and above each threshold, from the highest on.

    A greedy matching takes cells in a fixed order, so it is the only stable one: no row and column both hold later
    cells than the one they share. So a new row takes the first of its cells whose column is free or held by a later
    cell, and the row that held it goes on with the next of its own cells (Gale and Shapley, 1962). Every cell is tried
    once at most.

    >>> greedy_totals([(0, 0, 2), (1, 0, 3), (1, 1, 1)], [0.9, 0.5], [0.9, 0.5])
    [2, 3]
    """
    wishes: dict[int, list[tuple[int, int, int]]] = {}
    # As in heaviest_first: by weight, then by gold element, then by prediction.
    ranked = sorted([(-weight, column, row) for row, column, weight in cells])
    for rank, (weight, column, row) in enumerate(ranked):
        wishes.setdefault(row, []).append((rank, column, -weight))
    tried = dict.fromkeys(wishes, 0)
    holders: dict[int, tuple[int, int, int]] = {}
    added: dict[float, int] = {}
    for newcomer in sorted(wishes, key=lambda row: -confidences[row]):
        gain = 0
        row = newcomer
        while tried[row] < len(wishes[row]):
            rank, column, weight = wishes[row][tried[row]]
            tried[row] += 1
            holder = holders.get(column)
            if holder is None or rank < holder[0]:
                holders[column] = rank, row, weight
                gain += weight
                if holder is None:
                    break
                gain -= holder[2]
                row = holder[1]
        added[confidences[newcomer]] = added.get(confidences[newcomer], 0) + gain
    return list(accumulate(added.get(threshold, 0) for threshold in thresholds))
