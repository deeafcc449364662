"""Ordered matching of trees and graphs: against every set of pairs, by hand, at size, and out of time."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.algebra.solvers.orders import match_orders, reachability
from karat.errors import InputError

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
def graphs(draw):
    nodes = draw(st.integers(0, 4))
    edges = draw(st.lists(st.sampled_from(list(product(range(nodes), repeat=2))), max_size=6)) if nodes else []
    return reachability(nodes, edges)


@st.composite
def problems(draw):
    predicted, gold = draw(graphs()), draw(graphs())
    cells = list(product(range(len(predicted)), range(len(gold))))
    chosen = draw(st.lists(st.sampled_from(cells), unique=True, max_size=9)) if cells else []
    return predicted, gold, {pair: draw(WEIGHTS) for pair in chosen}


def compatible(predicted, gold, first, second, one_per_predicted, one_per_gold):
    (u, v), (other_u, other_v) = first, second
    if u == other_u:
        return not one_per_predicted
    if v == other_v:
        return not one_per_gold
    return predicted[u, other_u] == gold[v, other_v] and predicted[other_u, u] == gold[other_v, v]


def is_matching(predicted, gold, pairs, constraint):
    return all(compatible(predicted, gold, a, b, **constraint) for a, b in combinations(pairs, 2))


def heaviest(predicted, gold, weights, constraint):
    return max(
        sum(Fraction(weights[pair]) for pair in chosen)
        for size in range(len(weights) + 1)
        for chosen in combinations(weights, size)
        if is_matching(predicted, gold, chosen, constraint)
    )


def random_tree(nodes, chance):
    return reachability(nodes, [(chance.randrange(node), node) for node in range(1, nodes)])


def labelled(predicted, gold, labels, chance):
    """Weigh 1 what has the same label."""
    left = [chance.randrange(labels) for _ in range(len(predicted))]
    right = [chance.randrange(labels) for _ in range(len(gold))]
    return {(u, v): 1 for u, v in product(range(len(left)), range(len(right))) if left[u] == right[v]}


@pytest.mark.parametrize(
    ("nodes", "edges", "closure"),
    [
        pytest.param(0, [], [], id="no nodes"),
        pytest.param(2, [], [[1, 0], [0, 1]], id="each reaches itself"),
        pytest.param(3, [(2, 1), (1, 0)], [[1, 0, 0], [1, 1, 0], [1, 1, 1]], id="a chain, written backwards"),
        pytest.param(3, [(0, 1), (1, 0), (1, 2)], [[1, 1, 1], [1, 1, 1], [0, 0, 1]], id="a cycle and what it reaches"),
        pytest.param(2, [(0, 0), (0, 1), (0, 1)], [[1, 1], [0, 1]], id="a loop and a repeated edge change nothing"),
    ],
)
def test_reachability_by_hand(nodes, edges, closure):
    assert reachability(nodes, edges).astype(int).tolist() == closure


@given(st.integers(1, 7), st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12))
@settings(deadline=None)
def test_reachability_is_the_smallest_closed_order(nodes, edges):
    edges = [(a % nodes, b % nodes) for a, b in edges]
    walked = np.eye(nodes, dtype=bool)
    for a, b in edges:
        walked[a, b] = True
    for _ in range(nodes):
        walked = walked | (walked @ walked)
    assert (reachability(nodes, edges) == walked).all()


def test_a_long_chain_is_closed():
    closure = reachability(3_000, pairwise(range(3_000)))
    assert (closure == np.triu(np.ones((3_000, 3_000), dtype=bool))).all()


def test_an_edge_to_nowhere_is_named():
    with pytest.raises(InputError, match=r"edge \(1, 5\): expected nodes from 0 to 2, found one outside"):
        reachability(3, [(0, 1), (1, 5)])


CHERRY = reachability(3, [(0, 1), (0, 2)])  # one parent, two children
CHAIN = reachability(3, [(0, 1), (1, 2)])
CYCLE = reachability(3, [(0, 1), (1, 2), (2, 0)])
APART = reachability(3, [])


@pytest.mark.parametrize(
    ("predicted", "gold", "constraint", "value"),
    [
        pytest.param(CHERRY, CHERRY, ONE_TO_ONE, 3, id="a tree against itself"),
        pytest.param(CHERRY, CHAIN, ONE_TO_ONE, 2, id="siblings match no descent: the parent and one child"),
        pytest.param(CHERRY, APART, ONE_TO_ONE, 2, id="siblings are unrelated: both children"),
        pytest.param(CHAIN, APART, ONE_TO_ONE, 1, id="no two of a chain are unrelated"),
        pytest.param(CYCLE, CYCLE, ONE_TO_ONE, 3, id="a cycle against itself, in any order"),
        pytest.param(CYCLE, CHAIN, ONE_TO_ONE, 1, id="a cycle is no chain"),
        pytest.param(CHAIN, CHAIN, N_TO_ONE, 3, id="→ on a chain"),
        pytest.param(CYCLE, CHAIN, N_TO_ONE, 3, id="→ lets a whole cycle share one node"),
        pytest.param(CYCLE, CHAIN, ONE_TO_N, 3, id="← lets a whole chain share one node"),
        pytest.param(CHAIN, CHAIN, N_TO_N, 5, id="~ on a chain is a staircase"),
        pytest.param(CYCLE, CYCLE, N_TO_N, 9, id="~ on a cycle takes all pairs"),
        pytest.param(APART, APART, N_TO_N, 9, id="~ without order takes all pairs"),
        pytest.param(reachability(0, []), CHAIN, ONE_TO_ONE, 0, id="nothing predicted"),
        pytest.param(APART, reachability(0, []), N_TO_N, 0, id="no gold"),
        pytest.param(reachability(0, []), reachability(0, []), ONE_TO_ONE, 0, id="both empty"),
    ],
)
def test_graphs_by_hand(predicted, gold, constraint, value):
    weights = dict.fromkeys(product(range(len(predicted)), range(len(gold))), 1)
    found = match_orders(predicted, gold, weights, **constraint)
    assert (found.value, found.bound, found.optimal, len(found.pairs)) == (value, value, True, value)


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@given(problem=problems())
@settings(deadline=None)
def test_equals_the_heaviest_of_all_sets(constraint, problem):
    predicted, gold, weights = problem
    found = match_orders(predicted, gold, weights, **constraint)
    assert is_matching(predicted, gold, found.pairs, constraint)
    exact = sum(Fraction(weights[pair]) for pair in found.pairs)
    best = heaviest(predicted, gold, weights, constraint)
    assert found.optimal
    assert found.value == found.bound == exact == best


@given(problem=problems())
@settings(deadline=None)
def test_looser_constraints_weigh_no_less(problem):
    one_to_one, n_to_one, one_to_n, n_to_n = (
        match_orders(*problem, **constraint).value for constraint in (ONE_TO_ONE, N_TO_ONE, ONE_TO_N, N_TO_N)
    )
    assert one_to_one <= n_to_one <= n_to_n
    assert one_to_one <= one_to_n <= n_to_n


def test_renumbered_chains_are_matched_as_sequences():
    backwards = reachability(4, [(3, 2), (2, 1), (1, 0)])
    forwards = reachability(4, [(0, 1), (1, 2), (2, 3)])
    weights = {(u, 3 - u): Fraction(1, 2) for u in range(4)}
    found = match_orders(backwards, forwards, weights, **ONE_TO_ONE)
    assert found.value == 2
    assert found.pairs == ((0, 3), (1, 2), (2, 1), (3, 0))


def test_a_tree_against_itself_is_perfect_at_size():
    tree = random_tree(1_000, random.Random(1))
    found = match_orders(tree, tree, {(node, node): Fraction(1, 3) for node in range(1_000)}, **ONE_TO_ONE)
    assert (found.value, found.optimal) == (Fraction(1_000, 3), True)


@pytest.mark.parametrize("unit", [1, Fraction(1, 3), 10**15 + 1], ids=["whole", "fractions", "past the solver's range"])
@pytest.mark.parametrize(
    ("parents", "labels", "constraint"),
    [
        pytest.param(1, 12, ONE_TO_ONE, id="trees, ↔"),
        pytest.param(1, 20, N_TO_ONE, id="trees, →"),
        pytest.param(2, 30, ONE_TO_ONE, id="acyclic graphs, ↔"),
    ],
)
def test_sixty_nodes_are_settled_with_proof(parents, labels, unit, constraint):
    chance = random.Random(2)
    predicted, gold = (
        reachability(60, [(chance.randrange(node), node) for node in range(1, 60) for _ in range(parents)])
        for _ in range(2)
    )
    weights = dict.fromkeys(labelled(predicted, gold, labels, chance), unit)
    begun = time.monotonic()
    found = match_orders(predicted, gold, weights, **constraint)
    assert time.monotonic() - begun < 30  # less than 2 s on a quiet machine
    assert found.optimal
    assert found.value == found.bound == unit * len(found.pairs)
    assert is_matching(predicted, gold, found.pairs, constraint)
    assert found == match_orders(predicted, gold, weights, **constraint)


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("kind", [int, Fraction])
@pytest.mark.parametrize("limit", [0.0, 0.5])
def test_out_of_time_gives_a_matching_with_its_gap(constraint, kind, limit):
    chance = random.Random(4)
    predicted, gold = random_tree(120, chance), random_tree(120, chance)
    weights = {
        pair: kind(one) / 3 if kind is not int else 1 for pair, one in labelled(predicted, gold, 3, chance).items()
    }
    begun = time.monotonic()
    found = match_orders(predicted, gold, weights, **constraint, time_limit=limit)
    assert time.monotonic() - begun < limit + 3
    assert is_matching(predicted, gold, found.pairs, constraint)
    assert 0 < found.value <= found.bound
    assert found.optimal == (found.value == found.bound)
    assert not (found.optimal and limit == 0)  # what greed finds here, a moment's work cannot prove
