"""Write files atomically: after an error, the file is as it was."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from karat.errors import InputError
from karat.formats.part_files import part_of

MOST_LINKS = 40
"""How many symbolic links are followed, as by the system."""


def write_lines(path: Path, texts: Iterable[str]) -> None:
    """Write lines as UTF-8, gzipped if the name ends in ``.gz``; after an error, the file is as it was."""
    with replace_file(path) as file:
        for text in texts:
            try:
                file.write(text.encode("utf-8"))
            except UnicodeEncodeError as error:
                raise InputError(f"{path}: expected text that UTF-8 can hold, found {text[error.start]!r}") from None
            file.write(b"\n")


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
    return (path.exists() and not path.is_file()) or _names_open_file(path)


def _names_open_file(path: Path) -> bool:
    for _ in range(MOST_LINKS):
        folder = path.parent.resolve()
        if folder.name == "fd" and (folder.is_relative_to("/proc") or folder.is_relative_to("/dev")):
            return True
        if not path.is_symlink():
            return False
        path = path.parent / path.readlink()
    return False


@contextmanager
def replace_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file beside the target, which takes its place at the end; after an error, it is removed.

    The new file has the permissions of the old one.
    """
    target = check_place(path)
    try:
        if is_stream(path):
            # A pipe or a terminal has nothing to keep; /dev/stdout may lead to a file that others write to, too.
            with path.open("ab") as stream:
                yield stream
            return
        with part_of(target) as file, _packed(file, path) as written:
            yield written
    except BrokenPipeError:  # whoever read what we print has left; the command line knows what to do
        raise
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None


@contextmanager
def _packed(file: IO[bytes], path: Path) -> Iterator[IO[bytes]]:
    if path.suffix != ".gz":
        yield file
        return
    # No name and no time inside, so that the same content always gives the same bytes.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed, io.BufferedWriter(packed) as buffered:
        yield buffered
