"""Plans of matchings that search: latent variables (Chen et al., 2023, section 4), sequences and graphs (section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, NamedTuple

from karat.algebra.definitions.matching import Constraint
from karat.algebra.plans.matchings import Matched, MatchPlan, alike, choose
from karat.algebra.plans.plan import Plan
from karat.algebra.plans.reading import by_hash
from karat.algebra.scores.alignment import Alignment, arranged
from karat.algebra.scores.exact import Number, exact
from karat.algebra.solvers.assignment import Cell
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.sequences import cover, match_sequences
from karat.errors import DefinitionError, InputError


class SequencePlan(MatchPlan):
    """A matching of sequences that keeps their order: under ↔, the weighted longest common subsequence."""

    def listed(self, value: Any) -> list[Any]:
        if isinstance(value, AbstractSet):
            raise InputError(f"expected a sequence, found {type(value).__name__}, which has no order: {value!r:.60}")
        return super().listed(value)

    def matched(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Matched:
        mine, theirs = self.listed(predicted), self.listed(gold)
        weights = {(row, column): weight for row, column, weight in alike(mine, theirs, self.inner)}
        if self.constraint.one_per_predicted != self.constraint.one_per_gold:
            pairs = cover(weights, one_per_predicted=self.constraint.one_per_predicted)
            return Matched(mine, theirs, [(*pair, weights[pair]) for pair in pairs])
        _, pairs = match_sequences(
            len(mine),
            len(theirs),
            weights,
            one_per_predicted=self.constraint.one_per_predicted,
            one_per_gold=self.constraint.one_per_gold,
        )
        return Matched(mine, theirs, [(*pair, weights[pair]) for pair in pairs])


class ReachabilityPlan(MatchPlan):
    """A matching of the nodes of two graphs that keeps reachability."""

    def __init__(
        self,
        inner: Plan,
        constraint: Constraint,
        nodes: Callable[[Any], Sequence[Any]],
        edges: Callable[[Any], Iterable[tuple[int, int]]],
    ) -> None:
        super().__init__(inner, constraint)
        self.nodes = nodes
        self.edges = edges

    def listed(self, value: Any) -> list[Any]:
        return list(self.nodes(value))

    def matched(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Matched:
        # Not at start-up: it imports scipy.
        from karat.algebra.solvers.orders import match_orders, reachability

        mine, theirs = self.listed(predicted), self.listed(gold)
        weights = {(row, column): weight for row, column, weight in alike(mine, theirs, self.inner)}
        orders = reachability(len(mine), self.edges(predicted)), reachability(len(theirs), self.edges(gold))
        one, other = self.constraint.one_per_predicted, self.constraint.one_per_gold
        best = match_orders(*orders, weights, one_per_predicted=one, one_per_gold=other, time_limit=time_limit)
        if one != other:
            # A one-to-one matching of the same weight shares no partner, and so covers most.
            unshared = match_orders(*orders, weights, one_per_predicted=True, one_per_gold=True, time_limit=time_limit)
            if unshared.value == best.value:
                best = replace(unshared, bound=best.bound)
        return Matched(mine, theirs, [(*pair, weights[pair]) for pair in best.pairs], best.bound)


class _Side(NamedTuple):
    """One side's elements: the numbers of their variables, and their keys where the similarity is discrete."""

    numbers: dict[Any, int]
    variables: list[tuple[int, ...]]
    keys: list[Any] | None

    @property
    def distinct(self) -> bool:
        """Whether no two elements have the same key and the same variables."""
        if self.keys is None:
            return False
        elements = list(zip(self.keys, self.variables, strict=True))
        return by_hash(lambda rows, _: len(set(rows)) == len(rows), elements, [])


