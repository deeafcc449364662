"""The plan of a one-to-one matching of elements with keys: looks them up, many documents at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import compress, repeat
from operator import is_not, itemgetter
from typing import Any

from karat.algebra.definitions.constraint import Constraint
from karat.algebra.plans.columns import Side, keys_within, sums
from karat.algebra.plans.hashing import by_hash, wrap_row
from karat.algebra.plans.matchings import MatchPlan
from karat.algebra.plans.plan import Keys, Plan
from karat.algebra.scores.corpus import Columns
from karat.algebra.scores.exact import Number


class KeyedMatchPlan(MatchPlan):
    """A one-to-one matching of elements that can be alike only under equal keys."""

    def __init__(self, inner: Plan, keys: Keys, distinct: bool) -> None:
        super().__init__(inner, Constraint.ONE_TO_ONE, distinct=distinct)
        self.inner_keys = keys

    def columns(self, predicted: list[Any], gold: list[Any]) -> Columns:
        """Look the elements of all documents up at once; a document in which a key is repeated is matched by itself."""
        side, gold_side = Side.of(self.collections(predicted)), Side.of(self.collections(gold))
        matched = self._matched(predicted, gold, side, gold_side)
        return Columns(
            matched,
            side.sums(self.inner.owns(side.elements, 0)),
            matched,
            gold_side.sums(self.inner.owns(gold_side.elements, 1)),
            [None] * len(predicted),
        )

    def _matched(self, predicted: list[Any], gold: list[Any], side: Side, gold_side: Side) -> list[Number]:
        """The matched mass of each document."""
        rows, gold_rows = keys_within(self.inner_keys, side, gold_side)
        partners, repeated = by_hash(_partners, rows, gold_rows, wrap_row)
        has_partner = list(map(is_not, partners, repeat(None)))
        columns: list[int] = list(compress(partners, has_partner))  # type: ignore[arg-type]  # None is left out
        numbers = list(compress(side.numbers(), has_partner))
        values = (self.inner.rest or self.inner).values(
            list(compress(side.elements, has_partner)), [gold_side.elements[column] for column in columns]
        )
        matched = sums(numbers, values, len(predicted))
        if len(set(columns)) < len(columns):
            repeated |= _repeated(numbers, columns)
        for number in repeated:
            matched[number] = self.value(predicted[number], gold[number])
        return matched


def _partners(rows: list[Any], gold_rows: list[Any]) -> tuple[list[int | None], set[int]]:
    """The place of the gold row that equals each row, and the documents in which a gold row is repeated."""
    place_of = dict(zip(gold_rows, range(len(gold_rows)), strict=True))
    unique = len(place_of) == len(gold_rows)
    return list(map(place_of.get, rows)), set() if unique else _repeated(map(itemgetter(0), gold_rows), gold_rows)


def _repeated(numbers: Iterable[int], values: list[Any]) -> set[int]:
    """The numbers of the documents in which a value occurs more than once."""
    times = Counter(values)
    return {number for number, value in zip(numbers, values, strict=True) if times[value] > 1}
