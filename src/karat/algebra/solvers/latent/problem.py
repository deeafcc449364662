"""The clauses of a latent matching in a canonical form, which does not depend on their order."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from karat.algebra.scores.exact import Number, exact, total
from karat.errors import InputError

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Weight: TypeAlias = int | float | Fraction
Clause: TypeAlias = Collection[tuple[int, int]]
Clauses: TypeAlias = Mapping[Clause, Weight] | Iterable[tuple[Sequence[tuple[int, int]], Weight]]

# Up to these, a solver tells whole weights apart; beyond, optimality is proved within RELATIVE of the value.
LARGEST_WEIGHT = 10_000
LARGEST_TOTAL = 10_000_000
RELATIVE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """The variable pairs that can earn something; what each earns alone, and what several earn together.

    ``row`` and ``column`` are the predicted and the gold variable of each pair. A clause of two pairs has its ends in
    ``first`` and ``second``; longer ones are in ``many``. Weights are in units; ``whole`` says that all are integers.
    """

    predicted: int
    gold: int
    row: Integers
    column: Integers
    single: Floats
    first: Integers
    second: Integers
    weight: Floats
    many: tuple[tuple[int, ...], ...]
    many_weight: Floats
    whole: bool

    def proves(self, bound: float, value: float) -> bool:
        """Tell whether ``bound`` proves ``value`` optimal."""
        return bound < value + 1 - 1e-5 if self.whole else bound <= value * (1 + RELATIVE)

    def in_units(self, bound: float) -> float:
        """Round a bound down to a sum that clauses can have."""
        return math.floor(bound + 1e-5) if self.whole else bound


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """The weights as given, exact: of single pairs (0 where there is none), of two, of many; of the empty clause."""

    single: list[Number]
    double: list[Number]
    many: list[Number]
    constant: Number
    unit: Number

    def value(self, problem: Problem, held: Floats) -> Number:
        """Add up what a mapping earns."""
        single, double = self.single, self.double
        earned = [single[index] for index in np.flatnonzero(held[:-1]).tolist()]
        earned += [double[index] for index in np.flatnonzero(held[problem.first] * held[problem.second]).tolist()]
        earned += [weight for clause, weight in zip(problem.many, self.many, strict=True) if held[list(clause)].all()]
        return total([self.constant, *earned])

    def bound(self, bound: float) -> Number:
        """Turn a bound in units into one in the weights given."""
        return exact(self.constant + Fraction(bound) * self.unit)


class Merged(NamedTuple):
    """Clauses of one, two, many and no pairs, with the weights of equal ones added up.

    A pair (x, y) is the number x · gold + y, two of them are the lower one · predicted · gold + the higher one.
    """

    ones: dict[int, Number]
    twos: dict[int, Number]
    many: dict[tuple[int, ...], Number]
    constant: Number


def problem_of(predicted: int, gold: int, merged: Merged) -> tuple[Problem, Ledger]:
    """Number the pairs and sort the clauses."""
    # numpy loads only when something is solved: `import karat` must stay light.

    twos, many = sorted(merged.twos), sorted(merged.many)
    first, second = np.divmod(np.array(twos, dtype=np.int64), max(predicted * gold, 1))
    used = {*merged.ones, *first.tolist(), *second.tolist(), *(code for key in many for code in key)}
    codes = np.array(sorted(used), dtype=np.int64)
    given = (
        [merged.ones.get(code, 0) for code in codes.tolist()],
        [merged.twos[key] for key in twos],
        [merged.many[key] for key in many],
    )
    unit, whole = unit_of(given)
    single, weight, many_weight = (
        np.array(part if unit == 1 else [float(weight / unit) for weight in part], dtype=float) for part in given
    )
    row, column = np.divmod(codes, max(gold, 1))
    problem = Problem(
        predicted=predicted,
        gold=gold,
        row=row,
        column=column,
        single=single,
        first=np.searchsorted(codes, first),
        second=np.searchsorted(codes, second),
        weight=weight,
        many=tuple(tuple(np.searchsorted(codes, key).tolist()) for key in many),
        many_weight=many_weight,
        whole=whole,
    )
    return problem, Ledger(*given, merged.constant, unit)


def restricted(problem: Problem, keep: Integers) -> Problem:
    """Leave only some pairs, given by number in order, and the clauses among them."""
    number = np.full(len(problem.row), -1)
    number[keep] = np.arange(len(keep))
    first, second = number[problem.first], number[problem.second]
    both = np.flatnonzero((first >= 0) & (second >= 0))
    kept = [index for index, clause in enumerate(problem.many) if (number[list(clause)] >= 0).all()]
    rows, row = np.unique(problem.row[keep], return_inverse=True)
    columns, column = np.unique(problem.column[keep], return_inverse=True)
    return Problem(
        predicted=len(rows),
        gold=len(columns),
        row=row,
        column=column,
        single=problem.single[keep],
        first=first[both],
        second=second[both],
        weight=problem.weight[both],
        many=tuple(tuple(number[list(problem.many[index])].tolist()) for index in kept),
        many_weight=problem.many_weight[kept],
        whole=problem.whole,
    )


def components(problem: Problem, keep: Integers) -> list[Integers]:
    """Split some pairs into the sets that share no variable and no clause, in order of their first pairs."""
    part = restricted(problem, keep)
    left, right = part.row, part.column + part.predicted
    chains = [pair for clause in part.many for pair in pairwise(clause)]
    links = np.array(chains, dtype=np.int64).reshape(-1, 2)
    tails = np.concatenate((left, left[part.first], left[links[:, 0]]))
    heads = np.concatenate((right, left[part.second], left[links[:, 1]]))
    size = part.predicted + part.gold
    graph = coo_array((np.ones(len(tails)), (tails, heads)), shape=(size, size))
    _, label = connected_components(graph, directed=False)
    of_pair = label[left]
    _, start = np.unique(of_pair, return_index=True)
    return [keep[of_pair == of_pair[index]] for index in np.sort(start)]


def merged_of(predicted: int, gold: int, clauses: Clauses) -> Merged:
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


def unit_of(parts: Sequence[list[Number]]) -> tuple[Number, bool]:
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
