"""One-to-one assignment with integers of any size, for weights that floats cannot tell apart."""

from __future__ import annotations

Cell = tuple[int, int, int]
"""A row, a column and their weight."""


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
