"""CaRB's own form of a system's output: sentence, confidence, relation, arguments (Bhardwaj et al., 2019)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from karat.errors import InputError
from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

FIELDS = "at least 4 tab-separated fields (sentence, confidence, relation, arguments)"


def parse(line: Line) -> Row:
    """Read a line; keep empty arguments, which Multi2OIE writes so that later ones stay in their columns."""
    match line.text.split("\t"):
        case [sentence, confidence, relation, subject, *others]:
            score = line.number_from(confidence, "confidence")
            return Row(Extraction(relation, (subject, *others), score), sentence=sentence, line=line.number)
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")


def render(rows: Iterable[Row]) -> Iterator[str]:
    """Write each extraction; a sentence without any has no line."""
    for row in rows:
        if row.sentence is None:
            raise InputError(f"carb-tab needs the sentence's text in each row: found none with id {row.sentence_id!r}")
        if row.extraction is not None:
            extraction = row.extraction
            if not extraction.arguments:
                raise InputError(f"carb-tab needs an argument: found none with relation {extraction.relation!r}")
            fields = (row.sentence, repr(float(extraction.confidence)), extraction.relation, *extraction.arguments)
            yield tabs.join(fields, "carb-tab")


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return (
        all(len(fields) >= 4 and tabs.is_number(fields[1]) for fields in rows)
        and any(tabs.is_sentence(fields[0]) for fields in rows)
        and not all(tabs.has_places(fields) for fields in rows)  # ReVerb has a path before a number
    )


CARB_TAB = Format(
    name="carb-tab",
    title="CaRB tabbed output: sentence, confidence, relation, arguments",
    kind="extractions",
    looks="at least 4 tab-separated fields, the first a sentence and the second a number",
    read=partial(parse_each, parse),
    fits=_fits,
    render=render,
)
