"""Plans of one-to-one matchings whose elements have keys: many documents at once, where no key is repeated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import compress, repeat
from operator import is_not, itemgetter
from typing import Any

from karat.algebra.definitions.constraint import Constraint
from karat.algebra.plans.columns import Side, keys_within, sums
from karat.algebra.plans.matchings import MatchPlan
from karat.algebra.plans.plan import Keys, Plan
from karat.algebra.scores.corpus import Columns, batches


class KeyedMatchPlan(MatchPlan):
    """A one-to-one matching of elements that can be alike only under equal keys."""

    def __init__(self, inner: Plan, keys: Keys, distinct: bool) -> None:
        super().__init__(inner, Constraint.ONE_TO_ONE, distinct=distinct)
        self.inner_keys = keys

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Columns]:
        """Look all elements up at once; a document in which a key is repeated is matched by itself."""
        for mine, theirs in batches(predicted, gold):
            try:
                yield self._columns(mine, theirs)
            except TypeError as error:
                if "unhashable" not in str(error):
                    raise
                yield from super().corpus(mine, theirs)

    def _columns(self, mine: list[Any], theirs: list[Any]) -> Columns:
        one, other = Side.of(self.collections(mine)), Side.of(self.collections(theirs))
        here, there = keys_within(self.inner_keys, one, other)
        owner = dict(zip(there, range(len(there)), strict=True))
        found = list(map(owner.get, here))
        paired = list(map(is_not, found, repeat(None)))
        columns: list[int] = list(compress(found, paired))  # type: ignore[arg-type]  # not None where paired
        numbers = list(compress(one.numbers(), paired))
        values = self.inner.keyed_values(
            list(compress(one.elements, paired)), [other.elements[column] for column in columns]
        )
        matched = sums(numbers, values, len(mine))
        if len(owner) < len(there) or len(set(columns)) < len(columns):
            for number in _crowded(numbers, columns) | _crowded(map(itemgetter(0), there), there):
                matched[number] = self.value(mine[number], theirs[number])
        return Columns(
            matched,
            one.sums(self.inner.owns(one.elements, 0)),
            matched,
            other.sums(self.inner.owns(other.elements, 1)),
            [None] * len(mine),
        )


def _crowded(numbers: Iterable[int], found: list[Any]) -> set[int]:
    """The documents in which something is found more than once."""
    times = Counter(found)
    return {number for number, each in zip(numbers, found, strict=True) if times[each] > 1}
