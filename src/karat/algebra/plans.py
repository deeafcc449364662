"""Plans of the similarities that match no collections: atoms, products, cases, thresholds, transforms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from operator import attrgetter, itemgetter
from typing import Any

from karat.algebra.alignment import Alignment
from karat.algebra.counting import EMPTY, Counting
from karat.algebra.exact import Number, exact
from karat.algebra.normaliser import Masses, Normaliser
from karat.algebra.plan import Keys, Plan, Result
from karat.errors import DefinitionError, InputError, SimilarityError


def itself(value: Any) -> Any:
    """An object as its own key."""
    return value


def listed(value: Any) -> list[Any]:
    """The elements of a collection."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise InputError(f"expected a collection, found {type(value).__name__}: {value!r:.60}")
    return list(value)


def field_of(name: str | int) -> Callable[[Any], Any]:
    """Read a field by name, from an object or a mapping, or by position."""
    if isinstance(name, int):
        at = itemgetter(name)
        kind: type[Exception] | tuple[type[Exception], ...] = (TypeError, IndexError, KeyError)
    else:
        at = attrgetter(name)
        kind = AttributeError

    def get(value: Any) -> Any:
        try:
            return at(value)
        except kind:
            if isinstance(value, Mapping) and name in value:
                return value[name]
            what = f"position {name}" if isinstance(name, int) else f"the field {name!r}"
            raise InputError(f"expected an object with {what}, found {type(value).__name__}: {value!r:.60}") from None

    return get


class EqualPlan(Plan):
    """Equality."""

    keys = Keys(itself, itself)
    discrete = True

    def value(self, predicted: Any, gold: Any) -> Number:
        """1 for equal objects."""
        return 1 if predicted == gold else 0

    def own_predicted(self, predicted: Any) -> Number:
        """An object equals itself."""
        return 1

    own_gold = own_predicted


def _unbound(_: Any) -> str:
    return "variable"


def _alone(variable: Any) -> tuple[Any, ...]:
    return (variable,)


class LatentPlan(EqualPlan):
    """Variables: alike where the matching around them says so."""

    keys = Keys(_unbound, _unbound)
    variables = Keys(_alone, _alone)

    def value(self, predicted: Any, gold: Any) -> Number:
        """Refuse: a variable means nothing by itself."""
        raise DefinitionError("a latent variable can only be compared inside the collection that it runs through")


class FunctionPlan(Plan):
    """A user's function, checked to be a similarity on every pair it is asked for."""

    def __init__(
        self,
        function: Callable[[Any, Any], float],
        name: str,
        keys: tuple[Callable[[Any], Iterable[Any]], Callable[[Any], Iterable[Any]]] | None,
        own: float | Callable[[Any], float] | None,
        checked: bool,
    ) -> None:
        self.function = function
        self.name = name
        self.tokens = Keys(*keys) if keys else None
        self.checked = checked
        if own is None:
            self.own: Callable[[Any], Number] = lambda value: exact(function(value, value), name)
        elif callable(own):
            self.own = lambda value: exact(own(value), name)
        else:
            fixed = exact(own, name)
            self.own = lambda _: fixed

    def value(self, predicted: Any, gold: Any) -> Number:
        """What the function says; more than an object has with itself is refused."""
        value = exact(self.function(predicted, gold), self.name)
        if self.checked and value and (value > self.own(predicted) or value > self.own(gold)):
            least = min(self.own(predicted), self.own(gold))
            raise SimilarityError(
                f"{self.name}: expected at most φ(x, x) = {float(least):g}, found {float(value):g} "
                f"for {predicted!r:.60} and {gold!r:.60}"
            )
        return value

    def own_predicted(self, predicted: Any) -> Number:
        """φ(x, x)."""
        return self.own(predicted)

    own_gold = own_predicted


