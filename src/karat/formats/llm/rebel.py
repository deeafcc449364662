"""REBEL's generated text: heads, tails and relations between special tokens (Huguet Cabot and Navigli, 2021)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

TOKEN = re.compile(r"(<triplet>|<subj>|<obj>)")
FRAME = re.compile(r"</?s>|<pad>")


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each line, which REBEL generated for one input."""
    number = -1
    for line in lines(path, encoding):
        if not line.text.strip():
            continue
        number += 1
        text = FRAME.sub(" ", line.text).strip()
        try:
            triples = list(_triples(line, text, problems)) if text else []
        except FormatError as error:
            problems.add(error)
            continue
        if not triples:
            yield number, Row(None, line=line.number)
        for extraction in triples:
            yield number, Row(extraction, line=line.number)


def _triples(line: Line, text: str, problems: Problems) -> Iterator[Extraction]:
    """Read ``<triplet> head <subj> tail <obj> relation``; further tails of a head follow without repeating it.

    A triple that is cut off at the end of a line, where generation stopped, is reported as left out.
    """
    before, *pieces = TOKEN.split(text)
    if before.strip():
        raise line.error(expected="<triplet> first", found=repr(line.text))
    head = tail = ""
    expected: tuple[str, ...] = ("<triplet>",)
    pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
    for token, words in pairs:
        if token not in expected:
            raise line.error(expected=f"{' or '.join(expected)} next", found=f"{token} in {line.text!r}")
        match token:
            case "<triplet>":
                head, expected = words.strip(), ("<subj>",)
            case "<subj>":
                tail, expected = words.strip(), ("<obj>",)
            case _:
                expected = ("<subj>", "<triplet>")
                yield Extraction(words.strip(), (head, tail))
    if pairs and pairs[-1][0] != "<obj>":
        problems.repaired(line, "the same without its last triple, which breaks off")


def _fits(head: Sequence[str]) -> bool:
    bare = [FRAME.sub("", text).strip() for text in head]
    return any(bare) and all(text.startswith("<triplet>") for text in bare if text)


REBEL = Format(
    name="rebel",
    title="REBEL generated text: the triples of one input a line",
    kind="extractions",
    looks="lines of <triplet> head <subj> tail <obj> relation",
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
