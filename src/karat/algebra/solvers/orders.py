"""Matching of trees, acyclic graphs and graphs that keeps reachability (Chen et al., 2023, section 5 and appendix A.2).

Given weights φ(u, v) ≥ 0 between the nodes u of P (0 to n - 1) and v of R (0 to m - 1), a matching is the set M of
pairs with the largest total weight such that

(a) the matching constraint holds: ↔ at most one partner on both sides; → (N:1) at most one v for each predicted u;
    ← (1:N) at most one u for each gold v; ~ no constraint;
(b) order is kept: for any two pairs (u, v), (u', v') of M with u ≠ u' and v ≠ v', u ≤ u' ⟺ v ≤ v'.

Here u ≤ u' says that u' can be reached from u: a partial order in trees and acyclic graphs, a preorder where there are
cycles, where two nodes of one cycle match only two nodes of one cycle. Two pairs that share an element are exempt from
(b), so that a constraint means the same for sets, sequences and graphs. A pair of weight 0 is never part of M.

Two chains are matched as sequences. Everything else is an integer program: maximise the weight of the chosen pairs,
with at most one pair of each clique of pairs in conflict. There are far too many cliques to write down, so they are
added when an answer violates them, first to the linear relaxation, then to the integer program, until the answer has
no conflict. Each program leaves out some conflicts, so its optimum bounds the weight of every matching.

The answer is exact where the weights over their common denominator are whole numbers up to a million; finer weights are
settled to a billionth of the total, the solver's precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.sequences import Pair, Pairs, Weight, add_weights, match_sequences, whole_weights
from karat.errors import InputError

Order = NDArray[np.bool_]
Indices = NDArray[np.intp]

_LARGEST_COST = 1_000_000
"""The solver sees weights up to this; heavier ones are scaled down to it."""
_ROUNDS_OF_RELAXATION = 40
_CUTS_PER_ROUND = 400


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
    assert all(0 <= u < len(predicted_order) and 0 <= v < len(gold_order) for u, v in whole), "a pair of no nodes"
    chains = _chain_ranks(predicted_order), _chain_ranks(gold_order)
    if chains[0] is not None and chains[1] is not None:
        return _match_chains(chains[0], chains[1], weights, one_per_predicted, one_per_gold)
    listed = sorted(whole, key=lambda pair: (-whole[pair], pair))
    ends = np.array(listed, dtype=np.intp).reshape(-1, 2)
    conflicts = _Conflicts(ends[:, 0], ends[:, 1], predicted_order, gold_order, one_per_predicted, one_per_gold)
    masses = [whole[pair] for pair in listed]
    chosen, bound = _heaviest_without_conflict(conflicts, masses, deadline)
    pairs = tuple(sorted(listed[number] for number in chosen))
    value = add_weights(weights[pair] for pair in pairs)
    if sum(masses[number] for number in chosen) == bound:
        return OrderedMatch(value, pairs, value, True)
    exact_bound = Fraction(bound, denominator)
    if any(isinstance(weight, float) for weight in weights.values()):
        return OrderedMatch(value, pairs, float(exact_bound), False)
    return OrderedMatch(value, pairs, bound if denominator == 1 else exact_bound, False)


def _chain_ranks(order: Order) -> list[int] | None:
    """Number the nodes of a chain from 0 on; None if they do not form one."""
    ranks = order.sum(axis=0) - 1
    in_order = np.array_equal(order, ranks[:, None] <= ranks[None, :])
    return ranks.tolist() if in_order and len(set(ranks.tolist())) == len(ranks) else None


def _match_chains(
    predicted: list[int], gold: list[int], weights: Pairs, one_per_predicted: bool, one_per_gold: bool
) -> OrderedMatch:
    node = {(predicted[u], gold[v]): (u, v) for u, v in weights}
    value, chain = match_sequences(
        len(predicted),
        len(gold),
        {ranks: weights[pair] for ranks, pair in node.items()},
        one_per_predicted=one_per_predicted,
        one_per_gold=one_per_gold,
    )
    return OrderedMatch(value, tuple(sorted(node[pair] for pair in chain)), value, True)


@dataclass(frozen=True, slots=True)
class _Conflicts:
    """Which pairs no matching has both of; one pair is asked about at a time, so memory is linear in their number."""

    predicted: Indices
    gold: Indices
    predicted_order: Order
    gold_order: Order
    one_per_predicted: bool
    one_per_gold: bool

    def of(self, pair: int, among: Indices) -> NDArray[np.bool_]:
        """Tell which of the other pairs conflict with a pair."""
        u, v = self.predicted[pair], self.gold[pair]
        us, vs = self.predicted[among], self.gold[among]
        same_u, same_v = us == u, vs == v
        clash: NDArray[np.bool_] = self.predicted_order[u, us] != self.gold_order[v, vs]
        clash |= self.predicted_order[us, u] != self.gold_order[vs, v]
        clash &= ~(same_u | same_v)
        if self.one_per_predicted:
            clash |= same_u
        if self.one_per_gold:
            clash |= same_v
        clash[among == pair] = False
        return clash

    def greedy(self, preference: Indices) -> list[int]:
        """Take pairs in the given order, each unless it conflicts with one taken before."""
        chosen = []
        while len(preference):
            chosen.append(int(preference[0]))
            preference = preference[1:][~self.of(chosen[-1], preference[1:])]
        return chosen

    def extended(self, clique: list[int], others: Indices) -> list[int]:
        """Add to a clique of conflicts, in the given order, each pair that conflicts with all its members."""
        for member in clique:
            others = others[self.of(member, others)]
        clique = list(clique)
        while len(others):
            clique.append(int(others[0]))
            others = others[1:][self.of(clique[-1], others[1:])]
        return clique

    def of_elements(self) -> list[tuple[int, ...]]:
        """The pairs of each element that may have one partner only."""
        sides = [
            side
            for side, single in ((self.predicted, self.one_per_predicted), (self.gold, self.one_per_gold))
            if single
        ]
        return [tuple(np.flatnonzero(side == element)) for side in sides for element in np.unique(side)]

    def violated(self, shares: NDArray[np.float64], deadline: Deadline) -> set[tuple[int, ...]]:
        """Find maximal cliques whose shares exceed 1; an integral answer with a conflict violates one."""
        support = np.flatnonzero(shares > 1e-6)
        support = support[np.argsort(-shares[support], kind="stable")]
        everything = np.arange(len(shares))
        found: set[tuple[int, ...]] = set()
        for seed in support:
            clique = self.extended([int(seed)], support)
            if shares[clique].sum() > 1 + 1e-4:
                found.add(tuple(sorted(self.extended(clique, everything))))
            if len(found) == _CUTS_PER_ROUND or deadline.passed():
                break
        return found


def _heaviest_without_conflict(
    conflicts: _Conflicts, masses: Sequence[int], deadline: Deadline
) -> tuple[list[int], int]:
    """Choose the heaviest pairs without conflict (the heaviest pair has number 0); also return the proved bound."""
    best, bound = conflicts.greedy(np.arange(len(masses))), sum(masses)
    value = sum(masses[number] for number in best)
    scale = max(Fraction(1), Fraction(max(masses, default=0), _LARGEST_COST))
    costs = np.array([float(mass / scale) for mass in masses])
    cliques = dict.fromkeys(conflicts.of_elements())
    rounds, integral = 0, False
    while value < bound and not deadline.passed():
        shares, ceiling = _solve(costs, list(cliques), integral, deadline)
        if shares is not None:
            chosen = conflicts.greedy(np.argsort(-shares, kind="stable"))
            if (worth := sum(masses[number] for number in chosen)) > value:
                best, value = chosen, worth
        if ceiling is not None:
            bound = min(bound, _whole_bound(ceiling, scale, value))
        if shares is None or value >= bound:
            break
        cuts = conflicts.violated(shares, deadline) - cliques.keys()
        if integral and not cuts:
            break
        cliques |= dict.fromkeys(sorted(cuts))
        rounds += 1
        integral = integral or not cuts or rounds == _ROUNDS_OF_RELAXATION
    return best, max(bound, value)


def _solve(
    costs: NDArray[np.float64], cliques: list[tuple[int, ...]], integral: bool, deadline: Deadline
) -> tuple[NDArray[np.float64] | None, float | None]:
    """Maximise the weight with at most one pair of each clique; return the answer and its bound, if time allows."""
    starts = np.cumsum([0, *map(len, cliques)])
    members = np.fromiter((pair for clique in cliques for pair in clique), dtype=np.int64, count=starts[-1])
    matrix = csr_array((np.ones(len(members)), members, starts), shape=(len(cliques), len(costs)))
    answer = milp(
        -costs,
        integrality=np.full(len(costs), int(integral)),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(matrix, -np.inf, 1)] if cliques else (),
        options={"mip_rel_gap": 0.0, **deadline.options()},
    )
    assert answer.status in (0, 1), answer.message  # 0 is solved, 1 is out of time
    solved = answer.fun if answer.status == 0 else None
    ceiling = answer.mip_dual_bound if integral else solved
    return answer.x, None if ceiling is None or not np.isfinite(ceiling) else -float(ceiling)


def _whole_bound(ceiling: float, scale: Fraction, value: int) -> int:
    """Round the solver's bound to whole weights, allowing for its precision."""
    if scale == 1:
        return max(value, int(ceiling + 1e-3))
    if value >= Fraction(ceiling * (1 - 1e-9)) * scale:
        return value
    return max(value, math.ceil(Fraction(ceiling * (1 + 1e-9)) * scale))
