"""Tables as lines of text: aligned columns that fit a width, wrapped explanations below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from karat.reports.tables.table import Cell, Section, Table, marked_warning

Role = Literal["title", "head", "text", "best", "quiet", "warning"]
Shown = Literal["all", "main", "none"]

GAP = "  "
FEWEST = 12
"""The narrowest that names are folded to before intervals are left out."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text and its role, which decides whether it is bold or dimmed."""

    text: str
    role: Role = "text"


Line = tuple[Span, ...]


def plain(table: Table, width: int = 80) -> str:
    """Give the table as text."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines(table, width))


def lines(table: Table, width: int = 80) -> Iterator[Line]:
    """Lay a table out: with all intervals if they fit, else with those of the main columns.

    Names too long for the width are folded; if that is not enough, all intervals are left out.
    """
    grid = _fitting(table, width)
    shown = [bool(column.interval) for column in grid.columns]
    for text in wrapped(table.full_title(shown), width):
        yield (Span(text, "title"),)
    if table.warnings:
        yield ()
    for text in table.warnings:
        yield from ((Span(part, "warning"),) for part in wrapped(marked_warning(text), width))
    for section in table.sections:
        yield ()
        yield from grid.section(section)
    below: tuple[tuple[tuple[str, ...], Role], ...] = (
        (table.shown_legend(shown), "text"),
        (table.shown_signatures, "quiet"),
    )
    for texts, role in below:
        if texts:
            yield ()
        for text in texts:
            yield from ((Span(part, role),) for part in wrapped(text, width))


def _fitting(table: Table, width: int) -> _Grid:
    for shown in ("all", "main"):
        grid = _Grid(table, shown)
        if grid.width <= width:
            return grid
    if (room := width - (grid.width - grid.name)) >= FEWEST:
        return _Grid(table, "main", room)
    grid = _Grid(table, "none")
    return grid if grid.width <= width else _Grid(table, "none", max(FEWEST, width - (grid.width - grid.name)))


class _Grid:
    """The widths of a table's columns."""

    def __init__(self, table: Table, shown: Shown, most: int | None = None) -> None:
        self.table = table
        rows = [row for section in table.sections for row in section.rows]
        names = [section.title for section in table.sections] + [name for name, _ in rows]
        self.name = max(map(columns_of, names), default=0)
        if most is not None:
            self.name = min(self.name, most)
        self.columns = [
            _Width(
                column.name,
                [cells[index] for _, cells in rows],
                shown == "all" or (shown == "main" and column.main),
            )
            for index, column in enumerate(table.columns)
        ]
        self._make_room_for_groups()
        self.width = self.name + sum(len(GAP) + column.width for column in self.columns)

    def _make_room_for_groups(self) -> None:
        """Widen the first column of each group whose name is wider than its columns."""
        first = 0
        for name, count in self.table.groups:
            missing = columns_of(name) - self._width_of(first, count)
            if missing > 0:
                self.columns[first].widen(missing)
            first += count

    def _width_of(self, first: int, count: int) -> int:
        return sum(column.width for column in self.columns[first : first + count]) + len(GAP) * (count - 1)

    def section(self, section: Section) -> Iterator[Line]:
        if groups := self.table.groups:
            yield (Span(" " * self.name), *(Span(GAP + text, "head") for text in self._group_heads(groups)))
        heads = [column.head(section.filled(index)) for index, column in enumerate(self.columns)]
        yield from self.row(section.title, [(Span(GAP + head, "head"),) for head in heads], "title")
        for name, cells in section.rows:
            parts = [
                (Span(GAP), *column.spans(cell, section.filled(index)))
                for index, (column, cell) in enumerate(zip(self.columns, cells, strict=True))
            ]
            yield from self.row(name, parts, "text")

    def _group_heads(self, groups: Sequence[tuple[str, int]]) -> Iterator[str]:
        """Centre each group's name over its columns."""
        first = 0
        for name, count in groups:
            width = self._width_of(first, count)
            yield padded(" " * ((width - columns_of(name)) // 2) + name, width)
            first += count

    def row(self, name: str, parts: Sequence[Line], role: Role) -> Iterator[Line]:
        """Put the numbers beside the last piece of a folded name."""
        *above, last = folded(name, self.name)
        for piece in above:
            yield (Span(piece, role),)
        yield (Span(padded(last, self.name), role), *(span for part in parts for span in part))


class _Width:
    """A column's width: right-aligned numbers, followed by intervals or marks."""

    def __init__(self, name: str, cells: Sequence[Cell], intervals: bool) -> None:
        self.name = name
        self.number = max((columns_of(cell.text) for cell in cells), default=0)
        self.interval = max((columns_of(cell.interval) for cell in cells), default=0) if intervals else 0
        self.mark = 2 if any(cell.marked for cell in cells) else 0
        body = self.number + (self.interval + 1 if self.interval else 0) + self.mark
        self.width = max(body, columns_of(name))
        self.lead = self.width - body

    def widen(self, by: int) -> None:
        """Add space before the numbers."""
        self.width += by
        self.lead += by

    def head(self, wanted: bool) -> str:
        """Align the heading with the numbers, not with their intervals."""
        if not wanted:
            return " " * self.width
        end = self.lead + self.number
        left = padded(self.name, end, right=True) if columns_of(self.name) <= end else self.name
        return padded(left, self.width)

    def spans(self, cell: Cell, wanted: bool) -> Line:
        if not wanted:
            return (Span(" " * self.width),)
        blank = " " * (self.lead + self.number - columns_of(cell.text))
        behind = (" " + padded(cell.interval, self.interval)) if self.interval else ""
        mark = padded(" *" if cell.marked else "", self.mark)
        return Span(blank), Span(cell.text, "best" if cell.best else "text"), Span(mark), Span(behind, "quiet")


def columns_of(text: str) -> int:
    """Count the columns that a terminal needs for a text; Chinese characters take two."""
    return cell_len(text)


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Pad a text with spaces."""
    blank = " " * (width - columns_of(text))
    return blank + text if right else text + blank


def folded(text: str, width: int) -> list[str]:
    """Cut a text into pieces no wider than a width."""
    pieces = [""]
    for character in text:
        if pieces[-1] and columns_of(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _pieces(text: str, width: int) -> Iterator[str]:
    for piece in re.findall(r"[^ |]+[ |]*|[ |]+", text):
        yield from re.findall(r"[^+]*\+|[^+]+", piece) if columns_of(piece) > width else (piece,)


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a line after spaces or ``|``, and what is still too long after ``+``; further lines are indented.

    >>> wrapped("benchie|steps:letters+borders+order|v:1", 24)
    ['benchie|steps:letters+', '  borders+order|v:1']
    """
    wrapped_lines = [""]
    for piece in _pieces(text, width - 2):
        if wrapped_lines[-1].strip() and columns_of(wrapped_lines[-1] + piece.rstrip()) > width:
            wrapped_lines.append("  ")
        wrapped_lines[-1] += piece
    return [line.rstrip() for line in wrapped_lines]
