"""Hill climbing with the moves and swaps of Smatch (Cai and Knight, 2013), by steepest ascent.

A mapping is an array with 1 for each variable pair that it holds, and a last 0 that stands for "no pair".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.problem import Floats, Integers, Problem


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
