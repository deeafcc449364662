"""Write files atomically: after an error, the file is as it was.

New content is written to a part file in the same folder, on which the process holds a lock. A part whose lock is free
was left by a killed process; the next process that writes into the folder removes it.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import IO

from karat.errors import InputError

if sys.platform != "win32":  # there, a file that is open cannot be removed, which serves as well
    import fcntl

MOST_LINKS = 40
"""How many symbolic links are followed, as many as Linux follows."""
PART = re.compile(r"\..*\.karat-[0-9a-f]{16}\.part", re.DOTALL)
LONGEST = 200
"""The most bytes of a target's name in that of its part; file systems allow names of 255."""

Check = Callable[[Path], None]

_cleaned: set[Path] = set()
"""The folders that this process has searched for abandoned parts."""


def write_lines(path: Path, texts: Iterable[str], check: Check | None = None) -> None:
    """Write lines as UTF-8, gzipped if the name ends in ``.gz``; after an error, the file is as it was.

    ``check`` is called with the path of the new content before it replaces the file, and may raise an error.
    """
    write_pieces(path, (piece for text in texts for piece in (text, "\n")), check)


def write_pieces(path: Path, pieces: Iterable[str], check: Check | None = None) -> None:
    """Write a text that is given in pieces, as ``write_lines`` does."""
    with replace_file(path, check) as file:
        for text in pieces:
            try:
                file.write(text.encode("utf-8"))
            except UnicodeEncodeError as error:
                raise InputError(f"{path}: expected text that UTF-8 can hold, found {text[error.start]!r}") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file; after an error, it is as it was."""
    with replace_file(path) as file:
        file.write(content)


def check_place(path: Path, *, appends: bool = False) -> Path:
    """Refuse a path that cannot be written, before long work is done; return the resolved path.

    To replace a file, its folder must be writable, too; to append to it, only the file.
    """
    target = path.resolve()
    if target.is_dir():
        raise InputError(f"{path}: expected a file to write, found a directory")
    if not target.parent.is_dir():
        raise InputError(f"{path}: expected a directory {target.parent}, found none")
    if is_stream(path):
        return target
    if target.exists() and not os.access(target, os.W_OK):
        raise InputError(f"{path}: expected a file that can be written, found one that is read-only")
    if not (appends and target.exists()) and not os.access(target.parent, os.W_OK | os.X_OK):
        raise InputError(f"{path}: expected a directory that can be written, found {target.parent}, which cannot")
    return target


def check_folder(path: Path) -> None:
    """Refuse a folder that cannot be made or written into, before long work is done."""
    found = path.resolve()
    while not found.exists() and found != found.parent:
        found = found.parent
    if not found.is_dir():
        raise InputError(f"{path}: expected a directory, found a file {found}")
    if not os.access(found, os.W_OK | os.X_OK):
        raise InputError(f"{path}: expected a directory that can be written, found {found}, which cannot")


def make_folder(path: Path) -> None:
    """Make a folder, with those above it, if it is not there."""
    check_folder(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None


def is_stream(path: Path) -> bool:
    """Whether a path is a pipe, a terminal or another device, or leads to an open file, as ``/dev/stdout`` does."""
    return (path.exists() and not path.is_file()) or _descriptor(path) is not None


def _descriptor(path: Path) -> int | None:
    """Return the number of the open file that a path leads to, as ``/dev/stdout`` or ``/dev/fd/3`` does."""
    for _ in range(MOST_LINKS):
        if path.name.isdecimal() and str(path.parent.resolve()) in (f"/proc/{os.getpid()}/fd", "/dev/fd"):
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


@contextmanager
def replace_file(path: Path, check: Check | None = None, *, packed: bool = True) -> Iterator[IO[bytes]]:
    """Open a part file, which takes the target's place at the end; after an error, it is removed.

    The new file has the permissions of the old one. ``check`` is called with the path of the whole part; if it raises
    an error, the target stays as it is. A pipe or a device has nothing to keep and is not checked. A file in ``.gz``
    is gzipped here unless ``packed=False``, for content that is gzipped already.
    """
    target = check_place(path)
    try:
        if is_stream(path):
            with _open_stream(path) as stream:
                yield stream
            return
        with open_part(target, S_IMODE(target.stat().st_mode) if target.exists() else None) as (file, part):
            with _packed(file, path, packed) as written:
                yield written
            file.flush()
            if check is not None:
                check(part)
            if os.name == "nt":  # where an open file cannot be renamed
                file.close()
            part.replace(target)
    except BrokenPipeError:  # the reader of our output has left; the command line handles that
        raise
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None


def _open_stream(path: Path) -> IO[bytes]:
    descriptor = _descriptor(path)
    if descriptor is None:
        return path.open("ab")
    # Write through the open file, so that others who share it continue after us; a second one has its own position.
    if sys.stdout is not None:
        sys.stdout.flush()
    return os.fdopen(os.dup(descriptor), "wb")


@contextmanager
def _packed(file: IO[bytes], path: Path, packed: bool) -> Iterator[IO[bytes]]:
    if not packed or path.suffix != ".gz":
        yield file
        return
    # No name and no time inside, so that the same content always gives the same bytes.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as zipped, io.BufferedWriter(zipped) as buffered:
        yield buffered


@contextmanager
def open_part(target: Path, mode: int | None = None) -> Iterator[tuple[IO[bytes], Path]]:
    """Open and lock a part file with these permissions, else the usual ones; it is removed at the end."""
    _remove_abandoned(target.parent)
    name = os.fsdecode(os.fsencode(target.name)[:LONGEST])
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        part = target.with_name(f".{name}.karat-{secrets.token_hex(8)}.part")
        try:
            with os.fdopen(os.open(part, flags, 0o666 if mode is None else mode & 0o600), "wb") as file:
                if mode is not None:
                    part.chmod(mode)
                if sys.platform != "win32":
                    with suppress(OSError):  # a file system without locks
                        fcntl.flock(file, fcntl.LOCK_EX)
                if part.exists():  # else another process took it for an abandoned one before it was locked
                    yield file, part
                    return
        finally:
            part.unlink(missing_ok=True)


def _remove_abandoned(folder: Path) -> None:
    """Remove the parts of killed processes; each folder is searched once in a process."""
    if folder in _cleaned:
        return
    _cleaned.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if PART.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _remove_unlocked(Path(entry.path))


def _remove_unlocked(part: Path) -> None:
    with suppress(OSError):  # it is locked, another user's, or gone
        if sys.platform == "win32":
            part.unlink()
            return
        with part.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()
