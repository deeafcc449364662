"""An upper bound by linear assignment, sharpened by moving what two pairs earn together between them.

A *share* belongs to a variable pair p and one further variable: it bounds what p earns together with any pair that maps
this further variable, of which a mapping holds at most one (Gilmore, 1962; Lawler, 1963). Whatever two pairs earn
together must be covered by the sum of their shares; any shares that do so give a bound, the value of the best linear
assignment of the pairs, each worth what it earns alone plus its shares. Lowering it is the dual of the linearisation of
Adams and Johnson (1994), here by block ascent: a pair that is worth less than its place in the assignment allows takes
over shares from the others. The bound never rises.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.problem import Floats, Integers, Problem
from karat.algebra.solvers.prices import least_prices

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
