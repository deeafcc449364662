"""Tables as Markdown that GitHub shows."""

from __future__ import annotations

import re

from karat.reports.tables.table import Cell, Section, Table, marked_warning

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")


def markdown(table: Table) -> str:
    """Give one table with a column for sections and one for rows; warnings stand above it, the legend below."""
    titled = any(section.title for section in table.sections)
    header = [
        *([""] if titled else []),
        "",
        *(escaped(f"{column.group} {column.name}".strip()) for column in table.columns),
    ]
    lines = [f"**{escaped(table.full_title())}**", ""]
    for text in table.warnings:
        lines += [f"> **{escaped(marked_warning(text))}**", ""]
    lines += [_row(header), _row([*(["---"] if titled else []), "---", *["---:"] * len(table.columns)])]
    lines += [line for section in table.sections for line in _rows(section, titled)]
    for text in table.shown_legend():
        lines += ["", escaped(text)]
    if table.signatures:
        lines += ["", "```text", *table.shown_signatures, "```"]
    return "\n".join(lines)


def _rows(section: Section, titled: bool) -> list[str]:
    title = [escaped(section.title)] if titled else []
    return [_row([*title, escaped(name), *map(_cell, cells)]) for name, cells in section.rows]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    text = f"**{cell.text}**" if cell.best else cell.text
    text += r" \*" if cell.marked else ""
    return f"{text} {escaped(cell.interval)}".strip()


def escaped(text: str) -> str:
    r"""Escape a text for Markdown.

    >>> escaped("a|b_c *")
    'a\\|b\\_c \\*'
    """
    return _SPECIAL.sub(r"\\\1", text)
