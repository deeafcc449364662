"""IMoJIE's standalone output: a line of input, then its triples in spaced brackets (Kolluru et al., 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.lines import Line, check_kept
from karat.formats.text.tuple_parts import below_sentences, triple_parts
from karat.model import Extraction, Row

SIGN = " ; "


def parse(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence."""
    text = line.text.strip()
    if not is_triple(text):
        return None
    relation, arguments = triple_parts(line, text[1:-1], SIGN, problems)
    return Extraction(relation.strip(), tuple(argument.strip() for argument in arguments))


def is_triple(text: str) -> bool:
    """Tell whether a line is a triple: brackets around parts that are parted by a semicolon between spaces."""
    return text.startswith("( ") and text.endswith(" )") and SIGN in text


def read_blocks(path: Path, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each block.

    IMoJIE's program writes the last line of its input before every block. Where all blocks have the same line, and
    there is more than one, the line is not believed: it goes to ``other`` as ``printed`` and the row has no sentence.
    """
    believed = _believed(path, encoding)
    for number, row in below_sentences(parse, path, encoding, problems):
        if believed:
            yield number, row
        elif row.extraction is None:
            yield number, replace(row, sentence=None)
        else:
            other = (("printed", row.sentence or ""),)
            yield number, replace(row, extraction=replace(row.extraction, other=other), sentence=None)


def _believed(path: Path, encoding: str) -> bool:
    """Tell whether the blocks have lines of their own; looks no further than it must."""
    check_kept(path)
    first: str | None = None
    count = 0
    for number, row in below_sentences(parse, path, encoding, Problems()):
        count = number + 1
        if first is None:
            first = row.sentence
        elif row.sentence != first:
            return True
    return count < 2


def _fits(head: Sequence[str]) -> bool:
    triples = [is_triple(text.strip()) for text in head]
    return not triples[0] and any(triples) and not any("\t" in text for text in head)


IMOJIE = Format(
    name="imojie",
    title="IMoJIE standalone output: a line of input, then its triples",
    kind="extractions",
    looks="a sentence alone on its line, then lines of the form ( subject ; relation ; object )",
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
