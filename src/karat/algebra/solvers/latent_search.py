"""Search for the best one-to-one mapping of variables: an upper bound, hill climbing, and an integer program.

A *share* belongs to a variable pair p and one further variable: it bounds what p earns together with any pair that maps
this further variable, of which a mapping holds at most one (Gilmore, 1962; Lawler, 1963). Whatever two pairs earn
together must be covered by the sum of their shares; any shares that do so give a bound, the value of the best linear
assignment of the pairs, each worth what it earns alone plus its shares. Lowering it is the dual of the linearisation of
Adams and Johnson (1994), here by block ascent: a pair that is worth less than its place in the assignment allows takes
over shares from the others. The bound never rises.

Hill climbing takes the moves and swaps of Smatch (Cai and Knight, 2013), by steepest ascent, from the assignments that
the bound comes with. Where bound and value do not meet, an integer program decides among the pairs that a better
mapping could hold: maximise what pairs and earnings are worth, where the pairs are a one-to-one mapping and the
earnings under one share are together at most its owner.

A mapping is an array with 1 for each variable pair that it holds, and a last 0 that stands for "no pair".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array, vstack

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.linear_assignment import least_prices
from karat.algebra.solvers.program import Floats, maximise

Integers = NDArray[np.int64]

RELATIVE = 1e-9
"""Where weights are not whole, optimality is proved within this share of the value."""
CLIMBS = 6
"""Of more starts than these, few lead to better mappings."""
ROUNDS = 6
"""The bound is sharpened for so many rounds,"""
PATIENCE = 12
"""and further while so many more at its pace would close the gap."""
COUNTABLE = 1_000_000
"""Below this, keys are counted in one array; above, they are sorted."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """The variable pairs that can earn something; what each earns alone, and what two earn together.

    ``row`` and ``column`` are the predicted and the gold variable of each pair. What two pairs earn together has its
    ends in ``first`` and ``second``. Weights are in units; ``whole`` says that all are integers.
    """

    predicted: int
    gold: int
    row: Integers
    column: Integers
    single: Floats
    first: Integers
    second: Integers
    weight: Floats
    whole: bool

    def proves(self, bound: float, value: float) -> bool:
        """Tell whether ``bound`` proves ``value`` optimal."""
        return bound < value + 1 - 1e-5 if self.whole else bound <= value * (1 + RELATIVE)

    def in_units(self, bound: float) -> float:
        """Round a bound down to a sum that clauses can have."""
        return math.floor(bound + 1e-5) if self.whole else bound

    def value_of(self, held: Floats) -> float:
        """Add up what a mapping earns."""
        # Products and sums rather than `@`: threads of a linear algebra library cost more than they save here.
        together = (self.weight * held[self.first] * held[self.second]).sum()
        return float((self.single * held[:-1]).sum() + together)

    def gains_of(self, held: Floats) -> Floats:
        """What each pair earns, or would earn, together with the pairs held."""
        gain = np.append(self.single, 0.0)
        gain += np.bincount(self.first, self.weight * held[self.second], len(held))
        gain += np.bincount(self.second, self.weight * held[self.first], len(held))
        return gain


class Search:
    """The best mapping so far, its value, and the lowest bound so far, in units; ``method`` is what settled it."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.problem, self.deadline = problem, deadline
        self.held, self.value, self.bound = np.zeros(len(problem.row) + 1), 0.0, np.inf
        self.method = "bound"
        if not len(problem.row):
            self.bound = 0.0
            return
        shares = _shares_of(problem)
        bound = self._by_bound(shares)
        if not self.proved() and not deadline.passed():
            self._by_program(shares, bound)
        # A pair that earns nothing is no match.
        self.held[:-1] *= problem.gains_of(self.held)[:-1] > 0

    def proved(self) -> bool:
        """Tell whether the mapping is known to be the best."""
        return self.problem.proves(self.bound, self.value)

    def _offer(self, held: Floats, value: float) -> None:
        if value > self.value:
            self.held, self.value = held, value

    def _limit(self, bound: float) -> None:
        if bound < self.bound:
            self.bound = self.problem.in_units(bound)

    def _by_bound(self, shares: _Shares) -> _Bound:
        """Sharpen the bound, and climb from the assignments that it comes with."""
        problem = self.problem
        terrain = _Terrain(problem)
        bound = _first_bound(problem, shares, self.deadline)
        started: set[bytes] = set()
        while True:
            self._limit(bound.value)
            self._climb_from(terrain, terrain.mapping_of(bound.rows, bound.columns), started)
            if self.proved() or self.deadline.passed() or not len(shares.start):
                return bound
            before = bound.value
            bound = _sharpened(problem, shares, bound, self.deadline)
            hoped = bound.value - PATIENCE * (before - bound.value)
            if bound.rounds >= ROUNDS and not problem.proves(hoped, self.value):
                self._limit(bound.value)
                return bound

    def _climb_from(self, terrain: _Terrain, held: Floats, started: set[bytes]) -> None:
        """Climb from a start, unless it was tried before or enough starts were tried."""
        key = held.tobytes()
        if key in started or len(started) == CLIMBS:
            return
        started.add(key)
        self._offer(held, self.problem.value_of(held))
        if not self.proved():
            self._offer(*terrain.climb(held, self.deadline))

    def _by_program(self, shares: _Shares, bound: _Bound) -> None:
        """Look for a better mapping among the pairs that it could hold."""
        problem = self.problem
        self.method = "search"
        target = self.value + 1 - 1e-3 if problem.whole else self.value * (1 + RELATIVE / 2)
        limit = bound.value - bound.slack
        promising = limit >= self.value + 1 - 1e-5 if problem.whole else limit > self.value
        pairs, count = len(problem.row), len(problem.weight)
        variables = problem.predicted + problem.gold
        # One row for each variable and one for each share.
        shared = variables + np.arange(len(shares.start)), variables + shares.share
        rows = (problem.row, problem.predicted + problem.column, *shared)
        columns = (np.arange(pairs), np.arange(pairs), shares.owner, pairs + shares.earning)
        signs = np.ones(2 * pairs + len(shares.start) + len(shares.share))
        signs[2 * pairs : 2 * pairs + len(shares.start)] = -1
        height = variables + len(shares.start)
        matrix = csr_array((signs, (np.concatenate(rows), np.concatenate(columns))), shape=(height, pairs + count))
        gains = np.concatenate((problem.single, problem.weight))
        limits = np.concatenate((np.ones(variables), np.zeros(len(shares.start)), [-target]))
        most = np.concatenate((promising, promising[problem.first] & promising[problem.second])).astype(float)
        answer = maximise(gains, vstack([matrix, csr_array(-gains[None, :])]), limits, self.deadline, most=most)
        if answer.infeasible:
            self._limit(self.value)
            return
        if answer.chosen is not None:
            held = np.append(answer.chosen[:pairs], 0.0).astype(float)
            self._offer(held, problem.value_of(held))
        self._limit(answer.bound)


