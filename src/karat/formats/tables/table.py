"""Tables of extractions in CSV, tab-separated text or Parquet, with or without a header."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from karat.errors import FormatError, InputError
from karat.formats.field_names import SYNSET, FieldNames
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.records.record import read_record
from karat.formats.tables.columns import ChosenColumns, Columns, header_columns, parse_columns
from karat.formats.tables.layout import Table, find_preamble, find_table, refuse
from karat.formats.tables.records import (
    COMMA,
    DELIMITERS,
    SEMICOLON,
    TAB,
    Record,
    dialect_of,
    is_parquet,
    read_parquet,
    read_records,
)
from karat.formats.text.input_file import Input, InputFile
from karat.formats.text.lines import Line, content
from karat.formats.text.lines import lines as read_lines
from karat.formats.text.tuple_parts import parse_tuple
from karat.model import Extraction, Row

HEAD = 50
"""How many lines that are not blank decide what the columns hold."""
WHOLE_TRIPLE = FieldNames(relation="relation", lists=("further",), confidence="confidence")
"""The fields of a row whose triple is in one cell."""


def read(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None, *, chosen: ChosenColumns | None = None
) -> Iterator[Row]:
    """Yield the extraction of each row; a row that has a sentence alone says that nothing was extracted.

    Columns are known by their names in the header, by ``chosen``, or by what they hold.
    """
    file = path if isinstance(path, InputFile) else InputFile(path, checksum=False)
    try:
        with collect_problems(problems) as report:
            columns, delimiter, records = _open(file, encoding, chosen, report)
            reader = _RowReader(columns, delimiter)
            for record in records:
                if record.cells == columns.names:
                    report.repaired(record.line, "the header again, left out")
                    continue
                try:
                    yield reader.row(record)
                except FormatError as error:
                    report.add(error)
    finally:
        if file is not path:
            file.close()


def _open(
    file: InputFile, encoding: str, chosen: ChosenColumns | None, report: Problems
) -> tuple[Columns, str, Iterator[Record]]:
    """Find the columns, the delimiter, which is empty in Parquet, and the records below the header.

    Lines above the table are left out and reported, but for the one that names the delimiter.
    """
    if is_parquet(file):
        columns = _parquet_columns(file, chosen)
        return columns, "", islice(read_parquet(file), 1, None)
    lines = list(islice(filter(lambda line: not line.blank, read_lines(file, encoding)), HEAD))
    head = [line.text for line in lines]
    if not head:
        return Columns(()), "", iter(())  # a system may find nothing at all
    preamble = find_preamble(head)
    first = lines[preamble.lines].number
    for line in lines[: preamble.lines] if preamble.delimiter is None else ():
        report.repaired(line, "a line above the table, left out")
    if chosen is not None:
        delimiter = preamble.delimiter or _delimiter_for(head[preamble.lines], chosen)
        dialect = dialect_of(file, encoding, delimiter, first)
        columns, below = _with_chosen(chosen, read_records(file, encoding, dialect, first))
        return columns, delimiter, below
    table = find_table(head)
    if not isinstance(table, Table):
        raise refuse(lines, table)
    columns, delimiter = table.columns, table.dialect.delimiter
    records = read_records(file, encoding, dialect_of(file, encoding, delimiter, first), first)
    return columns, delimiter, records if columns.names is None else islice(records, 1, None)


def _delimiter_for(first: str, chosen: ChosenColumns) -> str:
    """Find the delimiter that gives as many cells as columns were named; else the first that is in the file."""
    present = [delimiter for delimiter in DELIMITERS if delimiter in first]
    for delimiter in present:
        cells = next(csv.reader([first], delimiter=delimiter, skipinitialspace=True))
        if chosen.names is None:
            fits = len(cells) == len(chosen.roles)
        else:
            fits = set(chosen.names) <= {cell.strip() for cell in cells}
        if fits:
            return delimiter
    if not present:
        raise InputError(f"--columns: expected a table with tabs, commas, semicolons or bars, found {first!r:.80}")
    return present[0]


def _with_chosen(chosen: ChosenColumns, records: Iterator[Record]) -> tuple[Columns, Iterator[Record]]:
    """Apply the user's columns; a header that is known as one is skipped if the columns are given by their order."""
    first = next(records, None)
    if first is None:
        return Columns(chosen.roles), iter(())
    if chosen.names is not None:
        return chosen.of(first.cells), records
    is_header = header_columns(first.cells) is not None
    return Columns(chosen.roles), records if is_header else chain([first], records)


def _parquet_columns(file: InputFile, chosen: ChosenColumns | None) -> Columns:
    records = read_parquet(file)
    names = next(records).cells
    records.close()  # type: ignore[attr-defined]
    if chosen is not None:
        if chosen.names is not None:
            return chosen.of(names)
        if len(chosen.roles) != len(names):
            raise FormatError(file, None, f"{len(chosen.roles)} columns, as --columns names them", f"{len(names)}")
        return Columns(chosen.roles)
    columns = header_columns(names)
    if columns is None or not columns.names_sentence:
        expected = "columns that name the sentence (or its id), subject, relation and object"
        shown = ", ".join(map(repr, names))
        raise FormatError(file, None, expected, f"{shown}; name them with --columns subject=NAME,relation=NAME,…")
    return columns


