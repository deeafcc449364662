"""Plans of equality, latent variables, functions of your own, and records; and those that change another plan.

The latter change its value or its objects: unions of cases, thresholds, weights, transforms, normalisers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any

from karat.algebra.definitions.structures import Pairs
from karat.algebra.plans.counting import EMPTY, Counting, family
from karat.algebra.plans.plan import Functions, Keys, Plan, Result, SideNumber, keys_of
from karat.algebra.plans.reading import all_keys, claim_of, field_of, itself
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number, exact, total
from karat.algebra.scores.normaliser import Masses, Normaliser
from karat.errors import DefinitionError, InputError, SimilarityError


class EqualPlan(Plan):
    """Equality."""

    keys: Keys | None = Keys(itself, itself)
    as_whole = True

    def value(self, predicted: Any, gold: Any) -> Number:
        return 1 if predicted == gold else 0

    def own(self, value: Any, side: SideNumber) -> Number:
        return 1


def _unbound(_: Any) -> str:
    return "variable"


def _alone(variable: Any) -> tuple[Any, ...]:
    return (variable,)


class LatentPlan(EqualPlan):
    """Variables, which only the matching around them can compare."""

    keys = Keys(_unbound, _unbound)
    variables = Functions(_alone, _alone)

    def value(self, predicted: Any, gold: Any) -> Number:
        raise DefinitionError("a latent variable can only be compared inside the collection that it runs through")


class FunctionPlan(Plan):
    """A user's function, checked to be a similarity on every pair it is asked for."""

    def __init__(
        self,
        function: Callable[[Any, Any], float | Number],
        name: str,
        keys: tuple[Callable[[Any], Iterable[Any]], Callable[[Any], Iterable[Any]]] | None,
        own: float | Callable[[Any], float | Number] | None,
        checked: bool,
        pairs: Pairs | None = None,
    ) -> None:
        self.function = function
        self.pairs = pairs
        self.name = name
        self.keys = Keys(*keys, self, several=True) if keys else None
        self.checked = checked
        self.fixed: Number | None = None
        if own is None:
            self.mass: Callable[[Any], Number] = lambda value: exact(function(value, value), name)
        elif callable(own):
            self.mass = lambda value: exact(own(value), name)
        else:
            fixed = self.fixed = exact(own, name)
            self.mass = lambda _: fixed
            self.as_whole = True

    def value(self, predicted: Any, gold: Any) -> Number:
        """The function's value; refused if it is more than the mass of one of the objects."""
        given = self.function(predicted, gold)
        if type(given) is int and not given:
            return 0
        value: Number
        if type(given) is Fraction and given.numerator > 0 and given.denominator > 1:
            value = given
        else:
            value = exact(given, self.name)
        if value and self.checked and (value > self.mass(predicted) or value > self.mass(gold)):
            least = min(self.mass(predicted), self.mass(gold))
            raise SimilarityError(
                f"{self.name}: expected at most φ(x, x) = {float(least):g}, found {float(value):g} "
                f"for {predicted!r:.60} and {gold!r:.60}"
            )
        return value

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.mass(value)

    def owns(self, values: list[Any], side: SideNumber) -> list[Number]:
        return super().owns(values, side) if self.fixed is None else [self.fixed] * len(values)


class FieldsPlan(Plan):
    """The product of the fields' similarities, whatever their keys."""

    def __init__(self, fields: list[tuple[str, Callable[[Any], Any], Plan]]) -> None:
        self.fields = fields
        """Name, getter and plan of each field."""
        self.apart = any(plan.apart for _, _, plan in fields)
        self.as_whole = all(plan.as_whole for _, _, plan in fields)
        if len(fields) == 1 and (counting := fields[0][2].counting):
            name, get, _ = fields[0]
            self.counting = counting_of(counting, get, get, name)
        for _, get, plan in fields:
            if plan.keys and plan.keys.several and not self.keys:
                self.keys = plan.keys.on(get, get, self)

    def value(self, predicted: Any, gold: Any) -> Number:
        if self.counting:
            return self.counting.value(predicted, gold)
        value: Number = 1
        for _, get, plan in self.fields:
            factor = plan.value(get(predicted), get(gold))
            if not factor:
                return 0
            value = factor if value == 1 else value * factor
        return value

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        if len(self.fields) != 1:
            return super().values(predicted, gold)
        _, get, plan = self.fields[0]
        return plan.values(all_keys(get, predicted), all_keys(get, gold))

    def own(self, value: Any, side: SideNumber) -> Number:
        mass: Number = 1
        for _, get, plan in self.fields:
            factor = plan.own(get(value), side)
            mass = factor if mass == 1 else mass * factor
        return mass

    def owns(self, values: list[Any], side: SideNumber) -> list[Number]:
        if len(self.fields) != 1:
            return super().owns(values, side)
        _, get, plan = self.fields[0]
        return plan.owns(all_keys(get, values), side)

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        one: Number = 1
        other: Number = 1
        for _, get, plan in self.fields:
            here, there = plan.sides(get(predicted), get(gold))
            one, other = one * here, other * there
        return one, other

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return tuple((name, plan.align(get(predicted), get(gold))) for name, get, plan in self.fields)


