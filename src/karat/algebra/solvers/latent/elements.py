"""The best one-to-one mapping of variables: of clauses, of competing elements, and a quick one without a search.

`solve` maps variables so that the clauses earned weigh most, with the proof; `solve_elements` also matches elements
that compete for partners (Chen et al., 2023, equations 40 to 44). Small problems with whole weights are solved by one
assignment, where the first bound of ``upper_bound.py`` proves it optimal. `refined_mapping` is for inputs too large to
search: variables are coloured by the elements that they occur in, then by the colours of their neighbours in these
elements (Weisfeiler and Leman, 1968), and mapped to each other, the finest colours first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor, isfinite
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp
from scipy.sparse import csr_array

from karat.algebra.scores.exact import Number, exact, total
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent.problem import (
    LARGEST_TOTAL,
    RELATIVE,
    Clauses,
    Floats,
    Merged,
    Weight,
    merged_of,
    one_to_one,
    problem_of,
    unit_of,
)
from karat.algebra.solvers.latent.stages import solve_in_stages
from karat.errors import InputError

LARGEST_PROBLEM = 256
"""Up to so many pairs of variables this is quicker than the arrays of ``upper_bound.py``."""
ROUNDS = 3


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


ElementPair: TypeAlias = tuple[int, int, Weight, Collection[tuple[int, int]]]
Matched: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Two elements that agree by ``weight`` if all their variable pairs are in the mapping."""

    predicted: int
    gold: int
    weight: Number
    pairs: tuple[tuple[int, int], ...]


def solve_elements(
    predicted_variables: int,
    gold_variables: int,
    pairs: Iterable[ElementPair],
    *,
    one_per_predicted: bool,
    one_per_gold: bool,
    time_limit: float | None = None,
) -> tuple[LatentSolution, Matched]:
    """Map variables one to one and match elements so that the matched ones weigh most.

    A pair is (predicted element, gold element, weight, variable pairs it needs). With ``one_per_predicted`` each
    predicted element has one match at most, with ``one_per_gold`` each gold element; both together are ↔, neither is ~.

    >>> solve_elements(1, 2, [(0, 0, 2, [(0, 0)]), (1, 0, 1, [(0, 0)]), (1, 1, 2, [(0, 1)])],
    ...                one_per_predicted=True, one_per_gold=True)[1]
    ((0, 0),)
    """
    deadline = Deadline.after(time_limit)
    candidates = _candidates(predicted_variables, gold_variables, pairs)
    rivals = _rivals(candidates, one_per_predicted, one_per_gold)
    if not any(_together(first, second) for group in rivals for first, second in combinations(group, 2)):
        clauses = [(candidate.pairs, candidate.weight) for candidate in candidates]
        solution = solve(predicted_variables, gold_variables, clauses, time_limit=time_limit)
        held = set(enumerate(solution.mapping))
        return solution, _matched(candidate for candidate in candidates if held.issuperset(candidate.pairs))
    chosen, bound = _search(candidates, rivals, deadline)
    return _solution(predicted_variables, candidates, chosen, bound), _matched(candidates[index] for index in chosen)


def _candidates(predicted: int, gold: int, pairs: Iterable[ElementPair]) -> list[_Candidate]:
    """Sort the pairs, without those that no mapping can earn."""
    candidates: set[tuple[int, int, Number, tuple[tuple[int, int], ...]]] = set()
    for u, v, given, needed in pairs:
        where = f"elements {u} and {v}"
        for x, y in needed:
            if not (0 <= x < predicted and 0 <= y < gold):
                raise InputError(f"{where}: expected variables below {predicted} and {gold}, found {(x, y)}")
        weight = exact(given, f"weight of {where}")
        if weight and one_to_one(needed):
            candidates.add((u, v, weight, tuple(sorted(set(needed)))))
    return [_Candidate(*candidate) for candidate in sorted(candidates)]


def _rivals(candidates: Sequence[_Candidate], one_per_predicted: bool, one_per_gold: bool) -> list[list[_Candidate]]:
    """Group the candidates of which one at most can be matched; the same two elements match once in any case."""
    keys: list[Callable[[_Candidate], Hashable]] = [lambda candidate: (candidate.predicted, candidate.gold)]
    if one_per_predicted:
        keys.append(lambda candidate: candidate.predicted)
    if one_per_gold:
        keys.append(lambda candidate: candidate.gold)
    groups: list[list[_Candidate]] = []
    for key in keys:
        grouped: dict[Hashable, list[_Candidate]] = defaultdict(list)
        for candidate in candidates:
            grouped[key(candidate)].append(candidate)
        groups += [group for group in grouped.values() if len(group) > 1]
    return groups


def _together(first: _Candidate, second: _Candidate) -> bool:
    """Tell whether one mapping fits both candidates."""
    return one_to_one({*first.pairs, *second.pairs})


