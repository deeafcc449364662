"""What a table is made of: cells below headings, which the console, notebooks and reports lay out in their own ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from karat.results.measurement import VALUES
from karat.results.statistics.estimate import NO_INTERVAL, TOO_FEW

HEADERS = dict(zip(VALUES, ("P", "R", "F1"), strict=True))


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as it is shown, its interval, whether it is the best of its kind, and whether it is marked as real."""

    text: str = ""
    interval: str = ""
    best: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; ``main`` columns keep their intervals longest where room is short."""

    name: str
    main: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Rows below one heading, each a name and as many cells as the table has columns."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    def filled(self, column: int) -> bool:
        """Whether any row has something in the column."""
        return any(cells[column].text for _, cells in self.rows)


@dataclass(frozen=True, slots=True)
class Table:
    """Sections over common columns, what stands above them, and what explains them."""

    title: str
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    legend: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()


def turned(title: str, sections: Sequence[Section]) -> Section:
    """Make one section of sections that have one row each."""
    return Section(title, tuple((section.title, section.rows[0][1]) for section in sections))


def printable(name: str) -> str:
    r"""Write a name, which may be any file's, so that it keeps to its line and says nothing to the terminal.

    >>> printable("a\tb\x1b[1m")
    'a b [1m'
    """
    return "".join(character if character.isprintable() else " " for character in name)


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "system"), counted(1200, "system")
    ('1 system', '1,200 systems')
    """
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def missing_intervals(sections: Sequence[Section]) -> list[str]:
    """Say why intervals that were asked for are not there, where some are not."""
    cells = (cell for section in sections for _, row in section.rows for cell in row)
    return [f"{NO_INTERVAL}: no interval, because {TOO_FEW}"] * any(cell.interval == NO_INTERVAL for cell in cells)
