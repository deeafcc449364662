"""Stanford OpenIE's outputs with sentences: reverb, in 17 columns, and qa_srl, in 6 (Angeli et al., 2015)."""

from __future__ import annotations

from functools import partial

from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.systems.reverb import fits_columns, parse_columns
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

COLUMNS = 17
KEPT = (
    (0, "file"),
    (1, "sentence_number"),
    (13, "part_of_speech_tags"),
    (14, "lemmas_of_subject"),
    (15, "lemmas_of_relation"),
    (16, "lemmas_of_object"),
)
"""Columns that have no place of their own in the model."""


def parse_reverb(line: Line) -> Row:
    """Read a line of ReVerb's columns but the one with chunk tags."""
    return parse_columns(line, COLUMNS, KEPT)


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
    fits=partial(fits_columns, COLUMNS),
)
STANFORD_QA_SRL = Format(
    name="stanford-qa-srl",
    title="Stanford OpenIE qa_srl output: heads, subject, relation, object, confidence, sentence",
    kind="extractions",
    looks="6 tab-separated fields, the first three heads joined by points and the fifth a number",
    read=partial(parse_each, parse_qa_srl),
    fits=lambda head: all(map(tabs.has_heads, tabs.split(head))),
)
