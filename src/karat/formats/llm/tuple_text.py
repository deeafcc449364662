"""Tuples in the text of a language model's answer: one per line, in brackets or separated by bars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.systems.stanford import between_blank_lines
from karat.formats.text import blocks
from karat.formats.text.lines import Line
from karat.model import Extraction

BULLET = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s+")
BRACKETS = {"(": ")", "[": "]", "<": ">"}
QUOTES = ('""', "''", "“”")
QUOTED = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*(?:,|\Z)""")
EXPECTED = "a tuple such as (subject, relation, object) or subject | relation | object"


def parse(line: Line, _: Problems) -> Extraction:
    """Read a line."""
    return parse_tuple(line, _bare(line.text))


def parse_tuple(line: Line, text: str) -> Extraction:
    """Read a tuple, whose parts are separated by bars, else by semicolons, else by commas with a space.

    Quotes around a part are removed. More than three parts are a relation with more than two arguments, since a comma
    that separates arguments looks like a comma inside one.
    """
    inner = text[1:-1] if _is_bracketed(text) else text
    parts = _quoted(inner) or [_unquoted(part) for part in inner.split(_sign(inner))]
    if len(parts) < 2:
        raise line.error(expected=EXPECTED, found=repr(line.text))
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others))


def _bare(text: str) -> str:
    """Strip a bullet or a number before a tuple, and a comma or a full stop after it."""
    text = text.strip()
    bullet = BULLET.match(text)
    text = text[bullet.end() :] if bullet else text
    without = text.rstrip(" ,.;")
    return without if _is_bracketed(without) else text


def _is_bracketed(text: str) -> bool:
    return len(text) >= 2 and BRACKETS.get(text[0]) == text[-1]


def _sign(inner: str) -> str:
    return "|" if "|" in inner else ";" if ";" in inner else ", "


def _quoted(inner: str) -> list[str]:
    """Give the parts of a tuple whose parts are all in quotes, so that commas inside are text; else none."""
    parts: list[str] = []
    start = 0
    while start < len(inner):
        part = QUOTED.match(inner, start)
        if part is None:
            return []
        parts.append(re.sub(r"\\(.)", r"\1", part[1][1:-1]))
        start = part.end()
    return parts


def _unquoted(part: str) -> str:
    part = part.strip()
    return part[1:-1] if len(part) >= 2 and part[0] + part[-1] in QUOTES else part


def is_tuple(text: str) -> bool:
    """Tell whether a line is a tuple and nothing else."""
    bare = _bare(text)
    if "\t" in text or "<|>" in text:
        return False
    if _is_bracketed(bare):
        inner = bare[1:-1]
        return len(inner.split(_sign(inner))) >= 3 and not bare.startswith(("( ", "[[", "[{", "<triplet>", '["'))
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
