"""The stages of an exact latent matching: upper bound and hill climbing, linear relaxation, branch and bound.

The first stage that proves its mapping optimal ends the work.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.hill_climbing import Terrain, gains_of, hill_climb, mapping_of, terrain_of, value_of
from karat.algebra.solvers.latent.problem import RELATIVE, Floats, Integers, Problem, components, restricted
from karat.algebra.solvers.latent.program import Relaxation, branch_and_bound, relaxed
from karat.algebra.solvers.latent.upper_bound import Bound, first_bound, shares_of, sharpened

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
