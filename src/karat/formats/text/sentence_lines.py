"""Plain sentences: one in each line, or an id, a tab and the sentence."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import chain

from karat.formats.benchmarks.benchie_gold import ID
from karat.formats.text.input_file import as_input
from karat.formats.text.lines import Line, content
from karat.model import Sentence

EXPECTED_ID = "a sentence id of letters, digits, dots and hyphens"


def read_sentences(
    path: str | os.PathLike[str],
    encoding: str = "utf-8",
    number: Callable[[str], str] | None = None,
    *,
    longest: int | None = None,
) -> Iterator[Sentence]:
    """Yield each sentence; those without an id are numbered from 1, or as ``number`` says of a text.

    The first line decides which of the two forms the file has. An id that BenchIE's gold cannot hold, an id that
    occurred before, and a sentence of more than ``longest`` characters are errors, since no export could repair them
    later.
    """
    found = content(as_input(path), encoding)
    first = next(found)
    with_ids = first.text.count("\t") == 1 and bool(ID.fullmatch(first.text.partition("\t")[0].strip()))
    seen: dict[str, int] = {}
    for place, line in enumerate(chain([first], found), 1):
        sentence = _with_id(line) if with_ids else _plain(line, place, number)
        before = seen.setdefault(sentence.id, line.number)
        if before != line.number:
            raise line.error(expected="a sentence id of its own", found=f"{sentence.id!r}, which line {before} has")
        if longest is not None and len(sentence.text) > longest:
            raise line.error(expected=f"at most {longest:,} characters", found=f"{len(sentence.text):,}")
        yield sentence


def _with_id(line: Line) -> Sentence:
    id, tab, text = line.text.partition("\t")
    if not tab or not text.strip():
        raise line.error(expected="id<TAB>sentence, as in the first line", found=repr(line.text))
    if not ID.fullmatch(id.strip()):
        raise line.error(expected=EXPECTED_ID, found=repr(id))
    if "\t" in text:
        raise line.error(expected="one tab, after the id", found=f"{line.text.count(chr(9))}: {line.text!r}")
    return Sentence(id.strip(), text.strip())


def _plain(line: Line, place: int, number: Callable[[str], str] | None) -> Sentence:
    if "\t" in line.text:
        raise line.error(expected="a sentence without tabs, as in the first line", found=repr(line.text))
    text = line.text.strip()
    return Sentence(str(place) if number is None else number(text), text)
