"""Matching of trees, acyclic graphs and graphs that keeps reachability (Chen et al., 2023, section 5 and appendix A.2).

Given weights φ(u, v) ≥ 0 between the nodes u of P (0 to n - 1) and v of R (0 to m - 1), a matching is the set M of
pairs with the largest total weight such that

(a) the matching constraint holds: ↔ at most one partner on both sides; → (N:1) at most one v for each predicted u;
    ← (1:N) at most one u for each gold v; ~ no constraint;
(b) order is kept: for any two pairs (u, v), (u', v') of M with u ≠ u' and v ≠ v', u ≤ u' ⟺ v ≤ v'.

Here u ≤ u' says that u' can be reached from u: a partial order in trees and acyclic graphs, a preorder where there are
cycles, where two nodes of one cycle match only two nodes of one cycle. Two pairs that share an
element are exempt from (b), so that a constraint means the same for sets, sequences (``sequences.py``) and
graphs. A pair of weight 0 is never part of M.

Two chains are matched as sequences. Everything else is a maximum-weight independent set in the graph of conflicts
between pairs, which is hard in general:

1. The pairs are split into connected components of that graph; each is solved alone.
2. The assignment without the order is an upper bound; if it keeps the order, it is the answer.
3. Small components are solved by branch and bound.
4. The others are solved by cutting planes (`karat.algebra.solvers.cutting_planes`).

Steps 1 to 3 are exact. Step 4 is exact too where the weights (over their common denominator) are whole numbers up to a
million, since the next better total would be 1 away; finer weights are settled to a billionth of the total, which is
the solver's own precision. Of several heaviest sets it is not stated which is given, but it is the same one each time,
unless a time limit cuts the work short.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from graphlib import TopologicalSorter

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from karat.algebra.solvers.conflicts import (
    Candidates,
    Choice,
    Indices,
    greedy,
    keeps_order,
    late,
    search,
    split,
    without_order,
)
from karat.algebra.solvers.cutting_planes import solve
from karat.algebra.solvers.sequences import Pair, Pairs, Weight, add_weights, match_sequences, whole_weights
from karat.errors import InputError

Order = NDArray[np.bool_]
# Parts of up to so many pairs are searched before the solver is asked.
_LARGEST_SEARCH = 1_000


@dataclass(frozen=True, slots=True)
class OrderedMatch:
    """A matching with its proof: no matching weighs more than `bound`, and where it is `optimal` that is its value."""

    value: Weight
    pairs: tuple[Pair, ...]
    bound: Weight
    optimal: bool


def reachability(nodes: int, edges: Iterable[Pair]) -> Order:
    """Tell which node can be reached from which, each from itself: the reflexive transitive closure of the edges.

    >>> reachability(3, [(0, 1), (1, 2)]).astype(int).tolist()
    [[1, 1, 1], [0, 1, 1], [0, 0, 1]]
    """
    listed = sorted(set(edges))
    for edge in listed:
        if not all(0 <= end < nodes for end in edge):
            raise InputError(f"edge {edge}: expected nodes from 0 to {nodes - 1}, found one outside")
    if not nodes:
        return np.zeros((0, 0), dtype=np.bool_)
    ends = np.array(listed, dtype=np.int64).reshape(-1, 2)
    graph = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(nodes, nodes))
    count, cycle = connected_components(graph.tocsr(), directed=True, connection="strong")
    after: dict[int, set[int]] = {number: set() for number in range(count)}
    for source, target in cycle[ends].tolist():
        if source != target:
            after[source].add(target)
    closure = np.eye(count, dtype=np.bool_)
    for number in TopologicalSorter(after).static_order():  # what comes after a cycle is done before it
        for target in sorted(after[number]):
            closure[number] |= closure[target]
    return closure[np.ix_(cycle, cycle)]


def match_orders(
    predicted_order: Order,
    gold_order: Order,
    weights: Pairs,
    *,
    one_per_predicted: bool,
    one_per_gold: bool,
    time_limit: float | None = None,
) -> OrderedMatch:
    """Match the nodes of two graphs so that reachability is kept; the orders are what `reachability` gives.

    Both flags set is ↔, the first alone is →, the second alone is ←, neither is ~. After `time_limit` seconds the best
    matching found so far is given, with the bound proved so far.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    whole, denominator = whole_weights(weights)
    nodes = len(predicted_order), len(gold_order)
    assert all(0 <= u < nodes[0] and 0 <= v < nodes[1] for u, v in whole), "a pair lies outside of the graphs"
    ranks = _chain_ranks(predicted_order), _chain_ranks(gold_order)
    if ranks[0] is not None and ranks[1] is not None:
        return _match_chains(ranks[0], ranks[1], weights, one_per_predicted, one_per_gold)
    preference = sorted(whole, key=lambda pair: (-whole[pair], pair))
    ends = np.array(preference, dtype=np.intp).reshape(-1, 2)
    candidates = Candidates(
        ends[:, 0],
        ends[:, 1],
        [whole[pair] for pair in preference],
        np.asarray(predicted_order, dtype=np.bool_),
        np.asarray(gold_order, dtype=np.bool_),
        one_per_predicted,
        one_per_gold,
    )
    choice = _choose(candidates, deadline)
    pairs = tuple(sorted(preference[number] for number in choice.pairs))
    value = add_weights(weights[pair] for pair in pairs)
    if candidates.weigh(choice.pairs) == choice.bound:
        return OrderedMatch(value, pairs, value, True)
    return OrderedMatch(value, pairs, _in_weights(choice.bound, denominator, weights), False)


