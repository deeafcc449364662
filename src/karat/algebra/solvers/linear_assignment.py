"""The assignment problem by scipy: dense, or sparse where the table is large and mostly empty.

Weights that floats cannot tell apart are assigned in integers of any size. `least_prices` proves an assignment best.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from karat.algebra.solvers.deadline import Deadline

Cell = tuple[int, int, int]
"""A row, a column and their weight."""


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


def assigned(cells: list[Cell]) -> list[Cell]:
    """Choose the cells of largest total weight, no two in one row or column.

    >>> [(row, column) for row, column, _ in assigned([(0, 0, 9**99), (0, 1, 9**99), (1, 0, 9**99 + 1), (1, 1, 9**99)])]
    [(0, 1), (1, 0)]
    """
    rows, columns = sorted({row for row, _, _ in cells}), sorted({column for _, column, _ in cells})
    if len(rows) > len(columns):
        turned = assigned([(column, row, weight) for row, column, weight in cells])
        return sorted((row, column, weight) for column, row, weight in turned)
    weights = {(row, column): weight for row, column, weight in cells}
    holders = _holders([[-weights.get((row, column), 0) for column in columns] for row in rows])
    chosen = [(rows[row], columns[column]) for column, row in holders.items()]
    return sorted((*place, weights[place]) for place in chosen if place in weights)


def _holders(costs: list[list[int]]) -> dict[int, int]:
    """The row that holds each column, one row after another, by the shortest augmenting path (Kuhn, Munkres)."""
    row_prices, column_prices = [0] * len(costs), [0] * len(costs[0])
    holders: dict[int, int] = {}
    for start in range(len(costs)):
        # What it costs, beyond the prices, to reach each column that is not reached yet; and from which column.
        least: dict[int, int] = {}
        before: dict[int, int | None] = {}
        reached: set[int] = set()
        row, last = start, None
        while True:
            for column, cost in enumerate(costs[row]):
                more = cost - row_prices[row] - column_prices[column]
                if column not in reached and (column not in least or more < least[column]):
                    least[column], before[column] = more, last
            nearest = min(least, key=lambda column: least[column])
            step = least.pop(nearest)
            row_prices[start] += step
            for column in reached:
                row_prices[holders[column]] += step
                column_prices[column] -= step
            least = {column: cost - step for column, cost in least.items()}
            reached.add(nearest)
            last = nearest
            if nearest not in holders:
                break
            row = holders[nearest]
        while last is not None:
            earlier = before[last]
            holders[last] = start if earlier is None else holders[earlier]
            last = earlier
    return holders


def least_prices(
    table: NDArray[Any], rows: Any, columns: Any, taken: Any, deadline: Deadline
) -> tuple[Any, Any] | None:
    """Give the least prices of the columns, and what is left to the rows, that prove an assignment best.

    No assignment that holds a cell is worth more than the best one, less what the prices of the cell's row and column
    exceed the cell by. ``None`` if the deadline passed.
    """
    price = np.zeros(table.shape[1], dtype=table.dtype)
    if len(rows) < table.shape[0]:
        free = np.ones(table.shape[0], dtype=bool)
        free[rows] = False
        price = table[free].max(axis=0)
    rise = table[rows] - taken[:, None]
    for _ in range(len(rows)):
        if deadline.passed():
            return None
        raised = np.maximum(price, (rise + price[columns][:, None]).max(axis=0))
        if (raised <= price + 1e-12).all():
            break
        price = raised
    left = np.zeros(table.shape[0], dtype=table.dtype)
    left[rows] = taken - price[columns]
    return price, left