class _RowReader:
    """Makes rows of records, with the place of each column looked up once."""

    def __init__(self, columns: Columns, delimiter: str) -> None:
        self._columns = columns
        self._delimiter = delimiter
        self._places = [(role, place) for place, role in enumerate(columns.roles) if role not in ("argument", "-")]
        self._further = columns.places("argument")
        self._fields = FieldNames(
            subject="subject",
            relation="relation",
            object="object" if "object" in columns.roles else None,
            confidence="confidence",
            lists=("further",),
        )
        names = columns.names or ()
        self._others = [(name, place) for place, name in enumerate(names) if columns.roles[place] == "-"]

    def row(self, record: Record) -> Row:
        cells, line = record.cells, record.line
        if len(cells) != len(self._columns.roles):
            expected = f"{len(self._columns.roles)} columns ({self._columns})"
            commas = self._delimiter == COMMA and len(cells) > len(self._columns.roles)
            hint = "; a cell with a comma must be in quotes" if commas else ""
            raise line.error(expected=expected, found=f"{len(cells)}: {line.text!r:.80}{hint}")
        values: dict[str, str] = {role: cells[place] for role, place in self._places}
        id, sentence = values.get("id"), values.get("sentence")
        if not id and not sentence:
            raise line.error(expected="the sentence or its id", found=f"none: {line.text!r:.80}")
        return Row(self._extraction(values, cells, line), id or None, sentence or None, line=line.number)

    def _extraction(self, values: dict[str, str], cells: Sequence[str], line: Line) -> Extraction | None:
        fields, further = self._fields, [cells[place] for place in self._further]
        while further and not further[-1]:
            further.pop()
        if values.get("triple"):
            parsed = parse_tuple(replace(line, text=values["triple"]), values["triple"])
            fields, further = WHOLE_TRIPLE, list(parsed.arguments)
            values["relation"] = parsed.relation
        elif not any(values.get(role) for role in ("subject", "relation", "object")) and not further:
            return None
        # What the model has no field for is kept by its name in the header; a synset by the name of its own.
        other = [(SYNSET, values["synset"])] if values.get("synset") else []
        other += [(name, cells[place]) for name, place in self._others if cells[place]]
        return read_record(
            fields,
            text=lambda role: values.get(role, ""),
            texts=lambda _: further,
            number=lambda role: self._number(values.get(role), line),
            other=other,
        )

    def _number(self, cell: str | None, line: Line) -> float:
        if not cell:
            return 1.0
        return line.number_from(cell.replace(",", ".") if self._delimiter == SEMICOLON else cell, "confidence")


def describe(file: InputFile, encoding: str) -> str:
    """Say how a file is read: its delimiter, and what each column was taken for."""
    if is_parquet(file):
        return f"Parquet; columns {_parquet_columns(file, None)}"
    table = find_table([line.text for line in islice(content(file, encoding), HEAD)])
    assert isinstance(table, Table)
    header = "a header" if table.columns.names is not None else "no header"
    return f"{DELIMITERS[table.dialect.delimiter]}, {header}; columns {table.columns}"


def render(rows: Iterable[Row], delimiter: str = ",") -> Iterator[str]:
    """Write a header, then each row; ``sentence_id`` and ``sentence`` are columns if the first row has them."""
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    written = [first, *rows]
    width = max((len(row.extraction.arguments) for row in written if row.extraction), default=2)
    arguments = ["subject", "object", *(f"arg{number}" for number in range(3, width + 1))]
    names = ["sentence_id"] * (first.sentence_id is not None) + ["sentence"] * (first.sentence is not None)
    yield _line([*names, "subject", "relation", *arguments[1:], "confidence"], delimiter)
    for row in written:
        if (row.sentence_id is None, row.sentence is None) != (first.sentence_id is None, first.sentence is None):
            raise InputError(f"table needs the same of a sentence in all rows, its id or its text: found {row}")
        named = [text for text in (row.sentence_id, row.sentence) if text is not None]
        yield _line([*named, *_cells(row.extraction, len(arguments))], delimiter)


def _cells(extraction: Extraction | None, width: int) -> list[str]:
    if extraction is None:
        return [""] * (width + 2)
    others = [*extraction.arguments[1:], *[""] * (width - max(len(extraction.arguments), 1))]
    return [extraction.subject, extraction.relation, *others, repr(float(extraction.confidence))]


def _line(cells: Sequence[str], delimiter: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return text.getvalue()[:-1]


def _fits(head: Sequence[str]) -> bool:
    return isinstance(find_table(head), Table)


TABLE = Format(
    name="table",
    title="Tables in CSV, tab-separated text or Parquet, with or without a header",
    kind="extractions",
    looks="a header that names subject, relation and object, or columns that can be told by what they hold",
    read=read,
    fits=_fits,
    render=render,
    suffixes=(".csv", ".tsv"),
    describe=describe,
    render_by_suffix={".tsv": partial(render, delimiter=TAB)},
)


def table_with(columns: str | Sequence[str]) -> Format:
    """Make the format of tables whose columns the user names, as ``--columns`` does."""
    chosen = parse_columns(columns)
    return replace(TABLE, read=partial(read, chosen=chosen))
