"""OpenIE 4 and 5: a line of columns for each tuple, a sentence above its tuples, or JSON (Mausam, 2016)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from karat.errors import FormatError
from karat.formats.columns import Columns, column_format
from karat.formats.format import block_format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, elements, inner_or_none, keys, line_number, number_at, others, values
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import below_sentences
from karat.model import Extraction, Polarity, Row

COLUMNS = "confidence, context, subject, relation, arguments, sentence"
_COLUMNS = Columns(COLUMNS)

# The text may hold brackets, commas and semicolons, so a part ends only at its list of places before the next part.
PLACE = r"(?:\[\d+, \d+\)|\{\d+\}|null)"
COLUMN_PART = re.compile(
    rf"(?P<type>\w+)\((?P<text>.*?),List\((?P<places>{PLACE}(?:, {PLACE})*|)\)\)(?:; (?=\w+\()|\Z)"
)


class ColumnPart(NamedTuple):
    """A context, relation or argument: its type, its words, and its character offsets as written."""

    type: str
    text: str
    places: str


def parse_columns(line: Line) -> Row:
    """Read a line.

    ``other`` keeps the type and the places of each part under ``context``, ``subject``, ``relation`` and ``argument``,
    written as in the file: ``SpatialArgument List([31, 37))``. They count characters, so they are no ``spans``.
    """
    confidence, context, subject, relation, arguments, sentence = _COLUMNS.split(line)
    contexts = _column_parts(line, context, "context", most=1)
    subjects = _column_parts(line, subject, "subject", most=1)
    relations = _column_parts(line, relation, "relation", most=1)
    others = _column_parts(line, arguments, "arguments")
    named = {"context": contexts, "subject": subjects, "relation": relations, "argument": others}
    extraction = Extraction(
        relation=relations[0].text if relations else "",
        arguments=(subjects[0].text if subjects else "", *(part.text for part in others)),
        confidence=line.number_from(confidence, "confidence"),
        context=contexts[0].text if contexts else None,
        other=tuple((name, f"{part.type} List({part.places})") for name, parts in named.items() for part in parts),
    )
    return Row(extraction, sentence=sentence, line=line.number)


def _column_parts(line: Line, column: str, what: str, most: int | None = None) -> list[ColumnPart]:
    parts: list[ColumnPart] = []
    end = 0
    while end < len(column):
        part = COLUMN_PART.match(column, end)
        if not part or len(parts) == most:
            raise line.error(expected=f"{what} written as Type(text,List([start, end)))", found=repr(column))
        parts.append(ColumnPart(part["type"], part["text"], part["places"]))
        end = part.end()
    return parts


def _has_parts(rows: Sequence[Sequence[str]]) -> bool:
    return any(COLUMN_PART.match(fields[3]) for fields in rows)


OPENIE_COLUMN = column_format(
    "openie-column",
    "OpenIE 4 and 5, column format",
    COLUMNS,
    "6 tab-separated fields, the first a number and the fourth Relation(text,List([start, end)))",
    _has_parts,
    parse=parse_columns,
)


SCORED = re.compile(r"(?P<score>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?) (?P<context>Context\(|(?=\())")
TYPED = ("L:", "T:")


def parse_simple(line: Line, _: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence.

    An argument may begin with its type, ``L:`` for places and ``T:`` for times. If any has one, ``other`` gets a
    ``type`` for each argument after the subject.
    """
    scored = SCORED.match(line.text)
    if scored is None:
        return None
    context, rest = None, line.text[scored.end() :].rstrip()
    if scored["context"]:
        context, bracket, rest = rest.partition("):(")
        rest = f"({rest}" if bracket else ""
    if not (rest.startswith("(") and rest.endswith(")")):
        raise line.error(expected="confidence [Context(words):](subject; relation; arguments)", found=repr(line.text))
    subject, *others = rest[1:-1].split("; ")
    if not others:
        raise line.error(expected="(subject; relation; arguments)", found=repr(rest))
    relation, *arguments = others
    types = [text[:1] if text.startswith(TYPED) else "" for text in arguments]
    return Extraction(
        relation,
        (subject, *(text[2:] if type_ else text for type_, text in zip(types, arguments, strict=True))),
        line.number_from(scored["score"], "confidence"),
        context=context,
        other=tuple(("type", type_) for type_ in types) if any(types) else (),
    )


def _fits_simple(head: Sequence[str]) -> bool:
    scored = [SCORED.match(text) is not None and text.rstrip().endswith(")") for text in head]
    return not scored[0] and any(scored) and not any("\t" in text for text in head)


OPENIE_SIMPLE = block_format(
    "openie-simple",
    "OpenIE 4 and 5, simple format: a sentence, then its tuples",
    "a sentence alone on its line, then lines of the form 0.92 (subject; relation; argument; L:place)",
    partial(below_sentences, parse_simple),
    _fits_simple,
)


def read_json(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each answer, which is a list; an empty one gave nothing."""
    for number, answer in enumerate(values(path, encoding, problems)):
        if answer.value == []:
            yield number, Row(None, line=line_number(answer))
        for one in elements(answer):
            try:
                yield number, _row(one)
            except FormatError as error:
                problems.add(error)


def _row(part: Part) -> Row:
    inner = part.inner("extraction")
    subject, relation = inner.inner("arg1"), inner.inner("rel")
    objects = inner.items("arg2s")
    context = inner_or_none(inner, "context")
    named = [("arg1", subject), ("rel", relation), *(("arg2", slot) for slot in objects)]
    if context is not None:
        named.append(("context", context))
    extraction = Extraction(
        relation.text("text"),
        (subject.text("text"), *(slot.text("text") for slot in objects)),
        number_at(part, "confidence"),
        context=context.text("text") if context is not None else None,
        polarity=_polarity(inner),
        other=(
            *((f"{name}.{key}", text) for name, slot in named for key, text in others(slot, "text")),
            *others(inner, "arg1", "rel", "arg2s", "context", "negated"),
            *others(part, "confidence", "sentence", "extraction"),
        ),
    )
    return Row(extraction, sentence=part.text("sentence"), line=line_number(part))


def _polarity(part: Part) -> Polarity | None:
    match part.value.get("negated"):
        case None:
            return None
        case bool(negated):
            return Polarity.NEGATIVE if negated else Polarity.POSITIVE
        case value:
            raise part.inner("negated").error("true or false", as_text(value))


def _fits_json(head: Sequence[str]) -> bool:
    found = keys(head)
    return {"sentence", "extraction"} <= set(found) and bool({"arg1", "rel", "arg2s"} & set(found))


OPENIE5_JSON = block_format(
    "openie5-json",
    "OpenIE 5 web service: JSON lists of extractions with places",
    'JSON with "sentence", and with "arg1", "rel" and "arg2s" in "extraction"',
    read_json,
    _fits_json,
)
