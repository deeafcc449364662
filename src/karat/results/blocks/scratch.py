"""A folder for what does not fit into memory, removed at the end, however it ends, and the files of values in it.

A process holds a lock in its folder. The folder of a process that was killed is known by its free lock, and is removed
when the next evaluation on the same machine makes a folder in the same place. Of a shared folder, machines may not see
each other's locks, so the lock file also names the machine.
"""

from __future__ import annotations

import errno
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from karat.errors import InputError

if sys.platform != "win32":
    import fcntl

    HOST = os.uname().nodename.encode()

PREFIX, LOCK = "karat-scratch-", "lock"
LOCKED_AFTER = 60
"""After how many seconds a folder without a lock is taken for abandoned."""


@contextmanager
def scratch_folder(folder: str | os.PathLike[str] | None = None) -> Iterator[Path]:
    """Make a folder in ``folder``, by default the system's temporary one, and remove it at the end."""
    parent = Path(tempfile.gettempdir() if folder is None else folder)
    _remove_abandoned(parent)
    try:
        made = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent)).absolute()
        lock = (made / LOCK).open("wb")
    except OSError as error:
        raise InputError(f"{parent}: expected a folder to write to, found {error.strerror or error}") from None
    try:
        with lock, disk_errors(parent):
            if _lock(lock):
                lock.write(HOST)
                lock.flush()
            yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; give false if another process has locked it."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_abandoned(parent: Path) -> None:
    """Remove the folders of processes that were killed; one that was made a moment ago may not be locked yet."""
    if sys.platform == "win32":
        return  # a file that is open cannot be removed there, so folders are only removed by their process
    for lock in parent.glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError):  # somebody else's, or gone
            if time.time() - lock.stat().st_mtime > LOCKED_AFTER:
                with lock.open("r+b") as file:
                    if file.read() == HOST and _lock(file):
                        shutil.rmtree(lock.parent, ignore_errors=True)


class Scratch:
    """A scratch folder that is made when it is first needed."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._path: Path | None = None

    @property
    def path(self) -> Path:
        """The folder."""
        if self._path is None:
            self._path = self._stack.enter_context(scratch_folder(self._folder))
        return self._path

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)


@contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Report a full disk in one line."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        raise InputError(
            f"{folder}: expected room for the parts of a large evaluation, found none left; "
            "--scratch names a folder on another disk"
        ) from None


# Files of values


class _Reducers(dict[type, Callable[[Any], tuple[type, tuple[Any, ...]]]]):
    """How records of the model are pickled: their class and fields, which is twice as fast as Python's own way."""

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


def pickler_to(file: IO[bytes]) -> pickle.Pickler:
    """Make a pickler that writes to a file of the scratch folder."""
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    return pickler


def append_values(path: Path, values: list[Any]) -> None:
    """Append a list of values to a file."""
    with path.open("ab") as file:
        pickler_to(file).dump(values)


def read_values(stored: Path | list[Any]) -> Iterator[Any]:
    """Yield the values that ``BlockFiles`` stored for a block, none if there is no file."""
    if isinstance(stored, list):
        yield from stored
        return
    try:
        file = stored.open("rb")
    except FileNotFoundError:
        if not stored.parent.is_dir():  # another machine's folder: its values must not be taken for none
            raise
        return
    with file:
        while file.peek(1):
            yield from pickle.load(file)  # noqa: S301 - only this program writes into its folder


class BlockFiles:
    """A list of values for each block: in files of a folder, which are written once many values wait, or in memory."""

    def __init__(self, folder: Path | None = None, most: int = 1 << 15) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._most = most
        self._waiting: dict[int, list[Any]] = {}
        self._count = 0

    def stored(self, block: int) -> Path | list[Any]:
        """Where the values of a block are: a file, or the list itself."""
        return self._waiting.get(block, []) if self._folder is None else self._folder / f"block-{block:06d}"

    def add(self, block: int, value: Any) -> None:
        """Add a value to a block."""
        values = self._waiting.get(block)
        if values is None:
            values = self._waiting[block] = []
        values.append(value)
        self._count += 1
        if self._count >= self._most:
            self.flush()

    def flush(self) -> None:
        """Write the values that wait, unless they stay in memory."""
        if self._folder is None:
            return
        for block, values in self._waiting.items():
            append_values(self._folder / f"block-{block:06d}", values)
        self._waiting = {}
        self._count = 0

    def clear(self) -> None:
        """Remove all values."""
        self._waiting, self._count = {}, 0
        if self._folder is not None:
            shutil.rmtree(self._folder)
            self._folder.mkdir()
