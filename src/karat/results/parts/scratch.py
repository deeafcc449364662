"""A folder for what does not fit into memory, removed at the end, however it ends.

A process holds a lock in its folder. The folder of a process that was killed is known by its free lock, and is removed
when the next evaluation on the same machine makes a folder in the same place. Of a shared folder, machines may not see
each other's locks, so the lock file also names the machine.
"""

from __future__ import annotations

import errno
import marshal
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
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
PLAIN, PICKLED = b"m", b"p"
MARSHAL_VERSION = 2
"""Without references between equal texts, which cost more time than they save room."""


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
    """Say in one line that a disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        raise InputError(
            f"{folder}: expected room for the parts of a large evaluation, found none left; "
            "--scratch names a folder on another disk"
        ) from None


def append_records(path: Path, records: list[Any]) -> None:
    """Append a list of plain values to a file; values of other types take longer."""
    try:
        kind, frame = PLAIN, marshal.dumps(records, MARSHAL_VERSION)
    except ValueError:
        kind, frame = PICKLED, pickle.dumps(records, pickle.HIGHEST_PROTOCOL)
    with path.open("ab") as file:
        file.write(kind + len(frame).to_bytes(8, "little") + frame)


def read_records(path: Path) -> Iterator[Any]:
    """Yield the values of all lists that were appended to a file; none if there is no file."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        if not path.parent.is_dir():  # another machine's folder: its records must not be taken for none
            raise
        return
    with file:
        while kind := file.read(1):
            frame = file.read(int.from_bytes(file.read(8), "little"))
            # Only this program writes into its folder, which nobody else can.
            yield from marshal.loads(frame) if kind == PLAIN else pickle.loads(frame)  # noqa: S301, S302


class RecordFiles:
    """Files of records, one for each part, that are written together once many records have come."""

    def __init__(self, folder: Path, most: int = 1 << 15) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._most = most
        self._waiting: dict[int, list[Any]] = {}
        self._count = 0

    def path(self, part: int) -> Path:
        """The file of a part."""
        return self.folder / f"part-{part:06d}"

    def add(self, part: int, record: Any) -> None:
        """Add a record to a part."""
        records = self._waiting.get(part)
        if records is None:
            records = self._waiting[part] = []
        records.append(record)
        self._count += 1
        if self._count >= self._most:
            self.flush()

    def add_all(self, part: int, records: list[Any]) -> None:
        """Add records to a part."""
        self._waiting.setdefault(part, []).extend(records)
        self._count += len(records)
        if self._count >= self._most:
            self.flush()

    def flush(self) -> None:
        """Write the records that wait."""
        for part, records in self._waiting.items():
            append_records(self.path(part), records)
        self._waiting = {}
        self._count = 0

    def clear(self) -> None:
        """Remove all records."""
        self._waiting, self._count = {}, 0
        shutil.rmtree(self.folder)
        self.folder.mkdir()