class ProductPlan(FieldsPlan):
    """The product of the fields' similarities; the keys of discrete fields are joined to one key."""

    def __init__(self, fields: list[tuple[str | int, Plan]]) -> None:
        parts = [(str(name), field_of(name), plan) for name, plan in fields]
        super().__init__([part for part in parts if not part[2].discrete])
        self.only = parts[0] if len(parts) == 1 else None
        """The only field there is."""
        plain = all(type(plan) is EqualPlan and isinstance(name, str) for name, plan in fields)
        self.equal_fields = frozenset(str(name) for name, _ in fields) if plain else None
        """The names of all fields, if each is compared by equality."""
        keyed = [(name, get, plan) for (name, _), (_, get, plan) in zip(fields, parts, strict=True) if plan.keyed]
        if keyed:
            self.keys = Keys(_joined(keyed, 0), _joined(keyed, 1), FieldsPlan(self.fields) if self.fields else None)
        latent = [(get, plan.variables) for _, get, plan in parts if plan.variables]
        if latent:
            self.variables = Functions(
                lambda value: tuple(one for get, keys in latent for one in keys.predicted(get(value))),
                lambda value: tuple(one for get, keys in latent for one in keys.gold(get(value))),
            )

    def _differ(self, predicted: Any, gold: Any) -> bool:
        return self.keyed and self.keys.predicted(predicted) != self.keys.gold(gold)  # type: ignore[union-attr]

    def value(self, predicted: Any, gold: Any) -> Number:
        return 0 if self._differ(predicted, gold) else super().value(predicted, gold)

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        return list(map(self.value, predicted, gold))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        return (0, 0) if self._differ(predicted, gold) else super().sides(predicted, gold)

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        if self.only:
            _, get, plan = self.only
            return plan.masses(get(predicted), get(gold), time_limit)
        return super().masses(predicted, gold, time_limit)

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        if self.only:
            _, get, plan = self.only
            return plan.align(get(predicted), get(gold), time_limit)
        return super().align(predicted, gold, time_limit)


def _joined(parts: list[tuple[str | int, Callable[[Any], Any], Plan]], side: int) -> Callable[[Any], Any]:
    """Join the keys of several fields to one key."""
    plain = all(type(plan) is EqualPlan for _, _, plan in parts)
    getters = [(get, plan.keys.of(side)) for _, get, plan in parts if plan.keys]
    if len(getters) == 1:
        get, key = getters[0]
        return get if plain else lambda value: key(get(value))
    if not plain:
        return lambda value: tuple(key(get(value)) for get, key in getters)
    names = [str(name) for name, _, _ in parts if isinstance(name, str)]
    positions = [name for name, _, _ in parts if isinstance(name, int)]
    if any(hasattr(dict, name) for name in names):  # a mapping's method is not its field
        return lambda value: tuple(get(value) for get, _ in getters)
    fast: Callable[[Any], Any] = attrgetter(*names) if names else itemgetter(*positions)

    def key_of(value: Any) -> Any:
        try:
            return fast(value)
        except (AttributeError, TypeError, IndexError, KeyError):
            return tuple(get(value) for get, _ in getters)

    key_of.fast = fast  # type: ignore[attr-defined]
    return key_of


