"""Tables as HTML that stands alone, for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from karat.reports.tables.table import Cell, Section, Table, marked_warning

_NUMBER = "text-align: right; white-space: nowrap; padding: 0 0.6em"
_NAME = "text-align: left; padding: 0 0.6em 0 0"
_QUIET = "opacity: 0.6; font-size: 85%"
_WARNING = "border-left: 0.3em solid #c77700; padding-left: 0.6em; font-weight: bold"


def html(table: Table) -> str:
    """Give the table as one element; every text in it is escaped."""
    return "".join(_parts(table))


def _parts(table: Table) -> Iterator[str]:
    yield f"<div><p><b>{escape(table.full_title())}</b></p>"
    for text in table.warnings:
        yield f'<p role="alert" style="{_WARNING}">{escape(marked_warning(text))}</p>'
    yield '<table style="border-collapse: collapse">'
    for section in table.sections:
        yield from _section(section, table)
    yield "</table>"
    for text in table.shown_legend():
        yield f"<p>{escape(text)}</p>"
    for text in table.shown_signatures:
        yield f'<p style="{_QUIET}"><code>{escape(text)}</code></p>'
    yield "</div>"


def _section(section: Section, table: Table) -> Iterator[str]:
    yield f'<tbody><tr><th scope="col" style="{_NAME}; padding-top: 0.8em">{escape(section.title)}</th>'
    for index, column in enumerate(table.columns):
        name = column.name if section.filled(index) else ""
        yield f'<th scope="col" style="{_NUMBER}; padding-top: 0.8em">{escape(name)}</th>'
    yield "</tr>"
    for name, cells in section.rows:
        yield f'<tr><th scope="row" style="{_NAME}; font-weight: normal">{escape(name)}</th>'
        yield from map(_cell, cells)
        yield "</tr>"
    yield "</tbody>"


def _cell(cell: Cell) -> str:
    text = f"<b>{escape(cell.text)}</b>" if cell.best else escape(cell.text)
    mark = " *" if cell.marked else ""
    interval = f' <span style="{_QUIET}">{escape(cell.interval)}</span>' if cell.interval else ""
    return f'<td style="{_NUMBER}">{text}{mark}{interval}</td>'
