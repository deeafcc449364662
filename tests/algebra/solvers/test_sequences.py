"""Ordered matching of sequences: against every set of pairs, by hand, and at length."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.algebra.solvers.sequences import match_sequences

ONE_TO_ONE = {"one_per_predicted": True, "one_per_gold": True}
N_TO_ONE = {"one_per_predicted": True, "one_per_gold": False}
ONE_TO_N = {"one_per_predicted": False, "one_per_gold": True}
N_TO_N = {"one_per_predicted": False, "one_per_gold": False}
CONSTRAINTS = [
    pytest.param(ONE_TO_ONE, id="↔"),
    pytest.param(N_TO_ONE, id="→"),
    pytest.param(ONE_TO_N, id="←"),
    pytest.param(N_TO_N, id="~"),
]

WEIGHTS = st.one_of(
    st.integers(1, 5),
    st.fractions(Fraction(1, 7), 3, max_denominator=7),
)


@st.composite
def weighted_pairs(draw, kinds=WEIGHTS):
    predicted, gold = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    cells = list(product(range(predicted), range(gold)))
    chosen = draw(st.lists(st.sampled_from(cells), unique=True, max_size=9)) if cells else []
    return predicted, gold, {pair: draw(kinds) for pair in chosen}


def in_order(first, second, one_per_predicted, one_per_gold):
    (u, v), (other_u, other_v) = first, second
    if u == other_u:
        return not one_per_predicted
    if v == other_v:
        return not one_per_gold
    return (u <= other_u) == (v <= other_v)


def heaviest(weights, constraint):
    """Try every set of pairs; of the heaviest give the lexicographically smallest."""
    best = (Fraction(0), [])
    for size in range(1, len(weights) + 1):
        for chosen in combinations(sorted(weights), size):
            if all(in_order(a, b, **constraint) for a, b in combinations(chosen, 2)):
                value = sum(Fraction(weights[pair]) for pair in chosen)
                if value > best[0] or (value == best[0] and list(chosen) < best[1]):
                    best = value, list(chosen)
    return best


def equal_pairs(predicted, gold):
    return {(u, v): 1 for (u, x), (v, y) in product(enumerate(predicted), enumerate(gold)) if x == y}


def common_subsequence(predicted, gold):
    """The textbook's longest common subsequence, by length."""
    lengths = [0] * (len(gold) + 1)
    for x in predicted:
        corner = 0
        for column, y in enumerate(gold, start=1):
            corner, lengths[column] = (
                lengths[column],
                corner + 1 if x == y else max(lengths[column], lengths[column - 1]),
            )
    return lengths[-1]


@pytest.mark.parametrize(
    ("predicted", "gold", "one_to_one", "n_to_one", "one_to_n", "n_to_n"),
    [
        pytest.param((1, 2, 3, 4, 5), (1, 3, 5, 7, 9), 3, 3, 3, 3, id="the paper's example"),
        pytest.param("", "", 0, 0, 0, 0, id="both empty"),
        pytest.param("", "ab", 0, 0, 0, 0, id="nothing predicted"),
        pytest.param("ab", "", 0, 0, 0, 0, id="no gold"),
        pytest.param("ab", "ba", 1, 1, 1, 1, id="crossing pairs exclude each other"),
        pytest.param("aa", "a", 1, 2, 1, 2, id="two predictions share one gold"),
        pytest.param("a", "aa", 1, 1, 2, 2, id="two gold elements share one prediction"),
        pytest.param("aa", "aa", 2, 2, 2, 3, id="~ is a staircase of n + m - 1 pairs"),
        pytest.param("aba", "aa", 2, 2, 2, 3, id="(0,0), (2,0), (2,1)"),
    ],
)
def test_lengths_by_hand(predicted, gold, one_to_one, n_to_one, one_to_n, n_to_n):
    weights = equal_pairs(predicted, gold)
    values = [
        match_sequences(len(predicted), len(gold), weights, **constraint)[0]
        for constraint in (ONE_TO_ONE, N_TO_ONE, ONE_TO_N, N_TO_N)
    ]
    assert values == [one_to_one, n_to_one, one_to_n, n_to_n]


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@given(problem=weighted_pairs())
@settings(deadline=None)
def test_equals_the_heaviest_of_all_sets_and_the_first_of_them(constraint, problem):
    predicted, gold, weights = problem
    value, pairs = match_sequences(predicted, gold, weights, **constraint)
    best, first = heaviest(weights, constraint)
    assert pairs == first
    assert value == sum(weights[pair] for pair in pairs)
    assert sum(Fraction(weights[pair]) for pair in pairs) == best


