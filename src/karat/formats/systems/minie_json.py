"""Answers of MinIE's web service: an object with facts for each request (Gashteovski et al., 2017)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import each, keys, line_number, others, values
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.model import Extraction, Row


def read_blocks(path: Path, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the facts of each answer; an answer without facts gave nothing."""
    number = -1
    for value in values(path, encoding, problems):
        for answer in each(value):
            number += 1
            try:
                answer.only("facts")
                facts = answer.items("facts")
                if not facts:
                    yield number, Row(None, line=line_number(answer))
                for fact in facts:
                    yield number, Row(_extraction(fact), line=line_number(fact))
            except FormatError as error:
                problems.add(error)


def _extraction(fact: Part) -> Extraction:
    relation = fact.text("predicate")
    arguments = (fact.text("subject"), fact.text("object"))
    return Extraction(relation, arguments, other=others(fact, "subject", "predicate", "object"))


def _fits(head: Sequence[str]) -> bool:
    return keys(head)[:1] == ["facts"]


MINIE_JSON = Format(
    name="minie-json",
    title="MinIE web service: JSON with facts of subject, predicate, object",
    kind="extractions",
    looks='JSON objects whose first key is "facts"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
