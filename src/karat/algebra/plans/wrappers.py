"""Plans that wrap others: cases, thresholds, weights, transforms, normalised similarities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from karat.algebra.plans.atoms import composed, counting_of
from karat.algebra.plans.counting import EMPTY
from karat.algebra.plans.plan import Keys, Plan, Result
from karat.algebra.plans.reading import itself
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number, exact
from karat.algebra.scores.normaliser import Masses, Normaliser
from karat.errors import InputError


class UnionPlan(Plan):
    """A plan for each kind of object."""

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

    def _key(self, value: Any, side: int) -> Any:
        index, plan = self.case(value)
        return (index, plan.keys[side](value)) if plan.keys else index

    def _variables(self, value: Any, side: int) -> tuple[Any, ...]:
        _, plan = self.case(value)
        return plan.variables[side](value) if plan.variables else ()

    def value(self, predicted: Any, gold: Any) -> Number:
        """The case's similarity; 0 across cases."""
        index, plan = self.case(predicted)
        return plan.value(predicted, gold) if index == self.case(gold)[0] else 0

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """The case's matched masses; none across cases."""
        index, plan = self.case(predicted)
        return plan.sides(predicted, gold) if index == self.case(gold)[0] else (0, 0)

    def own_predicted(self, predicted: Any) -> Number:
        """What the case says."""
        return self.case(predicted)[1].own_predicted(predicted)

    def own_gold(self, gold: Any) -> Number:
        """What the case says."""
        return self.case(gold)[1].own_gold(gold)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """What the case has inside."""
        index, plan = self.case(predicted)
        return plan.inside(predicted, gold) if index == self.case(gold)[0] else ()


class MappedPlan(Plan):
    """A function of another similarity's value that gives 0 for 0: a threshold, an excess."""

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
        """The changed value."""
        return self.change(self.inner.value(predicted, gold))

    def keyed_value(self, predicted: Any, gold: Any) -> Number:
        """The changed value."""
        return self.change(self.inner.keyed_value(predicted, gold))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """The changed masses."""
        one, other = self.inner.sides(predicted, gold)
        return self.change(one), self.change(other)

    def own_predicted(self, predicted: Any) -> Number:
        """The changed value."""
        return self.change(self.inner.own_predicted(predicted))

    def own_gold(self, gold: Any) -> Number:
        """The changed value."""
        return self.change(self.inner.own_gold(gold))

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """What is inside of what is changed."""
        return self.inner.inside(predicted, gold)


class WeightedPlan(MappedPlan):
    """A similarity that counts by the worth of what is compared."""

    def __init__(self, inner: Plan, weight: Callable[[Any], float | Number], name: str) -> None:
        super().__init__(inner, itself)
        self.discrete = self.as_whole = False
        self.counting = None
        self.given = weight
        self.name = name

    def weight(self, value: Any) -> Number:
        """What an object is worth."""
        return exact(self.given(value), self.name)

    def value(self, predicted: Any, gold: Any) -> Number:
        """The similarity times the lesser worth."""
        value = self.inner.value(predicted, gold)
        return value * min(self.weight(predicted), self.weight(gold)) if value else 0

    def keyed_value(self, predicted: Any, gold: Any) -> Number:
        """The similarity times the lesser worth."""
        return self.value(predicted, gold)

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """The matched masses times the lesser worth."""
        one, other = self.inner.sides(predicted, gold)
        worth = min(self.weight(predicted), self.weight(gold)) if one or other else 0
        return one * worth, other * worth

    def own_predicted(self, predicted: Any) -> Number:
        """The object's worth."""
        return self.inner.own_predicted(predicted) * self.weight(predicted)

    def own_gold(self, gold: Any) -> Number:
        """The object's worth."""
        return self.inner.own_gold(gold) * self.weight(gold)


