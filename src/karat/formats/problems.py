"""What a reader finds wrong in a file: errors, reported together, and what it could repair, each line once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from karat.errors import FormatError, FormatErrors
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines

T = TypeVar("T")

LOG = logging.getLogger("karat.formats")


@dataclass(frozen=True, slots=True)
class Repair:
    """A damaged place that could mean only one thing, and what it was taken for."""

    path: Path
    line: int | None
    read: str
    as_: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else f"{self.path}"
        return f"{place}: read {self.read} as {self.as_}"


class Problems:
    """The errors and repairs of one file; of the errors the first ``limit`` are kept and the rest counted."""

    def __init__(self, limit: int = 20) -> None:
        self.limit = limit
        self.errors: list[FormatError] = []
        self.left_out = 0
        self.repairs: list[Repair] = []

    def add(self, error: FormatError) -> None:
        """Keep an error for the end of the file."""
        if len(self.errors) < self.limit:
            self.errors.append(error)
        else:
            self.left_out += 1

    def repaired(self, line: Line, as_: str, read: str | None = None) -> None:
        """Note that a line, or the part of it given as ``read``, was taken for something else."""
        self.repairs.append(Repair(line.path, line.number, repr(line.text if read is None else read), as_))

    def check(self) -> None:
        """Raise the errors, if there are any: one as it is, several together."""
        if len(self.errors) == 1 and not self.left_out:
            raise self.errors[0]
        if self.errors:
            raise FormatErrors(self.errors, self.left_out)


@contextmanager
def gathered(problems: Problems | None) -> Iterator[Problems]:
    """Collect a file's problems and raise the errors at its end.

    Where the caller gave no ``Problems`` to look at the repairs himself, they go to the log ``karat.formats``, which
    Python shows on standard error.
    """
    kept = problems if problems is not None else Problems()
    try:
        yield kept
    except FormatError as error:
        kept.add(error)
    if problems is None:
        for repair in kept.repairs:
            LOG.warning("%s", repair)
    kept.check()


def parse_each(
    parse: Callable[[Line], T], path: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[T]:
    """Yield what each line that is not blank holds; the wrong lines are reported together at the end."""
    with gathered(problems) as kept:
        for line in lines(path, encoding):
            if line.blank:
                continue
            try:
                item = parse(line)
            except FormatError as error:
                kept.add(error)
            else:
                yield item
