"""Choosing pairs: optimal and greedy one-to-one matchings of sparse weights."""

from __future__ import annotations

from typing import NamedTuple

from karat.algebra.exact import Number


class Cell(NamedTuple):
    """A predicted and a gold position, and how alike they are (more than 0)."""

    predicted: int
    gold: int
    weight: Number


def one_to_one(cells: list[Cell]) -> list[Cell]:
    """Choose the cells of largest total weight, no two in one row or column.

    The graph is split into connected parts first; most have one row or one column and need no solver.
    """
    rows = {cell.predicted for cell in cells}
    columns = {cell.gold for cell in cells}
    if len(rows) == len(columns) == len(cells):
        return cells
    chosen: list[Cell] = []
    for part in _parts(cells):
        if len(part) == 1:
            chosen += part
            continue
        rows = {cell.predicted for cell in part}
        columns = {cell.gold for cell in part}
        if len(rows) == 1 or len(columns) == 1:
            chosen.append(min(part, key=lambda cell: (-cell.weight, cell.gold, cell.predicted)))
        else:
            chosen += _solve(part, sorted(rows), sorted(columns))
    return sorted(chosen)


def _parts(cells: list[Cell]) -> list[list[Cell]]:
    """Split the cells by connected component, in order of first appearance."""
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    for row, gold, _ in cells:
        column = -1 - gold
        parent.setdefault(row, row)
        parent.setdefault(column, column)
        one, other = root(row), root(column)
        if one != other:
            parent[other] = one
    parts: dict[int, list[Cell]] = {}
    for cell in cells:
        parts.setdefault(root(cell.predicted), []).append(cell)
    return list(parts.values())


def _solve(cells: list[Cell], rows: list[int], columns: list[int]) -> list[Cell]:
    # scipy waits until a matching really needs it: most do not, and importing it takes longer than scoring.
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    row_at = {row: index for index, row in enumerate(rows)}
    column_at = {column: index for index, column in enumerate(columns)}
    by_place = {(column_at[cell.gold], row_at[cell.predicted]): cell for cell in cells}
    if len(cells) * 20 < len(rows) * len(columns) > 100_000:
        places = _solve_sparse(by_place, len(columns), len(rows))
    else:
        weights = np.zeros((len(columns), len(rows)))
        for place, cell in by_place.items():
            weights[place] = float(cell.weight)
        gold, predicted = linear_sum_assignment(weights, maximize=True)
        places = list(zip(gold.tolist(), predicted.tolist(), strict=True))
    return [by_place[place] for place in places if place in by_place]


def _solve_sparse(by_place: dict[tuple[int, int], Cell], columns: int, rows: int) -> list[tuple[int, int]]:
    """Solve a large sparse part: each gold element may also take a place of its own, worth 1 instead of 1 + weight."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    gold = [place[0] for place in by_place] + list(range(columns))
    predicted = [place[1] for place in by_place] + [rows + index for index in range(columns)]
    weights = np.array([1 + float(cell.weight) for cell in by_place.values()] + [1.0] * columns)
    graph = csr_array((weights, (gold, predicted)), shape=(columns, rows + columns))
    one, other = min_weight_full_bipartite_matching(graph, maximize=True)
    return list(zip(one.tolist(), other.tolist(), strict=True))


def greedy(cells: list[Cell]) -> list[Cell]:
    """Take the heaviest cell again and again; ties go to the first gold element, then to the first prediction."""
    chosen: list[Cell] = []
    rows: set[int] = set()
    columns: set[int] = set()
    for cell in sorted(cells, key=lambda cell: (-cell.weight, cell.gold, cell.predicted)):
        if cell.predicted not in rows and cell.gold not in columns:
            rows.add(cell.predicted)
            columns.add(cell.gold)
            chosen.append(cell)
    return chosen