@dataclass(frozen=True, slots=True, eq=False)
class _Shares:
    """Which earnings each share helps to cover.

    ``earning`` and ``share`` run over the memberships, sorted by share, and ``start`` has each share's first one.
    ``owner`` is the pair that a share belongs to, ``owned`` counts a pair's shares, ``sharing`` an earning's.
    """

    earning: Integers
    share: Integers
    start: Integers
    owner: Integers
    owned: Floats
    sharing: Floats


@dataclass(slots=True, eq=False)
class _Bound:
    """The sizes of all shares, the assignment that they lead to, and its value.

    ``slack`` tells for each pair by how much it could be worth more before the value rises: no mapping that holds the
    pair is better than ``value - slack``. It is 0 where there was no time to find out.
    """

    size: Floats
    slack: Floats
    rows: Integers
    columns: Integers
    value: float
    rounds: int


def _shares_of(problem: Problem) -> _Shares:
    """Lay out the shares of every pair: by further predicted variable, by further gold variable, or both."""
    count, pairs = len(problem.weight), len(problem.row)
    width = problem.predicted + problem.gold
    owner = np.concatenate((problem.first, problem.second))
    other = np.concatenate((problem.second, problem.first))
    earning = np.arange(2 * count) % max(count, 1)
    by_row = owner * width + problem.row[other]
    by_column = owner * width + problem.predicted + problem.column[other]
    # A share for a single earning adds nothing where another share of the same pair covers that earning.
    in_column = _multiplicity(by_column, pairs * width) > 1
    in_row = (_multiplicity(by_row, pairs * width) > 1) | ~in_column
    keys, earning, owner = (
        np.concatenate(part)
        for part in (
            (by_row[in_row], by_column[in_column]),
            (earning[in_row], earning[in_column]),
            (owner[in_row], owner[in_column]),
        )
    )
    order = np.argsort(keys, kind="stable")
    keys, earning, owner = keys[order], earning[order], owner[order]
    new = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    start = np.flatnonzero(new)
    return _Shares(
        earning=earning,
        share=np.cumsum(new) - 1,
        start=start,
        owner=owner[start],
        owned=np.maximum(np.bincount(owner[start], minlength=pairs), 1.0),
        sharing=np.bincount(earning, minlength=count).astype(float),
    )


def _multiplicity(keys: Integers, below: int) -> Integers:
    """Tell how often each key occurs."""
    if below < COUNTABLE:
        return np.bincount(keys, minlength=1)[keys]
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return counts[inverse]