def counting_of(
    counting: Counting | None, predicted: Callable[[Any], Any], gold: Callable[[Any], Any], step: object
) -> Counting | None:
    """Counting in the results of functions; ``step`` tells the functions apart."""
    if counting is None:
        return None
    one, other = counting.predicted, counting.gold
    return replace(
        counting,
        predicted=lambda value: one(predicted(value)),
        gold=lambda value: other(gold(value)),
        family=family(step, counting.family),
        keeps_sets=False,
    )


class SumPlan(Plan):
    """The sum of the fields' similarities; a field that is absent or ``None`` has no mass."""

    def __init__(self, fields: list[tuple[str | int, Plan]]) -> None:
        self.fields = [(str(name), claim_of(name), plan) for name, plan in fields]
        self.apart = any(plan.apart for _, plan in fields)
        if all(plan.keys for _, plan in fields):
            self.keys = Keys(lambda value: self._keys(value, 0), lambda value: self._keys(value, 1), self, several=True)

    def _keys(self, value: Any, side: SideNumber) -> list[Any]:
        """Records that are alike share a key of one of their fields."""
        claims = [(name, plan, claim) for name, get, plan in self.fields if (claim := get(value)) is not None]
        return [(name, key) for name, plan, claim in claims for key in keys_of(plan, claim, side)]

    def _both(self, predicted: Any, gold: Any) -> Iterator[tuple[Plan, Any, Any]]:
        """The fields that both sides claim."""
        for _, get, plan in self.fields:
            one, other = get(predicted), get(gold)
            if one is not None and other is not None:
                yield plan, one, other

    def value(self, predicted: Any, gold: Any) -> Number:
        return total([plan.value(one, other) for plan, one, other in self._both(predicted, gold)])

    def own(self, value: Any, side: SideNumber) -> Number:
        return total([plan.own(claim, side) for _, get, plan in self.fields if (claim := get(value)) is not None])

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        matched = [plan.sides(one, other) for plan, one, other in self._both(predicted, gold)]
        return total([one for one, _ in matched]), total([other for _, other in matched])

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        found = []
        for name, get, plan in self.fields:
            one, other = get(predicted), get(gold)
            if one is not None and other is not None:
                found.append((name, plan.align(one, other)))
            elif one is not None or other is not None:
                found.append((name, Alignment((), () if one is None else (one,), () if other is None else (other,))))
        return tuple(found)


class UnionPlan(Plan):
    """The plan of the objects' case; objects of different cases have similarity 0."""

    def __init__(self, cases: list[tuple[type, Plan]]) -> None:
        self.cases = cases
        self.apart = any(plan.apart for _, plan in cases)
        self.as_whole = all(plan.as_whole for _, plan in cases)
        rest = None if all(plan.discrete for _, plan in cases) else self
        self.keys = Keys(lambda value: self._key(value, 0), lambda value: self._key(value, 1), rest)
        if any(plan.variables for _, plan in cases):
            self.variables = Functions(lambda value: self._variables(value, 0), lambda value: self._variables(value, 1))

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
        return (index, plan.keys.of(side)(value)) if plan.keys and plan.keyed else index

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
        self.keys = inner.keys and inner.keys._replace(rest=None if inner.discrete and change(1) == 1 else self)
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
        self.keys = inner.keys and inner.keys._replace(rest=self)

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
        self.functions = Functions(predicted, gold)
        self.predicted = predicted
        self.gold = gold
        self.apart = inner.apart
        self.as_whole = inner.as_whole
        self.keys = inner.keys and inner.keys.on(predicted, gold, None if inner.discrete else self)
        if inner.variables:
            one, other = inner.variables
            self.variables = Functions(lambda value: one(predicted(value)), lambda value: other(gold(value)))
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
        self.keys = predicted.keys and predicted.keys._replace(rest=self)

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
        if sparse and inner.keys and inner.keys.several:
            one, other = inner.keys.predicted, inner.keys.gold
            self.keys = Keys(_or_empty(one, inner, 0), _or_empty(other, inner, 1), self, several=True)

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


def _or_empty(keys: Callable[[Any], Any], plan: Plan, side: SideNumber) -> Callable[[Any], Any]:
    """Give collections without mass, which are alike, a key in common."""
    return lambda value: keys(value) if plan.own(value, side) else (EMPTY,)
