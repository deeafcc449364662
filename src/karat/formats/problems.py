"""Problems in a file: errors, which are raised together at its end, and repairs."""

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
from karat.one_line import one_line

T = TypeVar("T")

LOG = logging.getLogger("karat.formats")


@dataclass(frozen=True, slots=True)
class Repair:
    """A damaged text that could mean only one thing, and how it was read."""

    path: Path
    line: int | None
    read: str
    as_: str

    __repr__ = one_line

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else f"{self.path}"
        return f"{place}: read {self.read} as {self.as_}"


class Problems:
    """The errors and repairs of one file; the first ``limit`` errors are kept, the others counted."""

    def __init__(self, limit: int = 20) -> None:
        self.limit = limit
        self.errors: list[FormatError] = []
        self.left_out = 0
        self.repairs: list[Repair] = []

    def add(self, error: FormatError) -> None:
        """Record an error."""
        if len(self.errors) < self.limit:
            self.errors.append(error)
        else:
            self.left_out += 1

    def repaired(self, line: Line, as_: str, read: str | None = None) -> None:
        """Record that a line, or its part ``read``, was read as something else."""
        self.repairs.append(Repair(line.path, line.number, repr(line.text if read is None else read), as_))

    def log_repairs(self) -> None:
        """Log the first repairs to ``karat.formats``, and how many more there are."""
        for repair in self.repairs[: self.limit]:
            LOG.warning("%s", repair)
        if len(self.repairs) > self.limit:
            LOG.warning("%s: %d more like these", self.repairs[0].path, len(self.repairs) - self.limit)

    def check(self) -> None:
        """Raise the errors, if any: a single one as it is, several together."""
        if len(self.errors) == 1 and not self.left_out:
            raise self.errors[0]
        if self.errors:
            raise FormatErrors(self.errors, self.left_out)


@contextmanager
def collect_problems(problems: Problems | None) -> Iterator[Problems]:
    """Collect a file's problems, and raise the errors at the end.

    If the caller gave no ``Problems``, repairs are logged to ``karat.formats``, which Python shows on standard error.
    """
    report = problems if problems is not None else Problems()
    try:
        yield report
    except FormatError as error:
        report.add(error)
    if problems is None:
        report.log_repairs()
    report.check()


def parse_each(
    parse: Callable[[Line], T], path: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[T]:
    """Parse each line that is not blank; errors are raised together at the end."""
    with collect_problems(problems) as report:
        for line in lines(path, encoding):
            if line.blank:
                continue
            try:
                item = parse(line)
            except FormatError as error:
                report.add(error)
            else:
                yield item
