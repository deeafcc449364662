from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t

from karat.results.statistics.shares import Difference, PairedT, Shares, jackknife, paired_t

RATIO = Shares(lambda sums: sums[..., :1] / sums[..., 1:2], ceilings=(1, 1))
"""Column 0 over column 1."""


def verdict(one: list[list[float]], other: list[list[float]], level: float = 0.95) -> PairedT:
    found = paired_t(*(jackknife(np.array(units, dtype=float), RATIO) for units in (one, other)), level)
    return PairedT(*(float(numbers[0]) for numbers in found))


def facts(right: list[int], each: int = 1) -> list[list[float]]:
    return [[float(number), float(each)] for number in right]


def slow_test(one, other, level):
    """The formula of docs/intervals.md, one sentence at a time, for sentences of one size."""
    units = len(one)

    def difference(kept):
        return sum(one[place][0] - other[place][0] for place in kept) / sum(one[place][1] for place in kept)

    whole = difference(range(units))
    changes = [whole - difference([place for place in range(units) if place != out]) for out in range(units)]
    squares, fourths = (math.fsum(change**power for change in changes) for power in (2, 4))
    differing = squares**2 / fourths if fourths else 0
    made_up = (squares + (1 / units) ** 2) / (differing + 1)
    error = math.sqrt(squares + 2 * made_up)
    reach = t.ppf((1 + level) / 2, units - 1) * error
    low, high = ((whole + end) / (1 + 2 / units) for end in (-reach, reach))
    return whole, max(min(low, whole), -1), min(max(high, whole), 1), 2 * t.sf(abs(whole) / error, units - 1)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(
    ("one", "other", "each"),
    [
        pytest.param([1, 0, 1, 1], [0, 0, 1, 0], 1, id="one fact a sentence"),
        pytest.param([4, 0, 2, 1, 3, 4], [3, 1, 2, 0, 1, 4], 4, id="four facts a sentence"),
        pytest.param([2, 1, 0], [2, 1, 0], 4, id="the same"),
        pytest.param([1] * 12, [0] * 12, 1, id="all right against none"),
    ],
)
def test_the_formula_by_hand(one, other, each, level):
    found = verdict(facts(one, each), facts(other, each), level)
    assert tuple(found) == pytest.approx(slow_test(facts(one, each), facts(other, each), level))


@pytest.mark.parametrize("sentences", [5, 24, 300])
def test_two_outputs_that_are_the_same(sentences):
    same = facts([1, 0] * (sentences // 2) + [1] * (sentences % 2))
    found = verdict(same, same)
    assert (found.difference, found.p) == (0, 1)
    # Σc² = 0 and k = 0, so s is a whole sentence, 1 / n; and (1 / n) / (1 + 2 / n) = 1 / (n + 2).
    assert found.high == pytest.approx(min(1, t.ppf(0.975, sentences - 1) * math.sqrt(2) / (sentences + 2)))
    assert found.low == -found.high


@pytest.mark.parametrize(("differing", "real"), [(1, False), (4, False), (5, False), (6, True), (7, True), (20, True)])
def test_few_sentences_that_differ_are_judged_as_by_the_sign_test(differing, real):
    # Of 300 sentences of one fact, so many are right by one system only.
    one = facts([1] * differing + [0, 1] * ((300 - differing) // 2) + [1] * (differing % 2))
    other = facts([0] * differing + [0, 1] * ((300 - differing) // 2) + [1] * (differing % 2))
    found = verdict(one, other)
    assert (found.p < 0.05) == real == (binomtest(differing, differing).pvalue < 0.05)


PAIRS = st.lists(
    st.integers(0, 6).flatmap(
        lambda whole: st.tuples(st.integers(0, whole), st.integers(0, whole), st.just(whole)).map(
            lambda pair: ([pair[0], pair[2]], [pair[1], pair[2]])
        )
    ),
    min_size=2,
    max_size=30,
)


@given(PAIRS, st.floats(0.05, 0.999))
def test_interval_and_test_tell_one_story(pairs, level):
    one, other = map(list, zip(*pairs, strict=True))
    if sum(unit[1] > 0 for unit in one) < 2:
        return
    found = verdict(one, other, level)
    assert -1 <= found.low <= found.difference <= found.high <= 1
    apart = found.low > 0 or found.high < 0
    if not math.isclose(found.p, 1 - level, abs_tol=1e-9):
        assert apart == (found.p < 1 - level)
    # p is where the interval first touches 0.
    if 1e-6 < found.p < 0.99 and not {found.low, found.high} & {-1.0, 1.0}:
        touching = verdict(one, other, 1 - found.p)
        assert min(abs(touching.low), abs(touching.high)) == pytest.approx(0, abs=1e-7)


@given(PAIRS)
def test_turning_the_pair_round_turns_the_sign(pairs):
    one, other = map(list, zip(*pairs, strict=True))
    forth, back = verdict(one, other), verdict(other, one)
    assert (forth.difference, forth.low, forth.high, forth.p) == pytest.approx(
        (-back.difference, -back.high, -back.low, back.p), nan_ok=True
    )


def test_sentences_without_anything_change_nothing():
    one, other = facts([4, 0, 2, 1], 4), facts([3, 1, 2, 0], 4)
    assert tuple(verdict([*one, [0, 0]], [*other, [0, 0]])) == pytest.approx(tuple(verdict(one, other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param([[1, 1]], [[0, 1]], id="one sentence"),
        pytest.param([[1, 1], [0, 0]], [[0, 2], [0, 0]], id="one that counts"),
        pytest.param([[0, 0], [0, 0]], [[0, 1], [0, 1]], id="a value is undefined"),
    ],
)
def test_no_verdict_on_fewer_than_two(one, other):
    found = verdict(one, other)
    assert all(map(math.isnan, (found.low, found.high, found.p)))


def test_a_difference_takes_its_masses_apart():
    masses = np.array([[1.0, 2.0, 0.0, 2.0], [1.0, 1.0, 1.0, 4.0]])
    difference = Difference(RATIO, RATIO)
    assert difference(masses.sum(axis=0)).tolist() == [pytest.approx(2 / 3 - 1 / 6)]
    one, other = difference.jackknives(masses)
    assert (one.points.tolist(), other.points.tolist()) == ([2 / 3], [1 / 6])
