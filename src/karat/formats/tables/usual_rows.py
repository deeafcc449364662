"""Usual rows of tables as plain values: a triple with its sentence's id or text, perhaps a confidence, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from karat.formats.tables.columns import Columns
from karat.formats.tables.records import LONGEST_SPLIT, SEMICOLON, TAB, Dialect, Record, parse_records
from karat.formats.text.input_file import InputFile
from karat.formats.text.lines import Line, line_blocks
from karat.formats.text.tabs import finite_number
from karat.model.extraction import PlainRow

UsualRow = Callable[[Sequence[str], int], PlainRow | None]
"""Gives the cells of a usual row, and the number of its line, as plain values; ``None`` of any other row."""


def usual_row(columns: Columns, delimiter: str) -> UsualRow:
    """Make the function that reads usual rows; where columns hold more than plain values do, no row is usual."""
    triple = (columns.place("subject"), columns.place("relation"), columns.place("object"))
    named_others = columns.names is not None and "-" in columns.roles
    others = named_others or {"triple", "synset", "argument"} & set(columns.roles)
    if None in triple or others or delimiter == SEMICOLON:  # between semicolons, a confidence may have a comma
        return lambda _cells, _number: None
    width = len(columns.roles)
    places = (columns.place("id"), columns.place("sentence"), *triple, columns.place("confidence"))
    # A column that the table lacks is an empty cell behind the last.
    values = itemgetter(*[width if place is None else place for place in places])
    header = None if columns.names is None else columns.names[columns.roles.index("relation")]

    def read(cells: Sequence[str], number: int) -> PlainRow | None:
        if len(cells) != width:
            return None
        id, sentence, subject, relation, object_, confidence = map(str.strip, values((*cells, "")))
        if not relation or relation == header or not (id or sentence):
            return None
        score = finite_number(confidence) if confidence else 1.0
        if score is None:
            return None
        return id or None, sentence or None, subject, relation, object_, score, number

    return read


def read_tabs(file: InputFile, encoding: str, first: int, usual: UsualRow) -> Iterator[Record | PlainRow]:
    """Yield the rows of a table with tabs, and without quotes, from its line ``first`` on: others as records."""
    dialect = Dialect(TAB, quotes=False)
    for before, texts in line_blocks(file, encoding):
        for number, text in enumerate(texts, before):
            if number < first:
                continue
            # csv refuses a CR inside a line, and a cell that is too long for it.
            is_simple = "\r" not in text and len(text) <= LONGEST_SPLIT
            plain = usual(text.split(TAB), number) if is_simple else None
            if plain is not None:
                yield plain
            else:
                yield from parse_records([Line(file.path, number, text)], dialect)
