"""Find the sentences of large gold by their ids and texts, which are not kept: only 64-bit hashes of them are."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

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
        key = self.key(text)
        self.ids.append(id)
        self._id_hashes.append(hash(id))
        self._hashes.append(hash(key))
        self._second_hashes.append(_second_hash(key))
        self._has_text.append(bool(text))
        self._order = None

    def has_text(self, place: int) -> bool:
        """Whether the gold has the text of a sentence."""
        return bool(self._has_text[place])

    def find_id(self, id: str) -> int | None:
        """Find the sentence with an id, the last of several."""
        hashes, places, _, _ = self._sorted()
        value = hash(id)
        place = int(hashes.searchsorted(value, "right")) - 1
        while place >= 0 and hashes[place] == value:
            if self.ids[places[place]] == id:
                return int(places[place])
            place -= 1
        return None

    def is_text(self, text: str, place: int) -> bool:
        """Whether a text is that of the sentence at a place."""
        key = self.key(text)
        return self._hashes[place] == hash(key) and self._second_hashes[place] == _second_hash(key)

    def find_text(self, text: str) -> int | None:
        """Find the first sentence with a text."""
        return next(iter(self.with_text(text)), None)

    def with_text(self, text: str) -> Sequence[int]:
        """List the places of all sentences with a text."""
        _, _, hashes, places = self._sorted()
        key = self.key(text)
        value, second = hash(key), _second_hash(key)
        first = int(hashes.searchsorted(value, "left"))
        found = []
        while first < len(hashes) and hashes[first] == value:
            if self._second_hashes[places[first]] == second:
                found.append(int(places[first]))
            first += 1
        return found

    def _sorted(self) -> tuple[Hashes, Hashes, Hashes, Hashes]:
        """The hashes of ids and of texts in order, each with the places of their sentences."""
        if self._order is None:
            self._order = (*_in_order(self._id_hashes), *_in_order(self._hashes))
        return self._order


def _in_order(hashes: array[int]) -> tuple[Hashes, Hashes]:
    values = np.array(hashes, dtype=np.int64)
    places = np.argsort(values, kind="stable")
    return values[places], places


def _second_hash(key: str) -> int:
    return hash(f"{key}\n")
