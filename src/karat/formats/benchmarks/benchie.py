"""BenchIE's extractions: sentence id, subject, relation, object (Gashteovski et al., 2022)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from karat.errors import InputError
from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

FIELDS = "4 tab-separated fields (sentence id, subject, relation, object)"


def parse(line: Line) -> Row:
    """Read a line."""
    match line.text.split("\t"):
        case [id, subject, relation, object] if id.strip():
            return Row(Extraction(relation, (subject, object)), sentence_id=id.strip(), line=line.number)
        case [_, _, _, _]:
            raise line.error(expected="a sentence id", found=f"none: {line.text!r}")
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")


def render(rows: Iterable[Row]) -> Iterator[str]:
    """Write each extraction as a triple, its later arguments joined; a sentence without any has no line."""
    for row in rows:
        if row.sentence_id is None:
            raise InputError(f"benchie needs the sentence's id in each row: found none with {row.sentence!r}")
        if row.extraction is not None:
            extraction = row.extraction
            fields = (row.sentence_id, extraction.subject, extraction.relation, extraction.object)
            yield tabs.join(fields, "benchie")


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return all(len(fields) == 4 and tabs.is_sentence_id(fields[0]) for fields in rows) and not (
        # Words before a triple's end and whole numbers after it: the numbers are the ids.
        all(fields[0].isalpha() and fields[3].strip().isdecimal() for fields in rows)
    )


BENCHIE = Format(
    name="benchie",
    title="BenchIE extractions: sentence id, subject, relation, object",
    kind="extractions",
    looks="4 tab-separated fields, the first a sentence id",
    read=partial(parse_each, parse),
    fits=_fits,
    render=render,
)
