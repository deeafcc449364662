"""CoNLL-2012 coreference: one token per line, entity brackets in the last column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.mention_brackets import Brackets
from karat.model import Document, Mention

BEGIN = re.compile(r"#begin document\s")
PART = re.compile(r"(?:;\s*+(?:part\s++(?P<part>\S++))?)?")
CELL = re.compile(r"(?:\([^()|\s]++\)?+|[^()|\s]++\)|\|)++")
BRACKET = re.compile(r"(?P<open>\()?(?P<name>[^()|\s]+)(?P<close>\))?")
NOTHING = ("-", "_")


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each ``#begin document`` block; tokens are numbered from 0 through the whole block, across blank lines.

    Other lines that begin with ``#`` are comments. Within a cell, one-token mentions are read first, then opening
    brackets, then closing ones.
    """
    with collect_problems(problems) as report:
        name, brackets, token, last, begun = None, Brackets(report), 0, None, 0
        rows: list[list[str]] = []
        for line in lines(path, encoding):
            last = line
            if not line.text.startswith("#"):
                columns = line.text.split()
                if not columns:
                    continue
                if name is None:
                    raise line.error(expected="#begin document (NAME); part 000", found=repr(line.text))
                if columns[-1] not in NOTHING:
                    _cell(line, columns[-1], token, brackets)
                rows.append(columns)
                token += 1
            elif found := BEGIN.match(line.text):
                if name is not None:
                    report.add(line.error(expected=f"#end document of {name!r} first", found=repr(line.text)))
                name, brackets, token, begun = (
                    _name(line.text[found.end() :].strip(), line),
                    Brackets(report),
                    0,
                    line.number,
                )
                rows = []
            elif line.text.startswith("#end document"):
                if name is None:
                    report.add(line.error(expected="#begin document first", found=repr(line.text)))
                else:
                    yield Document(name, brackets.clusters(Path(path), "#end document"), begun, words_in(rows))
                name = None
        if name is not None and last is not None:
            report.add(last.error(expected=f"#end document of {name!r}", found="the end of the file"))
            brackets.clusters(Path(path), "the end of the file")


def _name(text: str, line: Line) -> str:
    inside, bracket, after = text.rpartition(")")
    heading = PART.fullmatch(after) if bracket and text.startswith("(") else None
    name = inside[1:] if heading else text
    if not name:
        raise line.error(expected="#begin document (NAME); part 000", found=repr(line.text))
    return f"{name}; part {heading['part']}" if heading and heading["part"] else name


def words_in(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Find the column of words: the first after the document's name, and after the numbers of part and word.

    Files differ in how many of these they have; one with none but numbers, or with rows of different lengths before
    its words, has no words.
    """
    width = min(map(len, rows), default=0) - 1
    numbers = [all(row[column].isdigit() for row in rows) for column in range(width)]
    named = width > 1 and (len({row[0] for row in rows}) == 1 or numbers[1])
    words = next((column for column in range(1 if named else 0, width) if not numbers[column]), None)
    return () if words is None else tuple(row[words] for row in rows)


def _cell(line: Line, cell: str, token: int, brackets: Brackets) -> None:
    if not CELL.fullmatch(cell):
        brackets.problems.add(
            line.error(expected="brackets such as (3, 3) or (3)|(7 in the last column, or -", found=repr(cell))
        )
        return
    signs = list(BRACKET.finditer(cell))
    for sign in signs:
        if sign["open"] and sign["close"]:
            brackets.add(sign["name"], Mention(token, token), line)
    for sign in signs:
        if sign["open"] and not sign["close"]:
            brackets.open(sign["name"], token, line)
    for sign in signs:
        if sign["close"] and not sign["open"]:
            brackets.close(sign["name"], token, line)


def fits(head: Sequence[str]) -> bool:
    """Tell whether a file begins with ``#begin document``."""
    return next((text for text in head if not text.startswith("# ")), "").startswith("#begin document")


CONLL_COREFERENCE = Format(
    name="conll-coreference",
    title="CoNLL-2012 coreference",
    kind="coreference",
    looks="begins with #begin document",
    read=read,
    fits=fits,
    suffixes=(".conll", ".v4_gold_conll", ".v4_auto_conll"),
)
