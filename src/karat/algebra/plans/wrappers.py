"""Plans that change another plan's value or objects: cases, thresholds, weights, transforms, normalisers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from karat.algebra.plans.atoms import composed, counting_of
from karat.algebra.plans.counting import EMPTY
from karat.algebra.plans.plan import Keys, Plan, Result, SideNumber
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number, exact
from karat.algebra.scores.normaliser import Masses, Normaliser
from karat.errors import InputError


class UnionPlan(Plan):
    """The plan of the objects' case; objects of different cases have similarity 0."""

    def __init__(self, cases: list[tuple[type, Plan]]) -> None:
        self.cases = cases
        self.discrete = all(plan.discrete for _, plan in cases)
        self.apart = any(plan.apart for _, plan in cases)
        self.as_whole = all(plan.as_whole for _, plan in cases)
        self.keys = Keys(lambda value: self._key(value, 0), lambda value: self._key(value, 1))
        if any(plan.variables for _, plan in cases):
            self.variables = Keys(lambda value: self._variables(value, 0), lambda value: self._variables(value, 1))

    def case(self, value: Any) -> tuple[int, Plan]:
        """The first case whose type fits."""
        for index, (kind, plan) in enumerate(self.cases):
            if isinstance(value, kind):
                return index, plan
        kinds = ", ".join(kind.__name__ for kind, _ in self.cases)
        raise InputError(f"expected one of {kinds}, found {type(value).__name__}: {value!r:.60}")

    def _shared(self, predicted: Any, gold: Any) -> Plan | None:
        """The plan of both objects' case; ``None`` across cases."""
        index, plan = self.case(predicted)
        return plan if index == self.case(gold)[0] else None

    def _key(self, value: Any, side: int) -> Any:
        index, plan = self.case(value)
        return (index, plan.keys[side](value)) if plan.keys else index

    def _variables(self, value: Any, side: int) -> tuple[Any, ...]:
        _, plan = self.case(value)
        return plan.variables[side](value) if plan.variables else ()

    def value(self, predicted: Any, gold: Any) -> Number:
        plan = self._shared(predicted, gold)
        return plan.value(predicted, gold) if plan else 0

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        plan = self._shared(predicted, gold)
        return plan.sides(predicted, gold) if plan else (0, 0)

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.case(value)[1].own(value, side)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        plan = self._shared(predicted, gold)
        return plan.inside(predicted, gold) if plan else ()


class MappedPlan(Plan):
    """A function of another plan's value that gives 0 for 0: a threshold, an excess."""

    def __init__(self, inner: Plan, change: Callable[[Number], Number], *, splits: bool = False) -> None:
        self.inner = inner
        self.change = change
        self.apart = inner.apart
        self.as_whole = inner.as_whole or not splits  # a threshold gives 1 or 0
        self.keys = inner.keys
        self.tokens = inner.tokens
        self.discrete = inner.discrete and change(1) == 1
        if inner.counting:
            formula = inner.counting.formula
            self.counting = replace(
                inner.counting,
                formula=lru_cache(1 << 16)(lambda both, one, other: change(formula(both, one, other))),
                splits=splits and inner.counting.splits,
            )

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.change(self.inner.value(predicted, gold))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        one, other = self.inner.sides(predicted, gold)
        return self.change(one), self.change(other)

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.change(self.inner.own(value, side))

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return self.inner.inside(predicted, gold)


class WeightedPlan(Plan):
    """Another plan's value times the smaller weight of the two objects."""

    def __init__(self, inner: Plan, weight: Callable[[Any], float | Number], name: str) -> None:
        self.inner = inner
        self.weight_function = weight
        self.name = name
        self.apart = inner.apart
        self.keys = inner.keys
        self.tokens = inner.tokens

    def weight(self, value: Any) -> Number:
        """An object's weight, exactly."""
        return exact(self.weight_function(value), self.name)

    def value(self, predicted: Any, gold: Any) -> Number:
        value = self.inner.value(predicted, gold)
        return value * min(self.weight(predicted), self.weight(gold)) if value else 0

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        one, other = self.inner.sides(predicted, gold)
        weight = min(self.weight(predicted), self.weight(gold)) if one or other else 0
        return one * weight, other * weight

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.inner.own(value, side) * self.weight(value)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return self.inner.inside(predicted, gold)


