"""OIE2016's gold as oie-benchmark has it: sentence, head, predicate, arguments (Stanovsky and Dagan, 2016)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from karat.formats.benchmarks.carb_gold import read_as
from karat.formats.format import Format
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, TupleAnnotation

FIELDS = "at least 3 tab-separated fields (sentence, head of the predicate, predicate, arguments)"
HEAD = "head"


def parse(line: Line) -> tuple[str, Extraction]:
    """Read a line's sentence and its tuple; the head of the predicate is kept in ``other`` as ``head``."""
    match line.text.split("\t"):
        case [sentence, head, predicate, *arguments] if sentence.strip():
            return sentence.strip(), Extraction(predicate, tuple(arguments), other=((HEAD, head),))
        case [_, _, _, *_]:
            raise line.error(expected="a sentence", found=f"none: {line.text!r}")
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")


def render(annotations: Iterable[TupleAnnotation]) -> Iterator[str]:
    """Write each tuple; if its head is unknown, write the predicate's last word."""
    for annotation in annotations:
        for extraction in annotation.extractions:
            predicate = extraction.relation
            head = dict(extraction.other).get(HEAD, (predicate.split() or [""])[-1])
            yield tabs.join((annotation.sentence.text, head, predicate, *extraction.arguments), "oie2016-heads")


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return (
        all(len(fields) >= 3 and len(fields[1].split()) == 1 for fields in rows)
        and any(tabs.is_sentence(fields[0]) for fields in rows)
        and not all(tabs.is_number(fields[1]) for fields in rows)  # confidences
        and tabs.may_have_heads(rows)
    )


OIE2016_HEADS = Format(
    name="oie2016-heads",
    title="OIE2016 gold with heads: sentence, head of the predicate, predicate, arguments",
    kind="tuples",
    looks="tab-separated fields: a sentence, one word, a predicate that has the word, arguments",
    read=partial(read_as, parse),
    fits=_fits,
    render=render,
)
