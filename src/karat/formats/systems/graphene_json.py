"""Graphene's JSON: sentences with extractions and their contexts (Cetto et al., 2018)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import keys, line_number, maybe, number_at, others, sentence_rows, shown
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.model import Extraction, Row

KNOWN = ("relation", "arg1", "arg2", "confidence", "simpleContexts", "linkedContexts", "contextLayer")


def read_blocks(path: Path, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each sentence; contexts go to ``other`` as in the default output."""
    return sentence_rows(_rows, path, encoding, problems)


def _rows(part: Part) -> Iterator[Row]:
    sentence, place = part.text("originalSentence"), line_number(part)
    extractions = part.items("extractions")
    if not extractions:
        yield Row(None, sentence=sentence, line=place)
    for extraction in extractions:
        yield Row(_extraction(extraction), sentence=sentence, line=place)


def _extraction(part: Part) -> Extraction:
    simple = part.items("simpleContexts") if maybe(part, "simpleContexts") else []
    linked = part.items("linkedContexts") if maybe(part, "linkedContexts") else []
    return Extraction(
        part.text("relation"),
        (part.text("arg1"), part.text("arg2")),
        number_at(part, "confidence") if maybe(part, "confidence") else 1.0,
        other=(
            *others(part, *KNOWN),
            *((("layer", shown(part.value["contextLayer"])),) if "contextLayer" in part else ()),
            *((f"S:{one.text('classification')}", one.text("text")) for one in simple),
            *((f"L:{one.text('classification')}", one.text("targetID")) for one in linked),
        ),
    )


def _fits(head: Sequence[str]) -> bool:
    return "originalSentence" in keys(head) or keys(head)[:2] == ["coreferenced", "sentences"]


GRAPHENE_JSON = Format(
    name="graphene-json",
    title="Graphene JSON: sentences with extractions and their contexts",
    kind="extractions",
    looks='JSON with "sentences", each with "originalSentence" and "extractions"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
