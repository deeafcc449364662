"""The files that a command writes, and the check of them before any work.

A parameter that names such a file says so in its annotation, after the option: ``Annotated[Path, typer.Option(…),
REPLACED]``. Every other path is read, and so are the texts that are marked with ``READ`` or, such as
``NAME=FILE``, with ``READ_ALL``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path
from typing import Any, get_type_hints

from karat.errors import InputError
from karat.formats.files import check_folder, check_place, is_stream

STREAM = "-"


@dataclass(frozen=True, slots=True)
class Use:
    """What a command does with the files that a parameter names.

    ``expands``: a text may be NAME=FILE, a folder or a pattern, and stands for all its files. ``within``: a text is a
    folder and stands for these files in it. ``advice`` says what to do instead of writing to a file that is also read.
    """

    writes: bool = True
    appends: bool = False
    folder: bool = False
    expands: bool = False
    within: tuple[str, ...] = ()
    advice: str = ""


REPLACED = Use()
APPENDED = Use(appends=True)
"""A file that is continued if it is there."""
FILLED = Use(folder=True)
"""A folder into which files are written; it is made if it is not there."""
READ = Use(writes=False)
READ_ALL = Use(writes=False, expands=True)
"""Outputs of systems: a folder stands for all its files."""
PROJECT = Use(writes=False, within=("karat.db", "karat.db-wal", "karat.db-shm"))
"""A folder of the annotation app, with its database."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A file, and the option or argument that names it."""

    path: Path
    label: str
    use: Use


def check_files(function: Callable[..., Any], values: Mapping[str, Any], labels: Mapping[str, str]) -> None:
    """Refuse files that cannot be written, and those that the command also reads or writes twice.

    ``values`` are those of the function's parameters, ``labels`` what each is called on the command line.
    """
    uses = uses_of(function)
    named = [
        _Named(path, labels.get(name, name), use)
        for name, value in values.items()
        for use in [uses.get(name, READ)]
        for path in paths_in(value, uses.get(name))
    ]
    written = [each for each in named if each.use.writes and str(each.path) != STREAM]
    for number, each in enumerate(written):
        if each.use.folder:
            check_folder(each.path)
            continue
        check_place(each.path, appends=each.use.appends)
        if is_stream(each.path):
            continue
        for other in (*written[:number], *(other for other in named if not other.use.writes)):
            if not other.use.folder and is_same(each.path, other.path):
                raise InputError(
                    f"{each.path}: expected another file for {each.label} than for {other.label}, "
                    f"found the same{each.use.advice}"
                )


def uses_of(function: Callable[..., Any]) -> dict[str, Use]:
    """Give the marks of a command's parameters."""
    hints = get_type_hints(function, include_extras=True)
    return {
        name: mark
        for name, hint in hints.items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Use)
    }


def paths_in(value: object, use: Use | None) -> Iterator[Path]:
    """Yield the paths of a value; texts are paths only where they are marked."""
    match value:
        case Path():
            yield from _matching(value) if use is None else [value]
        case str() if use is not None:
            if use.within:
                yield from (Path(value) / name for name in use.within)
            else:
                yield from _paths_of_text(value) if use.expands else [Path(value)]
        case list() | tuple():
            for part in value:
                yield from paths_in(part, use)


def _paths_of_text(text: str) -> Iterable[Path]:
    """Read FILE, NAME=FILE, a folder or a pattern, as ``named_outputs`` does, whose checks come later."""
    path = Path(text)
    if "=" in text and not path.exists():
        path = Path(text.partition("=")[2])
    with suppress(OSError):
        if path.is_dir():
            return [file for file in path.iterdir() if file.is_file()]
    return _matching(path)


def _matching(path: Path) -> Iterable[Path]:
    """Give the files that a pattern matches; else the path itself."""
    with suppress(OSError, ValueError):
        if has_magic(str(path)) and not path.exists():
            return map(Path, glob(str(path)))  # noqa: PTH207 (Path.glob takes no absolute pattern)
    return [path]


def is_same(written: Path, other: Path) -> bool:
    """Whether two paths lead to one file, be it by links, and also if the file is not there yet."""
    with suppress(OSError, ValueError, AttributeError):  # what cannot be looked at is refused when it is opened
        if str(other) == STREAM:
            return written.exists() and os.path.samestat(written.stat(), os.fstat(sys.stdin.fileno()))
        if written.exists() and other.exists():
            return written.samefile(other)
        return written.resolve() == other.resolve()
    return False