def _choose(candidates: Candidates, deadline: float | None) -> Choice:
    """Find the heaviest pairs without conflict, or the best that the time allows."""
    parts = [_choose_part(candidates, part, deadline) for part in split(candidates, deadline)]
    return Choice([pair for part in parts for pair in part.pairs], sum(part.bound for part in parts))


def _choose_part(candidates: Candidates, part: Indices, deadline: float | None) -> Choice:
    """Find the heaviest pairs without conflict among those of one part."""
    if len(part) == 1:
        return Choice([int(part[0])], candidates.weights[part[0]])
    bound, relaxed = without_order(candidates, part)
    if relaxed and keeps_order(candidates, relaxed):
        return Choice(relaxed, bound)
    best = greedy(candidates, part)
    if candidates.weigh(best) < bound and len(part) <= _LARGEST_SEARCH:
        best, finished = search(candidates, part, best, deadline)
        if finished:
            bound = candidates.weigh(best)
    if candidates.weigh(best) < bound and not late(deadline):
        return solve(candidates, part, Choice(best, bound), deadline)
    return Choice(best, bound)


def _in_weights(bound: int, denominator: int, weights: Pairs) -> Weight:
    """Write a bound in the kind of number that the weights are."""
    exact = Fraction(bound, denominator)
    if any(isinstance(weight, float) for weight in weights.values()):
        return float(exact)
    return bound if denominator == 1 else exact


def _chain_ranks(order: Order) -> list[int] | None:
    """Number the nodes of a chain from 0 on; None if they do not form one."""
    ranks = np.asarray(order).sum(axis=0) - 1
    in_order = np.array_equal(order, ranks[:, None] <= ranks[None, :])
    return ranks.tolist() if in_order and len(set(ranks.tolist())) == len(ranks) else None


def _match_chains(
    predicted: list[int], gold: list[int], weights: Pairs, one_per_predicted: bool, one_per_gold: bool
) -> OrderedMatch:
    node = {(predicted[u], gold[v]): (u, v) for u, v in weights}
    value, chain = match_sequences(
        len(predicted),
        len(gold),
        {ranked: weights[pair] for ranked, pair in node.items()},
        one_per_predicted=one_per_predicted,
        one_per_gold=one_per_gold,
    )
    return OrderedMatch(value, tuple(sorted(node[pair] for pair in chain)), value, True)
