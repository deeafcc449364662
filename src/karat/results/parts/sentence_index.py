"""Find the sentences of large gold by their ids and texts, which are not kept: only 64-bit hashes of them are."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.int64]


class SentenceIndex:
    """The places of sentences in the gold, by id and by text under ``key``.

    Ids are compared themselves. Of texts, two hashes of 64 bits each must be equal, so that two different texts among
    10^9 are confused with a probability below 10^-20. The hashes are those of this process.
    """

    def __init__(self, key: Callable[[str], str]) -> None:
        self.key = key
        self.ids: list[str] = []
        self._id_hashes = array("q")
        self._hashes = array("q")
        self._second_hashes = array("q")
        self._has_text = bytearray()
        self._order: tuple[Hashes, Hashes, Hashes, Hashes] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, id: str, text: str) -> None:
        """Add the next sentence."""
        first, second = self.hashes(text)
        self.ids.append(id)
        self._id_hashes.append(hash(id))
        self._hashes.append(first)
        self._second_hashes.append(second)
        self._has_text.append(bool(text))
        self._order = None

    def has_text(self, place: int) -> bool:
        """Whether the gold has the text of a sentence."""
        return bool(self._has_text[place])

    def find_id(self, id: str) -> int | None:
        """Find the sentence with an id, the last of several."""
        places = self.with_id(id)
        return places[-1] if places else None

    def with_id(self, id: str) -> Sequence[int]:
        """List the places of all sentences with an id."""
        hashes, places, _, _ = self._sorted()
        return [place for place in _equal(hashes, places, hash(id)) if self.ids[place] == id]

    def repeated_id(self) -> tuple[int, int] | None:
        """Find two sentences with one id."""
        hashes, places, _, _ = self._sorted()
        for number in np.flatnonzero(hashes[1:] == hashes[:-1]):
            first, again = int(places[number]), int(places[number + 1])
            if self.ids[first] == self.ids[again]:
                return first, again
        return None

    def is_text(self, text: str, place: int) -> bool:
        """Whether a text is that of the sentence at a place."""
        return (self._hashes[place], self._second_hashes[place]) == self.hashes(text)

    def hashes(self, text: str) -> tuple[int, int]:
        """The two hashes of a text under the key."""
        key = self.key(text)
        return hash(key), hash(f"{key}\n")

    def find_text(self, text: str) -> int | None:
        """Find the first sentence with a text."""
        return next(iter(self.with_text(text)), None)

    def with_text(self, text: str) -> Sequence[int]:
        """List the places of all sentences with a text."""
        _, _, hashes, places = self._sorted()
        first, second = self.hashes(text)
        return [place for place in _equal(hashes, places, first) if self._second_hashes[place] == second]

    def _sorted(self) -> tuple[Hashes, Hashes, Hashes, Hashes]:
        """The hashes of ids and of texts in order, each with the places of their sentences."""
        if self._order is None:
            self._order = (*_in_order(self._id_hashes), *_in_order(self._hashes))
        return self._order


def _in_order(hashes: array[int]) -> tuple[Hashes, Hashes]:
    values = np.array(hashes, dtype=np.int64)
    places = np.argsort(values, kind="stable")
    return values[places], places


def _equal(hashes: Hashes, places: Hashes, value: int) -> Iterator[int]:
    """Yield the places with a hash."""
    number = int(hashes.searchsorted(value))
    while number < len(hashes) and hashes[number] == value:
        yield int(places[number])
        number += 1
