"""Plans of equality, latent variables, functions of your own, and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any

from karat.algebra.definitions.structures import Pairs
from karat.algebra.plans.counting import Counting, family
from karat.algebra.plans.plan import Keys, Plan, Result, SideNumber
from karat.algebra.plans.reading import all_keys, field_of, itself
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number, exact
from karat.errors import DefinitionError, SimilarityError


class EqualPlan(Plan):
    """Equality."""

    keys = Keys(itself, itself)
    discrete = True
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
    variables = Keys(_alone, _alone)

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
        self.tokens = Keys(*keys) if keys else None
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
            if plan.tokens and not self.tokens:
                self.tokens = composed(plan.tokens, get, get)

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
        self.rest = FieldsPlan(self.fields)
        self.only = parts[0] if len(parts) == 1 else None
        """The only field there is."""
        self.discrete = not self.fields
        plain = all(type(plan) is EqualPlan and isinstance(name, str) for name, plan in fields)
        self.equal_fields = frozenset(str(name) for name, _ in fields) if plain else None
        """The names of all fields, if each is compared by equality."""
        keyed = [(name, get, plan) for (name, _), (_, get, plan) in zip(fields, parts, strict=True) if plan.keys]
        self.keys = Keys(_joined(keyed, 0), _joined(keyed, 1)) if keyed else None
        latent = [(get, plan.variables) for _, get, plan in parts if plan.variables]
        if latent:
            self.variables = Keys(
                lambda value: tuple(one for get, keys in latent for one in keys.predicted(get(value))),
                lambda value: tuple(one for get, keys in latent for one in keys.gold(get(value))),
            )

    def _differ(self, predicted: Any, gold: Any) -> bool:
        return self.keys is not None and self.keys.predicted(predicted) != self.keys.gold(gold)

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
    getters = [(get, plan.keys[side]) for _, get, plan in parts if plan.keys]
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


def composed(keys: Keys | None, predicted: Callable[[Any], Any], gold: Callable[[Any], Any]) -> Keys | None:
    """The keys of the results of functions."""
    if keys is None:
        return None
    one, other = keys
    return Keys(lambda value: one(predicted(value)), lambda value: other(gold(value)))


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
