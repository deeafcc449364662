"""Records of a delimited text file: cells between delimiters, in quotes where they hold a delimiter or a line break."""

from __future__ import annotations

import contextlib
import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.errors import FormatError
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, line_blocks, lines, opened

DELIMITERS = {"\t": "tabs", "|": "bars", ";": "semicolons", ",": "commas"}
"""The delimiters that are tried, in this order, and how messages call them."""
TAB, BAR, SEMICOLON, COMMA = "\t", "|", ";", ","
RULE = re.compile(r":?-{2,}:?")
MOST_COLUMNS = 30
"""Text with more delimiters in a line is no table of extractions."""
LONGEST_SPLIT = 1 << 16
"""A longer line is split by csv, whose cells have a limit."""
QUOTED = "a cell in quotes that is closed, with each quote inside it doubled, and a delimiter after it"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a file separates its cells; without ``quotes``, a quotation mark is text."""

    delimiter: str
    quotes: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of a row, without spaces around them, and the line where it starts."""

    line: Line
    cells: tuple[str, ...]


def parse_records(source: Iterable[Line], dialect: Dialect) -> Iterator[Record]:
    """Yield each record that is not blank; a quoted cell may go over several lines.

    Broken quotes are an error at the first line of the record.
    """
    if dialect.delimiter == TAB and not dialect.quotes:
        for line in source:
            # csv refuses a CR inside a line, and a cell that is too long for it.
            if "\r" in line.text or len(line.text) > LONGEST_SPLIT:
                yield from _read_records([line], dialect)
            else:
                cells = line.text.split(TAB)
                if any(cells) and (len(cells) > 1 or cells[0].strip()):
                    yield Record(line, tuple(map(str.strip, cells)))
        return
    yield from _read_records(source, dialect)


def _read_records(source: Iterable[Line], dialect: Dialect) -> Iterator[Record]:
    taken: list[Line] = []

    def texts() -> Iterator[str]:
        for line in source:
            taken.append(line)
            yield f"{line.text}\n"

    reader = csv.reader(
        texts(),
        delimiter=dialect.delimiter,
        quoting=csv.QUOTE_MINIMAL if dialect.quotes else csv.QUOTE_NONE,
        skipinitialspace=dialect.delimiter != TAB,
        strict=True,
    )
    while True:
        taken.clear()
        try:
            cells = next(reader, None)
        except csv.Error:
            raise taken[0].error(expected=QUOTED, found=f"{taken[0].text!r:.80}") from None
        if cells is None:
            return
        if any(cells) and not (len(cells) == 1 and not cells[0].strip()) and not _is_rule(cells, dialect):
            yield Record(taken[0], tuple(cell.strip() for cell in cells))


def _is_rule(cells: Sequence[str], dialect: Dialect) -> bool:
    """Whether a row between bars is the line below the header of a Markdown table."""
    if dialect.delimiter != BAR:
        return False
    filled = [cell.strip() for cell in cells if cell.strip()]
    return bool(filled) and all(map(RULE.fullmatch, filled))


def read_records(path: Input, encoding: str, dialect: Dialect, first: int = 1) -> Iterator[Record]:
    """Yield the records of a file from its line ``first`` on."""
    return parse_records(_lines_from(path, encoding, first), dialect)


def _lines_from(path: Input, encoding: str, first: int) -> Iterator[Line]:
    return (line for line in lines(path, encoding) if line.number >= first)


def _texts_from(path: Input, encoding: str, first: int) -> Iterator[str]:
    with opened(path) as file:
        for number, texts in line_blocks(file, encoding):
            yield from texts[max(0, first - number) :]


def first_records(head: Sequence[str], dialect: Dialect) -> list[Record]:
    """Parse the first lines of a file up to the first record with broken quotes, which may go on after them."""
    records: list[Record] = []
    with contextlib.suppress(FormatError):
        records.extend(parse_records((Line(Path(), number, text) for number, text in enumerate(head, 1)), dialect))
    return records


def has_quoted_cells(texts: Iterable[str], delimiter: str) -> bool:
    """Tell whether a cell starts with a quotation mark."""
    start = re.compile(rf'(?:^|{re.escape(delimiter)}) *"')
    return any('"' in text and start.search(text) for text in texts)


def dialect_of(path: Input, encoding: str, delimiter: str, first: int = 1) -> Dialect:
    """Find out whether quotation marks are quotes as in CSV, where they have a meaning, or part of the text.

    Between commas they are quotes. Otherwise they are quotes if the whole file can be read so with as many cells in
    each record as in the first.
    """
    if delimiter == COMMA or not has_quoted_cells(_texts_from(path, encoding, first), delimiter):
        return Dialect(delimiter, delimiter == COMMA)
    quoted = Dialect(delimiter)
    try:
        widths = {len(record.cells) for record in read_records(path, encoding, quoted, first)}
    except FormatError:
        return Dialect(delimiter, quotes=False)
    return quoted if len(widths) == 1 else Dialect(delimiter, quotes=False)


def head_dialect(head: Sequence[str], delimiter: str) -> Dialect:
    """Find the same out from a file's first lines alone."""
    if delimiter == COMMA or not has_quoted_cells(head, delimiter):
        return Dialect(delimiter, delimiter == COMMA)
    quoted = Dialect(delimiter)
    records = first_records(head, quoted)
    return quoted if len({len(record.cells) for record in records}) == 1 else Dialect(delimiter, quotes=False)
