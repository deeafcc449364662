"""Spans as tags, one token per line: IOB1, IOB2 (BIO), IOBES (BIOES), BILOU; the tag is the last column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Document, MarkedText, TypedMention

TAG = re.compile(r"O|[BIESLU]-\S+")
NEW_DOCUMENT = "-DOCSTART-"
STARTS, ENDS = "BSU", "ESLU"


def spans_of(tags: Iterable[str]) -> list[TypedMention]:
    """Read a sentence's tags.

    As in conlleval, an inner tag that continues no span starts one; B, S and U always start a span, and E, S, L and U
    end it.
    """
    spans: list[TypedMention] = []
    kind = ""
    start = index = 0
    for index, tag in enumerate(tags):
        if tag == "O":
            if kind:
                spans.append(TypedMention(start, index - 1, kind))
                kind = ""
            continue
        sign, named = tag[0], tag[2:]
        if kind and (named != kind or sign in STARTS):
            spans.append(TypedMention(start, index - 1, kind))
            kind = ""
        if not kind:
            start, kind = index, named
        if sign in ENDS:
            spans.append(TypedMention(start, index, kind))
            kind = ""
    if kind:
        spans.append(TypedMention(start, index, kind))
    return spans


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence, named by its number; blank lines end sentences, and ``-DOCSTART-`` lines are ignored."""
    tokens: list[str] = []
    tags: list[str] = []
    number = columns = 0
    with collect_problems(problems) as report:
        for line in lines(path, encoding):
            fields = line.text.split()
            if not fields or fields[0] == NEW_DOCUMENT:
                if tokens:
                    number += 1
                    yield _sentence(number, tokens, tags)
                    tokens, tags = [], []
                continue
            columns = columns or len(fields)
            if error := _wrong(line, fields, columns):
                report.add(error)
                continue
            tokens.append(fields[0])
            tags.append(fields[-1])
        if tokens:
            yield _sentence(number + 1, tokens, tags)


def _sentence(number: int, tokens: list[str], tags: list[str]) -> Document:
    return Document(str(number), MarkedText(tuple(tokens), tuple(spans_of(tags))))


def _wrong(line: Line, fields: Sequence[str], columns: int) -> FormatError | None:
    if len(fields) < 2 or len(fields) != columns:
        return line.error(
            expected=f"{max(columns, 2)} columns, a token first", found=f"{len(fields)}: {line.text!r:.60}"
        )
    if not TAG.fullmatch(fields[-1]):
        return line.error(expected="a tag such as O, B-PER or I-PER in the last column", found=repr(fields[-1]))
    return None


def fits(head: Sequence[str]) -> bool:
    """Tell whether lines are columns separated by spaces, the last a tag."""
    rows = [text.split() for text in head if not text.startswith(NEW_DOCUMENT)]
    return bool(rows) and all(len(row) > 1 and TAG.fullmatch(row[-1]) for row in rows)


TAGS = Format(
    name="tags",
    title="Tags of tokens (BIO, IOBES, BILOU)",
    kind="spans",
    looks="a token a line, its tag (O, B-PER, I-PER) in the last column",
    read=read,
    fits=fits,
    suffixes=(".bio", ".iob", ".iob2", ".conll"),
)
