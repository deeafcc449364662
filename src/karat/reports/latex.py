"""Tables as LaTeX, for the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from karat.reports.tables.table import Cell, Column, Section, Table, marked_warning

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": r"$-$",
    "Δ": r"$\Delta$",
    "κ": r"$\kappa$",
    "τ": r"$\tau$",
    "ρ": r"$\rho$",
    "α": r"$\alpha$",
    "φ": r"$\varphi$",
    "≥": r"$\geq$",
    "·": r"$\cdot$",
    "—": "---",
}


def latex(table: Table, caption: str | None = None, label: str | None = None) -> str:
    r"""Give a table with caption and label; the full signatures stand in comments above it.

    The caption is the title, or a text in place of it, then the legend and the short signatures; the label is by
    default ``tab:`` and the first words of the title.
    """
    return "\n".join(_lines(table, escaped(full_caption(table, caption)), label or default_label(table)))


def full_caption(table: Table, title: str | None = None) -> str:
    """The table's title, or another one, its legend and signatures as sentences."""
    shown = [column.main for column in table.columns]
    sentences = [title or table.full_title(shown), *table.shown_legend(shown)]
    if any(cell.best for section in table.sections for _, cells in section.rows for cell in cells):
        sentences.append("The best is bold")
    if table.short_signatures:
        sentences.append(f"Signatures: {', '.join(table.short_signatures)}")
    return " ".join(f"{sentence.rstrip('.')}." for sentence in sentences)


def default_label(table: Table) -> str:
    r"""A label from what comes first in the title.

    >>> default_label(Table("my gold.txt · 3 systems", (), ()))
    'tab:my-gold-txt'
    """
    words = re.findall(r"\w+", table.title.partition(" · ")[0].lower())
    return f"tab:{'-'.join(words)}"


def _lines(table: Table, caption: str, label: str) -> Iterator[str]:
    for text in (*map(marked_warning, table.warnings), *table.signatures, r"needs \usepackage{booktabs}"):
        yield "% " + " ".join(text.split())
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}"
    yield r"\toprule"
    yield from _groups(table.groups)
    yield _row("", [escaped(column.name) for column in table.columns])
    for section in table.sections:
        yield r"\midrule"
        yield from _section(section, table.columns)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield rf"\caption{{{caption}}}"
    yield rf"\label{{{label}}}"
    yield r"\end{table}"


def _groups(groups: Sequence[tuple[str, int]]) -> Iterator[str]:
    """The names of groups of columns, each above a rule as wide as the group."""
    if not groups:
        return
    yield _row("", [rf"\multicolumn{{{count}}}{{c}}{{{escaped(name)}}}" for name, count in groups])
    rules, first = [], 2
    for _, count in groups:
        rules.append(rf"\cmidrule(lr){{{first}-{first + count - 1}}}")
        first += count
    yield " ".join(rules)


def _section(section: Section, columns: Sequence[Column]) -> Iterator[str]:
    if section.title:
        yield rf"\multicolumn{{{len(columns) + 1}}}{{l}}{{\textit{{{escaped(section.title)}}}}} \\"
    for name, cells in section.rows:
        yield _row(escaped(name), [_cell(cell, column.main) for cell, column in zip(cells, columns, strict=True)])


def _row(name: str, cells: list[str]) -> str:
    # A bracket or a star at the start of a row would be the option of the line break or rule before it.
    guard = "{}" if name.startswith(("[", "*")) else ""
    return f"{guard}{' & '.join([name, *cells])} \\\\".lstrip()


def _cell(cell: Cell, with_interval: bool) -> str:
    text = rf"\textbf{{{escaped(cell.text)}}}" if cell.best else escaped(cell.text)
    text += "$^{*}$" if cell.marked else ""
    # In braces: a bracket at the start of a cell would be the option of the line break before it.
    return text + (
        rf" {{\scriptsize [{escaped(cell.interval.strip('[]'))}]}}" if cell.interval and with_interval else ""
    )


def escaped(text: str) -> str:
    r"""Escape a text for LaTeX.

    >>> print(escaped("50 % of a_b^2"))
    50 \% of a\_b\textasciicircum{}2
    """
    return "".join(_SPECIAL.get(character, character) for character in text)
