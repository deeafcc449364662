"""Write files atomically: after an error, the file is as it was."""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from karat.errors import InputError
from karat.formats.part_files import Check, part_of

MOST_LINKS = 40
"""How many symbolic links are followed, as by the system."""


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
    """Refuse a path that cannot be written, before long work is done; give the resolved path.

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
    """Give the number of the open file that a path leads to, as ``/dev/stdout`` or ``/dev/fd/3`` does."""
    for _ in range(MOST_LINKS):
        if path.name.isdecimal() and str(path.parent.resolve()) in (f"/proc/{os.getpid()}/fd", "/dev/fd"):
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


@contextmanager
def replace_file(path: Path, check: Check | None = None, *, packed: bool = True) -> Iterator[IO[bytes]]:
    """Open a temporary file beside the target, which takes its place at the end; after an error, it is removed.

    The new file has the permissions of the old one. ``check`` is called with the path of the whole temporary file; if
    it raises an error, the target stays as it is. A pipe or a device is not checked. A file in ``.gz`` is gzipped here
    unless ``packed=False``, for content that is gzipped already.
    """
    target = check_place(path)
    try:
        if is_stream(path):
            # A pipe or a terminal has nothing to keep.
            with _open_stream(path) as stream:
                yield stream
            return
        with part_of(target, check) as file, _packed(file, path, packed) as written:
            yield written
    except BrokenPipeError:  # whoever read what we print has left; the command line knows what to do
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
