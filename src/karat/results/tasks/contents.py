"""What the documents of a task contain, in memory or in a scratch file, to be taken part by part."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.one_line import one_line
from karat.results.blocks.scratch import pickler_to

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DOCUMENTS = 500
"""How many documents a part has at most, and how many bytes unless it is a single document."""
MOST_BYTES = 1 << 22
IN_MEMORY = 100
"""How many documents a part has where they are in memory."""


class Absent(Enum):
    """Stands for the content of a document that a system lacks."""

    DOCUMENT = 0


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """The contents of documents in order; parts of it can be sent to other processes.

    ``items`` are the contents themselves. If they are in a file, ``items`` has a row for each: where it begins and how
    many bytes it has, 0 if the document is absent.
    """

    items: Sequence[Any] | NDArray[np.int64]
    path: Path | None = None

    __repr__ = one_line

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        if self.path is None:
            yield from self.items
            return
        with self.path.open("rb") as file:
            for start, size in self.items:
                if not size:
                    yield Absent.DOCUMENT
                    continue
                file.seek(start)  # costs nothing where documents follow each other
                yield pickle.loads(file.read(size))  # noqa: S301 - what this run wrote itself

    def at(self, places: Sequence[int]) -> Contents:
        """Take the contents at some places; at -1 nothing is, and ``Absent.DOCUMENT`` stands there."""
        if self.path is None:
            return Contents([Absent.DOCUMENT if place < 0 else self.items[place] for place in places])
        chosen = np.asarray(places, dtype=np.int64)
        assert isinstance(self.items, np.ndarray)
        return replace(self, items=np.where(chosen[:, None] < 0, 0, self.items[chosen]))

    def between(self, start: int, end: int) -> Contents:
        """Take the contents from one place up to another."""
        return replace(self, items=self.items[start:end])

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Divide the documents into parts of similar size: the first of each, and the first after it."""
        if self.path is None:
            count = len(self)
            yield from ((start, min(start + IN_MEMORY, count)) for start in range(0, count, IN_MEMORY))
            return
        start = weight = 0
        for place, (_, size) in enumerate(self.items):
            if place > start and (place - start == MOST_DOCUMENTS or weight + size > MOST_BYTES):
                yield start, place
                start, weight = place, 0
            weight += size
        if start < len(self):
            yield start, len(self)


class ContentsWriter(AbstractContextManager["ContentsWriter"]):
    """Takes contents one after the other; writes them to a scratch file, or keeps them in memory without one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._items: list[Any] = []
        self._starts = array("q", [0])
        if path is not None:
            self._file = path.open("wb")
            self._pickler = pickler_to(self._file)

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            self._file.close()

    def add(self, content: Any) -> None:
        """Take the content of the next document."""
        if self._path is None:
            self._items.append(content)
            return
        self._pickler.clear_memo()  # so that each document can be read by itself
        self._pickler.dump(content)
        self._starts.append(self._file.tell())

    def finish(self) -> Contents:
        """Return all contents that were taken."""
        if self._path is None:
            return Contents(self._items)
        self._file.flush()
        starts = np.frombuffer(self._starts, dtype=np.int64)
        return Contents(np.stack([starts[:-1], np.diff(starts)], axis=1), self._path)
