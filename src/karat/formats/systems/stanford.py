"""Stanford OpenIE's four outputs: default and ollie without sentences, reverb and qa_srl with them.

Angeli et al., 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, parse_each
from karat.formats.systems.openie6 import CONTEXT, SCORED
from karat.formats.systems.openie6 import parse as parse_scored
from karat.formats.systems.reverb import fits_columns, parse_columns
from karat.formats.text import blocks, tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

FIELDS = "4 tab-separated fields (confidence, subject, relation, object)"


def parse_tabs(line: Line, _: Problems) -> Extraction:
    """Read a line of the default output."""
    match line.text.split("\t"):
        case [confidence, subject, relation, object]:
            return Extraction(relation, (subject, object), line.number_from(confidence, "confidence"))
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")


def parse_brackets(line: Line, problems: Problems) -> Extraction:
    """Read a line of the ollie output."""
    extraction = parse_scored(line, problems)
    if extraction is None:
        raise line.error(expected="confidence: (subject; relation; object)", found=repr(line.text))
    return extraction


def between_blank_lines(
    parse: Callable[[Line, Problems], Extraction], path: Input, encoding: str, problems: Problems
) -> Iterator[tuple[int, Row]]:
    """Yield each line's extraction; blank lines separate blocks.

    Stanford's program writes no blank lines; whoever ran it sentence by sentence may have added them.
    """
    number, open_ = -1, False
    for line in lines(path, encoding):
        if line.blank:
            open_ = False
            continue
        if not open_:
            number, open_ = number + 1, True
        try:
            yield number, Row(parse(line, problems), line=line.number)
        except FormatError as error:
            problems.add(error)


def _fits_tabs(head: Sequence[str]) -> bool:
    return all(
        len(fields) == 4
        and tabs.is_number(fields[0])
        and not fields[0].isdecimal()  # a whole number is BenchIE's sentence id
        and not tabs.is_number(fields[1])
        and fields[3] != ""  # else it may be PropS
        for fields in tabs.split(head)
    )


def _fits_brackets(head: Sequence[str]) -> bool:
    return all(SCORED.match(text) and "\t" not in text for text in head) and not any(
        sign in text for text in head for sign in CONTEXT
    )


_tabs = partial(between_blank_lines, parse_tabs)
_brackets = partial(between_blank_lines, parse_brackets)

STANFORD = Format(
    name="stanford",
    title="Stanford OpenIE default output: confidence, subject, relation, object",
    kind="extractions",
    looks="4 tab-separated fields, the first a number with a point",
    read=partial(blocks.rows, _tabs),
    fits=_fits_tabs,
    blocks=_tabs,
)
STANFORD_OLLIE = Format(
    name="stanford-ollie",
    title="Stanford OpenIE ollie output: triples with their confidence, without sentences",
    kind="extractions",
    looks="lines of the form 1.000: (subject; relation; object) and no others",
    read=partial(blocks.rows, _brackets),
    fits=_fits_brackets,
    blocks=_brackets,
)


REVERB_COLUMNS = 17
REVERB_KEPT = (
    (0, "file"),
    (1, "sentence_number"),
    (13, "part_of_speech_tags"),
    (14, "lemmas_of_subject"),
    (15, "lemmas_of_relation"),
    (16, "lemmas_of_object"),
)
"""Columns for which the model has no field."""


def parse_reverb(line: Line) -> Row:
    """Read a line of ReVerb's columns without the one for chunk tags."""
    return parse_columns(line, REVERB_COLUMNS, REVERB_KEPT)


def parse_qa_srl(line: Line) -> Row:
    """Read a line that starts with the heads of subject, relation and object."""
    match line.text.split("\t"):
        case [heads, subject, relation, object, confidence, sentence]:
            score = line.number_from(confidence, "confidence")
            extraction = Extraction(relation, (subject, object), score, other=(("heads", heads),))
            return Row(extraction, sentence=sentence, line=line.number)
        case fields:
            raise line.error(
                expected="6 tab-separated fields (heads, subject, relation, object, confidence, sentence)",
                found=f"{len(fields)}: {line.text!r}",
            )


STANFORD_REVERB = Format(
    name="stanford-reverb",
    title="Stanford OpenIE reverb output: 17 columns with places, tags and lemmas",
    kind="extractions",
    looks="17 tab-separated fields, the sixth to the twelfth numbers",
    read=partial(parse_each, parse_reverb),
    fits=partial(fits_columns, REVERB_COLUMNS),
)
STANFORD_QA_SRL = Format(
    name="stanford-qa-srl",
    title="Stanford OpenIE qa_srl output: heads, subject, relation, object, confidence, sentence",
    kind="extractions",
    looks="6 tab-separated fields, the first three heads joined by points and the fifth a number",
    read=partial(parse_each, parse_qa_srl),
    fits=lambda head: all(map(tabs.has_heads, tabs.split(head))),
)
