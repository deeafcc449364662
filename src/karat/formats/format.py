"""The type of a format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from karat.errors import InputError
from karat.formats.files import Check, write_lines
from karat.formats.problems import Problems
from karat.formats.text.blocks import Blocks, rows
from karat.formats.text.input_file import Input, InputFile
from karat.model import Annotation, Clique, Row, TupleAnnotation
from karat.one_line import one_line

Item = Row | Annotation | TupleAnnotation | Clique
Kind = Literal[
    "extractions",
    "synsets",
    "tuples",
    "cliques",
    "any",
    "coreference",
    "amr",
    "dependencies",
    "spans",
    "relations",
    "events",
    "role-fillers",
    "nary-relations",
    "templates",
]

ITEM_KINDS: tuple[Kind, ...] = ("extractions", "synsets", "tuples", "cliques", "any")
"""The kinds of open information extraction; all other kinds are documents."""

OUTPUT_KINDS: tuple[Kind, ...] = ("extractions", "cliques", "any")
"""The kinds that a system's output may have; a gold format is never guessed for one."""

KINDS: dict[type[Item], Kind] = {
    Row: "extractions",
    Annotation: "synsets",
    TupleAnnotation: "tuples",
    Clique: "cliques",
}


class Reader(Protocol):
    """Yields the model from a file; raises the errors of all lines together at the end."""

    def __call__(self, path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Any]:
        """Read a file."""


def accept(_: Sequence[str]) -> bool:
    """Accept every file, for formats that their shape in the register describes fully."""
    return True


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of one kind of content.

    ``kind`` is ``any`` if each line names its own kind. ``looks`` describes files in words. ``fits`` checks a file's
    first lines that are not blank for what the format's shape in the register does not tell. A format without
    ``render`` cannot be written. ``gold`` reads the gold from files that contain it with the predictions. ``blocks``
    yields rows with the number of their input line, for outputs that do not repeat the input, so that they can be
    paired with its sentences. ``describe`` tells how a file is read where that is guessed, too. ``render_by_suffix``
    writes files with these suffixes otherwise than ``render`` does.
    """

    name: str
    title: str
    kind: Kind
    looks: str
    read: Reader
    fits: Callable[[Sequence[str]], bool] = accept
    render: Callable[[Iterable[Any]], Iterator[str]] | None = None
    suffixes: tuple[str, ...] = ()
    gold: Reader | None = None
    blocks: Blocks | None = None
    describe: Callable[[InputFile, str], str] | None = None
    render_by_suffix: Mapping[str, Callable[[Iterable[Any]], Iterator[str]]] = field(default_factory=dict, hash=False)

    __repr__ = one_line

    def write(self, path: Path, items: Iterable[Any], check: Check | None = None) -> None:
        """Write a file; after an error, the file is as it was.

        ``check`` is called with the path of the new content before it replaces the file, and may raise an error.
        """
        if self.render is None:
            raise InputError(f"{self.name} can be read but not written")
        suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
        write_lines(path, self.render_by_suffix.get(suffix, self.render)(items), check)


def block_format(
    name: str,
    title: str,
    looks: str,
    blocks: Blocks,
    fits: Callable[[Sequence[str]], bool] = accept,
    *,
    render: Callable[[Iterable[Any]], Iterator[str]] | None = None,
) -> Format:
    """Declare a format of extractions that is read in blocks, one for each line of the system's input."""
    return Format(name, title, "extractions", looks, partial(rows, blocks), fits, render, blocks=blocks)
