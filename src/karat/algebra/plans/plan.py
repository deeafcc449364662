"""The base of all plans: a plan computes the similarity of two objects, their masses and their alignment.

A plan also tells the matching around it how to avoid comparing all pairs, where its definition allows that: *keys* (two
objects can be alike only if their keys are equal), *tokens* (only if they share one), *pairs* (a function that lists
the candidates), and *counting* (the similarity is a formula over the number of shared elements).
"""

from __future__ import annotations

from collections.abc import Callable
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
    """What two objects must agree in to be alike, and the plan of what is then left to compare.

    Without a ``rest``, objects with equal keys have similarity 1: the similarity is *discrete*.
    """

    predicted: Callable[[Any], Any]
    gold: Callable[[Any], Any]
    rest: Plan | None = None

    def of(self, side: int) -> Callable[[Any], Any]:
        """The function of one side's objects."""
        return self.gold if side else self.predicted


class Plan:
    """How to compute one similarity."""

    keys: Keys | None = None
    """Objects with different keys have similarity 0."""
    tokens: Functions | None = None
    """Objects that share no token have similarity 0; each function gives an iterable."""
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