def _matched(candidates: Iterable[_Candidate]) -> Matched:
    return tuple((candidate.predicted, candidate.gold) for candidate in candidates)


def _search(
    candidates: Sequence[_Candidate], rivals: Sequence[Sequence[_Candidate]], deadline: Deadline
) -> tuple[list[int], Number]:
    """Branch and bound over variable pairs and candidates together; give the choice and a bound on all choices."""
    weights = [candidate.weight for candidate in candidates]
    unit, whole = unit_of([weights])
    chosen = _greedy(candidates, rivals)
    bound = total(weights)
    answer = _solved(candidates, rivals, [float(weight / unit) for weight in weights], deadline)
    if answer.x is not None:
        picked = [index for index in range(len(candidates)) if answer.x[index] > 0.5]
        chosen = max(picked, chosen, key=lambda choice: total([weights[index] for index in choice]))
    limit = None if answer.mip_dual_bound is None else -answer.mip_dual_bound
    if limit is not None and isfinite(limit):
        bound = min(bound, exact(Fraction(floor(limit + 1e-5) if whole else max(limit, 0.0)) * unit))
    return chosen, bound


def _greedy(candidates: Sequence[_Candidate], rivals: Sequence[Sequence[_Candidate]]) -> list[int]:
    """Repeatedly take the heaviest candidate that is compatible with those taken before."""
    number = {candidate: index for index, candidate in enumerate(candidates)}
    groups: dict[int, set[int]] = defaultdict(set)
    for group_number, group in enumerate(rivals):
        for candidate in group:
            groups[number[candidate]].add(group_number)
    used: set[int] = set()
    held: set[tuple[int, int]] = set()
    chosen: list[int] = []
    for index in sorted(range(len(candidates)), key=lambda index: (-candidates[index].weight, index)):
        if used.isdisjoint(groups[index]) and one_to_one(held.union(candidates[index].pairs)):
            used |= groups[index]
            held.update(candidates[index].pairs)
            chosen.append(index)
    return sorted(chosen)


def _solved(
    candidates: Sequence[_Candidate], rivals: Sequence[Sequence[_Candidate]], weights: list[float], deadline: Deadline
) -> Any:
    """Have HiGHS maximise the weight of the candidates held, under eq. 41 to 44."""
    rows = _rows(candidates, rivals)
    entries = [(row, column, sign) for row, (members, _) in enumerate(rows) for column, sign in members]
    row, column, sign = (np.array(part) for part in zip(*entries, strict=True))
    needed = {pair for candidate in candidates for pair in candidate.pairs}
    count = len(candidates) + len(needed)
    matrix = csr_array((sign.astype(float), (row, column)), shape=(len(rows), count))
    limit: Floats = np.array([limit for _, limit in rows], dtype=float)
    cost = np.zeros(count)
    cost[: len(candidates)] = np.negative(weights)
    return milp(
        cost,
        constraints=LinearConstraint(matrix, -np.inf, limit),
        bounds=Bounds(0, 1),
        integrality=np.ones(count),
        options={"mip_rel_gap": 0.0, **deadline.options()},
    )


def _rows(
    candidates: Sequence[_Candidate], rivals: Sequence[Sequence[_Candidate]]
) -> list[tuple[list[tuple[int, int]], int]]:
    """Write each constraint as (column, sign) entries whose sum has a limit: first candidates, then variable pairs.

    Rivals that need the same variable pair share one row: of them, at most one is held, and only with the pair.
    """
    number = {candidate: index for index, candidate in enumerate(candidates)}
    needed = sorted({pair for candidate in candidates for pair in candidate.pairs})
    column = {pair: len(candidates) + index for index, pair in enumerate(needed)}
    rows: list[tuple[list[tuple[int, int]], int]] = []
    for side in (0, 1):
        mapped: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for pair in needed:
            mapped[pair[side]].append((column[pair], 1))
        rows += [(members, 1) for members in mapped.values()]
    alone = {(candidate, pair) for candidate in candidates for pair in candidate.pairs}
    for group in rivals:
        rows.append(([(number[candidate], 1) for candidate in group], 1))
        sharing: dict[tuple[int, int], list[_Candidate]] = defaultdict(list)
        for candidate in group:
            for pair in candidate.pairs:
                sharing[pair].append(candidate)
        for pair, members in sharing.items():
            if len(members) > 1:
                rows.append(([*((number[candidate], 1) for candidate in members), (column[pair], -1)], 0))
                alone.difference_update((candidate, pair) for candidate in members)
    for candidate, pair in sorted(alone, key=lambda entry: (number[entry[0]], entry[1])):
        rows.append(([(number[candidate], 1), (column[pair], -1)], 0))
    return rows