class ProductPlan(Plan):
    """Fields that must all be alike."""

    def __init__(self, fields: list[tuple[str | int, Plan]]) -> None:
        parts = [(str(name), field_of(name), plan) for name, plan in fields]
        self.rest = [part for part in parts if not part[2].discrete]
        self.discrete = not self.rest
        self.apart = any(plan.apart for _, _, plan in self.rest)
        keyed = [(name, get, plan) for (name, _), (_, get, plan) in zip(fields, parts, strict=True) if plan.keys]
        self.whole = frozenset(str(name) for name, _ in fields) if self._plain(fields) else None
        self.keys = Keys(_joined(keyed, 0), _joined(keyed, 1)) if keyed else None
        if len(self.rest) == 1 and self.rest[0][2].counting:
            _, get, plan = self.rest[0]
            self.counting = _counting_of(plan.counting, get, get, self.rest[0][0])
        for _, get, plan in self.rest:
            if plan.tokens and not self.tokens:
                self.tokens = _composed(plan.tokens, get, get)
        latent = [(get, plan.variables) for _, get, plan in parts if plan.variables]
        if latent:
            self.variables = Keys(
                lambda value: tuple(one for get, keys in latent for one in keys.predicted(get(value))),
                lambda value: tuple(one for get, keys in latent for one in keys.gold(get(value))),
            )

    @staticmethod
    def _plain(fields: list[tuple[str | int, Plan]]) -> bool:
        return all(type(plan) is EqualPlan and isinstance(name, str) for name, plan in fields)

    def value(self, predicted: Any, gold: Any) -> Number:
        """The product of the fields' similarities."""
        if self.keys and self.keys.predicted(predicted) != self.keys.gold(gold):
            return 0
        value: Number = 1
        for _, get, plan in self.rest:
            value *= plan.value(get(predicted), get(gold))
            if not value:
                return 0
        return value

    def own_predicted(self, predicted: Any) -> Number:
        """The product of what each field has with itself."""
        return reduce(lambda value, part: value * part[2].own_predicted(part[1](predicted)), self.rest, 1)

    def own_gold(self, gold: Any) -> Number:
        """The product of what each field has with itself."""
        return reduce(lambda value, part: value * part[2].own_gold(part[1](gold)), self.rest, 1)

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """The products of the fields' matched masses."""
        if self.keys and self.keys.predicted(predicted) != self.keys.gold(gold):
            return 0, 0
        one: Number = 1
        other: Number = 1
        for _, get, plan in self.rest:
            here, there = plan.sides(get(predicted), get(gold))
            one, other = one * here, other * there
        return one, other

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """The alignment of every field that has one."""
        aligned = [(name, plan.align(get(predicted), get(gold)), plan) for name, get, plan in self.rest]
        return tuple((name, each) for name, each, plan in aligned)


def _joined(parts: list[tuple[str | int, Callable[[Any], Any], Plan]], side: int) -> Callable[[Any], Any]:
    """One key of several fields' keys."""
    plain = all(type(plan) is EqualPlan for _, _, plan in parts)
    getters = [(get, plan.keys[side]) for _, get, plan in parts if plan.keys]
    if len(getters) == 1:
        get, key = getters[0]
        return get if plain else lambda value: key(get(value))
    if not plain:
        return lambda value: tuple(key(get(value)) for get, key in getters)
    names = [name for name, _, _ in parts]
    fast = attrgetter(*names) if all(isinstance(name, str) for name in names) else itemgetter(*names)

    def key_of(value: Any) -> Any:
        try:
            return fast(value)
        except (AttributeError, TypeError, IndexError, KeyError):
            return tuple(get(value) for get, _ in getters)

    return key_of


def _composed(keys: Keys | None, predicted: Callable[[Any], Any], gold: Callable[[Any], Any]) -> Keys | None:
    if keys is None:
        return None
    one, other = keys
    return Keys(lambda value: one(predicted(value)), lambda value: other(gold(value)))


def _counting_of(
    counting: Counting | None, predicted: Callable[[Any], Any], gold: Callable[[Any], Any], step: object
) -> Counting | None:
    if counting is None:
        return None
    one, other = counting.predicted, counting.gold
    return replace(
        counting,
        predicted=lambda value: one(predicted(value)),
        gold=lambda value: other(gold(value)),
        family=(step, counting.family),
    )


