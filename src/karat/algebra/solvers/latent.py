"""The best one-to-one mapping of variables (Chen et al., 2023, section 4 and appendix A.1), as for Smatch.

`solve` maps variables so that the clauses earned weigh most, with the proof; `solve_elements` also matches elements
that compete for partners (equations 40 to 44). Clauses do not depend on their order. Small problems with whole weights
are solved by one assignment, where the first bound of ``latent_search.py`` proves it optimal; larger ones by the
search there. Elements that compete, and clauses of more than two pairs, are an integer program. `refined_mapping` is
for inputs too large to search: variables are coloured by the elements that they occur in, then by the colours of their
neighbours in these elements (Weisfeiler and Leman, 1968), and mapped to each other, the finest colours first.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array

from karat.algebra.scores.exact import Number, exact, total
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.latent_search import RELATIVE, Problem, Search
from karat.algebra.solvers.program import maximise
from karat.errors import InputError

Weight: TypeAlias = int | float | Fraction
Clause: TypeAlias = Collection[tuple[int, int]]
Clauses: TypeAlias = Mapping[Clause, Weight] | Iterable[tuple[Sequence[tuple[int, int]], Weight]]

# Up to these, a solver tells whole weights apart; beyond, optimality is proved within RELATIVE of the value.
LARGEST_WEIGHT = 10_000
LARGEST_TOTAL = 10_000_000
LARGEST_PROBLEM = 256
"""Up to so many pairs of variables one assignment is quicker than the arrays of ``latent_search.py``."""
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class LatentSolution:
    """A mapping from predicted to gold variables, what it earns, and what no mapping can exceed.

    ``mapping`` has for each predicted variable its gold variable, or None where no match earns anything. ``value`` is
    the exact sum of the clauses earned. ``optimal`` says that ``bound`` proves it: then the two are equal. ``method``
    names what settled it: bound or search.
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
    merged = _merged(predicted, gold, clauses)
    if merged.many:
        return _solve_at_length(predicted, gold, merged, deadline)
    held = _solve_by_assignment(merged, predicted, gold)
    if held is not None:
        value = _value(merged, held, predicted * gold)
        return LatentSolution(_mapping(held, predicted, gold), value, value, True, "bound")
    problem, codes, unit = _problem(predicted, gold, merged)
    search = Search(problem, deadline)
    held = {codes[pair] for pair in search.held.nonzero()[0].tolist()}
    value = _value(merged, held, predicted * gold)
    optimal = search.proved()
    bound = value if optimal else max(value, exact(merged.constant + Fraction(search.bound) * unit))
    return LatentSolution(_mapping(held, predicted, gold), value, bound, optimal, search.method)


