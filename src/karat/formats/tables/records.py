"""Rows of cells: of delimited text, in quotes where they hold a delimiter or a line break, and of Parquet.

Parquet is read through pyarrow (extra ``tables``).
"""

from __future__ import annotations

import contextlib
import csv
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karat.errors import FormatError, MissingExtraError
from karat.formats.text.input_file import Input, InputFile
from karat.formats.text.lines import Line, line_blocks, lines, opened

DELIMITERS = {"\t": "tabs", "|": "bars", ";": "semicolons", ",": "commas"}
"""The delimiters that are tried, in this order, and how messages call them."""
TAB, BAR, SEMICOLON, COMMA = "\t", "|", ";", ","
RULE = re.compile(r":?-{2,}:?")
MOST_COLUMNS = 30
"""Text with more delimiters in a line is no table of extractions."""
LONGEST_SPLIT = 1 << 16
"""A longer line is split by csv, whose cells have a limit."""
MAGIC = b"PAR1"
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
    return parse_records((line for line in lines(path, encoding) if line.number >= first), dialect)


def first_records(head: Sequence[str], dialect: Dialect) -> list[Record]:
    """Parse the first lines of a file up to the first record with broken quotes, which may go on after them."""
    records: list[Record] = []
    with contextlib.suppress(FormatError):
        records.extend(parse_records((Line(Path(), number, text) for number, text in enumerate(head, 1)), dialect))
    return records


def dialect_of(path: Input, encoding: str, delimiter: str, first: int = 1) -> Dialect:
    """Find out whether quotation marks are quotes as in CSV, where they have a meaning, or part of the text.

    Between commas they are quotes. Otherwise they are quotes if the whole file can be read so with as many cells in
    each record as in the first.
    """
    quoted = Dialect(delimiter)

    def texts() -> Iterator[str]:
        with opened(path) as file:
            for number, block in line_blocks(file, encoding):
                yield from block[max(0, first - number) :]

    def widths() -> set[int]:
        try:
            return {len(record.cells) for record in read_records(path, encoding, quoted, first)}
        except FormatError:
            return set()

    return _dialect(delimiter, texts(), widths)


def head_dialect(head: Sequence[str], delimiter: str) -> Dialect:
    """Find the same out from a file's first lines alone."""
    quoted = Dialect(delimiter)
    return _dialect(delimiter, head, lambda: {len(record.cells) for record in first_records(head, quoted)})


def _dialect(delimiter: str, texts: Iterable[str], widths: Callable[[], set[int]]) -> Dialect:
    start = re.compile(rf'(?:^|{re.escape(delimiter)}) *"')
    is_quoted = delimiter == COMMA or (any('"' in text and start.search(text) for text in texts) and len(widths()) == 1)
    return Dialect(delimiter, is_quoted)


# Parquet


def is_parquet(path: Input) -> bool:
    """Tell whether a file starts as every Parquet file does."""
    file = path if isinstance(path, InputFile) else InputFile(path, checksum=False)
    try:
        stream, _ = file.start()
        return stream.read(len(MAGIC)) == MAGIC
    except (OSError, EOFError, zlib.error):  # a damaged gzip file, which its reader reports
        return False
    finally:
        if file is not path:
            file.close()


def read_parquet(path: Input) -> Iterator[Record]:
    """Yield the names of the columns as a header, then each row; its number, from 1, stands for its line."""
    try:
        import pyarrow as pa  # an optional dependency
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise MissingExtraError(f"{path}: reading Parquet", "tables") from None
    file = path if isinstance(path, InputFile) else InputFile(path, checksum=False)
    stream, _ = file.start()
    source = Path(file)
    try:
        # Batches are read as they are needed, unless the file is packed, or comes from the web in one piece.
        table = parquet.ParquetFile(stream if file.has_random_access else pa.BufferReader(stream.read()))
        names = tuple(table.schema_arrow.names)
        yield Record(Line(source, 1, ""), names)
        number = 0
        for batch in table.iter_batches():
            for cells in zip(*(_texts(column) for column in batch.columns), strict=True):
                number += 1
                yield Record(Line(source, number, ", ".join(cells)), cells)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and not _is_damage(error):
            raise
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise FormatError(source, None, "a whole Parquet file", f"a damaged one ({reason})") from None
    finally:
        if file is not path:
            file.close()


def _is_damage(error: OSError) -> bool:
    """Tell whether pyarrow could not unpack what it read; an error of the disk or the network says more than a text."""
    return type(error) is OSError and error.errno is None


def _texts(column: Any) -> list[str]:
    """Write the values of a column as texts."""
    values = column.to_pylist()
    if column.type == "string" and not column.null_count:
        return [value.strip() for value in values]
    return [_text(value) for value in values]


def _text(value: Any) -> str:
    """Write a value as text; no value, and the NaN that stands for it, is empty."""
    return "" if value is None or value != value else str(value).strip()
