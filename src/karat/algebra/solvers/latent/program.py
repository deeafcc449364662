"""The matching as a linear program, solved by HiGHS: first relaxed, then whole.

Maximise what single pairs and earnings are worth, where the pairs are a one-to-one mapping and the earnings under one
share (see ``upper_bound.py``) are together at most the share's owner: the linearisation of Adams and
Johnson (1994), left to the shares that matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.problem import Floats, Integers, Problem
from karat.algebra.solvers.latent.upper_bound import Bound, Shares, bound_from, shares_of

# scipy's status where no point keeps all constraints.
INFEASIBLE = 2
# Up to so many columns, simplifying the relaxation takes longer than solving it.
PRESOLVED = 1_500


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Costs (to be minimised) of pairs and earnings, and rows of the form ``matrix · x ≤ limit``."""

    cost: Floats
    matrix: Any
    limit: Floats
    assignments: int


@dataclass(frozen=True, slots=True, eq=False)
class Relaxation:
    """A bound that is safe against rounding, and the fractional value of each pair and earning."""

    bound: Bound
    pairs: Floats
    earnings: Floats
    earner: Integers
    weight: Floats

    def value_in(self, problem: Problem, component: Integers) -> float:
        """The value of one component in the relaxation."""
        inside = np.zeros(len(self.pairs))
        inside[component] = 1
        earned = (self.earnings * self.weight * inside[self.earner]).sum()
        return float((problem.single * self.pairs * inside).sum() + earned)


def program_of(problem: Problem, shares: Shares) -> Program:
    """Write one row for each variable and one for each share."""
    pairs, count, share_count = len(problem.row), len(shares.weight), len(shares.start)
    variables = problem.predicted + problem.gold
    rows = (
        problem.row,
        problem.predicted + problem.column,
        variables + np.arange(share_count),
        variables + shares.share,
    )
    columns = (np.arange(pairs), np.arange(pairs), shares.owner, pairs + shares.earning)
    signs = np.ones(2 * pairs + share_count + len(shares.share))
    signs[2 * pairs : 2 * pairs + share_count] = -1
    matrix = csr_array(
        (signs, (np.concatenate(rows), np.concatenate(columns))), shape=(variables + share_count, pairs + count)
    )
    limit = np.concatenate((np.ones(variables), np.zeros(share_count)))
    return Program(-np.concatenate((problem.single, shares.weight)), matrix, limit, variables)


def relaxed(problem: Problem, deadline: Deadline) -> Relaxation | None:
    """Solve the linear relaxation; ``None`` if time ran out."""
    shares = shares_of(problem)
    program = program_of(problem, shares)
    answer = linprog(
        program.cost,
        A_ub=program.matrix,
        b_ub=program.limit,
        bounds=(0, None),
        method="highs-ds",
        options={"presolve": len(program.cost) > PRESOLVED, **deadline.options()},
    )
    if answer.status != 0:
        return None
    count = len(problem.row)
    earner = np.concatenate((problem.first, np.array([clause[0] for clause in problem.many], dtype=np.int64)))
    bound = bound_from(problem, shares, -answer.ineqlin.marginals[program.assignments :], deadline)
    return Relaxation(bound, answer.x[:count], answer.x[count:], earner, shares.weight)


def branch_and_bound(problem: Problem, target: float, deadline: Deadline) -> tuple[Floats, float]:
    """Find the best mapping of value ``target`` or more, and a bound on all mappings.

    The mapping is empty if there is none, or none was found in time.
    """
    program = program_of(problem, shares_of(problem))
    nothing = np.zeros(len(problem.row) + 1)
    tolerance = 1e-3 if problem.whole else 0.0
    answer = milp(
        program.cost,
        constraints=(
            LinearConstraint(program.matrix, -np.inf, program.limit),
            LinearConstraint(csr_array(-program.cost[None, :]), target - tolerance, np.inf),
        ),
        bounds=Bounds(0, 1),
        # Earnings are integral if pairs are; HiGHS is far quicker when this is stated.
        integrality=np.ones(len(program.cost)),
        options={"mip_rel_gap": 0.0, **deadline.options()},
    )
    if answer.status == INFEASIBLE:
        return nothing, target - 1 if problem.whole else target
    limit = np.inf if answer.mip_dual_bound is None else -answer.mip_dual_bound
    if answer.x is None:
        return nothing, limit
    held = np.append(np.round(answer.x[: len(problem.row)]), 0.0)
    return held, limit