def _first_bound(problem: Problem, shares: _Shares, deadline: Deadline) -> _Bound:
    """Split every earning evenly among its shares."""
    if not len(shares.start):
        return _assigned(problem, shares, np.zeros(0), 0, deadline)
    part = problem.weight / shares.sharing
    return _assigned(problem, shares, np.maximum.reduceat(part[shares.earning], shares.start), 0, deadline)


def _sharpened(problem: Problem, shares: _Shares, bound: _Bound, deadline: Deadline) -> _Bound:
    """Let every pair fill its slack with shares, then lower each share as far as its earnings stay covered."""
    size = bound.size + (bound.slack / shares.owned)[shares.owner]
    room = (np.bincount(shares.earning, size[shares.share], len(problem.weight)) - problem.weight) / shares.sharing
    size -= np.minimum.reduceat(room[shares.earning], shares.start)
    return _assigned(problem, shares, np.maximum(size, 0.0), bound.rounds + 1, deadline)


def _assigned(problem: Problem, shares: _Shares, size: Floats, rounds: int, deadline: Deadline) -> _Bound:
    worth = problem.single + np.bincount(shares.owner, size, len(problem.single))
    table = np.zeros((problem.predicted, problem.gold))
    table[problem.row, problem.column] = worth
    rows, columns = linear_sum_assignment(table, maximize=True)
    taken = table[rows, columns]
    # Least prices for the gold side and for the predicted side take turns, so that neither keeps all the slack.
    if rounds % 2:
        prices = least_prices(table, rows, columns, taken, deadline)
    else:
        prices = least_prices(table.T, columns, rows, taken, deadline)
    if prices is None:
        return _Bound(size, np.zeros(len(worth)), rows, columns, float(taken.sum()), rounds)
    gold_price, predicted_price = prices if rounds % 2 else prices[::-1]
    slack = np.maximum(predicted_price[problem.row] + gold_price[problem.column] - worth, 0.0)
    return _Bound(size, slack, rows, columns, float(taken.sum()), rounds)


class _Terrain:
    """Lookup tables of the climb: the number of each pair of variables, and back."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.none = len(problem.row)
        self.number = np.full((problem.predicted + 1, problem.gold + 1), self.none)
        self.number[problem.row, problem.column] = np.arange(self.none)
        self.row = np.append(problem.row, problem.predicted)
        self.column = np.append(problem.column, problem.gold)

    def mapping_of(self, rows: Integers, columns: Integers) -> Floats:
        """The mapping of an assignment, without pairs that can earn nothing."""
        held = np.zeros(self.none + 1)
        held[self.number[rows, columns]] = 1
        held[-1] = 0
        return held

    def climb(self, held: Floats, deadline: Deadline) -> tuple[Floats, float]:
        """Take the best move or swap until none gains or the time is over; give the mapping reached and its value."""
        value = self.problem.value_of(held)
        while not deadline.passed():
            moved = self._best_step(held)
            reached = value if moved is None else self.problem.value_of(moved)
            if moved is None or reached <= value + 1e-9 * max(value, 1.0):
                break
            held, value = moved, reached
        return held, value

    def _best_step(self, held: Floats) -> Floats | None:
        """Find the best move of one variable, or swap: the two variables left without a partner may be paired."""
        problem, none = self.problem, self.none
        on = np.flatnonzero(held)
        at_row = np.full(problem.predicted + 1, none)
        at_column = np.full(problem.gold + 1, none)
        at_row[self.row[on]] = on
        at_column[self.column[on]] = on
        gain = problem.gains_of(held)
        gain[-1] = 0.0
        of_row, of_column = at_row[problem.row], at_column[problem.column]
        swap = self.number[self.row[of_column], self.column[of_row]]
        change = gain[:-1] + gain[swap] - gain[of_row] - gain[of_column]
        self._correct(held, swap, change)
        change[on] = 0.0
        best = int(change.argmax())
        if change[best] <= 0:
            return None
        moved = held.copy()
        moved[[of_row[best], of_column[best]]] = 0
        moved[[best, swap[best]]] = 1
        moved[-1] = 0
        return moved

    def _correct(self, held: Floats, swap: Integers, change: Floats) -> None:
        """Correct the gain for what two removed pairs earned together, and for what two added ones earn."""
        problem = self.problem
        both = np.flatnonzero(held[problem.first] * held[problem.second])
        first, second, weight = problem.first[both], problem.second[both], problem.weight[both]
        for left, right in ((first, second), (second, first)):
            broken_by = self.number[problem.row[left], problem.column[right]]
            able = broken_by < self.none
            change[broken_by[able]] += weight[able]
        new = np.flatnonzero(swap[problem.first] == problem.second)
        change[problem.first[new]] += problem.weight[new]
        change[problem.second[new]] += problem.weight[new]
