"""What the documents of a task contain, in memory or in a scratch file, to be taken part by part."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from karat.one_line import one_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = Sequence[int] | NDArray[np.int64]

MOST_DOCUMENTS = 500
"""How many documents a part has at most, and how many bytes unless it is a single document."""
MOST_BYTES = 1 << 22
IN_MEMORY = 100
"""How many documents a part has where they are in memory."""


class Absent(Enum):
    """Stands for the content of a document that a system lacks."""

    DOCUMENT = 0


class Contents(Protocol):
    """The contents of documents in order; parts of it can be sent to other processes."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...

    def at(self, places: Places) -> Contents:
        """Take the contents at some places; at -1 nothing is, and ``Absent.DOCUMENT`` stands there."""

    def between(self, start: int, end: int) -> Contents:
        """Take the contents from one place up to another."""

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Divide the documents into parts of similar size: the first of each, and the first after it."""


@dataclass(frozen=True, slots=True)
class HeldContents:
    """Contents in memory."""

    items: Sequence[Any]

    __repr__ = one_line

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def at(self, places: Places) -> HeldContents:
        items = self.items
        return HeldContents([Absent.DOCUMENT if place < 0 else items[place] for place in places])

    def between(self, start: int, end: int) -> HeldContents:
        return HeldContents(self.items[start:end])

    def ranges(self) -> Iterator[tuple[int, int]]:
        count = len(self.items)
        return ((start, min(start + IN_MEMORY, count)) for start in range(0, count, IN_MEMORY))


@dataclass(frozen=True, slots=True, eq=False)
class StoredContents:
    """Contents in a scratch file: where each begins and how many bytes it has, 0 if the document is absent."""

    path: Path
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]

    __repr__ = one_line

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[Any]:
        with self.path.open("rb") as file:
            for start, size in zip(self.starts.tolist(), self.sizes.tolist(), strict=True):
                if not size:
                    yield Absent.DOCUMENT
                    continue
                file.seek(start)  # costs nothing where documents follow each other
                yield pickle.loads(file.read(size))  # noqa: S301 - what this run wrote itself

    def at(self, places: Places) -> StoredContents:
        chosen = np.asarray(places, dtype=np.int64)
        return StoredContents(self.path, self.starts[chosen], np.where(chosen < 0, 0, self.sizes[chosen]))

    def between(self, start: int, end: int) -> StoredContents:
        return StoredContents(self.path, self.starts[start:end], self.sizes[start:end])

    def ranges(self) -> Iterator[tuple[int, int]]:
        start = weight = 0
        for place, size in enumerate(self.sizes.tolist()):
            if place > start and (place - start == MOST_DOCUMENTS or weight + size > MOST_BYTES):
                yield start, place
                start, weight = place, 0
            weight += size
        if start < len(self):
            yield start, len(self)


class HeldWriter:
    """Collects contents in memory."""

    def __init__(self) -> None:
        self._items: list[Any] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass

    def add(self, content: Any) -> None:
        """Keep the content of the next document."""
        self._items.append(content)

    def finish(self) -> HeldContents:
        """Give what was collected."""
        return HeldContents(self._items)


class StoredWriter:
    """Writes contents to a scratch file, one after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] = path.open("wb")
        self._starts = array("q", [0])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, content: Any) -> None:
        """Write the content of the next document."""
        packed = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
        self._file.write(packed)
        self._starts.append(self._starts[-1] + len(packed))

    def finish(self) -> StoredContents:
        """Give what was written, once it is in the file."""
        self._file.flush()
        starts = np.frombuffer(self._starts, dtype=np.int64)
        return StoredContents(self._path, starts[:-1], np.diff(starts))


def open_writer(path: Path | None) -> HeldWriter | StoredWriter:
    """Write to a scratch file, or collect in memory if there is none."""
    return HeldWriter() if path is None else StoredWriter(path)
