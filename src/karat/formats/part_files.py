"""Files that are being written, each beside its target under a name of its own.

A process holds a lock on its part file. What a killed process left is therefore known by its free lock, and is removed
when the next process writes into the same folder.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import IO

if sys.platform != "win32":  # there, a file that is open cannot be removed, which serves as well
    import fcntl

PART = re.compile(r"\..*\.karat-[0-9a-f]{16}\.part", re.DOTALL)
LONGEST = 200
"""The most bytes of a target's name in that of its part; file systems allow names of 255."""

Check = Callable[[Path], None]

_cleaned: set[Path] = set()


@contextmanager
def part_of(target: Path, check: Check | None = None) -> Iterator[IO[bytes]]:
    """Open a part file, which takes the target's place and permissions at the end; after an error, it is removed.

    ``check`` is called with the path of the part once it is whole; if it raises an error, the target stays as it is.
    """
    with open_part(target, S_IMODE(target.stat().st_mode) if target.exists() else None) as (file, part):
        yield file
        file.flush()
        if check is not None:
            check(part)
        if os.name == "nt":  # where an open file cannot be renamed
            file.close()
        part.replace(target)


@contextmanager
def open_part(target: Path, mode: int | None = None) -> Iterator[tuple[IO[bytes], Path]]:
    """Open a part file with these permissions, else the usual ones, and give its path; it is removed at the end."""
    remove_abandoned(target.parent)
    file, part = _open_locked(target, mode)
    try:
        with file:
            yield file, part
    finally:
        part.unlink(missing_ok=True)


def remove_abandoned(folder: Path) -> None:
    """Remove the part files of processes that were killed; each folder is searched once in a process."""
    if folder in _cleaned:
        return
    _cleaned.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if PART.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _remove_unlocked(Path(entry.path))


def _remove_unlocked(part: Path) -> None:
    with suppress(OSError):  # it is locked, somebody else's, or gone
        if sys.platform == "win32":
            part.unlink()
            return
        with part.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()


def _open_locked(target: Path, mode: int | None) -> tuple[IO[bytes], Path]:
    """Make a part file that nobody else has, and lock it."""
    name = os.fsdecode(os.fsencode(target.name)[:LONGEST])
    while True:
        part = target.with_name(f".{name}.karat-{secrets.token_hex(8)}.part")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        file = os.fdopen(os.open(part, flags, 0o666 if mode is None else mode & 0o600), "wb")
        try:
            if mode is not None:
                part.chmod(mode)
            if sys.platform == "win32":
                return file, part
            with suppress(OSError):  # a file system without locks
                fcntl.flock(file, fcntl.LOCK_EX)  # waits for one who has it for a moment, to remove it
            if part.exists():  # nobody took it for an abandoned one before it was locked
                return file, part
        except BaseException:
            file.close()
            part.unlink(missing_ok=True)
            raise
        file.close()
