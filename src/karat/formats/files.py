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


def write_lines(path: Path, texts: Iterable[str]) -> None:
    """Write lines as UTF-8, gzipped if the name ends in ``.gz``; after an error, the file is as it was."""
    with replace_file(path) as file:
        for text in texts:
            try:
                file.write(text.encode("utf-8"))
            except UnicodeEncodeError as error:
                raise InputError(f"{path}: expected text that UTF-8 can hold, found {text[error.start]!r}") from None
            file.write(b"\n")


def check_place(path: Path) -> Path:
    """Refuse a path that cannot be written, before long work is done; give the resolved path."""
    target = path.resolve()
    if target.is_dir():
        raise InputError(f"{path}: expected a file to write, found a directory")
    if not target.parent.is_dir():
        raise InputError(f"{path}: expected a directory {target.parent}, found none")
    return target


@contextmanager
def replace_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file beside the target to write to, and rename it at the end; after an error, it is removed."""
    target = check_place(path)
    try:
        if path.is_relative_to("/dev") or (target.exists() and not target.is_file()):
            # A pipe or a terminal has nothing to keep; /dev/stdout may lead to a file that others write to, too.
            with path.open("ab") as file:
                yield file
            return
        beside = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with beside.open("wb") as file, _packed(file, path) as written:
                yield written
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
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