def _mapping(held: Iterable[int], predicted: int, gold: int) -> tuple[int | None, ...]:
    mapping: list[int | None] = [None] * predicted
    for code in held:
        mapping[code // gold] = code % gold
    return tuple(mapping)


def _value(merged: Merged, held: Collection[int], cells: int) -> Number:
    """Add up what a mapping earns, exactly."""
    together = (weight for code, weight in merged.twos.items() if code // cells in held and code % cells in held)
    return total([merged.constant, *(merged.ones.get(code, 0) for code in held), *together])


class Merged(NamedTuple):
    """Clauses of one, two, many and no pairs, with the weights of equal ones added up.

    A pair (x, y) is the number x · gold + y, two of them are the lower one · predicted · gold + the higher one.
    """

    ones: dict[int, Number]
    twos: dict[int, Number]
    many: dict[tuple[int, ...], Number]
    constant: Number


def _merged(predicted: int, gold: int, clauses: Clauses) -> Merged:
    """Add up equal clauses, and leave out those that no one-to-one mapping can earn."""
    ones: dict[int, Number] = {}
    twos: dict[int, Number] = {}
    many: dict[tuple[int, ...], Number] = {}
    cells = predicted * gold
    for pairs, given in clauses.items() if isinstance(clauses, Mapping) else clauses:
        weight = given if type(given) is int and given > 0 else exact(given, "weight of a clause")
        for x, y in pairs:
            if not (0 <= x < predicted and 0 <= y < gold):
                raise InputError(
                    f"clause {sorted(pairs)}: expected variables below {predicted} and {gold}, found {(x, y)}"
                )
        if not weight:
            continue
        if len(pairs) == 1:
            code = x * gold + y
            ones[code] = ones.get(code, 0) + weight
            continue
        key = sorted({x * gold + y for x, y in pairs})
        if len(key) == 1:
            ones[key[0]] = ones.get(key[0], 0) + weight
        elif len(key) == 2:
            low, high = key
            if low // gold != high // gold and low % gold != high % gold:
                code = low * cells + high
                twos[code] = twos.get(code, 0) + weight
        elif one_to_one(pairs):
            many[tuple(key)] = many.get(tuple(key), 0) + weight
    return Merged(ones, twos, many, many.pop((), 0))


def one_to_one(pairs: Iterable[tuple[int, int]]) -> bool:
    """Tell whether pairs can all be in one mapping."""
    distinct = set(pairs)
    return len({x for x, _ in distinct}) == len(distinct) == len({y for _, y in distinct})


def _unit_of(parts: Sequence[list[Number]]) -> tuple[Number, bool]:
    """Find the largest unit in which every weight is whole; an approximate one if the numbers would be too large."""
    values = {value for part in parts for value in part if value}
    mass = sum(sum(part) for part in parts)
    if values <= {1} and mass <= LARGEST_TOTAL:
        return 1, True
    scale = math.lcm(*(value.denominator for value in values))
    unit = Fraction(math.gcd(*(int(value * scale) for value in values)), scale)
    if max(values) <= unit * LARGEST_WEIGHT and mass <= unit * LARGEST_TOTAL:
        return unit, True
    # Some thousands in all: HiGHS's absolute tolerances are then well below RELATIVE.
    return Fraction(2) ** (mass.numerator.bit_length() - mass.denominator.bit_length() - 14), False


def _problem(predicted: int, gold: int, merged: Merged) -> tuple[Problem, list[int], Number]:
    """Number the pairs; also give the code of each, and the unit of the weights."""
    twos = sorted(merged.twos)
    first, second = np.divmod(np.array(twos, dtype=np.int64), max(predicted * gold, 1))
    codes = np.array(sorted({*merged.ones, *first.tolist(), *second.tolist()}), dtype=np.int64)
    given = [merged.ones.get(code, 0) for code in codes.tolist()], [merged.twos[key] for key in twos]
    unit, whole = _unit_of(given)
    single, weight = (
        np.array(part if unit == 1 else [float(weight / unit) for weight in part], dtype=float) for part in given
    )
    row, column = np.divmod(codes, max(gold, 1))
    ends = np.searchsorted(codes, first), np.searchsorted(codes, second)
    return Problem(predicted, gold, row, column, single, *ends, weight, whole), codes.tolist(), unit


def _solve_by_assignment(merged: Merged, predicted: int, gold: int) -> set[int] | None:
    """Give the pairs of the best mapping that earn something, if the first bound proves it."""
    ones, cells = merged.ones, predicted * gold
    mass = sum(ones.values()) + sum(merged.twos.values())
    if cells > LARGEST_PROBLEM or type(mass) is not int or mass > LARGEST_TOTAL:
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
    # Halves of whole numbers add up without rounding.
    if int(sum([flat[code] for code in held])) > sum(weight for _, _, weight in earned):
        return None
    return {code for first, second, _ in earned for code in (first, second)}


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
    solution, chosen = _search(predicted_variables, candidates, rivals, deadline)
    return solution, _matched(candidates[index] for index in chosen)


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


def _solve_at_length(predicted: int, gold: int, merged: Merged, deadline: Deadline) -> LatentSolution:
    """Solve clauses of any number of pairs: each is a candidate without rivals."""
    cells = predicted * gold
    keys: list[tuple[tuple[int, ...], Number]] = [((code,), weight) for code, weight in merged.ones.items()]
    keys += [(divmod(code, cells), weight) for code, weight in merged.twos.items()]
    keys += list(merged.many.items())
    candidates = [
        _Candidate(number, 0, weight, tuple(divmod(code, gold) for code in key))
        for number, (key, weight) in enumerate(sorted(keys))
    ]
    solution, _ = _search(predicted, candidates, [], deadline)
    value, bound = solution.value + merged.constant, solution.bound + merged.constant
    return LatentSolution(solution.mapping, value, bound, solution.optimal, solution.method)


def _search(
    predicted: int, candidates: Sequence[_Candidate], rivals: Sequence[Sequence[_Candidate]], deadline: Deadline
) -> tuple[LatentSolution, list[int]]:
    """Choose variable pairs and candidates together by an integer program, under equations 41 to 44."""
    weights = [candidate.weight for candidate in candidates]
    unit, whole = _unit_of([weights])
    chosen = _greedy(candidates, rivals)
    rows = _rows(candidates, rivals)
    entries = [(row, column, sign) for row, (members, _) in enumerate(rows) for column, sign in members]
    row, column, sign = (np.array(part) for part in zip(*entries, strict=True))
    needed = {pair for candidate in candidates for pair in candidate.pairs}
    gains = np.array([float(weight / unit) for weight in weights] + [0.0] * len(needed))
    matrix = csr_array((sign.astype(float), (row, column)), shape=(len(rows), len(gains)))
    answer = maximise(gains, matrix, np.array([limit for _, limit in rows], dtype=float), deadline)
    if answer.chosen is not None:
        picked = np.flatnonzero(answer.chosen[: len(candidates)]).tolist()
        chosen = max(picked, chosen, key=lambda choice: total([weights[index] for index in choice]))
    bound = total(weights)
    if math.isfinite(answer.bound):
        limit = math.floor(answer.bound + 1e-5) if whole else max(answer.bound, 0.0)
        bound = min(bound, exact(Fraction(limit) * unit))
    mapping: list[int | None] = [None] * predicted
    for index in chosen:
        for x, y in candidates[index].pairs:
            mapping[x] = y
    value = total([weights[index] for index in chosen])
    optimal = bound <= value * (1 + Fraction(RELATIVE))
    return LatentSolution(tuple(mapping), value, value if optimal else bound, optimal, "search"), chosen


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