class TransformedPlan(Plan):
    """Another plan on the results of functions."""

    def __init__(self, inner: Plan, predicted: Callable[[Any], Any], gold: Callable[[Any], Any]) -> None:
        self.inner = inner
        self.functions = Keys(predicted, gold)
        self.predicted = predicted
        self.gold = gold
        self.discrete = inner.discrete
        self.apart = inner.apart
        self.as_whole = inner.as_whole
        self.keys = composed(inner.keys, predicted, gold)
        self.tokens = composed(inner.tokens, predicted, gold)
        self.variables = composed(inner.variables, predicted, gold)
        self.counting = counting_of(inner.counting, predicted, gold, (predicted, gold))

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.inner.value(self.predicted(predicted), self.gold(gold))

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.inner.own(self.functions[side](value), side)

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        return self.inner.sides(self.predicted(predicted), self.gold(gold))

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        return self.inner.masses(self.predicted(predicted), self.gold(gold), time_limit)

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        return self.inner.align(self.predicted(predicted), self.gold(gold), time_limit)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return self.inner.inside(self.predicted(predicted), self.gold(gold))


class ApartPlan(Plan):
    """One plan aligns and counts the predicted side, another counts the gold side."""

    apart = True

    def __init__(self, predicted: Plan, gold: Plan) -> None:
        self.plans = predicted, gold
        self.predicted = predicted
        self.gold = gold
        self.keys = predicted.keys
        self.tokens = predicted.tokens

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.predicted.value(predicted, gold)

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.plans[side].own(value, side)

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        return self.predicted.sides(predicted, gold)[0], self.gold.sides(predicted, gold)[1]

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        return self.predicted.align(predicted, gold, time_limit)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return self.predicted.inside(predicted, gold)


class NormalisedPlan(Plan):
    """A normalised similarity inside another; two empty structures are alike."""

    as_whole = True

    def __init__(self, inner: Plan, normaliser: Normaliser, matching: bool) -> None:
        self.inner = inner
        self.normaliser = normaliser
        self._own = lru_cache(1 << 10)(lambda own: normaliser.nested(Masses(own, own, own, own)))
        sparse = matching and not normaliser.empty
        if sparse and inner.counting:
            formula = inner.counting.formula

            @lru_cache(1 << 16)
            def normalised(both: int, one: int, other: int) -> Number:
                shared = formula(both, one, other)
                return normaliser.nested(Masses(shared, formula(one, one, one), shared, formula(other, other, other)))

            self.counting = replace(inner.counting, formula=normalised, splits=False)
        if sparse and inner.tokens:
            self.tokens = Keys(_or_empty(inner.tokens.predicted, inner, 0), _or_empty(inner.tokens.gold, inner, 1))

    def value(self, predicted: Any, gold: Any) -> Number:
        if self.counting:
            return self.counting.value(predicted, gold)
        return self.normaliser.nested(self.inner.masses(predicted, gold).masses)

    def own(self, value: Any, side: SideNumber) -> Number:
        return self._own(self.inner.own(value, side))

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        return self.inner.align(predicted, gold, time_limit)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return self.inner.inside(predicted, gold)


def _or_empty(tokens: Callable[[Any], Any], plan: Plan, side: SideNumber) -> Callable[[Any], Any]:
    """Give collections without mass, which are alike, a token in common."""

    def tokens_or_empty(value: Any) -> Any:
        return tokens(value) if plan.own(value, side) else (EMPTY,)

    return tokens_or_empty
