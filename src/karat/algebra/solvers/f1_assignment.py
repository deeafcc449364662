"""One-to-one assignment with the highest F1, which is a ratio of two sums and so no plain assignment problem."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from karat.algebra.solvers.assignment import Columns, Sums, quotient
from karat.algebra.solvers.deadline import Deadline

LARGEST_ENUMERATION = 64
"""Up to so many choices of a column for each row, all are tried, which needs no solver to be imported."""


class F1Assignment(NamedTuple):
    """An assignment, and what no better one can exceed on the predicted side; ``None`` where it is proved."""

    columns: Columns
    bound: int | None = None


def highest_f1(
    rows: int, columns: int, cells: Mapping[tuple[int, int], tuple[int, int]], masses: Sums, deadline: Deadline
) -> F1Assignment:
    """Find the first assignment with the highest F1; ``cells`` says what a row and a column earn on both sides.

    Assignments are ordered by the column of the first row, then of the second, and so on; a row without a column comes
    last. At the deadline the best assignment so far is given, with a bound.
    """
    if (columns + 1) ** rows <= LARGEST_ENUMERATION:
        return F1Assignment(_enumerate(rows, columns, cells, masses))
    # Not at start-up: it imports scipy, and most documents have few templates.
    import numpy as np

    from karat.algebra.solvers.f1_search import search_f1

    table = np.zeros((rows, columns, 2), dtype=np.int64)
    for place, earned in cells.items():
        table[place] = earned
    return F1Assignment(*search_f1(table, masses, deadline))


def _enumerate(rows: int, columns: int, cells: Mapping[tuple[int, int], tuple[int, int]], masses: Sums) -> Columns:
    best, best_columns = (-1, 1), {}
    for choice in product(range(columns + 1), repeat=rows):
        assigned = {row: column for row, column in enumerate(choice) if column < columns}
        if len(set(assigned.values())) < len(assigned):
            continue
        earned = [cells[place] for place in assigned.items() if place in cells]
        sums = Sums(sum(one for one, _ in earned), sum(other for _, other in earned))
        top, bottom = quotient(sums, masses)
        if top * best[1] > best[0] * bottom:
            best, best_columns = (top, bottom), assigned
    return best_columns
