"""What a table is made of: cells below headings, which the console, notebooks and reports lay out in their own ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby

from karat.results.measurement import VALUES
from karat.results.statistics.estimate import NO_INTERVAL, TOO_FEW

HEADERS = dict(zip(VALUES, ("P", "R", "F1"), strict=True))


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as it is shown, its interval, whether it is the best, and whether it is marked as significant."""

    text: str = ""
    interval: str = ""
    best: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; ``main`` columns are the last to lose their intervals on a narrow console.

    Columns of one ``group`` stand side by side below the group's name.
    """

    name: str
    main: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows below one heading, each a name and as many cells as the table has columns."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    def filled(self, column: int) -> bool:
        """Whether any row has a value in the column."""
        return any(cells[column].text for _, cells in self.rows)


@dataclass(frozen=True, slots=True)
class Table:
    """Sections with common columns, below a title and any warnings, and above a legend and signatures.

    ``level`` is the confidence of the intervals, which the title names if any of them is shown.
    """

    title: str
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    legend: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """What makes the numbers doubtful; shown between the title and the numbers."""
    level: float | None = None
    short_signatures: tuple[str, ...] = ()
    """The signatures without what is at its default; shown in place of the full ones where there are any."""

    @property
    def groups(self) -> list[tuple[str, int]]:
        """The names of the columns' groups, each with the number of its columns; empty if no column has a group."""
        if not any(column.group for column in self.columns):
            return []
        return [(name, len(list(columns))) for name, columns in groupby(self.columns, lambda column: column.group)]

    @property
    def shown_signatures(self) -> tuple[str, ...]:
        """The short signatures and how to see the full ones, or else the full ones."""
        if not self.short_signatures:
            return self.signatures
        return (f"{'  '.join(self.short_signatures)}  (without choices at their defaults; see karat list signature)",)

    def with_full_signatures(self) -> Table:
        """The same table with every choice in its signatures."""
        return replace(self, short_signatures=())

    def without_intervals(self) -> Table:
        """The same table without intervals; stars stay."""
        sections = [
            replace(
                section,
                rows=tuple((name, tuple(replace(cell, interval="") for cell in row)) for name, row in section.rows),
            )
            for section in self.sections
        ]
        return replace(self, sections=tuple(sections))

    def full_title(self, columns: Sequence[bool] | None = None) -> str:
        """The title, and the intervals' confidence if any is shown; ``columns`` says which columns show them."""
        if self.level is None or self._intervals(columns) <= {"", NO_INTERVAL}:
            return self.title
        return f"{self.title} · {self.level * 100:g} % intervals"

    def shown_legend(self, columns: Sequence[bool] | None = None) -> tuple[str, ...]:
        """The legend, without what a missing interval means where none is shown."""
        if NO_INTERVAL in self._intervals(columns):
            return self.legend
        return tuple(text for text in self.legend if not text.startswith(NO_INTERVAL))

    def _intervals(self, columns: Sequence[bool] | None) -> set[str]:
        shown = columns if columns is not None else [True] * len(self.columns)
        return {cell.interval for section in self.sections for _, row in section.rows for cell in compress(row, shown)}


def turned(title: str, sections: Sequence[Section]) -> Section:
    """Merge sections of one row each into one section."""
    return Section(title, tuple((section.title, section.rows[0][1]) for section in sections))


def printable(name: str) -> str:
    r"""Replace characters in a name that would break the line or control the terminal.

    >>> printable("a\tb\x1b[1m")
    'a b [1m'
    """
    return "".join(character if character.isprintable() else " " for character in name)


def marked_warning(text: str) -> str:
    """Mark a warning as one, in every form of output alike."""
    return f"Warning: {text}"


def counted(count: int, noun: str) -> str:
    """Write a count with its noun.

    >>> counted(1, "system"), counted(1200, "system")
    ('1 system', '1,200 systems')
    """
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def missing_intervals(sections: Sequence[Section]) -> list[str]:
    """Explain missing intervals, if any are missing."""
    cells = (cell for section in sections for _, row in section.rows for cell in row)
    return [f"{NO_INTERVAL}: no interval, because {TOO_FEW}"] * any(cell.interval == NO_INTERVAL for cell in cells)
