"""The best one-to-one mapping of variables for given clauses, with the proof that it is the best."""

from __future__ import annotations

from dataclasses import dataclass

from karat.algebra.scores.exact import Number
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.first_assignment import solve_by_assignment
from karat.algebra.solvers.latent.problem import Clauses, merged_of, problem_of
from karat.algebra.solvers.latent.stages import solve_in_stages


@dataclass(frozen=True, slots=True)
class LatentSolution:
    """A mapping from predicted to gold variables, what it earns, and what no mapping can exceed.

    ``mapping`` has for each predicted variable its gold variable, or None where no match earns anything. ``value`` is
    the exact sum of the clauses earned. ``optimal`` says that ``bound`` proves it: then the two are equal. ``method``
    names the stage that settled it: bound, relaxation or search.
    """

    mapping: tuple[int | None, ...]
    value: Number
    bound: Number
    optimal: bool
    method: str


def solve(predicted: int, gold: int, clauses: Clauses, *, time_limit: float | None = None) -> LatentSolution:
    """Map predicted to gold variables one to one so that the clauses whose pairs are all in the mapping weigh most.

    A clause is a set of variable pairs with a weight; one without pairs is earned by every mapping. Without a time
    limit (in seconds), the result is optimal; with one, it may be short of that, and says so. The order of the
    clauses does not matter.

    >>> solve(2, 2, {((0, 1),): 1, ((1, 0),): 1, ((0, 1), (1, 0)): 2, ((0, 0),): 3})
    LatentSolution(mapping=(1, 0), value=4, bound=4, optimal=True, method='bound')
    """
    deadline = Deadline.after(time_limit)

    merged = merged_of(predicted, gold, clauses)
    settled = solve_by_assignment(merged, predicted, gold)
    mapping: list[int | None] = [None] * predicted
    if settled is not None:
        for x, y in settled[0]:
            mapping[x] = y
        value = settled[1] + merged.constant
        return LatentSolution(tuple(mapping), value, value, True, "bound")
    problem, ledger = problem_of(predicted, gold, merged)
    state = solve_in_stages(problem, deadline)
    for pair in state.held.nonzero()[0].tolist():
        mapping[int(problem.row[pair])] = int(problem.column[pair])
    value = ledger.value(problem, state.held)
    optimal = state.proved()
    bound = value if optimal else max(value, ledger.bound(state.bound))
    return LatentSolution(tuple(mapping), value, bound, optimal, state.method)
