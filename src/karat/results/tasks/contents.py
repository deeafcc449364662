"""What the documents of a task contain, in memory or in a scratch file, to be taken part by part."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

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


class ContentsWriter(AbstractContextManager["ContentsWriter"], ABC):
    """Takes contents one after the other."""

    @abstractmethod
    def add(self, content: Any) -> None:
        """Take the content of the next document."""

    @abstractmethod
    def finish(self) -> Contents:
        """Give all contents that were taken."""


class HeldWriter(ContentsWriter):
    """Keeps contents in memory."""

    def __init__(self) -> None:
        self._items: list[Any] = []

    def __exit__(self, *_: object) -> None:
        pass

    def add(self, content: Any) -> None:
        self._items.append(content)

    def finish(self) -> HeldContents:
        return HeldContents(self._items)


class _Reducers(dict[type, Callable[[Any], tuple[type, tuple[Any, ...]]]]):
    """How records of the model are packed: their class and fields, which is twice as fast as Python's own way."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[type, tuple[Any, ...]]]:
        if not (kind.__module__.startswith("karat.model.") and is_dataclass(kind)):
            raise KeyError(kind)
        names = [each.name for each in fields(kind) if each.init and not each.kw_only]
        if len(names) < len(fields(kind)):
            raise KeyError(kind)

        def reduce(record: Any) -> tuple[type, tuple[Any, ...]]:
            return kind, tuple([getattr(record, name) for name in names])

        self[kind] = reduce
        return reduce


_REDUCERS = _Reducers()


class StoredWriter(ContentsWriter):
    """Writes contents to a scratch file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] = path.open("wb")
        self._pickler = pickle.Pickler(self._file, pickle.HIGHEST_PROTOCOL)
        self._pickler.dispatch_table = _REDUCERS
        self._starts = array("q", [0])

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, content: Any) -> None:
        self._pickler.clear_memo()  # so that each document can be read by itself
        self._pickler.dump(content)
        self._starts.append(self._file.tell())

    def finish(self) -> StoredContents:
        self._file.flush()
        starts = np.frombuffer(self._starts, dtype=np.int64)
        return StoredContents(self._path, starts[:-1], np.diff(starts))


def open_writer(path: Path | None) -> ContentsWriter:
    """Write to a scratch file, or collect in memory if there is none."""
    return HeldWriter() if path is None else StoredWriter(path)
