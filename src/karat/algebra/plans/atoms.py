"""Plans of atoms and of products."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any, Literal

from karat.algebra.definitions.structures import Pairs
from karat.algebra.plans.counting import Counting, family
from karat.algebra.plans.plan import Keys, Plan, Result
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
        """1 for equal objects."""
        return 1 if predicted == gold else 0

    def own_predicted(self, predicted: Any) -> Number:
        """An object equals itself."""
        return 1

    def own_gold(self, gold: Any) -> Number:
        """An object equals itself."""
        return 1


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
            self.own: Callable[[Any], Number] = lambda value: exact(function(value, value), name)
        elif callable(own):
            self.own = lambda value: exact(own(value), name)
        else:
            fixed = self.fixed = exact(own, name)
            self.own = lambda _: fixed
            self.as_whole = True

    def value(self, predicted: Any, gold: Any) -> Number:
        """What the function says; more than an object has with itself is refused."""
        found = self.function(predicted, gold)
        if type(found) is int and not found:
            return 0
        value: Number
        if type(found) is Fraction and found.numerator > 0 and found.denominator > 1:
            value = found  # as exact as can be
        else:
            value = exact(found, self.name)
        if value and self.checked and (value > self.own(predicted) or value > self.own(gold)):
            least = min(self.own(predicted), self.own(gold))
            raise SimilarityError(
                f"{self.name}: expected at most φ(x, x) = {float(least):g}, found {float(value):g} "
                f"for {predicted!r:.60} and {gold!r:.60}"
            )
        return value

    def own_predicted(self, predicted: Any) -> Number:
        """φ(x, x)."""
        return self.own(predicted)

    def own_gold(self, gold: Any) -> Number:
        """φ(x, x)."""
        return self.own(gold)

    def owns(self, objects: list[Any], side: Literal[0, 1]) -> list[Number]:
        """The same for many objects."""
        return super().owns(objects, side) if self.fixed is None else [self.fixed] * len(objects)


class ProductPlan(Plan):
    """Fields that must all be alike."""

    def __init__(self, fields: list[tuple[str | int, Plan]]) -> None:
        parts = [(str(name), field_of(name), plan) for name, plan in fields]
        self.rest = [part for part in parts if not part[2].discrete]
        self.only = parts[0] if len(parts) == 1 else None
        self.single = self.rest[0][1:] if len(self.rest) == 1 else None
        self.discrete = not self.rest
        self.apart = any(plan.apart for _, _, plan in self.rest)
        self.as_whole = all(plan.as_whole for _, _, plan in self.rest)
        keyed = [(name, get, plan) for (name, _), (_, get, plan) in zip(fields, parts, strict=True) if plan.keys]
        self.whole = frozenset(str(name) for name, _ in fields) if self._plain(fields) else None
        self.keys = Keys(_joined(keyed, 0), _joined(keyed, 1)) if keyed else None
        if len(self.rest) == 1 and self.rest[0][2].counting:
            _, get, plan = self.rest[0]
            self.counting = counting_of(plan.counting, get, get, self.rest[0][0])
        for _, get, plan in self.rest:
            if plan.tokens and not self.tokens:
                self.tokens = composed(plan.tokens, get, get)
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
        return self._rest_value(predicted, gold)

    def keyed_value(self, predicted: Any, gold: Any) -> Number:
        """The product of the similarities of those fields that are not in the key."""
        return self.counting.value(predicted, gold) if self.counting else self._rest_value(predicted, gold)

    def keyed_values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        """The same for many pairs; a single field is read from all objects at once."""
        if not self.single:
            return super().keyed_values(predicted, gold)
        get, plan = self.single
        return plan.values(all_keys(get, predicted), all_keys(get, gold))

    def _rest_value(self, predicted: Any, gold: Any) -> Number:
        value: Number = 1
        for _, get, plan in self.rest:
            found = plan.value(get(predicted), get(gold))
            if not found:
                return 0
            value = found if value == 1 else value * found
        return value

    def own_predicted(self, predicted: Any) -> Number:
        """The product of what each field has with itself."""
        if self.single:
            return self.single[1].own_predicted(self.single[0](predicted))
        value: Number = 1
        for _, get, plan in self.rest:
            found = plan.own_predicted(get(predicted))
            value = found if value == 1 else value * found
        return value

    def own_gold(self, gold: Any) -> Number:
        """The product of what each field has with itself."""
        if self.single:
            return self.single[1].own_gold(self.single[0](gold))
        value: Number = 1
        for _, get, plan in self.rest:
            found = plan.own_gold(get(gold))
            value = found if value == 1 else value * found
        return value

    def owns(self, objects: list[Any], side: Literal[0, 1]) -> list[Number]:
        """The same for many objects; a single field is read from all at once."""
        if not self.single:
            return super().owns(objects, side)
        get, plan = self.single
        return plan.owns(all_keys(get, objects), side)

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

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """The masses of the only field, or of the product."""
        if self.only:
            _, get, plan = self.only
            return plan.masses(get(predicted), get(gold), time_limit)
        return super().masses(predicted, gold, time_limit)

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of the only field, or of the whole."""
        if self.only:
            _, get, plan = self.only
            return plan.align(get(predicted), get(gold))
        return super().align(predicted, gold)

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
    """Keys of what functions make of the objects."""
    if keys is None:
        return None
    one, other = keys
    return Keys(lambda value: one(predicted(value)), lambda value: other(gold(value)))


def counting_of(
    counting: Counting | None, predicted: Callable[[Any], Any], gold: Callable[[Any], Any], step: object
) -> Counting | None:
    """Counting what functions make of the objects."""
    if counting is None:
        return None
    one, other = counting.predicted, counting.gold
    return replace(
        counting,
        predicted=lambda value: one(predicted(value)),
        gold=lambda value: other(gold(value)),
        family=family(step, counting.family),
    )