def _solution(predicted: int, candidates: Sequence[_Candidate], chosen: Sequence[int], bound: Number) -> LatentSolution:
    """Hold the variable pairs that the chosen candidates need, and add up what these weigh."""
    mapping: list[int | None] = [None] * predicted
    for index in chosen:
        for x, y in candidates[index].pairs:
            mapping[x] = y
    value = total([candidates[index].weight for index in chosen])
    optimal = bound <= value * (1 + Fraction(RELATIVE))
    return LatentSolution(tuple(mapping), value, value if optimal else bound, optimal, "search")


def solve_by_assignment(merged: Merged, predicted: int, gold: int) -> tuple[list[tuple[int, int]], Number] | None:
    """Give the pairs of the best mapping and what they earn, if the first bound proves it."""
    ones, cells = merged.ones, predicted * gold
    if cells > LARGEST_PROBLEM:
        return None
    mass = sum(ones.values()) + sum(merged.twos.values())
    if merged.many or type(mass) is not int or mass > LARGEST_TOTAL:
        return None

    twos = [(*divmod(code, cells), weight) for code, weight in merged.twos.items()]
    worth = _worth(ones, twos, gold)
    flat = [0.0] * cells
    for code, most in worth.items():
        flat[code] = most
    rows, columns = linear_sum_assignment(np.array(flat).reshape(predicted, gold), maximize=True)
    held = {row * gold + column for row, column in zip(rows.tolist(), columns.tolist(), strict=True)}
    earned = [(code, code, weight) for code, weight in ones.items() if code in held]
    earned += [two for two in twos if two[0] in held and two[1] in held]
    value: Number = sum(weight for _, _, weight in earned)
    # Halves of whole numbers add up without rounding.
    if int(sum([flat[code] for code in held])) > value:
        return None
    matched = {code for first, second, _ in earned for code in (first, second)}
    return [divmod(code, gold) for code in sorted(matched)], value


def _worth(ones: dict[int, Number], twos: list[tuple[int, int, Number]], gold: int) -> dict[int, float]:
    """Add to each pair half the most that it earns together with any one pair of each further variable."""
    share: dict[tuple[int, int], Number] = {}
    for first, second, weight in twos:
        for key in ((first, second // gold), (second, first // gold)):
            if weight > share.get(key, 0):
                share[key] = weight
    worth = {code: float(weight) for code, weight in ones.items()}
    for (code, _), weight in share.items():
        worth[code] = worth.get(code, 0.0) + weight / 2
    return worth


Element = tuple[Hashable, tuple[int, ...]]
"""What must be equal in two elements, and the numbers of its variables."""


def refined_mapping(predicted: Sequence[Element], gold: Sequence[Element]) -> dict[int, int]:
    """Map predicted to gold variables one to one.

    >>> refined_mapping([("boy", (0,)), ("go", (1,)), ("who", (1, 0))], [("go", (0,)), ("who", (0, 1)), ("boy", (1,))])
    {0: 1, 1: 0}
    """
    numbers: dict[Hashable, int] = {}
    sides = [[_colours(elements, numbers)] for elements in (predicted, gold)]
    for _ in range(ROUNDS):
        for levels, elements in zip(sides, (predicted, gold), strict=True):
            levels.append(_refined(elements, levels[-1], numbers))
    mapping: dict[int, int] = {}
    taken: set[int] = set()
    for ours, theirs in [*zip(*(reversed(levels) for levels in sides), strict=True), (None, None)]:
        left = [variable for variable in sides[0][0] if variable not in mapping]
        free: dict[int, list[int]] = {}
        for variable in reversed(sides[1][0]):
            if variable not in taken:
                free.setdefault(0 if theirs is None else theirs[variable], []).append(variable)
        for variable in left:
            choices = free.get(0 if ours is None else ours[variable])
            if choices:
                mapping[variable] = choices.pop()
                taken.add(mapping[variable])
    return mapping


def _colours(elements: Sequence[Element], numbers: dict[Hashable, int]) -> dict[int, int]:
    """Colour each variable by the elements that have no other variable."""
    occurrences: dict[int, Counter[Hashable]] = {}
    for key, variables in elements:
        for variable in variables:
            seen = occurrences.setdefault(variable, Counter())
            if len(variables) == 1:
                seen[key] += 1
    return {variable: _number(frozenset(seen.items()), numbers) for variable, seen in occurrences.items()}


def _refined(elements: Sequence[Element], colours: dict[int, int], numbers: dict[Hashable, int]) -> dict[int, int]:
    """Tell variables of one colour apart by the colours of their neighbours."""
    occurrences: dict[int, Counter[Hashable]] = {variable: Counter() for variable in colours}
    for key, variables in elements:
        if len(variables) > 1:
            around = tuple(colours[variable] for variable in variables)
            for position, variable in enumerate(variables):
                occurrences[variable][key, position, around] += 1
    return {
        variable: _number((colours[variable], frozenset(seen.items())), numbers)
        for variable, seen in occurrences.items()
    }


def _number(colour: Hashable, numbers: dict[Hashable, int]) -> int:
    return numbers.setdefault(colour, len(numbers))
