"""Matching of trees, acyclic graphs and graphs that keeps reachability (Chen et al., 2023, section 5 and appendix A.2).

Given weights φ(u, v) ≥ 0 between the nodes u of P (0 to n - 1) and v of R (0 to m - 1), a matching is the set M of
pairs with the largest total weight such that

(a) the matching constraint holds: ↔ at most one partner on both sides; → (N:1) at most one v for each predicted u;
    ← (1:N) at most one u for each gold v; ~ no constraint;
(b) order is kept: for any two pairs (u, v), (u', v') of M with u ≠ u' and v ≠ v', u ≤ u' ⟺ v ≤ v'.

Here u ≤ u' says that u' can be reached from u: a partial order in trees and acyclic graphs, a preorder where there are
cycles, where two nodes of one cycle match only two nodes of one cycle. Two pairs that share an element are exempt from
(b), so that a constraint means the same for sets, sequences and graphs. A pair of weight 0 is never part of M.

This is an integer program: choose the heaviest pairs, at most one of each clique of pairs in conflict, where every
conflict is in one of the cliques. The answer is exact where the weights over their common denominator are whole numbers
up to a million; finer weights are settled to a billionth of the total, the solver's precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from karat.algebra.scores.exact import Number, ratio, total
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.program import maximise
from karat.algebra.solvers.sequences import Pair, Pairs, whole_weights
from karat.errors import InputError

Order = NDArray[np.bool_]
LARGEST_GAIN = 1_000_000
"""The solver sees weights up to this; heavier ones are scaled down to it."""


@dataclass(frozen=True, slots=True)
class OrderedMatch:
    """A matching with its proof: no matching weighs more than `bound`, and where it is `optimal` that is its value."""

    value: Number
    pairs: tuple[Pair, ...]
    bound: Number
    optimal: bool


def reachability(nodes: int, edges: Iterable[Pair]) -> Order:
    """Tell which node can be reached from which, each from itself: the reflexive transitive closure of the edges.

    >>> reachability(3, [(0, 1), (1, 2)]).astype(int).tolist()
    [[1, 1, 1], [0, 1, 1], [0, 0, 1]]
    """
    after: list[set[int]] = [set() for _ in range(nodes)]
    for source, target in edges:
        if not (0 <= source < nodes and 0 <= target < nodes):
            raise InputError(f"edge {(source, target)}: expected nodes from 0 to {nodes - 1}, found one outside")
        after[source].add(target)
    closure = np.zeros((nodes, nodes), dtype=np.bool_)
    for node in range(nodes):
        reached, waiting = {node}, [node]
        while waiting:
            new = after[waiting.pop()] - reached
            reached |= new
            waiting.extend(new)
        closure[node, list(reached)] = True
    return closure


def match_orders(
    predicted_order: Order,
    gold_order: Order,
    weights: Pairs,
    *,
    one_per_predicted: bool,
    one_per_gold: bool,
    time_limit: float | None = None,
) -> OrderedMatch:
    """Match the nodes of two graphs so that reachability is kept; the orders are what `reachability` returns.

    Both flags set is ↔, the first alone is →, the second alone is ←, neither is ~. After `time_limit` seconds the best
    matching found so far is returned, with the bound proved so far.
    """
    deadline = Deadline.after(time_limit)
    whole, denominator = whole_weights(weights)
    listed = sorted(whole, key=lambda pair: (-whole[pair], pair))
    masses = [whole[pair] for pair in listed]
    conflict = _conflict(predicted_order, gold_order, listed, one_per_predicted, one_per_gold)
    chosen, bound = _without_conflict(conflict, masses, deadline)
    pairs = tuple(sorted(listed[number] for number in chosen))
    value = total([weights[pair] for pair in pairs])
    if sum(masses[number] for number in chosen) == bound:
        return OrderedMatch(value, pairs, value, True)
    return OrderedMatch(value, pairs, ratio(bound, denominator), False)


def _conflict(
    predicted_order: Order, gold_order: Order, pairs: list[Pair], one_per_predicted: bool, one_per_gold: bool
) -> Callable[[int], NDArray[np.bool_]]:
    """Make a function that tells with which pairs a pair is in conflict, so that no matching has both."""
    us, vs = np.array(pairs, dtype=np.intp).reshape(-1, 2).T

    def conflict(pair: int) -> NDArray[np.bool_]:
        u, v = us[pair], vs[pair]
        same_u, same_v = us == u, vs == v
        clash: NDArray[np.bool_] = predicted_order[u, us] != gold_order[v, vs]
        clash |= predicted_order[us, u] != gold_order[vs, v]
        clash &= ~(same_u | same_v)
        if one_per_predicted:
            clash |= same_u
        if one_per_gold:
            clash |= same_v
        clash[pair] = False
        return clash

    return conflict


def _without_conflict(
    conflict: Callable[[int], NDArray[np.bool_]], masses: list[int], deadline: Deadline
) -> tuple[list[int], int]:
    """Choose the heaviest pairs without conflict; also return the proved bound."""
    chosen: list[int] = []
    free = np.ones(len(masses), dtype=np.bool_)
    for pair in range(len(masses)):
        if free[pair]:
            chosen.append(pair)
            free &= ~conflict(pair)
    value, bound = sum(masses[pair] for pair in chosen), sum(masses)
    cliques = None if value == bound else _cliques(conflict, len(masses), deadline)
    if not cliques:
        return chosen, bound
    scale = max(Fraction(1), Fraction(max(masses), LARGEST_GAIN))
    starts = np.cumsum([0, *map(len, cliques)])
    matrix = csr_array((np.ones(starts[-1]), np.concatenate(cliques), starts), shape=(len(cliques), len(masses)))
    answer = maximise(np.array([float(mass / scale) for mass in masses]), matrix, 1, deadline)
    if answer.chosen is not None:
        found = np.flatnonzero(answer.chosen).tolist()
        if (worth := sum(masses[pair] for pair in found)) > value:
            chosen, value = found, worth
    if math.isfinite(answer.bound):
        bound = min(bound, _whole_bound(answer.bound, scale, value))
    return chosen, max(bound, value)


def _cliques(
    conflict: Callable[[int], NDArray[np.bool_]], pairs: int, deadline: Deadline
) -> list[NDArray[np.intp]] | None:
    """Cover all conflicts by maximal cliques; ``None`` if there is no time for it."""
    conflicts = np.zeros((pairs, pairs), dtype=np.bool_)
    for pair in range(pairs):
        if deadline.passed():
            return None
        conflicts[pair] = conflict(pair)
    left = np.triu(conflicts)
    cliques = []
    for pair in range(pairs):
        while (others := np.flatnonzero(left[pair])).size:
            if deadline.passed():
                return None
            clique = [pair]
            # First those whose conflict is not covered yet, then any others.
            able = np.concatenate((others, np.flatnonzero(conflicts[pair] & ~left[pair])))
            while able.size:
                clique.append(int(able[0]))
                able = able[1:][conflicts[able[0], able[1:]]]
            members = np.sort(np.array(clique))
            left[np.ix_(members, members)] = False
            cliques.append(members)
    return cliques


def _whole_bound(ceiling: float, scale: Fraction, value: int) -> int:
    """Round the solver's bound to whole weights, allowing for its precision."""
    if scale == 1:
        return max(value, int(ceiling + 1e-3))
    if value >= Fraction(ceiling * (1 - 1e-9)) * scale:
        return value
    return max(value, math.ceil(Fraction(ceiling * (1 + 1e-9)) * scale))