class LatentMatchPlan(MatchPlan):
    """A matching of elements with variables, under the best one-to-one mapping of variables (equation 36)."""

    def __init__(self, inner: Plan, constraint: Constraint, distinct: bool) -> None:
        if constraint is Constraint.GREEDY:
            raise DefinitionError("a matching with latent variables is exact: expected ↔, →, ← or ~, found greedy")
        super().__init__(inner, constraint, distinct=distinct)

    def _read(self, elements: list[Any], side: int) -> _Side:
        """Read the variables and keys of a side's elements."""
        assert self.inner.variables is not None
        variables = [*map(self.inner.variables[side], elements)]
        numbers: dict[Any, int] = {}
        numbered = [tuple([numbers.setdefault(one, len(numbers)) for one in each]) for each in variables]
        if not self.inner.discrete:
            return _Side(numbers, numbered, None)
        assert self.inner.keys is not None
        return _Side(numbers, numbered, [*map(self.inner.keys.of(side), elements)])

    def _pairs(
        self, mine: list[Any], theirs: list[Any], here: _Side, there: _Side
    ) -> list[tuple[int, int, Number, tuple[Any, ...]]]:
        """Pairs of elements that could match, each with the variable pairs that it needs."""
        candidates: list[tuple[int, int, Number, tuple[Any, ...]]] = []
        for row, column, weight in self._alike(mine, theirs, here, there):
            one, other = here.variables[row], there.variables[column]
            if len(one) == len(other) == 1:
                candidates.append((row, column, weight, ((one[0], other[0]),)))
                continue
            needed = set(zip(one, other, strict=True))
            # A variable cannot stand for two: x loves x is not y loves z.
            if len(set(one)) == len(needed) == len(set(other)):
                candidates.append((row, column, weight, tuple(sorted(needed))))
        return candidates

    def _alike(self, mine: list[Any], theirs: list[Any], here: _Side, there: _Side) -> list[Cell]:
        if here.keys is None or there.keys is None:
            return alike(mine, theirs, self.inner)
        return by_hash(_equal_pairs, here.keys, there.keys)

    def matched(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Matched:
        return self._solved(predicted, gold, time_limit)[0]

    def _solved(
        self, predicted: Any, gold: Any, time_limit: float | None
    ) -> tuple[Matched, tuple[tuple[Any, Any], ...]]:
        """The matched elements, and the mapping of variables."""
        # Not at start-up: it imports scipy.
        from karat.algebra.solvers.latent import solve, solve_elements

        deadline = Deadline.after(time_limit)
        mine, theirs = self.listed(predicted), self.listed(gold)
        one_side, other_side = self._read(mine, 0), self._read(theirs, 1)
        here, there = one_side.numbers, other_side.numbers
        if one_side.distinct and other_side.distinct and _too_large(one_side, other_side, time_limit):
            return _matched_quickly(mine, theirs, one_side, other_side)
        pairs = self._pairs(mine, theirs, one_side, other_side)
        if one_side.distinct and other_side.distinct:
            # Under a one-to-one mapping of variables, different elements become different elements.
            solution = solve(
                len(here), len(there), [(needed, weight) for *_, weight, needed in pairs], time_limit=deadline.left()
            )
            mapped = set(enumerate(solution.mapping))
            cells = [(row, column, weight) for row, column, weight, needed in pairs if mapped.issuperset(needed)]
        else:
            solution, chosen = solve_elements(
                len(here),
                len(there),
                pairs,
                one_per_predicted=self.constraint.one_per_predicted,
                one_per_gold=self.constraint.one_per_gold,
                time_limit=deadline.left(),
            )
            weights = {(row, column): weight for row, column, weight, _ in pairs}
            cells = [(*pair, weights[pair]) for pair in chosen]
            if self.constraint.one_per_predicted != self.constraint.one_per_gold:
                mapped = set(enumerate(solution.mapping))
                fitting = [(row, column, weight) for row, column, weight, needed in pairs if mapped.issuperset(needed)]
                cells = choose(fitting, self.constraint, self.ties)
        names = list(there)
        variables = tuple(
            (one, names[other]) for one, other in zip(here, solution.mapping, strict=True) if other is not None
        )
        return Matched(mine, theirs, cells, exact(solution.bound)), variables

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        (mine, theirs, pairs, _), variables = self._solved(arranged(predicted), arranged(gold), time_limit)
        aligned = self._aligned(mine, theirs, pairs)
        return Alignment(aligned.matches, aligned.unmatched_predicted, aligned.unmatched_gold, variables)


SECONDS_FOR_EACH_PAIR = 8e-6
"""What listing a pair of elements and preparing it for the search takes at least, on a slow machine."""
SECONDS_FOR_EACH_STEP = 2e-9
"""What an assignment of n by m variables takes at worst for each of its n · n · m steps, on a slow machine."""
ALWAYS_SEARCHED = 10_000
"""Up to so many pairs of elements, the search begins whatever the time limit."""


def _too_large(here: _Side, there: _Side, time_limit: float | None) -> bool:
    """Tell whether the search could not even be prepared within the time limit."""
    if time_limit is None or here.keys is None or there.keys is None:
        return False
    try:
        ours, theirs = Counter(here.keys), Counter(there.keys)
    except TypeError:  # keys without a hash
        return False
    pairs = sum(count * theirs[key] for key, count in ours.items())
    few, many = sorted((len(here.numbers), len(there.numbers)))
    seconds = pairs * SECONDS_FOR_EACH_PAIR + few * few * many * SECONDS_FOR_EACH_STEP
    return pairs > ALWAYS_SEARCHED and seconds > time_limit


def _matched_quickly(
    mine: list[Any], theirs: list[Any], here: _Side, there: _Side
) -> tuple[Matched, tuple[tuple[Any, Any], ...]]:
    """Match by a mapping that is found without a search; no mapping matches more elements than have equal keys."""
    # Not at start-up: it imports scipy.
    from karat.algebra.solvers.latent import refined_mapping

    assert here.keys is not None
    assert there.keys is not None
    ours, others = (list(zip(side.keys or [], side.variables, strict=True)) for side in (here, there))
    mapping = refined_mapping(ours, others)
    column_of = {element: column for column, element in enumerate(others)}
    cells: list[Cell] = []
    for row, (key, variables) in enumerate(ours):
        column = column_of.get((key, tuple(mapping.get(variable, -1) for variable in variables)))
        if column is not None:
            cells.append((row, column, 1))
    names, other_names = list(here.numbers), list(there.numbers)
    bound = (Counter(here.keys) & Counter(there.keys)).total()
    pairs = tuple((names[one], other_names[other]) for one, other in sorted(mapping.items()))
    return Matched(mine, theirs, cells, bound), pairs


def _equal_pairs(predicted_keys: list[Any], gold_keys: list[Any]) -> list[Cell]:
    columns_of: dict[Any, list[int]] = {}
    for column, key in enumerate(gold_keys):
        columns_of.setdefault(key, []).append(column)
    return [(row, column, 1) for row, key in enumerate(predicted_keys) for column in columns_of.get(key, ())]
