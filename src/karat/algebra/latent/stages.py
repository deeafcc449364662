"""The stages of an exact latent matching: bound and climb, relax, search. The first that proves its mapping is the last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.algebra.latent.bound import Bound, first_bound, shares_of, sharpened
from karat.algebra.latent.climb import Terrain, climb, gains_of, mapping_of, terrain_of, value_of
from karat.algebra.latent.problem import Problem, components, restricted
from karat.algebra.latent.program import Relaxation, relaxed, whole

if TYPE_CHECKING:
    from karat.algebra.latent.deadline import Deadline
    from karat.algebra.latent.problem import Floats, Integers

# Assignments soon lead up the same hills again; what the relaxation gives is then the better start.
CLIMBS = 6
# Sharpening goes on while, at its present pace, so many more rounds would close the gap.
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
        self.bound = min(self.bound, max(self.value, self.problem.in_units(bound)))


def settle(problem: Problem, deadline: Deadline) -> State:
    """Find the best mapping and prove it; stop short of that only at the deadline."""
    import numpy as np

    state = State(problem, np.zeros(len(problem.row) + 1), 0.0, float("inf"))
    if not len(problem.row):
        state.bound = 0.0
        return state
    bound = _by_bound(state, deadline)
    if not state.proved() and not deadline.passed():
        keep = _promising(state, bound)
        part = restricted(problem, keep)
        shares = shares_of(part)
        relaxation = relaxed(part, shares, deadline)
        if relaxation is not None:
            _by_relaxation(state, part, keep, relaxation)
            if not state.proved():
                _by_search(state, part, keep, relaxation, deadline)
    # A pair that earns nothing is no match.
    state.held[:-1] *= gains_of(problem, state.held)[:-1] > 0
    return state


def _by_bound(state: State, deadline: Deadline) -> Bound:
    """Sharpen the bound, and climb from the assignments that it comes with."""
    problem = state.problem
    shares = shares_of(problem)
    terrain = terrain_of(problem)
    bound = first_bound(problem, shares)
    started: set[bytes] = set()
    while True:
        state.limit(bound.value)
        _climb_from(state, terrain, mapping_of(terrain, bound.rows, bound.columns), started)
        if state.proved() or deadline.passed() or not len(shares.start):
            return bound
        before = bound.value
        bound = sharpened(problem, shares, bound)
        if not problem.proves(bound.value - PATIENCE * (before - bound.value), state.value):
            state.limit(bound.value)
            return bound


def _climb_from(state: State, terrain: Terrain, held: Floats, started: set[bytes]) -> None:
    """Climb, unless the start is known, has been tried, or the tries are used up."""
    key = held.tobytes()
    if key in started or len(started) == CLIMBS:
        return
    started.add(key)
    state.offer(held, value_of(terrain.problem, held))
    if not state.proved():
        state.offer(*climb(terrain, held))


def _promising(state: State, bound: Bound) -> Integers:
    """Number the pairs that a better mapping could hold."""
    import numpy as np

    limit = bound.value - bound.slack
    if state.problem.whole:
        return np.flatnonzero(limit >= state.value + 1 - 1e-5)
    return np.flatnonzero(limit > state.value)


def _by_relaxation(state: State, part: Problem, keep: Integers, relaxation: Relaxation) -> None:
    """Round the relaxation to the nearest mapping and climb from there."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    state.method = "relaxation"
    state.limit(relaxation.bound.value)
    table = np.zeros((part.predicted, part.gold))
    table[part.row, part.column] = relaxation.pairs
    terrain = terrain_of(part)
    held, value = climb(terrain, mapping_of(terrain, *linear_sum_assignment(table, maximize=True)))
    state.offer(_lifted(state, keep, held), value)
    state.limit(relaxation.bound.value)


def _lifted(state: State, keep: Integers, held: Floats) -> Floats:
    """Turn a mapping of some pairs into one of all."""
    import numpy as np

    whole_held = np.zeros(len(state.held))
    whole_held[keep] = held[: len(keep)]
    return whole_held


def _by_search(state: State, part: Problem, keep: Integers, relaxation: Relaxation, deadline: Deadline) -> None:
    """Branch and bound in each component that the relaxation left in fractions."""
    import numpy as np

    held = np.zeros(len(part.row))
    limits: list[float] = []
    open_components: list[tuple[int, Integers]] = []
    for component in components(part, _promising(state, relaxation.bound)):
        portion = relaxation.pairs[component]
        held[component] = np.round(portion)
        limits.append(part.in_units(relaxation.value_in(part, component)))
        if np.abs(portion - held[component]).max() > 1e-6:
            open_components.append((len(limits) - 1, component))
    for index, component in sorted(open_components, key=lambda entry: len(entry[1])):
        state.limit(sum(limits))
        if state.proved():
            return
        state.method = "search"
        piece = restricted(part, component)
        found, limit = whole(piece, shares_of(piece), deadline)
        limits[index] = min(limits[index], part.in_units(limit))
        held[component] = 0.0 if found is None else found[:-1]
    state.offer(_lifted(state, keep, held), value_of(part, np.append(held, 0.0)))
    state.limit(sum(limits))