@given(problem=weighted_pairs())
@settings(deadline=None)
def test_looser_constraints_weigh_no_less(problem):
    predicted, gold, weights = problem
    one_to_one, n_to_one, one_to_n, n_to_n = (
        match_sequences(predicted, gold, weights, **constraint)[0]
        for constraint in (ONE_TO_ONE, N_TO_ONE, ONE_TO_N, N_TO_N)
    )
    assert one_to_one <= n_to_one <= n_to_n
    assert one_to_one <= one_to_n <= n_to_n


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@given(problem=weighted_pairs())
@settings(deadline=None)
def test_exchanging_the_sides_exchanges_the_constraint(constraint, problem):
    predicted, gold, weights = problem
    mirrored = {(v, u): weight for (u, v), weight in weights.items()}
    turned = {"one_per_predicted": constraint["one_per_gold"], "one_per_gold": constraint["one_per_predicted"]}
    assert match_sequences(gold, predicted, mirrored, **turned)[0] == pytest.approx(
        match_sequences(predicted, gold, weights, **constraint)[0], rel=1e-12
    )


@given(predicted=st.text("abc", max_size=20), gold=st.text("abc", max_size=20))
@settings(deadline=None)
def test_one_to_one_with_equality_is_the_longest_common_subsequence(predicted, gold):
    value, pairs = match_sequences(len(predicted), len(gold), equal_pairs(predicted, gold), **ONE_TO_ONE)
    assert value == len(pairs) == common_subsequence(predicted, gold)


@pytest.mark.parametrize(
    ("weights", "value"),
    [
        pytest.param({(0, 0): 2, (1, 1): 3}, 5, id="whole numbers"),
        pytest.param({(0, 0): Fraction(1, 3), (1, 1): Fraction(2, 3)}, 1, id="fractions"),
        pytest.param({(0, 0): Fraction(1, 3), (1, 1): 1}, Fraction(4, 3), id="fraction and whole number"),
    ],
)
def test_sums_are_exact_and_keep_their_kind(weights, value):
    found, _ = match_sequences(10, 10, weights, **ONE_TO_ONE)
    assert found == value
    assert type(found) is type(value)


def test_the_choice_is_exact_where_floats_would_call_it_a_tie():
    crossing = {(0, 1): 10**16, (2, 2): 1, (1, 0): 10**16 + 1, (3, 3): 1}
    assert match_sequences(4, 4, crossing, **ONE_TO_ONE)[1] == [(1, 0), (2, 2), (3, 3)]


def test_a_weight_of_zero_is_no_match():
    assert match_sequences(2, 2, {(0, 0): 0, (1, 1): Fraction(0)}, **N_TO_N) == (0, [])


@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_long_sequences_of_distinct_elements(constraint):
    size = 100_000
    shuffled = list(range(size))
    random.Random(3).shuffle(shuffled)
    value, pairs = match_sequences(size, size, dict.fromkeys(enumerate(shuffled), 1), **constraint)
    assert value == len(pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    assert 500 < value < 2 * size**0.5  # a random order's longest rise is near 2√n
    assert match_sequences(size, size, {(n, n): 1 for n in range(size)}, **constraint)[0] == size