class TransformedPlan(Plan):
    """A plan for what functions make of the objects."""

    def __init__(self, inner: Plan, predicted: Callable[[Any], Any], gold: Callable[[Any], Any]) -> None:
        self.inner = inner
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
        """The similarity of what was made."""
        return self.inner.value(self.predicted(predicted), self.gold(gold))

    def keyed_value(self, predicted: Any, gold: Any) -> Number:
        """The similarity of what was made."""
        return self.inner.keyed_value(self.predicted(predicted), self.gold(gold))

    def own_predicted(self, predicted: Any) -> Number:
        """What was made, with itself."""
        return self.inner.own_predicted(self.predicted(predicted))

    def own_gold(self, gold: Any) -> Number:
        """What was made, with itself."""
        return self.inner.own_gold(self.gold(gold))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """The matched masses of what was made."""
        return self.inner.sides(self.predicted(predicted), self.gold(gold))

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """The masses of what was made."""
        return self.inner.masses(self.predicted(predicted), self.gold(gold), time_limit)

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of what was made."""
        return self.inner.align(self.predicted(predicted), self.gold(gold))

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """What is inside of what was made."""
        return self.inner.inside(self.predicted(predicted), self.gold(gold))


class ApartPlan(Plan):
    """One plan aligns and counts the predicted side, another counts the gold side."""

    apart = True

    def __init__(self, predicted: Plan, gold: Plan) -> None:
        self.predicted = predicted
        self.gold = gold
        self.keys = predicted.keys
        self.tokens = predicted.tokens

    def value(self, predicted: Any, gold: Any) -> Number:
        """The similarity by which objects are aligned."""
        return self.predicted.value(predicted, gold)

    def keyed_value(self, predicted: Any, gold: Any) -> Number:
        """The similarity by which objects are aligned."""
        return self.predicted.keyed_value(predicted, gold)

    def own_predicted(self, predicted: Any) -> Number:
        """The mass by the first plan."""
        return self.predicted.own_predicted(predicted)

    def own_gold(self, gold: Any) -> Number:
        """The mass by the second plan."""
        return self.gold.own_gold(gold)

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """Each side's matched mass by its own plan."""
        return self.predicted.sides(predicted, gold)[0], self.gold.sides(predicted, gold)[1]

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of the first plan."""
        return self.predicted.align(predicted, gold)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """What is inside by the first plan."""
        return self.predicted.inside(predicted, gold)


class NormalisedPlan(Plan):
    """A normalised similarity inside another."""

    as_whole = True

    def __init__(self, inner: Plan, normaliser: Normaliser, matching: bool) -> None:
        self.inner = inner
        self.normaliser = normaliser
        self._whole = lru_cache(1 << 10)(lambda own: normaliser.nested(Masses(own, own, own, own)))
        sparse = matching and not normaliser.empty
        if sparse and inner.counting:
            formula = inner.counting.formula

            @lru_cache(1 << 16)
            def normalised(both: int, one: int, other: int) -> Number:
                shared = formula(both, one, other)
                return normaliser.nested(Masses(shared, formula(one, one, one), shared, formula(other, other, other)))

            self.counting = replace(inner.counting, formula=normalised, splits=False)
        if sparse and inner.tokens:
            self.tokens = Keys(
                _or_empty(inner.tokens.predicted, inner.own_predicted), _or_empty(inner.tokens.gold, inner.own_gold)
            )

    def value(self, predicted: Any, gold: Any) -> Number:
        """The normalised value; two empty structures are alike."""
        if self.counting:
            try:
                return self.counting.value(predicted, gold)
            except TypeError as error:
                if "unhashable" not in str(error):
                    raise
        return self.normaliser.nested(self.inner.masses(predicted, gold).masses)

    def own_predicted(self, predicted: Any) -> Number:
        """1, unless the normaliser says otherwise of what is empty."""
        return self._whole(self.inner.own_predicted(predicted))

    def own_gold(self, gold: Any) -> Number:
        """1, unless the normaliser says otherwise of what is empty."""
        return self._whole(self.inner.own_gold(gold))

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of what is normalised."""
        return self.inner.align(predicted, gold)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """What is inside of what is normalised."""
        return self.inner.inside(predicted, gold)


def _or_empty(tokens: Callable[[Any], Any], own: Callable[[Any], Number]) -> Callable[[Any], Any]:
    """Let collections without mass, which are alike, find each other."""

    def found(value: Any) -> Any:
        return tokens(value) if own(value) else (EMPTY,)

    return found
