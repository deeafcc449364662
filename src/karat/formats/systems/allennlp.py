"""Tuples with tags, as IMoJIE's and OpenIE6's benchmark files have them (Kolluru et al., 2020)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from karat.errors import InputError
from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

FIELDS = "sentence<TAB><arg1> words </arg1> <rel> words </rel> <arg2> words </arg2>[<TAB>confidence]"
OPENING = re.compile(r"\s*<(\w+)>")
ARGUMENT = re.compile(r"arg[0-9]{1,2}")


def parse(line: Line) -> Row:
    """Read a line; tags other than ``rel`` and ``argN`` go to ``other``. A confidence may be a log-probability."""
    match line.text.split("\t"):
        case [sentence, tagged, confidence]:
            score = line.number_from(confidence, "confidence")
        case [sentence, tagged]:
            score = 1.0
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")
    parts = list(_parts(line, tagged))
    relations = [text for tag, text in parts if tag == "rel"]
    if len(relations) != 1:
        raise line.error(expected="one <rel>", found=f"{len(relations)}: {tagged!r}")
    arguments = [(tag, text) for tag, text in parts if ARGUMENT.fullmatch(tag)]
    if [tag for tag, _ in arguments] != [f"arg{number}" for number in range(1, len(arguments) + 1)]:
        raise line.error(expected="<arg1>, <arg2> and so on, each once", found=repr(tagged))
    other = tuple((tag, text) for tag, text in parts if tag != "rel" and not ARGUMENT.fullmatch(tag))
    extraction = Extraction(relations[0], tuple(text for _, text in arguments), score, other=other)
    return Row(extraction, sentence=sentence, line=line.number)


def _parts(line: Line, tagged: str) -> Iterator[tuple[str, str]]:
    start, end = 0, len(tagged.rstrip())
    while start < end:
        opening = OPENING.match(tagged, start)
        closing = f"</{opening[1]}>" if opening else ""
        if not opening or (stop := tagged.find(closing, opening.end())) < 0:
            raise line.error(expected=FIELDS, found=repr(tagged))
        yield opening[1], _without_edges(tagged[opening.end() : stop])
        start = stop + len(closing)


def _without_edges(text: str) -> str:
    """Remove the one space between words and tags."""
    return text.removeprefix(" ").removesuffix(" ")


def render(rows: Iterable[Row]) -> Iterator[str]:
    """Write each extraction as a triple, its later arguments joined; a sentence without any has no line."""
    for row in rows:
        if row.sentence is None:
            raise InputError(f"allennlp needs the sentence's text in each row: found none with id {row.sentence_id!r}")
        if row.extraction is not None:
            subject, relation, object_ = row.extraction.triple
            for text in (subject, relation, object_):
                if re.search(r"</?\w+>", text):
                    raise InputError(f"allennlp cannot hold a tag in a text: expected none, found {text!r}")
            tagged = f"<arg1> {subject} </arg1> <rel> {relation} </rel> <arg2> {object_} </arg2>"
            yield tabs.join((row.sentence, tagged, repr(float(row.extraction.confidence))), "allennlp")


def _fits(head: Sequence[str]) -> bool:
    return all(
        2 <= len(fields) <= 3 and fields[1].lstrip().startswith(("<arg1>", "<rel>")) for fields in tabs.split(head)
    )


ALLENNLP = Format(
    name="allennlp",
    title="Tagged tuples as OpenIE6, IMoJIE, DetIE and CompactIE write them for CaRB",
    kind="extractions",
    looks="2 or 3 tab-separated fields, the second <arg1> words </arg1> <rel> words </rel> <arg2> words </arg2>",
    read=partial(parse_each, parse),
    fits=_fits,
    render=render,
)
