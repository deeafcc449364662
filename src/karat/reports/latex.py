"""Tables as LaTeX, for the package booktabs."""

from __future__ import annotations

from collections.abc import Iterator

from karat.reports.tables.table import Cell, Section, Table, marked_warning

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
    "≥": r"$\geq$",
    "·": r"$\cdot$",
    "—": "---",
}


def latex(table: Table) -> str:
    r"""Give a tabular without its float, so that \caption and \label are the author's.

    What explains it stands in comments above it, which a paper's caption can take over.
    """
    return "\n".join(_lines(table))


def _lines(table: Table) -> Iterator[str]:
    warnings = map(marked_warning, table.warnings)
    for text in (table.full_title(), *warnings, *table.legend, *table.signatures, r"needs \usepackage{booktabs}"):
        yield "% " + " ".join(text.split())
    yield rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}"
    yield r"\toprule"
    yield _row("", [escaped(column.name) for column in table.columns])
    for section in table.sections:
        yield r"\midrule"
        yield from _section(section, len(table.columns))
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _section(section: Section, columns: int) -> Iterator[str]:
    yield rf"\multicolumn{{{columns + 1}}}{{l}}{{\textit{{{escaped(section.title)}}}}} \\"
    for name, cells in section.rows:
        yield _row(escaped(name), list(map(_cell, cells)))


def _row(name: str, cells: list[str]) -> str:
    return f"{' & '.join([name, *cells])} \\\\".lstrip()


def _cell(cell: Cell) -> str:
    text = rf"\textbf{{{escaped(cell.text)}}}" if cell.best else escaped(cell.text)
    text += "$^{*}$" if cell.marked else ""
    # In braces: a bracket at the start of a cell would be the option of the line break before it.
    return text + (rf" {{\scriptsize [{escaped(cell.interval.strip('[]'))}]}}" if cell.interval else "")


def escaped(text: str) -> str:
    r"""Escape a text for LaTeX.

    >>> print(escaped("50 % of a_b^2"))
    50 \% of a\_b\textasciicircum{}2
    """
    return "".join(_SPECIAL.get(character, character) for character in text)
