"""Answers of OpenIE 5's web service: a list of extractions for each sentence (Saha and Mausam, 2018)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import each, keys, line_number, maybe, number_at, others, shown, values
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.model import Extraction, Polarity, Row


def read_blocks(path: Path, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each answer, which is a list; an empty one gave nothing."""
    for number, answer in enumerate(values(path, encoding, problems)):
        if answer.value == []:
            yield number, Row(None, line=line_number(answer))
        for one in each(answer):
            try:
                yield number, _row(one)
            except FormatError as error:
                problems.add(error)


def _row(part: Part) -> Row:
    inner = part.inner("extraction")
    subject, relation = inner.inner("arg1"), inner.inner("rel")
    objects = inner.items("arg2s")
    context = maybe(inner, "context")
    named = [("arg1", subject), ("rel", relation), *(("arg2", one) for one in objects)]
    if context is not None:
        named.append(("context", context))
    extraction = Extraction(
        relation.text("text"),
        (subject.text("text"), *(one.text("text") for one in objects)),
        number_at(part, "confidence"),
        context=context.text("text") if context is not None else None,
        polarity=_polarity(inner),
        other=(
            *((f"{name}.{key}", text) for name, one in named for key, text in others(one, "text")),
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
            raise part.inner("negated").error("true or false", shown(value))


def _fits(head: Sequence[str]) -> bool:
    found = keys(head)
    return {"sentence", "extraction"} <= set(found) and bool({"arg1", "rel", "arg2s"} & set(found))


OPENIE5_JSON = Format(
    name="openie5-json",
    title="OpenIE 5 web service: JSON lists of extractions with places",
    kind="extractions",
    looks='JSON with "sentence", and with "arg1", "rel" and "arg2s" in "extraction"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
