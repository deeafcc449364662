"""The assignment problem by scipy: dense, or sparse where the table is large and mostly empty."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from karat.algebra.solvers.integer_assignment import Cell, assigned


def solve_part(part: list[Cell], rows: list[int], columns: list[int], *, exactly: bool) -> list[Cell]:
    """Choose the cells of largest total weight, no two in one row or column.

    ``exactly`` solves weights too large for floats in integers instead of rounding them.
    """
    most = max(weight for _, _, weight in part)
    # The solver adds up at most so many weights; floats are exact while no sum exceeds 2**53.
    whole = most * (len(rows) + len(columns)) < 1 << 53
    if exactly and not whole:
        return assigned(part)
    row_at = {row: index for index, row in enumerate(rows)}
    column_at = {column: index for index, column in enumerate(columns)}
    by_place = {(column_at[column], row_at[row]): (row, column, weight) for row, column, weight in part}
    # Integers can be too large for a float; their shares of the largest one are not.
    values = [weight if whole else weight / most for _, _, weight in part]
    if len(part) * 20 < len(rows) * len(columns) > 100_000:
        places = _solved_sparse(list(by_place), values, len(columns), len(rows))
    else:
        weights = np.zeros((len(columns), len(rows)))
        weights[tuple(zip(*by_place, strict=True))] = values
        gold, predicted = linear_sum_assignment(weights, maximize=True)
        places = list(zip(gold.tolist(), predicted.tolist(), strict=True))
    return [by_place[place] for place in places if place in by_place]


def _solved_sparse(
    places: list[tuple[int, int]], values: list[float], columns: int, rows: int
) -> list[tuple[int, int]]:
    """Solve a large sparse part; each gold element may also take a dummy partner, worth 1 instead of 1 + weight."""
    gold = [place[0] for place in places] + list(range(columns))
    predicted = [place[1] for place in places] + [rows + index for index in range(columns)]
    weights = np.array([1 + value for value in values] + [1.0] * columns)
    graph = csr_array((weights, (gold, predicted)), shape=(columns, rows + columns))
    one, other = min_weight_full_bipartite_matching(graph, maximize=True)
    return list(zip(one.tolist(), other.tolist(), strict=True))
