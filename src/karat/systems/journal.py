"""Files that grow by a line of JSON as each answer comes, so that a run that was cut off can go on.

What such a run leaves is whole lines, at worst with half a line behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from karat.errors import FormatError, InputError

START = b'{"id": '
"""How each line begins; half a line that begins otherwise is not ours to cut away."""


def parted(path: Path) -> tuple[int, bytes]:
    """Give the number of whole lines in a file, and what stands behind the last of them."""
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
    """Refuse a file whose last line, which has no end, is nothing that we began to write."""
    if tail and not (tail.startswith(START) or START.startswith(tail)):
        raise FormatError(path, count + 1, expected, f"{tail[:60].decode('utf-8', errors='replace')!r}")


@contextmanager
def continued(path: Path, tail: bytes) -> Iterator[Callable[[bytes], None]]:
    """Cut the tail off a file, and give what adds a line to it; each line is written at once."""
    with _named(path):
        file = path.open("ab", buffering=0)
    with file:
        with _named(path):
            file.truncate(file.seek(0, 2) - len(tail))

        def add(line: bytes) -> None:
            with _named(path):
                while line:  # a disk that is almost full takes a part of it
                    line = line[file.write(line) :]

        yield add


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
