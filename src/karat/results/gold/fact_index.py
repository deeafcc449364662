"""Find facts that may accept a common extraction by their words, without comparing all pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from karat.model import Fact

Key = tuple[int, str]
"""A slot and a word in it."""

Triple = tuple[tuple[str, ...], ...]


class FactIndex:
    """Facts by their words; they are named by their positions in the list.

    What one fact requires, any fact that shares an extraction with it must have. So only facts that have the rarest of
    a fact's required words are candidates; and of two facts without optional words, only equal ones.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._words = [tuple(slot.words for slot in fact) for fact in facts]
        self._required = [_keys(tuple(slot.required for slot in fact)) for fact in facts]
        self._fixed = [all(slot.words == slot.required for slot in fact) for fact in facts]
        self._having: dict[Key, list[int]] = defaultdict(list)
        self._optional_having: dict[Key, list[int]] = defaultdict(list)
        self._equal: dict[Triple, list[int]] = defaultdict(list)
        for number, words in enumerate(self._words):
            for key in _keys(words):
                self._having[key].append(number)
                if not self._fixed[number]:
                    self._optional_having[key].append(number)
            if self._fixed[number]:
                self._equal[words].append(number)
        self._requiring: dict[Key | None, list[int]] = defaultdict(list)
        for number, required in enumerate(self._required):
            self._requiring[self._rarest(required)].append(number)

    def _rarest(self, keys: Sequence[Key]) -> Key | None:
        return min(keys, key=lambda key: (len(self._having[key]), key), default=None)

    def may_share(self, number: int) -> set[int]:
        """The facts that may accept an extraction that this one accepts, itself among them."""
        rarest = self._rarest(self._required[number])
        if rarest is None:
            # All its words are optional: others share an extraction only if it has what they require.
            keys = [None, *_keys(self._words[number])]
            return {other for key in keys for other in self._requiring.get(key, ())}
        if self._fixed[number]:
            return {*self._equal[self._words[number]], *self._optional_having.get(rarest, ())}
        return set(self._having[rarest])

    def may_contain(self, number: int) -> list[int]:
        """The facts that may have all words of this one, optional ones included, in order."""
        rarest = self._rarest(_keys(self._words[number]))
        return list(range(len(self._words))) if rarest is None else self._having[rarest]


def _keys(slots: Triple) -> list[Key]:
    return list(dict.fromkeys((place, word) for place, words in enumerate(slots) for word in words))
