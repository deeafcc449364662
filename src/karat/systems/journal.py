"""Journals: files to which each answer is appended as a line of JSON, so that an interrupted run can be resumed.

An interrupted run leaves complete lines, possibly followed by an incomplete one, the tail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from karat.errors import FormatError, InputError

START = b'{"id": '
"""How each line begins; a tail that begins otherwise is not ours and is not removed."""


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


def check_tail(path: Path, count: int, tail: bytes, expected: str) -> None:
    """Refuse a file whose tail is not the beginning of a line of ours."""
    if tail and not (tail.startswith(START) or START.startswith(tail)):
        raise FormatError(path, count + 1, expected, f"{tail[:60].decode('utf-8', errors='replace')!r}")


@contextmanager
def resume(path: Path, tail: bytes) -> Iterator[Callable[[bytes], None]]:
    """Remove the tail of a file, and yield a function that appends a line, unbuffered."""
    with _errors_of(path):
        file = path.open("ab", buffering=0)
    with file:
        with _errors_of(path):
            file.truncate(file.seek(0, 2) - len(tail))

        def add(line: bytes) -> None:
            with _errors_of(path):
                while line:  # an almost full disk may take only a part of it
                    line = line[file.write(line) :]

        yield add


@contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
