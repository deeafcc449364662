"""Plans that compare collections without a matching: counts of shared elements, inclusion, the best pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from karat.algebra.plans.atoms import EqualPlan
from karat.algebra.plans.counting import Counting, family
from karat.algebra.plans.hashing import once
from karat.algebra.plans.plan import Keys, Plan, SideNumber
from karat.algebra.plans.reading import held, listed
from karat.algebra.scores.alignment import Alignment, Match
from karat.algebra.scores.exact import Number, exact
from karat.errors import DefinitionError, SimilarityError


class CountingPlan(Plan):
    """A formula over how many elements two collections share."""

    def __init__(
        self,
        inner: Plan,
        formula: Callable[[Any, Any, Any], Any],
        name: str,
        inner_definition: object,
        distinct: bool = False,
        as_whole: bool = False,
        checked: bool = True,
    ) -> None:
        if not inner.discrete or inner.keys is None:
            raise DefinitionError(f"{name}: expected elements that are equal or not, as under δ")
        keys = inner.keys

        @lru_cache(1 << 16)
        def exactly(both: int, one: int, other: int) -> Number:
            value = exact(formula(both, one, other), name)
            own = [exact(formula(size, size, size), name) for size in (one, other)] if checked and value else []
            if own and value > min(own):
                raise SimilarityError(
                    f"{name}: expected at most φ(x, x) = {float(min(own)):g}, found {float(value):g} "
                    f"for {both} shared elements of {one} and {other}"
                )
            return value

        if exactly(0, 1, 1):
            raise DefinitionError(f"{name}: expected 0 where nothing is shared, found {exactly(0, 1, 1)}")

        def elements(side: int) -> Callable[[Any], Any]:
            def keys_of(value: Any) -> Any:
                value = held(value)
                if type(value) is frozenset and type(inner) is EqualPlan:
                    return value
                keys_read = [keys[side](each) for each in listed(value)]
                return once(keys_read) if distinct else keys_read

            return keys_of

        self.counting: Counting = Counting(elements(0), elements(1), exactly, family(inner_definition, distinct))
        self.tokens: Keys = Keys(self.counting.predicted, self.counting.gold)
        self.as_whole = as_whole

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.counting.value(predicted, gold)

    def own(self, value: Any, side: SideNumber) -> Number:
        return self.counting.own(self.tokens[side](value))


class SubsetPlan(Plan):
    """1 if every predicted element is like some gold element, under a similarity that is not equality."""

    as_whole = True

    def __init__(self, inner: Plan) -> None:
        self.inner = inner

    def value(self, predicted: Any, gold: Any) -> Number:
        mine, theirs = listed(predicted), listed(gold)
        return int(bool(mine) and all(any(self.inner.value(one, other) for other in theirs) for one in mine))

    def own(self, value: Any, side: SideNumber) -> Number:
        return int(bool(listed(value)))


class MaximumPlan(Plan):
    """The similarity of the best pair of two collections; 0 if one is empty."""

    def __init__(self, inner: Plan, *, remembered: bool = False) -> None:
        self.inner = inner
        self.as_whole = inner.as_whole
        self._element_value = _remembering_strings(inner.value) if remembered else inner.value
        if inner.keys:
            one, other = inner.keys
            self.tokens = Keys(lambda value: map(one, listed(value)), lambda value: map(other, listed(value)))

    def value(self, predicted: Any, gold: Any) -> Number:
        value, theirs = self._element_value, listed(gold)
        return max([value(one, other) for one in listed(predicted) for other in theirs], default=0)

    def own(self, value: Any, side: SideNumber) -> Number:
        return max(self.inner.owns(listed(value), side), default=0)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        pairs = [(one, other, self.inner.value(one, other)) for one in listed(predicted) for other in listed(gold)]
        if not pairs:
            return ()
        best = max(pairs, key=lambda pair: pair[2])
        return (("", Alignment((Match(*best),)) if best[2] else Alignment()),)


def _remembering_strings(value: Callable[[Any, Any], Number]) -> Callable[[Any, Any], Number]:
    """The same function, which computes the value of two strings only once."""
    of_strings = lru_cache(1 << 16)(value)

    def remembering(predicted: Any, gold: Any) -> Number:
        # Objects of other types can be equal and yet be compared otherwise, such as 1 and True.
        return of_strings(predicted, gold) if type(predicted) is type(gold) is str else value(predicted, gold)

    return remembering
