"""The column format of OpenIE 4 and 5: six columns, each part with its place in the sentence (Mausam, 2016)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

FIELDS = "6 tab-separated fields (confidence, context, subject, relation, arguments, sentence)"

# The text may hold brackets, commas and semicolons, so a part ends only at its list of places before the next part.
PLACE = r"(?:\[\d+, \d+\)|\{\d+\}|null)"
PART = re.compile(rf"(?P<type>\w+)\((?P<text>.*?),List\((?P<places>{PLACE}(?:, {PLACE})*|)\)\)(?:; (?=\w+\()|\Z)")


class Part(NamedTuple):
    """A context, relation or argument: what it is, its words, and its characters' places as written."""

    type: str
    text: str
    places: str


def parse(line: Line) -> Row:
    """Read a line.

    ``other`` keeps the type and the places of each part under ``context``, ``subject``, ``relation`` and ``argument``,
    written as in the file: ``SpatialArgument List([31, 37))``. They count characters, so they are no ``spans``.
    """
    match line.text.split("\t"):
        case [confidence, context, subject, relation, arguments, sentence]:
            contexts = _parts(line, context, "context", most=1)
            subjects = _parts(line, subject, "subject", most=1)
            relations = _parts(line, relation, "relation", most=1)
            others = _parts(line, arguments, "arguments")
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")
    named = {"context": contexts, "subject": subjects, "relation": relations, "argument": others}
    extraction = Extraction(
        relation=relations[0].text if relations else "",
        arguments=(subjects[0].text if subjects else "", *(part.text for part in others)),
        confidence=line.number_from(confidence, "confidence"),
        context=contexts[0].text if contexts else None,
        other=tuple((name, f"{part.type} List({part.places})") for name, parts in named.items() for part in parts),
    )
    return Row(extraction, sentence=sentence, line=line.number)


def _parts(line: Line, column: str, what: str, most: int | None = None) -> list[Part]:
    parts: list[Part] = []
    end = 0
    while end < len(column):
        found = PART.match(column, end)
        if not found or len(parts) == most:
            raise line.error(expected=f"{what} written as Type(text,List([start, end)))", found=repr(column))
        parts.append(Part(found["type"], found["text"], found["places"]))
        end = found.end()
    return parts


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return all(len(fields) == 6 and tabs.is_number(fields[0]) for fields in rows) and any(
        PART.match(fields[3]) for fields in rows
    )


OPENIE_COLUMN = Format(
    name="openie-column",
    title="OpenIE 4 and 5, column format",
    kind="extractions",
    looks="6 tab-separated fields, the first a number and the fourth Relation(text,List([start, end)))",
    read=partial(parse_each, parse),
    fits=_fits,
)
