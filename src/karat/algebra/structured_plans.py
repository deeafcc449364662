"""Plans of matchings that search: latent variables (seed section 4), sequences and graphs (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from karat.algebra.alignment import Alignment, arranged
from karat.algebra.assignment import Cell, choose
from karat.algebra.constraint import Constraint
from karat.algebra.exact import Number, exact
from karat.algebra.matching_plans import MatchPlan
from karat.algebra.pairing import alike
from karat.algebra.plan import Plan, Result
from karat.errors import DefinitionError, InputError


class SequencePlan(MatchPlan):
    """Elements in order: a weighted longest common subsequence under ↔."""

    def listed(self, value: Any) -> list[Any]:
        """The elements in order."""
        if isinstance(value, AbstractSet):
            raise InputError(f"expected a sequence, found {type(value).__name__}, which has no order: {value!r:.60}")
        return super().listed(value)

    def chosen(
        self, predicted: Any, gold: Any, time_limit: float | None = None
    ) -> tuple[list[Any], list[Any], list[Cell], Number | None]:
        """The matched pairs; no two of them cross."""
        # The dynamic programmes wait until a sequence is compared.
        from karat.algebra.covering import cover
        from karat.algebra.sequences import match_sequences

        mine, theirs = self.listed(predicted), self.listed(gold)
        weights = {(row, column): weight for row, column, weight in alike(mine, theirs, self.inner)}
        if self.constraint.one_per_predicted != self.constraint.one_per_gold:
            pairs = cover(weights, one_per_predicted=self.constraint.one_per_predicted)
            return mine, theirs, [(*pair, weights[pair]) for pair in pairs], None
        _, pairs = match_sequences(
            len(mine),
            len(theirs),
            weights,
            one_per_predicted=self.constraint.one_per_predicted,
            one_per_gold=self.constraint.one_per_gold,
        )
        return mine, theirs, [(*pair, exact(weights[pair])) for pair in pairs], None


class ReachabilityPlan(MatchPlan):
    """Nodes of a graph: what reaches what is kept."""

    def __init__(
        self,
        inner: Plan,
        constraint: Constraint,
        nodes: Callable[[Any], Sequence[Any]],
        edges: Callable[[Any], Iterable[tuple[int, int]]],
        literal: bool,
    ) -> None:
        super().__init__(inner, constraint, literal=literal)
        self.nodes = nodes
        self.edges = edges

    def listed(self, value: Any) -> list[Any]:
        """The nodes of a graph."""
        return list(self.nodes(value))

    def chosen(
        self, predicted: Any, gold: Any, time_limit: float | None = None
    ) -> tuple[list[Any], list[Any], list[Cell], Number | None]:
        """The matched nodes and the proved bound."""
        # scipy's solver waits until a graph is compared.
        from karat.algebra.orders import match_orders, reachability

        mine, theirs = self.listed(predicted), self.listed(gold)
        weights = {(row, column): weight for row, column, weight in alike(mine, theirs, self.inner)}
        orders = reachability(len(mine), self.edges(predicted)), reachability(len(theirs), self.edges(gold))
        one, other = self.constraint.one_per_predicted, self.constraint.one_per_gold
        found = match_orders(*orders, weights, one_per_predicted=one, one_per_gold=other, time_limit=time_limit)
        if one != other:
            # A one-to-one matching that weighs as much shares no partner, and so covers most.
            apart = match_orders(*orders, weights, one_per_predicted=True, one_per_gold=True, time_limit=time_limit)
            if apart.value == found.value:
                found = replace(apart, bound=found.bound)
        return mine, theirs, [(*pair, exact(weights[pair])) for pair in found.pairs], exact(found.bound)


class LatentMatchPlan(MatchPlan):
    """Elements that hold variables: the best one-to-one mapping of variables (equation 36), proved to be so."""

    def __init__(self, inner: Plan, constraint: Constraint, distinct: bool) -> None:
        if constraint is Constraint.GREEDY:
            raise DefinitionError("a matching with latent variables is exact: expected ↔, →, ← or ~, found greedy")
        super().__init__(inner, constraint, distinct=distinct)

    def _pairs(self, mine: list[Any], theirs: list[Any]) -> tuple[list[tuple[int, int, Number, tuple[Any, ...]]], Any]:
        """Pairs of elements that could match, each with the variable pairs that it needs."""
        assert self.inner.variables is not None
        here = [self.inner.variables.predicted(each) for each in mine]
        there = [self.inner.variables.gold(each) for each in theirs]
        numbers: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
        for side, variables in zip(numbers, (here, there), strict=True):
            for each in variables:
                for variable in each:
                    side.setdefault(variable, len(side))
        found = []
        for row, column, weight in self._alike(mine, theirs):
            needed = {(numbers[0][one], numbers[1][other]) for one, other in zip(here[row], there[column], strict=True)}
            # A variable cannot stand for two: x loves x is not y loves z.
            if len({one for one, _ in needed}) == len(needed) == len({other for _, other in needed}):
                found.append((row, column, weight, tuple(sorted(needed))))
        return found, numbers

    def _alike(self, mine: list[Any], theirs: list[Any]) -> list[Cell]:
        if not self.inner.discrete:
            return alike(mine, theirs, self.inner)
        assert self.inner.keys is not None
        here, there = [*map(self.inner.keys.predicted, mine)], [*map(self.inner.keys.gold, theirs)]
        index: dict[Any, list[int]] = {}
        try:
            for column, key in enumerate(there):
                index.setdefault(key, []).append(column)
            return [(row, column, 1) for row, key in enumerate(here) for column in index.get(key, ())]
        except TypeError:  # keys that cannot be hashed
            return [
                (row, column, 1) for row, one in enumerate(here) for column, other in enumerate(there) if one == other
            ]

    def _told_apart(self, elements: list[Any], side: int) -> bool:
        """Whether no two elements are the same for this similarity, with their variables as they are."""
        keys, variables = self.inner.keys, self.inner.variables
        assert keys is not None
        assert variables is not None
        try:
            return len({(keys[side](each), variables[side](each)) for each in elements}) == len(elements)
        except TypeError:  # keys that cannot be hashed
            return False

    def chosen(
        self, predicted: Any, gold: Any, time_limit: float | None = None
    ) -> tuple[list[Any], list[Any], list[Cell], Number | None]:
        """The matched elements and the proved bound."""
        mine, theirs, cells, bound, _ = self._solved(predicted, gold, time_limit)
        return mine, theirs, cells, bound

    def _solved(
        self, predicted: Any, gold: Any, time_limit: float | None
    ) -> tuple[list[Any], list[Any], list[Cell], Number, tuple[tuple[Any, Any], ...]]:
        # The solver waits until variables are compared.
        from karat.algebra.latent import solve, solve_elements

        mine, theirs = self.listed(predicted), self.listed(gold)
        pairs, (here, there) = self._pairs(mine, theirs)
        if self.inner.discrete and self._told_apart(mine, 0) and self._told_apart(theirs, 1):
            # Under a one-to-one mapping of variables, different elements become different elements.
            solution = solve(
                len(here), len(there), [(needed, weight) for *_, weight, needed in pairs], time_limit=time_limit
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
                time_limit=time_limit,
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
        return mine, theirs, cells, exact(solution.bound), variables

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """The four masses and the bound."""
        return super().masses(predicted, gold, time_limit)

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """Matched elements under the best mapping of variables."""
        aligned = super().align(predicted, gold)
        *_, variables = self._solved(arranged(predicted), arranged(gold), None)
        return Alignment(aligned.matches, aligned.unmatched_predicted, aligned.unmatched_gold, variables)
