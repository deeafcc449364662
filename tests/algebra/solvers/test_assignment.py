"""The largest total of a one-to-one choice: found at a glance or by a solver, never less than by trying everything."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.algebra.solvers.assignment import heaviest_then, largest_total
from karat.algebra.solvers.linear_assignment import assigned


def by_trying_all(weights: dict[tuple[int, int], int]) -> int:
    """The best of all ways to take a cell or to leave it."""
    if not weights:
        return 0
    (row, column), weight = next(iter(weights.items()))
    left = {place: each for place, each in weights.items() if place != (row, column)}
    free = {place: each for place, each in left.items() if place[0] != row and place[1] != column}
    return max(by_trying_all(left), weight + by_trying_all(free))


def total(weights: dict[tuple[int, int], int]) -> int:
    return largest_total([row for row, _ in weights], [column for _, column in weights], list(weights.values()))


@pytest.mark.parametrize(
    ("weights", "best"),
    [
        pytest.param({}, 0, id="nothing"),
        pytest.param({(0, 0): 3, (1, 1): 2}, 3 + 2, id="each row has one column"),
        pytest.param({(0, 0): 3, (0, 1): 1, (1, 1): 2, (1, 0): 1}, 3 + 2, id="each row has its best column"),
        pytest.param({(0, 0): 3, (1, 0): 2}, 3, id="two want one column, one has nothing"),
        pytest.param({(0, 0): 3, (0, 1): 2, (1, 0): 2}, 2 + 2, id="the one who loses less gives way"),
        pytest.param({(0, 0): 5, (0, 1): 4, (1, 0): 4, (1, 2): 1, (2, 0): 3}, 4 + 4, id="three want one column"),
        pytest.param({(0, 0): 3, (0, 1): 2, (1, 0): 3, (1, 1): 2}, 3 + 2, id="both want the same two columns"),
        pytest.param({(0, 0): 3, (0, 1): 2, (1, 0): 3, (2, 1): 3}, 3 + 3, id="the second choice is another's first"),
        pytest.param(
            {(0, 0): 3, (0, 1): 2, (1, 0): 3, (1, 1): 2, (2, 0): 3, (2, 1): 2}, 3 + 2, id="three want the same two"
        ),
        pytest.param({(row, 0): row for row in range(600)}, 599, id="more than are looked at at a glance"),
    ],
)
def test_totals_by_hand(weights: dict[tuple[int, int], int], best: int) -> None:
    assert total(weights) == best


@settings(deadline=None)  # the first that needs a solver imports it
@given(st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 6), max_size=9))
def test_no_choice_is_worth_more(weights: dict[tuple[int, int], int]) -> None:
    best = by_trying_all(weights)
    assert total(weights) == best
    # The same, with the first cell of each row in front, as tables have them.
    first = dict(sorted(weights, reverse=True))
    order = sorted(weights, key=lambda place: (first[place[0]] != place[1], place))
    cells = [row for row, _ in order], [column for _, column in order], [weights[place] for place in order]
    assert largest_total(*cells, leading=len(first)) == best


PLACES = st.tuples(st.integers(0, 3), st.integers(0, 3))


def by_trying_all_pairs(cells: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """The best weight, and the best extra with it."""
    if not cells:
        return 0, 0
    (row, column), (weight, extra) = next(iter(cells.items()))
    left = {place: each for place, each in cells.items() if place != (row, column)}
    free = {place: each for place, each in left.items() if place[0] != row and place[1] != column}
    with_it = by_trying_all_pairs(free)
    return max(by_trying_all_pairs(left), (weight + with_it[0], extra + with_it[1]))


@settings(deadline=None)
@given(st.dictionaries(PLACES, st.tuples(st.integers(1, 3), st.integers(-2, 2)), max_size=9), st.booleans())
def test_weight_comes_first_and_extras_break_ties(cells: dict[tuple[int, int], tuple[int, int]], halves: bool) -> None:
    given_ = [(row, column, Fraction(weight, 2) if halves else weight) for (row, column), (weight, _) in cells.items()]
    chosen = heaviest_then(given_, [extra for _, extra in cells.values()])
    assert len({row for row, _, _ in chosen}) == len(chosen) == len({column for _, column, _ in chosen})
    found = [cells[row, column] for row, column, _ in chosen]
    assert (sum(weight for weight, _ in found), sum(extra for _, extra in found)) == by_trying_all_pairs(cells)
    assert set(chosen) <= set(given_)


@pytest.mark.parametrize("size", [7, 12])
def test_ties_are_broken_where_floats_would_not_see_them(size: int) -> None:
    """All weights are equal and huge; only the diagonal costs nothing, and a float has not the digits to say so."""
    cells = [(row, column, 3**200) for row in range(size) for column in range(size)]
    extras = [0 if row == (column + 1) % size else -(2**70) - row for row, column, _ in cells]
    chosen = heaviest_then(cells, extras)
    assert [(row, column) for row, column, _ in chosen] == [(row, (row - 1) % size) for row in range(size)]


@settings(deadline=None)
@given(st.dictionaries(PLACES, st.integers(1, 6), min_size=1, max_size=12))
def test_integers_of_any_size_are_assigned(weights: dict[tuple[int, int], int]) -> None:
    chosen = assigned([(*place, weight) for place, weight in weights.items()])
    assert sum(weight for *_, weight in chosen) == by_trying_all(weights)
    assert len({row for row, _, _ in chosen}) == len(chosen) == len({column for _, column, _ in chosen})
