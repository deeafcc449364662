"""The base of all plans: a plan computes the similarity of two objects, their masses and their alignment.

A plan also tells the matching around it how to avoid comparing all pairs: by *keys*, where two objects can be alike
only if they share one, and by *counting*, where the similarity is a formula over the number of shared elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from karat.algebra.definitions.structures import Pairs
from karat.algebra.plans.counting import Counting
from karat.algebra.scores.alignment import Alignment, Match
from karat.algebra.scores.corpus import Columns
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import Masses

SideNumber = Literal[0, 1]
"""The predicted (0) or the gold (1) side."""
Check = Callable[[list[Any], SideNumber], None]
"""Refuses objects of a side that must not be compared."""


class Result(NamedTuple):
    """The masses of one document and, where a search found them, the proved upper bound."""

    masses: Masses
    bound: Number | None = None


class Functions(NamedTuple):
    """A function of the predicted and one of the gold object."""

    predicted: Callable[[Any], Any]
    gold: Callable[[Any], Any]


class Keys(NamedTuple):
    """What two objects must share to be alike, and the plan of what is then left to compare.

    Without a ``rest``, objects with equal keys have similarity 1: the similarity is *discrete*. With ``several``, the
    functions return several keys, of which two objects must share one.
    """

    predicted: Callable[[Any], Any]
    gold: Callable[[Any], Any]
    rest: Plan | None = None
    several: bool = False

    def of(self, side: int) -> Callable[[Any], Any]:
        """The function of one side's objects."""
        return self.gold if side else self.predicted

    def on(self, predicted: Callable[[Any], Any], gold: Callable[[Any], Any], rest: Plan | None) -> Keys:
        """The keys of what functions return."""
        one, other = self.predicted, self.gold
        return Keys(lambda value: one(predicted(value)), lambda value: other(gold(value)), rest, self.several)


class Plan:
    """How to compute one similarity."""

    keys: Keys | None = None
    """Objects that share no key have similarity 0."""
    pairs: Pairs | None = None
    """Lists the positions of all pairs of two lists whose similarity may be more than 0."""
    counting: Counting | None = None
    """The similarity is a formula over how many elements are shared."""
    apart = False
    """The matched masses of both sides differ (an inner → or ←)."""
    as_whole = False
    """Every object has the mass 1, or 0 if it is empty."""
    check: Check | None = None
    """Refuses objects with more fields than the type from which the definition was derived."""
    variables: Functions | None = None
    """The latent variables of an object, in order."""

    @property
    def discrete(self) -> bool:
        """Whether objects are alike exactly if their keys are equal."""
        return self.keys is not None and self.keys.rest is None

    @property
    def keyed(self) -> bool:
        """Whether each object has one key."""
        return self.keys is not None and not self.keys.several

    def examine(self, predicted: Any, gold: Any) -> None:
        """Refuse what must not be compared."""
        if self.check is not None:
            self.check([predicted], 0)
            self.check([gold], 1)

    def value(self, predicted: Any, gold: Any) -> Number:
        """How alike the two are."""
        raise TypeError(f"{type(self).__name__} has no value")

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        """How alike the objects of many pairs are."""
        return list(map(self.value, predicted, gold))

    def own(self, value: Any, side: SideNumber) -> Number:
        """The mass of an object of the predicted (0) or the gold (1) side: its similarity to itself."""
        return self.value(value, value)

    def owns(self, values: list[Any], side: SideNumber) -> list[Number]:
        """The masses of many objects of a side."""
        return [self.own(value, side) for value in values]

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """Matched mass on the predicted and on the gold side."""
        value = self.value(predicted, gold)
        return value, value

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """The four masses of one document."""
        one, other = self.sides(predicted, gold)
        return Result(Masses(one, self.own(predicted, 0), other, self.own(gold, 1)))

    def columns(self, predicted: list[Any], gold: list[Any]) -> Columns:
        """The masses of some documents, as `masses` returns them one by one."""
        return Columns.of(self.masses(one, other) for one, other in zip(predicted, gold, strict=True))

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        """What matched what, inside and out."""
        credit = self.value(predicted, gold)
        if not credit:
            return Alignment((), (predicted,), (gold,))
        return Alignment((Match(predicted, gold, credit, self.inside(predicted, gold)),))

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """The alignments inside a matched pair, by field."""
        return ()


def keys_of(plan: Plan, value: Any, side: int) -> Iterable[Any]:
    """What an object is found by: its key, its several keys, or the latter under the former."""
    if plan.keys is None:
        return ()
    keys = plan.keys.of(side)(value)
    if plan.keys.several:
        return keys  # type: ignore[no-any-return]
    rest = plan.keys.rest
    if rest is None or rest is plan or rest.keys is None:
        return (keys,)
    return [(keys, key) for key in rest.keys.of(side)(value)]
