"""Spans as tags (IOB1, IOB2, IOBES, BILOU): one token per line, conlleval's gold and predicted tags, or a line of tags.

The tag is the last column; in conlleval's input the gold's is before it. Other columns are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Document, MarkedText, TypedMention

TAG = re.compile(r"O|[BIESLU]-\S+")
NEW_DOCUMENT = "-DOCSTART-"
STARTS, ENDS = "BSU", "ESLU"
WHERE = {-1: "in the last column", -2: "in the last column but one, which is the gold's"}


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


def read(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None, *, column: int = -1, tags_at_end: int = 1
) -> Iterator[Document]:
    """Yield each sentence, named by its number; blank lines end sentences, and ``-DOCSTART-`` lines are ignored.

    ``column`` is where the tags are, counted from the end; the last ``tags_at_end`` columns must be tags.
    """
    tokens: list[str] = []
    tags: list[str] = []
    known: set[str] = set()
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
            if len(fields) != columns or not known.issuperset(fields[-tags_at_end:]):
                if error := _wrong(line, fields, columns, tags_at_end):
                    report.add(error)
                    continue
                known.update(fields[-tags_at_end:])
            tokens.append(fields[0])
            tags.append(fields[column])
        if tokens:
            yield _sentence(number + 1, tokens, tags)


def _sentence(number: int, tokens: Sequence[str], tags: Sequence[str]) -> Document:
    return Document(str(number), MarkedText(tuple(tokens), tuple(spans_of(tags))), numbered=True)


def _wrong(line: Line, fields: Sequence[str], columns: int, tags_at_end: int) -> FormatError | None:
    least = 1 + tags_at_end
    if len(fields) < least or len(fields) != columns:
        return line.error(
            expected=f"{max(columns, least)} columns, a token first", found=f"{len(fields)}: {line.text!r:.60}"
        )
    for column in range(-1, -tags_at_end - 1, -1):
        if not TAG.fullmatch(fields[column]):
            return line.error(expected=f"a tag such as O, B-PER or I-PER {WHERE[column]}", found=repr(fields[column]))
    return None


def read_lines(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the sentence of each line, named by its number; its tokens are not known, only how many there are."""
    with collect_problems(problems) as report:
        number = 0
        for line in lines(path, encoding):
            tags = line.text.split()
            if not tags:
                continue
            number += 1
            wrong = next((tag for tag in tags if not TAG.fullmatch(tag)), None)
            if wrong is not None:
                report.add(line.error(expected="tags such as O, B-PER or I-PER alone", found=repr(wrong)))
                continue
            yield _sentence(number, ("",) * len(tags), tags)


def _rows(head: Sequence[str]) -> list[list[str]]:
    return [text.split() for text in head if not text.startswith(NEW_DOCUMENT)]


def _are_tags(row: Sequence[str]) -> bool:
    return all(map(TAG.fullmatch, row))


def fits_lines(head: Sequence[str]) -> bool:
    """Tell whether lines have nothing but tags."""
    rows = _rows(head)
    return bool(rows) and all(map(_are_tags, rows))


def fits_conlleval(head: Sequence[str]) -> bool:
    """Tell whether the last two columns are tags, with nothing but a token before them or of the same types.

    In four columns or more the first of them may be a layer of its own, as CoNLL-2003's chunks before names, whose
    types are different.
    """
    rows = _rows(head)
    if fits_lines(head) or not rows or not all(len(row) > 2 and _are_tags(row[-2:]) for row in rows):
        return False
    gold, predicted = ({row[column][2:] for row in rows if row[column] != "O"} for column in (-2, -1))
    return bool(gold & predicted) or all(len(row) == 3 for row in rows)


def fits(head: Sequence[str]) -> bool:
    """Tell whether lines are columns separated by spaces, the last alone a tag."""
    rows = _rows(head)
    columns = bool(rows) and all(len(row) > 1 and TAG.fullmatch(row[-1]) for row in rows)
    return columns and not fits_lines(head) and not fits_conlleval(head)


TAGS = Format(
    name="tags",
    title="Tags of tokens (BIO, IOBES, BILOU)",
    kind="spans",
    looks="a token a line, its tag (O, B-PER, I-PER) in the last column",
    read=read,
    fits=fits,
    suffixes=(".bio", ".iob", ".iob2", ".conll"),
)
CONLLEVAL = Format(
    name="conlleval",
    title="conlleval's columns: gold tag and predicted tag",
    kind="spans",
    looks="a token a line, its gold tag and its predicted tag in the last two columns",
    read=partial(read, tags_at_end=2),
    fits=fits_conlleval,
    gold=partial(read, column=-2, tags_at_end=2),
)
TAG_LINES = Format(
    name="tag-lines",
    title="Tags alone, a sentence a line",
    kind="spans",
    looks="the tags of a sentence a line, such as O B-PER I-PER",
    read=read_lines,
    fits=fits_lines,
)
