"""Solve a small problem with whole weights by one assignment, where the first upper bound proves it optimal.

This is the first bound of ``upper_bound.py`` in plain Python, over further predicted variables only; on a few dozen
clauses arrays would cost more than they save.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from karat.algebra.scores.exact import Number
from karat.algebra.solvers.latent.problem import LARGEST_TOTAL, Merged

LARGEST_PROBLEM = 256
"""Up to so many pairs of variables this is quicker than the arrays of ``upper_bound.py``."""


def solve_by_assignment(merged: Merged, predicted: int, gold: int) -> tuple[list[tuple[int, int]], Number] | None:
    """Give the pairs of the best mapping and what they earn, if the first bound proves it."""
    ones, cells = merged.ones, predicted * gold
    if cells > LARGEST_PROBLEM:
        return None
    mass = sum(ones.values()) + sum(merged.twos.values())
    if merged.many or type(mass) is not int or mass > LARGEST_TOTAL:
        return None

    twos = [(*divmod(code, cells), weight) for code, weight in merged.twos.items()]
    worth = _worth(ones, twos, gold)
    flat = [0.0] * cells
    for code, most in worth.items():
        flat[code] = most
    rows, columns = linear_sum_assignment(np.array(flat).reshape(predicted, gold), maximize=True)
    held = {row * gold + column for row, column in zip(rows.tolist(), columns.tolist(), strict=True)}
    earned = [(code, code, weight) for code, weight in ones.items() if code in held]
    earned += [two for two in twos if two[0] in held and two[1] in held]
    value: Number = sum(weight for _, _, weight in earned)
    # Halves of whole numbers add up without rounding.
    if int(sum([flat[code] for code in held])) > value:
        return None
    matched = {code for first, second, _ in earned for code in (first, second)}
    return [divmod(code, gold) for code in sorted(matched)], value


def _worth(ones: dict[int, Number], twos: list[tuple[int, int, Number]], gold: int) -> dict[int, float]:
    """Add to each pair half the most that it earns together with any one pair of each further variable."""
    share: dict[tuple[int, int], Number] = {}
    for first, second, weight in twos:
        for key in ((first, second // gold), (second, first // gold)):
            if weight > share.get(key, 0):
                share[key] = weight
    worth = {code: float(weight) for code, weight in ones.items()}
    for (code, _), weight in share.items():
        worth[code] = worth.get(code, 0.0) + weight / 2
    return worth
