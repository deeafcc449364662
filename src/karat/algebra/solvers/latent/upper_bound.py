"""An upper bound by linear assignment, sharpened by moving what two pairs earn together between them.

A *share* belongs to a variable pair p and one further variable: it bounds what p earns together with any pair that maps
this further variable, of which a mapping holds at most one (Gilmore, 1962; Lawler, 1963). Whatever two pairs earn
together must be covered by the sum of their shares; any shares that do so give a bound, the value of the best linear
assignment of the pairs, each worth what it earns alone plus its shares. Lowering it is the dual of the linearisation of
Adams and Johnson (1994), here by block ascent: a pair that is worth less than its place in the assignment allows takes
over shares from the others. The bound never rises.

The same as a linear program, solved by HiGHS first relaxed, then whole: maximise what single pairs and earnings are
worth, where the pairs are a one-to-one mapping and the earnings under one share are together at most its owner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, linprog, milp
from scipy.sparse import csr_array

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.problem import Floats, Integers, Problem
from karat.algebra.solvers.linear_assignment import least_prices

# Below this, keys are counted in one array; above, they are sorted.
COUNTABLE = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
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
    weight: Floats


@dataclass(slots=True, eq=False)
class Bound:
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


def shares_of(problem: Problem) -> Shares:
    """Lay out the shares of every pair: by further predicted variable, by further gold variable, or both."""
    count, pairs = len(problem.weight), len(problem.row)
    width = problem.predicted + problem.gold
    owner = np.concatenate((problem.first, problem.second))
    other = np.concatenate((problem.second, problem.first))
    earning = np.arange(2 * count) % max(count, 1)
    by_row = owner * width + problem.row[other]
    by_column = owner * width + problem.predicted + problem.column[other]
    columns = _multiplicity(by_column, pairs * width)
    # A share for a single earning adds nothing where another share of the same pair covers that earning.
    in_column = columns > 1
    in_row = (_multiplicity(by_row, pairs * width) > 1) | ~in_column
    parts = [(by_row[in_row], earning[in_row], owner[in_row])]
    if in_column.any():
        parts.append((by_column[in_column], earning[in_column], owner[in_column]))
    if problem.many:
        # Of clauses of three pairs and more, several can hold with the same two pairs: each has shares of its own.
        sizes = [len(clause) for clause in problem.many]
        members = np.array([pair for clause in problem.many for pair in clause], dtype=np.int64)
        parts.append(
            (pairs * width + np.arange(len(members)), np.repeat(np.arange(len(sizes)) + count, sizes), members)
        )
    keys, earning, owner = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(keys, kind="stable")
    keys, earning, owner = keys[order], earning[order], owner[order]
    new = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    start = np.flatnonzero(new)
    return Shares(
        earning=earning,
        share=np.cumsum(new) - 1,
        start=start,
        owner=owner[start],
        owned=np.maximum(np.bincount(owner[start], minlength=pairs), 1.0),
        sharing=np.bincount(earning, minlength=count + len(problem.many)).astype(float),
        weight=np.concatenate((problem.weight, problem.many_weight)),
    )


def _multiplicity(keys: Integers, below: int) -> Integers:
    """Tell how often each key occurs."""
    if below < COUNTABLE:
        return np.bincount(keys, minlength=1)[keys]
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return counts[inverse]


def first_bound(problem: Problem, shares: Shares, deadline: Deadline) -> Bound:
    """Split every earning evenly among its shares."""
    if not len(shares.start):
        return _assigned(problem, shares, np.zeros(0), 0, deadline)
    part = shares.weight / shares.sharing
    return _assigned(problem, shares, np.maximum.reduceat(part[shares.earning], shares.start), 0, deadline)


def sharpened(problem: Problem, shares: Shares, bound: Bound, deadline: Deadline) -> Bound:
    """Let every pair fill its slack with shares, then lower each share as far as its earnings stay covered."""
    size = bound.size + (bound.slack / shares.owned)[shares.owner]
    room = (np.bincount(shares.earning, size[shares.share], len(shares.weight)) - shares.weight) / shares.sharing
    size -= np.minimum.reduceat(room[shares.earning], shares.start)
    return _assigned(problem, shares, np.maximum(size, 0.0), bound.rounds + 1, deadline)


def bound_from(problem: Problem, shares: Shares, size: Floats, deadline: Deadline) -> Bound:
    """Take sizes from elsewhere, such as a solver's, and raise them where they leave an earning uncovered."""
    size = np.maximum(size, 0.0)
    covered = np.bincount(shares.earning, size[shares.share], len(shares.weight))
    lack = np.maximum(shares.weight - covered, 0.0) / shares.sharing
    return _assigned(problem, shares, size + np.maximum.reduceat(lack[shares.earning], shares.start), 0, deadline)


def _assigned(problem: Problem, shares: Shares, size: Floats, rounds: int, deadline: Deadline) -> Bound:
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
        return Bound(size, np.zeros(len(worth)), rows, columns, float(taken.sum()), rounds)
    gold_price, predicted_price = prices if rounds % 2 else prices[::-1]
    slack = np.maximum(predicted_price[problem.row] + gold_price[problem.column] - worth, 0.0)
    return Bound(size, slack, rows, columns, float(taken.sum()), rounds)


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
