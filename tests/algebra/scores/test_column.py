"""Columns of exact numbers: packed into integers of numpy, they are the same numbers."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.algebra.scores.corpus import Column
from karat.algebra.scores.exact import Number, total

NUMBERS = st.lists(st.one_of(st.integers(0, 2**70), st.fractions(0, 10**6)), max_size=30)


@settings(max_examples=50)
@given(NUMBERS)
def test_a_column_is_its_numbers(numbers: list[Number]) -> None:
    column = Column.of(numbers)
    assert list(column) == numbers
    assert [column[place] for place in range(len(numbers))] == numbers
    assert list(column[1:5]) == numbers[1:5]
    assert column.total == total(numbers)
    assert column.floats.tolist() == [float(number) for number in numbers]
    assert pickle.loads(pickle.dumps(column)) == column


@settings(max_examples=50)
@given(NUMBERS, NUMBERS)
def test_columns_are_joined(one: list[Number], other: list[Number]) -> None:
    joined = Column.joined([Column.of(one), Column.of(other)])
    assert list(joined) == one + other
    assert joined == Column.of(one + other)
    assert list(joined.take([0, 0])) == [joined[0]] * 2 if len(joined) else True


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([2**53 + 1, 1], id="not a float"),
        pytest.param([Fraction(2**53 + 1, 3)], id="a numerator that is no float"),
        pytest.param([Fraction(1, 2**62), Fraction(1, 3)], id="a denominator of 63 bits"),
        pytest.param([2**63 - 1] * 4, id="a sum of more than 64 bits"),
        pytest.param([2**64, Fraction(1, 2**70)], id="more than 64 bits"),
        pytest.param([], id="none"),
    ],
)
def test_numbers_at_the_edge_of_64_bits(numbers: list[Number]) -> None:
    column = Column.of(numbers)
    assert (list(column), column.total) == (numbers, sum(numbers))
    assert column.floats.tolist() == [float(number) for number in numbers]


def test_equal_columns() -> None:
    halves = Column.of([Fraction(1, 2), 1])
    assert halves == Column.of([Fraction(2, 4), 1])
    assert halves != Column.of([Fraction(1, 2), 2])
    assert halves != Column.of([Fraction(1, 2)])
    assert hash(halves) == hash(Column.of([Fraction(1, 2), 1]))
