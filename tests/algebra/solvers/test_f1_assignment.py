"""The assignment with the highest F1, against trying all assignments."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from karat.algebra.solvers.assignment import Columns, Sums
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.f1_search import highest_f1

NO_LIMIT = Deadline.after(None)
Cells = dict[tuple[int, int], tuple[int, int]]


def f1(cells: Cells, columns: Columns, masses: Sums) -> Fraction:
    """F1 of an assignment; 0 where nothing is matched."""
    one = sum(cells[pair][0] for pair in columns.items())
    other = sum(cells[pair][1] for pair in columns.items())
    return Fraction(2 * one * other, one * masses.gold + other * masses.predicted) if one and other else Fraction(0)


def first_of_the_best(rows: int, columns: int, cells: Cells, masses: Sums) -> Columns:
    """Try all assignments in order."""
    best, first = Fraction(-1), {}
    for choice in product([*range(columns), None], repeat=rows):
        assigned = {row: column for row, column in enumerate(choice) if column is not None}
        if len(set(assigned.values())) == len(assigned) and (value := f1(cells, assigned, masses)) > best:
            best, first = value, assigned
    return first


@pytest.mark.parametrize("kind", ["any", "predicted sum larger", "equal sums", "nothing on one side is nothing"])
@pytest.mark.parametrize("seed", range(40))
def test_the_search_finds_what_trying_all_finds(seed: int, kind: str) -> None:
    draw = random.Random(seed)
    rows, columns, top = draw.randrange(6), draw.randrange(5), draw.choice((1, 2, 5, 9))
    cells: Cells = {}
    for pair in product(range(rows), range(columns)):
        one, other = draw.randint(0, top), draw.randint(0, top)
        if kind == "predicted sum larger":
            other = min(one, other)
        elif kind == "equal sums":
            other = one
        elif kind.startswith("nothing") and not (one and other):
            one = other = 0
        cells[pair] = one, other
    masses = Sums(top * rows + draw.randrange(4), top * columns + draw.randrange(4))
    expected = first_of_the_best(rows, columns, cells, masses)
    assert highest_f1(rows, columns, cells, masses, NO_LIMIT) == (expected, None)


def hard(size: int, seed: int) -> tuple[Cells, Sums]:
    """What is best for one side is bad for the other."""
    draw = random.Random(seed)
    cells = {pair: (draw.randint(1, 9), draw.randint(1, 9)) for pair in product(range(size), repeat=2)}
    return cells, Sums(9 * size, 9 * size)


@pytest.mark.parametrize("seed", range(3))
def test_large_problems_are_solved(seed: int) -> None:
    """No pair of rows of the solution can be exchanged for a higher F1, and turning the table round gives the same."""
    cells, masses = hard(30, seed)
    found = highest_f1(30, 30, cells, masses, NO_LIMIT)
    assert found.bound is None
    best = f1(cells, found.columns, masses)
    for row, other in product(range(30), repeat=2):
        exchanged = {**found.columns, row: found.columns[other], other: found.columns[row]}
        assert f1(cells, exchanged, masses) <= best
    turned = {(column, row): (other, one) for (row, column), (one, other) in cells.items()}
    again = highest_f1(30, 30, turned, Sums(masses.gold, masses.predicted), NO_LIMIT)
    assert f1(turned, again.columns, Sums(masses.gold, masses.predicted)) == best


def test_at_the_deadline_the_bound_is_not_reached() -> None:
    cells, masses = hard(30, 0)
    best = highest_f1(30, 30, cells, masses, NO_LIMIT)
    early = highest_f1(30, 30, cells, masses, Deadline.after(0))
    assert early.bound is not None
    assert early.bound > sum(cells[pair][0] for pair in early.columns.items())
    assert early.bound >= sum(cells[pair][0] for pair in best.columns.items())
    assert f1(cells, early.columns, masses) <= f1(cells, best.columns, masses)
