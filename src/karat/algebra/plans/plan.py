"""What a definition is compiled to: how alike two objects are, and which pairs can be alike at all.

A plan knows, where its definition allows it, a *key* (two objects can be alike only if their keys are equal), *tokens*
(only if they share one), and a *formula* over the number of shared elements; matchings use them so as not to try all
pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Literal, NamedTuple

from karat.algebra.definitions.structures import Pairs
from karat.algebra.plans.counting import Counting
from karat.algebra.scores.alignment import Alignment, Match
from karat.algebra.scores.corpus import Columns, batches
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import Masses

Check = Callable[[list[Any], Literal[0, 1]], None]
"""Refuses objects of the predicted (0) or the gold (1) side that must not be compared; it looks at many at once."""

AT_ONCE = 256
"""So many documents are examined together, which costs less than one by one."""


class Result(NamedTuple):
    """The masses of one document and, where a search made them, what it proved."""

    masses: Masses
    bound: Number | None = None


class Keys(NamedTuple):
    """A function of the predicted and one of the gold object."""

    predicted: Callable[[Any], Any]
    gold: Callable[[Any], Any]


class Plan:
    """How to compute one similarity."""

    keys: Keys | None = None
    """Objects with different keys have similarity 0."""
    discrete = False
    """Objects with equal keys have similarity 1."""
    tokens: Keys | None = None
    """Objects that share no token have similarity 0; each function gives an iterable."""
    pairs: Pairs | None = None
    """Where to find all pairs of two lists whose similarity may be more than 0."""
    counting: Counting | None = None
    """The similarity is a formula over how many elements are shared."""
    apart = False
    """The matched masses of both sides differ (an inner → or ←)."""
    as_whole = False
    """All objects have the mass 1 (or 0, where they are empty), whatever is in them."""
    check: Check | None = None
    """Where the definition was derived from a type, what refuses objects with more fields than the type has."""
    variables: Keys | None = None
    """The latent variables of an object, in order."""

    def examine(self, predicted: Any, gold: Any) -> None:
        """Refuse what must not be compared."""
        if self.check is not None:
            self.check([predicted], 0)
            self.check([gold], 1)

    def examined(self, predicted: Iterable[Any], gold: Iterable[Any]) -> tuple[Iterable[Any], Iterable[Any]]:
        """The documents of both sides, some at a time examined before they are given."""
        check = self.check
        if check is None:
            return predicted, gold

        def examined(documents: Iterable[Any], side: Literal[0, 1]) -> Iterator[Any]:
            coming = iter(documents)
            while some := list(islice(coming, AT_ONCE)):
                check(some, side)
                yield from some

        return examined(predicted, 0), examined(gold, 1)

    def value(self, predicted: Any, gold: Any) -> Number:
        """How alike the two are."""
        raise TypeError(f"{type(self).__name__} has no value")

    def keyed_value(self, predicted: Any, gold: Any) -> Number:
        """How alike two objects with the same key are."""
        return self.value(predicted, gold)

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        """How alike the objects of many pairs are."""
        return list(map(self.value, predicted, gold))

    def keyed_values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        """How alike the objects of many pairs are, each with the same key."""
        return list(map(self.keyed_value, predicted, gold))

    def own_predicted(self, predicted: Any) -> Number:
        """How alike a predicted object is to itself: its mass."""
        return self.value(predicted, predicted)

    def own_gold(self, gold: Any) -> Number:
        """How alike a gold object is to itself: its mass."""
        return self.value(gold, gold)

    def owns(self, objects: list[Any], side: Literal[0, 1]) -> list[Number]:
        """The masses of many objects of a side."""
        return list(map(self.own_gold if side else self.own_predicted, objects))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """Matched mass on the predicted and on the gold side."""
        value = self.value(predicted, gold)
        return value, value

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """The four masses of one document."""
        one, other = self.sides(predicted, gold)
        return Result(Masses(one, self.own_predicted(predicted), other, self.own_gold(gold)))

    def side_masses(
        self, predicted: Any, gold: Any, side: Literal[0, 1], time_limit: float | None = None
    ) -> tuple[Number, Number]:
        """The matched mass and the mass of one side, where the other's are not asked for."""
        masses = self.masses(predicted, gold, time_limit).masses
        return (masses.matched_gold, masses.gold) if side else (masses.matched_predicted, masses.predicted)

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Columns]:
        """The masses of document after document, in batches."""
        for mine, theirs in batches(predicted, gold):
            yield Columns.of(self.masses(one, other) for one, other in zip(mine, theirs, strict=True))

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """What matched what, inside and out."""
        credit = self.value(predicted, gold)
        if not credit:
            return Alignment((), (predicted,), (gold,))
        return Alignment((Match(predicted, gold, credit, self.inside(predicted, gold)),))

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """The alignments inside a matched pair, by field."""
        return ()
