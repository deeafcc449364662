"""Prices that prove an assignment best: its dual solution."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.algebra.solvers.deadline import Deadline


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
