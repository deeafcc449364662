"""ReVerb's output: 18 tab-separated columns (Fader et al., 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row, Span

COLUMNS = 18
LONGEST = 18
"""How many digits a place may have; Python refuses to read thousands."""

KEPT = (
    (0, "file"),
    (1, "sentence_number"),
    (13, "part_of_speech_tags"),
    (14, "chunk_tags"),
    (15, "normalised_subject"),
    (16, "normalised_relation"),
    (17, "normalised_object"),
)
"""Columns for which the model has no field."""


def parse(line: Line) -> Row:
    """Read a line; the sentence's number counts ReVerb's own input, so it is kept in ``other`` and is no id."""
    return parse_columns(line, COLUMNS, KEPT)


def parse_columns(line: Line, columns: int, kept: Sequence[tuple[int, str]]) -> Row:
    """Read a line whose first 13 columns are ReVerb's; those in ``kept`` go to ``other`` under their names."""
    fields = line.text.split("\t")
    if len(fields) != columns:
        raise line.error(expected=f"{columns} tab-separated fields", found=f"{len(fields)}: {line.text!r}")
    subject, relation, object_ = fields[2:5]
    extraction = Extraction(
        relation,
        (subject, object_),
        line.number_from(fields[11], "confidence"),
        spans=((span(line, fields[7:9]),), (span(line, fields[5:7]),), (span(line, fields[9:11]),)),
        other=tuple((name, fields[column]) for column, name in kept),
    )
    return Row(extraction, sentence=fields[12], line=line.number)


def span(line: Line, fields: list[str]) -> Span:
    """Read the two columns of a span."""
    start, end = fields
    if not (start.isdecimal() and end.isdecimal() and max(len(start), len(end)) <= LONGEST):
        raise line.error(expected="whole numbers as start and end", found=f"{start!r} and {end!r}")
    return int(start), int(end)


def fits_columns(columns: int, head: Sequence[str]) -> bool:
    """Tell whether each line has this number of columns, with places and a confidence where ReVerb has them."""
    return all(
        len(fields) == columns and tabs.has_places(fields) and tabs.is_number(fields[11]) for fields in tabs.split(head)
    )


REVERB = Format(
    name="reverb",
    title="ReVerb output: 18 columns with places, tags and normalised words",
    kind="extractions",
    looks="18 tab-separated fields, the sixth to the twelfth numbers",
    read=partial(parse_each, parse),
    fits=partial(fits_columns, COLUMNS),
)
