"""Variables and elements matched together, against every mapping and every matching there is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.algebra.solvers.latent import solve, solve_elements
from karat.errors import InputError, SimilarityError

CONSTRAINTS = {"↔": (True, True), "→": (True, False), "←": (False, True), "~": (False, False)}


def mappings(predicted, gold):
    for mapping in product([None, *range(gold)], repeat=predicted):
        used = [y for y in mapping if y is not None]
        if len(used) == len(set(used)):
            yield mapping


def allowed(matched, one_per_predicted, one_per_gold):
    left, right = [u for u, _ in matched], [v for _, v in matched]
    return (
        len(matched) == len(set(matched))
        and (not one_per_predicted or len(left) == len(set(left)))
        and (not one_per_gold or len(right) == len(set(right)))
    )


def best(predicted, gold, pairs, constraint):
    """The heaviest choice of pairs under every mapping."""
    most = Fraction(0)
    for mapping in mappings(predicted, gold):
        held = set(enumerate(mapping))
        able = [pair for pair in pairs if held.issuperset(pair[3])]
        for choice in product([False, True], repeat=len(able)):
            chosen = [pair for pair, taken in zip(able, choice, strict=True) if taken]
            if allowed([pair[:2] for pair in chosen], *constraint):
                most = max(most, sum((Fraction(pair[2]) for pair in chosen), Fraction(0)))
    return most


@st.composite
def element_problems(draw):
    predicted, gold = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    pair = st.tuples(st.integers(0, predicted - 1), st.integers(0, gold - 1))
    weight = st.one_of(st.integers(1, 4), st.fractions(Fraction(1, 4), 2, max_denominator=6), st.floats(0.1, 1.0))
    element = st.tuples(st.integers(0, 2), st.integers(0, 2), weight, st.lists(pair, max_size=2))
    return predicted, gold, draw(st.lists(element, max_size=7))


@pytest.mark.parametrize("symbol", CONSTRAINTS)
def test_equals_the_best_of_all_matchings(symbol):
    one_per_predicted, one_per_gold = CONSTRAINTS[symbol]

    @settings(max_examples=60, deadline=None)
    @given(element_problems())
    def check(problem):
        solution, matched = solve_elements(*problem, one_per_predicted=one_per_predicted, one_per_gold=one_per_gold)
        optimum = best(*problem, CONSTRAINTS[symbol])
        assert solution.optimal
        assert solution.value <= optimum <= solution.value * (1 + Fraction(1, 10**8))
        assert allowed(matched, one_per_predicted, one_per_gold)
        held = set(enumerate(solution.mapping))
        able = [(u, v, Fraction(weight)) for u, v, weight, needed in problem[2] if held.issuperset(needed)]
        assert solution.value == sum(max(w for u, v, w in able if (u, v) == pair) for pair in matched)

    check()


@settings(max_examples=40, deadline=None)
@given(element_problems(), st.randoms(use_true_random=False))
def test_order_does_not_matter(problem, random):
    predicted, gold, pairs = problem
    shuffled = random.sample(pairs, len(pairs))
    both = {"one_per_predicted": True, "one_per_gold": True}
    assert solve_elements(predicted, gold, shuffled, **both) == solve_elements(predicted, gold, pairs, **both)


@settings(max_examples=40, deadline=None)
@given(element_problems())
def test_a_time_limit_leaves_a_bound_that_holds(problem):
    solution, _ = solve_elements(*problem, one_per_predicted=True, one_per_gold=True, time_limit=0)
    assert solution.bound >= best(*problem, (True, True)) * (1 - Fraction(1, 10**8))
    assert solution.optimal == (solution.bound == solution.value)


GRADED = [  # two predicted elements are both like gold element 0; only the first can be like gold element 1
    (0, 0, Fraction(1), [(0, 0)]),
    (0, 1, Fraction(1, 2), [(0, 0)]),
    (1, 0, Fraction(3, 4), [(0, 0)]),
]


@pytest.mark.parametrize(
    ("symbol", "value", "matched"),
    [
        ("↔", Fraction(5, 4), ((0, 1), (1, 0))),
        ("→", Fraction(7, 4), ((0, 0), (1, 0))),
        ("←", Fraction(3, 2), ((0, 0), (0, 1))),
        ("~", Fraction(9, 4), ((0, 0), (0, 1), (1, 0))),
    ],
)
def test_by_hand(symbol, value, matched):
    one_per_predicted, one_per_gold = CONSTRAINTS[symbol]
    solution, found = solve_elements(1, 1, GRADED, one_per_predicted=one_per_predicted, one_per_gold=one_per_gold)
    assert (solution.mapping, solution.value, solution.bound, found) == ((0,), value, value, matched)


def test_without_rivals_it_is_the_plain_problem():
    pairs = [(0, 0, 1, [(0, 0)]), (0, 1, 1, [(0, 1)]), (1, 1, 1, [(0, 1), (1, 0)]), (2, 2, 3, [])]
    solution, matched = solve_elements(2, 2, pairs, one_per_predicted=True, one_per_gold=False)
    assert solution == solve(2, 2, [(needed, weight) for _, _, weight, needed in pairs])
    assert matched == ((0, 1), (1, 1), (2, 2))


@pytest.mark.parametrize(
    ("pair", "error", "message"),
    [
        ((0, 1, 1, [(0, 1)]), InputError, r"elements 0 and 1: expected variables below 1 and 1, found \(0, 1\)"),
        ((0, 1, -2, []), SimilarityError, "weight of elements 0 and 1: expected a number of at least 0, found -2"),
    ],
)
def test_what_is_no_pair_is_refused(pair, error, message):
    with pytest.raises(error, match=message):
        solve_elements(1, 1, [pair], one_per_predicted=True, one_per_gold=True)
