"""Journals: files to which each result is appended as a line of JSON, so that an interrupted run can be resumed.

An interrupted run leaves complete lines, possibly followed by an incomplete one, the tail. Answers of language models,
candidates of cliques and runs of systems are all recorded in this way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import IO

from karat.errors import FormatError, InputError
from karat.formats.text.lines import Line, lines

if sys.platform != "win32":  # where there are no such locks, two runs at once are not noticed
    import fcntl


class Journal:
    """A file that is open for appending, and that no other journal has open; see ``open_journal``.

    ``complete`` counts the lines that it had when it was opened. ``start`` is how each line begins; a tail that begins
    otherwise is not ours, and ``expected`` is what is said to be expected in its place. The file stays as it is until
    the first line is added, which replaces the tail.
    """

    def __init__(self, path: Path, file: IO[bytes], start: bytes, expected: str) -> None:
        self.path = path
        self._file = file
        self._start, self._expected = start, expected
        self.complete, self._tail = split_tail(path)
        self._end = path.stat().st_size - len(self._tail)
        self._ready = not self._tail

    def lines(self, first: bytes = b"") -> Iterator[Line]:
        """Yield the complete lines, then refuse a tail that is not the beginning of a line of ours.

        A file without a complete line must begin with ``first``, or be empty.
        """
        if self.complete:  # the tail may end in the middle of a character
            yield from islice(lines(self.path), self.complete)
        elif self._tail and not self._tail.startswith(first):
            raise not_ours(self.path, 1, self._tail, self._expected)
        check_tail(self.path, self.complete, self._tail, self._expected, self._start)

    def discard(self) -> None:
        """Begin anew: the first line that is added replaces everything."""
        self._end, self._ready = 0, False

    def remove_tail(self) -> None:
        """Remove the tail, if there is one."""
        if not self._ready:
            self._file.truncate(self._end)
            self._ready = True

    def add(self, line: bytes) -> None:
        """Append a line, unbuffered."""
        with errors_of(self.path):
            self.remove_tail()
            while line:  # an almost full disk may take only a part of it
                line = line[self._file.write(line) :]


@contextmanager
def open_journal(path: Path, start: bytes, expected: str) -> Iterator[Journal]:
    """Open a journal, which is made if it is not there; a file that another run writes to is an error.

    If nothing is added to a new file, it is removed again.
    """
    if path.exists() and not path.is_file():
        raise FormatError(path, None, "a file", "a directory or a device")
    is_new = not path.exists()
    with _open_locked(path) as file:
        try:
            yield Journal(path, file, start, expected)
        finally:
            if is_new and file.seek(0, os.SEEK_END) == 0:
                with suppress(OSError):
                    path.unlink()


def split_tail(path: Path) -> tuple[int, bytes]:
    """Count the complete lines of a file, and get the tail after the last of them."""
    count, tail = 0, b""
    if not path.exists():
        return count, tail
    if not path.is_file():
        raise FormatError(path, None, "a file", "a directory or a device")
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                count += 1
            else:
                tail = line
    return count, tail


def check_tail(path: Path, count: int, tail: bytes, expected: str, start: bytes) -> None:
    """Refuse a file whose tail is not the beginning of a line of ours."""
    if tail and not (tail.startswith(start) or start.startswith(tail)):
        raise not_ours(path, count + 1, tail, expected)


def not_ours(path: Path, number: int, tail: bytes, expected: str) -> FormatError:
    """Build an error about a tail that no journal left there; the caller raises it."""
    return FormatError(path, number, expected, f"{tail[:60].decode('utf-8', errors='replace')!r}")


def _open_locked(path: Path) -> IO[bytes]:
    """Open a file for appending and lock it; a file that is replaced at the same moment is opened again."""
    while True:
        with errors_of(path):
            file = path.open("ab", buffering=0)
        if sys.platform == "win32":
            return file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise InputError(f"{path}: expected a file that no other run writes to, found one that is in use") from None
        except OSError:
            return file  # a file system without locks
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """Name the file in errors of the operating system, such as a full disk."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
