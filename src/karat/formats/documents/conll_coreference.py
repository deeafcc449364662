"""CoNLL-2012 coreference: a token a line, brackets of entities in the last column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from karat.formats.format import Format
from karat.formats.problems import Problems, gathered
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.mention_brackets import Brackets
from karat.model import Document, Mention

BEGIN = re.compile(r"#begin document\s+(?P<name>.*?)\s*$")
PART = re.compile(r"^\((?P<name>.*)\)(?:;\s*(?:part\s+(?P<part>\S+))?)?$")
CELL = re.compile(r"(?:\([^()|\s]+\)?|[^()|\s]+\)|\|)+")
BRACKET = re.compile(r"(?P<open>\()?(?P<name>[^()|\s]+)(?P<close>\))?")
NOTHING = ("-", "_")


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each ``#begin document`` block; its tokens are numbered from 0 over blank lines.

    Lines that begin with another ``#`` are comments. Within a cell one-token mentions are read first, then what opens,
    then what closes.
    """
    with gathered(problems) as kept:
        name, brackets, token, last, begun = None, Brackets(kept), 0, None, 0
        for line in lines(path, encoding):
            last = line
            if found := BEGIN.match(line.text):
                if name is not None:
                    kept.add(line.error(expected=f"#end document of {name!r} first", found=repr(line.text)))
                name, brackets, token, begun = _name(found["name"], line), Brackets(kept), 0, line.number
            elif line.text.startswith("#end document"):
                if name is None:
                    kept.add(line.error(expected="#begin document first", found=repr(line.text)))
                else:
                    yield Document(name, brackets.clusters(Path(path), "#end document"), begun)
                name = None
            elif not line.text.strip() or line.text.startswith("#"):
                continue
            elif name is None:
                raise line.error(expected="#begin document (NAME); part 000", found=repr(line.text))
            else:
                _cell(line, token, brackets)
                token += 1
        if name is not None and last is not None:
            kept.add(last.error(expected=f"#end document of {name!r}", found="the end of the file"))
            brackets.clusters(Path(path), "the end of the file")


def _name(text: str, line: Line) -> str:
    found = PART.match(text)
    name = found["name"] if found else text
    if not name:
        raise line.error(expected="#begin document (NAME); part 000", found=repr(line.text))
    return f"{name}; part {found['part']}" if found and found["part"] else name


def _cell(line: Line, token: int, brackets: Brackets) -> None:
    cell = line.text.split()[-1]
    if cell in NOTHING:
        return
    if not CELL.fullmatch(cell):
        brackets.problems.add(
            line.error(expected="brackets such as (3, 3) or (3)|(7 in the last column, or -", found=repr(cell))
        )
        return
    found = list(BRACKET.finditer(cell))
    for each in found:
        if each["open"] and each["close"]:
            brackets.add(each["name"], Mention(token, token), line)
    for each in found:
        if each["open"] and not each["close"]:
            brackets.open(each["name"], token, line)
    for each in found:
        if each["close"] and not each["open"]:
            brackets.close(each["name"], token, line)


def fits(head: Sequence[str]) -> bool:
    """Whether a file begins with ``#begin document``."""
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