class UnionPlan(Plan):
    """A plan for each kind of object."""

    def __init__(self, cases: list[tuple[type, Plan]]) -> None:
        self.cases = cases
        self.discrete = all(plan.discrete for _, plan in cases)
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

    def own_predicted(self, predicted: Any) -> Number:
        """What the case says."""
        return self.case(predicted)[1].own_predicted(predicted)

    def own_gold(self, gold: Any) -> Number:
        """What the case says."""
        return self.case(gold)[1].own_gold(gold)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """What the case has inside."""
        return self.case(predicted)[1].inside(predicted, gold)


class MappedPlan(Plan):
    """A function of another similarity's value that gives 0 for 0: a threshold, an excess."""

    def __init__(self, inner: Plan, change: Callable[[Number], Number]) -> None:
        self.inner = inner
        self.change = change
        self.keys = inner.keys
        self.tokens = inner.tokens
        self.discrete = inner.discrete and change(1) == 1
        if inner.counting:
            formula = inner.counting.formula
            self.counting = replace(
                inner.counting, formula=lru_cache(1 << 16)(lambda both, one, other: change(formula(both, one, other)))
            )

    def value(self, predicted: Any, gold: Any) -> Number:
        """The changed value."""
        return self.change(self.inner.value(predicted, gold))

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

    def __init__(self, inner: Plan, weight: Callable[[Any], float], name: str) -> None:
        super().__init__(inner, itself)
        self.discrete = False
        self.counting = None
        self.weight = lambda value: exact(weight(value), name)

    def value(self, predicted: Any, gold: Any) -> Number:
        """The similarity times the lesser worth."""
        value = self.inner.value(predicted, gold)
        return value * min(self.weight(predicted), self.weight(gold)) if value else 0

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
        self.keys = _composed(inner.keys, predicted, gold)
        self.tokens = _composed(inner.tokens, predicted, gold)
        self.variables = _composed(inner.variables, predicted, gold)
        self.counting = _counting_of(inner.counting, predicted, gold, (predicted, gold))

    def value(self, predicted: Any, gold: Any) -> Number:
        """The similarity of what was made."""
        return self.inner.value(self.predicted(predicted), self.gold(gold))

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


class NormalisedPlan(Plan):
    """A normalised similarity inside another."""

    def __init__(self, inner: Plan, normaliser: Normaliser, matching: bool) -> None:
        self.inner = inner
        self.normaliser = normaliser
        sparse = matching and not normaliser.empty
        if sparse and inner.counting:
            formula = inner.counting.formula

            @lru_cache(1 << 16)
            def normalised(both: int, one: int, other: int) -> Number:
                shared = formula(both, one, other)
                return normaliser.nested(Masses(shared, formula(one, one, one), shared, formula(other, other, other)))

            self.counting = replace(inner.counting, formula=normalised)
        if sparse and inner.tokens:
            self.tokens = Keys(_or_empty(inner.tokens.predicted), _or_empty(inner.tokens.gold))

    def value(self, predicted: Any, gold: Any) -> Number:
        """The normalised value; two empty structures are alike."""
        return self.normaliser.nested(self.inner.masses(predicted, gold).masses)

    def own_predicted(self, predicted: Any) -> Number:
        """1, unless the normaliser says otherwise of what is empty."""
        own = self.inner.own_predicted(predicted)
        return self.normaliser.nested(Masses(own, own, own, own))

    def own_gold(self, gold: Any) -> Number:
        """1, unless the normaliser says otherwise of what is empty."""
        own = self.inner.own_gold(gold)
        return self.normaliser.nested(Masses(own, own, own, own))

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of what is normalised."""
        return self.inner.align(predicted, gold)


def _or_empty(tokens: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def found(value: Any) -> Any:
        return list(tokens(value)) or (EMPTY,)

    return found
