"""The stages of an exact latent matching: upper bound and hill climbing, linear relaxation, branch and bound.

The first stage that proves its mapping optimal ends the work. Hill climbing takes the moves and swaps of Smatch (Cai
and Knight, 2013), by steepest ascent; a mapping is an array with 1 for each variable pair that it holds, and a last 0
that stands for "no pair".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.problem import RELATIVE, Floats, Integers, Problem, components, restricted
from karat.algebra.solvers.latent.upper_bound import (
    Bound,
    Relaxation,
    branch_and_bound,
    first_bound,
    relaxed,
    shares_of,
    sharpened,
)

# More starts rarely lead to better mappings; the relaxation is then a better start.
CLIMBS = 6
# The bound is sharpened for so many rounds, and further while so many more at its pace would close the gap.
ROUNDS = 6
PATIENCE = 12


@dataclass(slots=True, eq=False)
class State:
    """The best mapping so far, its value, and the lowest bound so far, both in units."""

    problem: Problem
    held: Floats
    value: float
    bound: float
    method: str = "bound"

    def proved(self) -> bool:
        """Tell whether the mapping is known to be the best."""
        return self.problem.proves(self.bound, self.value)

    def offer(self, held: Floats, value: float) -> None:
        """Take a mapping if it is better."""
        if value > self.value:
            self.held, self.value = held, value

    def limit(self, bound: float) -> None:
        """Take a bound on all mappings that could still be better, if it is lower."""
        if bound < self.bound:
            self.bound = self.problem.in_units(bound)


def solve_in_stages(problem: Problem, deadline: Deadline) -> State:
    """Find an optimal mapping with proof; at the deadline, the best so far."""
    state = State(problem, np.zeros(len(problem.row) + 1), 0.0, float("inf"))
    if not len(problem.row):
        state.bound = 0.0
        return state
    bound = _by_bound(state, deadline)
    if not state.proved() and not deadline.passed():
        _beyond_bound(state, _promising(state, bound), deadline)
    # A pair that earns nothing is no match.
    state.held[:-1] *= gains_of(problem, state.held)[:-1] > 0
    return state


def _beyond_bound(state: State, keep: Integers, deadline: Deadline) -> None:
    """Continue with the pairs that a better mapping could contain."""
    part = restricted(state.problem, keep)
    state.method = "relaxation"
    relaxation = relaxed(part, deadline)
    if relaxation is None:
        if not deadline.passed():
            _search_all(state, part, keep, deadline)
        return
    _by_relaxation(state, part, keep, relaxation, deadline)
    if not state.proved() and not deadline.passed():
        _near_relaxation(state, part, keep, relaxation, deadline)
    if not state.proved() and not deadline.passed():
        _by_search(state, part, keep, relaxation, deadline)


def _by_bound(state: State, deadline: Deadline) -> Bound:
    """Sharpen the bound, and climb from the assignments that it comes with."""
    problem = state.problem
    shares = shares_of(problem)
    terrain = terrain_of(problem)
    bound = first_bound(problem, shares, deadline)
    started: set[bytes] = set()
    while True:
        state.limit(bound.value)
        _climb_from(state, terrain, mapping_of(terrain, bound.rows, bound.columns), started, deadline)
        if state.proved() or deadline.passed() or not len(shares.start):
            return bound
        before = bound.value
        bound = sharpened(problem, shares, bound, deadline)
        if bound.rounds >= ROUNDS and not problem.proves(bound.value - PATIENCE * (before - bound.value), state.value):
            state.limit(bound.value)
            return bound


def _climb_from(state: State, terrain: Terrain, held: Floats, started: set[bytes], deadline: Deadline) -> None:
    """Climb from a start, unless it was tried before or enough starts were tried."""
    key = held.tobytes()
    if key in started or len(started) == CLIMBS:
        return
    started.add(key)
    state.offer(held, value_of(terrain.problem, held))
    if not state.proved():
        state.offer(*hill_climb(terrain, held, deadline))


def _promising(state: State, bound: Bound) -> Integers:
    """The numbers of the pairs that a better mapping could contain."""
    limit = bound.value - bound.slack
    if state.problem.whole:
        return np.flatnonzero(limit >= state.value + 1 - 1e-5)
    return np.flatnonzero(limit > state.value)


def _by_relaxation(state: State, part: Problem, keep: Integers, relaxation: Relaxation, deadline: Deadline) -> None:
    """Round the relaxation to the nearest mapping and climb from there."""
    state.limit(relaxation.bound.value)
    table = np.zeros((part.predicted, part.gold))
    table[part.row, part.column] = relaxation.pairs
    terrain = terrain_of(part)
    held, value = hill_climb(terrain, mapping_of(terrain, *linear_sum_assignment(table, maximize=True)), deadline)
    state.offer(_lifted(state, keep, held), value)


def _lifted(state: State, keep: Integers, held: Floats) -> Floats:
    """Turn a mapping of some pairs into one of all."""
    lifted = np.zeros(len(state.held))
    lifted[keep] = held[: len(keep)]
    return lifted


def _near_relaxation(state: State, part: Problem, keep: Integers, relaxation: Relaxation, deadline: Deadline) -> None:
    """Fix the pairs that are integral in the relaxation and search the rest, if that is small."""
    fixed = relaxation.pairs > 1 - 1e-6
    rows, columns = np.zeros(part.predicted, dtype=bool), np.zeros(part.gold, dtype=bool)
    rows[part.row[fixed]] = True
    columns[part.column[fixed]] = True
    near = np.flatnonzero(fixed | ~(rows[part.row] | columns[part.column]))
    if 2 * len(near) > len(_promising(state, relaxation.bound)):
        return
    state.method = "search"
    piece = restricted(part, near)
    mapping, _ = branch_and_bound(piece, _target(state), deadline)
    state.offer(_lifted(state, keep[near], mapping), value_of(piece, mapping))


def _target(state: State) -> float:
    """The value that a better mapping must reach."""
    return state.value + 1 if state.problem.whole else state.value * (1 + RELATIVE / 2)


def _by_search(state: State, part: Problem, keep: Integers, relaxation: Relaxation, deadline: Deadline) -> None:
    """Branch and bound in each component that is fractional in the relaxation, the smallest first."""
    parts = components(part, _promising(state, relaxation.bound))
    worth = [relaxation.value_in(part, component) for component in parts]
    # What the bound exceeds the relaxation by, for rounding, may belong to any component.
    surplus = max(relaxation.bound.value - sum(worth), 0.0)
    limits = [part.in_units(value + surplus) for value in worth]
    held = np.append(np.round(relaxation.pairs), 0.0)
    for index in sorted(range(len(parts)), key=lambda index: len(parts[index])):
        component = parts[index]
        if np.abs(relaxation.pairs[component] - held[component]).max() <= 1e-6:
            continue
        state.limit(sum(limits))
        if state.proved():
            return
        state.method = "search"
        elsewhere = sum(limits) - limits[index]
        mapping, limit = branch_and_bound(restricted(part, component), _target(state) - elsewhere, deadline)
        limits[index] = part.in_units(min(limits[index], limit))
        held[component] = mapping[:-1]
    state.offer(_lifted(state, keep, held), value_of(part, held))
    state.limit(sum(limits))


def _search_all(state: State, part: Problem, keep: Integers, deadline: Deadline) -> None:
    """Branch and bound without a relaxation to start from."""
    state.method = "search"
    mapping, limit = branch_and_bound(part, _target(state), deadline)
    state.offer(_lifted(state, keep, mapping), value_of(part, mapping))
    state.limit(limit)


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """Lookup tables of the climb: the number of each pair of variables, and back."""

    problem: Problem
    none: int
    number: Integers
    row: Integers
    column: Integers


def terrain_of(problem: Problem) -> Terrain:
    """Prepare the tables for climbing."""
    none = len(problem.row)
    number = np.full((problem.predicted + 1, problem.gold + 1), none)
    number[problem.row, problem.column] = np.arange(none)
    return Terrain(
        problem=problem,
        none=none,
        number=number,
        row=np.append(problem.row, problem.predicted),
        column=np.append(problem.column, problem.gold),
    )


def mapping_of(terrain: Terrain, rows: Integers, columns: Integers) -> Floats:
    """The mapping of an assignment, without pairs that can earn nothing."""
    held = np.zeros(terrain.none + 1)
    held[terrain.number[rows, columns]] = 1
    held[-1] = 0
    return held


def value_of(problem: Problem, held: Floats) -> float:
    """Add up what a mapping earns, in units."""
    # Products and sums rather than `@`: threads of a linear algebra library cost more than they save here.
    total = (problem.single * held[:-1]).sum() + (problem.weight * held[problem.first] * held[problem.second]).sum()
    for clause, weight in zip(problem.many, problem.many_weight, strict=True):
        total += weight * held[list(clause)].all()
    return float(total)


def gains_of(problem: Problem, held: Floats) -> Floats:
    """What each pair earns, or would earn, together with the pairs held."""
    count = len(held)
    gain = np.append(problem.single, 0.0)
    gain += np.bincount(problem.first, problem.weight * held[problem.second], count)
    gain += np.bincount(problem.second, problem.weight * held[problem.first], count)
    for clause, weight in zip(problem.many, problem.many_weight, strict=True):
        missing = [pair for pair in clause if not held[pair]]
        if len(missing) <= 1:
            gain[missing or list(clause)] += weight
    return gain


def hill_climb(terrain: Terrain, held: Floats, deadline: Deadline) -> tuple[Floats, float]:
    """Take the best move or swap until none gains or the time is over; give the mapping reached and its value."""
    value = value_of(terrain.problem, held)
    while True:
        if deadline.passed():
            return held, value
        moved = _best_step(terrain, held)
        if moved is None:
            return held, value
        reached = value_of(terrain.problem, moved)
        # With clauses of three pairs and more, a step's gain is an estimate.
        if reached <= value + 1e-9 * max(value, 1.0):
            return held, value
        held, value = moved, reached


def _best_step(terrain: Terrain, held: Floats) -> Floats | None:
    """Find the best move of one variable, or swap: the two variables left without a partner may be paired."""
    problem, none = terrain.problem, terrain.none
    on = np.flatnonzero(held)
    at_row = np.full(problem.predicted + 1, none)
    at_column = np.full(problem.gold + 1, none)
    at_row[terrain.row[on]] = on
    at_column[terrain.column[on]] = on
    gain = gains_of(problem, held)
    gain[-1] = 0.0
    of_row, of_column = at_row[problem.row], at_column[problem.column]
    swap = terrain.number[terrain.row[of_column], terrain.column[of_row]]
    change = gain[:-1] + gain[swap] - gain[of_row] - gain[of_column]
    _correct(terrain, held, swap, change)
    change[on] = 0.0
    best = int(change.argmax())
    if change[best] <= 0:
        return None
    moved = held.copy()
    moved[[of_row[best], of_column[best]]] = 0
    moved[[best, swap[best]]] = 1
    moved[-1] = 0
    return moved


def _correct(terrain: Terrain, held: Floats, swap: Integers, change: Floats) -> None:
    """Correct the gain for what two removed pairs earned together, and for what two added ones earn."""
    problem = terrain.problem
    both = np.flatnonzero(held[problem.first] * held[problem.second])
    first, second, weight = problem.first[both], problem.second[both], problem.weight[both]
    for left, right in ((first, second), (second, first)):
        broken_by = terrain.number[problem.row[left], problem.column[right]]
        able = broken_by < terrain.none
        change[broken_by[able]] += weight[able]
    new = np.flatnonzero(swap[problem.first] == problem.second)
    change[problem.first[new]] += problem.weight[new]
    change[problem.second[new]] += problem.weight[new]
