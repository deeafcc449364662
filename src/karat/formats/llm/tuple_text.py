"""Tuples in the text of a language model's answer: one per line, in brackets or separated by bars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.json.loading import peek_json
from karat.formats.problems import Problems
from karat.formats.systems.stanford import between_blank_lines
from karat.formats.text import blocks
from karat.formats.text.lines import Line
from karat.formats.text.written_tuples import is_bracketed_tuple, parse_tuple, separator
from karat.model import Extraction

BULLET = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s+")


def parse(line: Line, _: Problems) -> Extraction:
    """Read a line."""
    return parse_tuple(line, _bare(line.text))


def _bare(text: str) -> str:
    """Strip a bullet or a number before a tuple, and a comma or a full stop after it."""
    text = text.strip()
    bullet = BULLET.match(text)
    text = text[bullet.end() :] if bullet else text
    without = text.rstrip(" ,.;")
    return without if is_bracketed_tuple(without) else text


def is_tuple(text: str) -> bool:
    """Tell whether a line is a tuple and nothing else."""
    bare = _bare(text)
    if "\t" in text or "<|>" in text or isinstance(peek_json(text), list | dict):
        return False
    if is_bracketed_tuple(bare):
        inner = bare[1:-1]
        return len(inner.split(separator(inner))) >= 3 and not bare.startswith(("( ", "[[", "[{", "<triplet>", '["'))
    return bare.count(" | ") >= 2


def _fits(head: Sequence[str]) -> bool:
    return all(map(is_tuple, head))


_blocks = partial(between_blank_lines, parse)

TUPLE_TEXT = Format(
    name="tuple-text",
    title="Tuples in text, as language models answer",
    kind="extractions",
    looks="lines of (subject, relation, object), (subject; relation; object) or subject | relation | object",
    read=partial(blocks.rows, _blocks),
    fits=_fits,
    blocks=_blocks,
)
