"""Numbers within a tolerance: by hand, exactly as they are written, and without trying all pairs."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import algebra as k
from karat.errors import DefinitionError, InputError


@pytest.mark.parametrize(
    ("similarity", "one", "other", "alike"),
    [
        pytest.param(k.within(0.1), 0.1 + 0.2, 0.3, 1, id="0.1 + 0.2 is 0.3"),
        pytest.param(k.within(0.1), 0.3, 0.4, 1, id="the tolerance itself: 0.4 − 0.3 is 0.1"),
        pytest.param(k.within(0.1), 0.3, 0.41, 0, id="beyond"),
        pytest.param(k.within(0.1), -0.05, 0.05, 1, id="around 0"),
        pytest.param(k.within(0), 0.3, 0.3, 1, id="no tolerance"),
        pytest.param(k.within(0), 0.1 + 0.2, 0.3, 0, id="no tolerance: to the last digit"),
        pytest.param(k.within(1), 7, 8, 1, id="whole numbers"),
        pytest.param(k.within(Fraction(1, 3)), Fraction(1, 3), Fraction(2, 3), 1, id="fractions"),
        pytest.param(k.within(0.1), Decimal("0.3"), 0.4, 1, id="decimals"),
        pytest.param(k.within(relative=0.01), 100, 101, 1, id="a share of the larger"),
        pytest.param(k.within(relative=0.01), 100, 102, 0, id="more than a share of the larger"),
        pytest.param(k.within(relative=0.01), 0, 0, 1, id="a share of nothing"),
        pytest.param(k.within(1, relative=0.01), 0, 1, 1, id="the larger tolerance: absolute"),
        pytest.param(k.within(1, relative=0.01), 1000, 1010, 1, id="the larger tolerance: relative"),
    ],
)
def test_within_by_hand(similarity: k.Similarity, one: Any, other: Any, alike: int) -> None:
    assert similarity.similarity(one, other) == similarity.similarity(other, one) == alike
    assert k.match(similarity).f1([one], [other]).value == alike


def test_near_is_not_the_same() -> None:
    """1 is near 2, and 2 near 3: the matching finds partners for both, which no key could."""
    metric = k.match(k.within(1)).f1
    assert metric([1, 3], [2]).masses == (1, 2, 1, 1)
    assert metric([2, 3], [1, 2]).masses == (2, 2, 2, 2)


numbers = st.one_of(st.integers(-5, 5), st.floats(-5, 5, allow_nan=False), st.fractions(-5, 5, max_denominator=9))


@given(st.lists(numbers, max_size=6), st.lists(numbers, max_size=6), st.sampled_from([0, 0.1, 1, Fraction(2, 3), 2.5]))
def test_neighbours_are_found_without_trying_all_pairs(predicted: Any, gold: Any, tolerance: Any) -> None:
    quick = k.within(tolerance)
    slow = k.function(quick.function, own=1)
    assert k.match(quick).f1(predicted, gold) == k.match(slow).f1(predicted, gold)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), Decimal("NaN"), True, None, "1", 1j])
@pytest.mark.parametrize("similarity", [k.within(0.1), k.within(relative=0.1)])
def test_only_finite_numbers_have_neighbours(similarity: k.Similarity, value: Any) -> None:
    for predicted, gold in (([value], [1]), ([1], [value])):
        with pytest.raises(InputError, match="within: expected a finite number, found"):
            k.match(similarity).f1(predicted, gold)


@pytest.mark.parametrize(
    ("tolerances", "message"),
    [
        pytest.param({}, "within: expected a tolerance, absolute or relative, found none", id="none"),
        pytest.param(
            {"absolute": -1}, "within: expected absolute to be a finite number of at least 0, found -1", id="below 0"
        ),
        pytest.param(
            {"relative": float("nan")},
            "within: expected relative to be a finite number of at least 0, found nan",
            id="NaN",
        ),
        pytest.param(
            {"absolute": float("inf")},
            "within: expected absolute to be a finite number of at least 0, found inf",
            id="infinite",
        ),
        pytest.param(
            {"absolute": "1"}, "within: expected absolute to be a finite number of at least 0, found '1'", id="text"
        ),
    ],
)
def test_a_tolerance_is_a_number(tolerances: Any, message: str) -> None:
    with pytest.raises(DefinitionError) as refused:
        k.within(**tolerances)
    assert str(refused.value) == message


def test_it_is_written_with_its_tolerance() -> None:
    assert str(k.within(0.1)) == "within(0.1)"
    assert str(k.within(relative=0.1)) == "within(relative=0.1)"
    assert str(k.within(2, relative=0.1)) == "within(2, relative=0.1)"
    assert k.within(0.5) == k.within(Fraction(1, 2))
    assert k.match(k.within(0.5)).f1.signature == k.match(k.within(Fraction(1, 2))).f1.signature
    assert k.match(k.within(0.5)).f1.signature != k.match(k.within(0.25)).f1.signature
