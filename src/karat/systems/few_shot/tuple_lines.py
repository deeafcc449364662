"""Tuples as lines of an answer: in brackets, with bullets or numbers, in columns, or in a table; relation first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from karat.errors import FormatError
from karat.formats.lines import Line
from karat.formats.tuple_text import parse_tuple
from karat.model import Extraction

BULLET = re.compile(r"\s*(?:[-*•–]|\d{1,4}[.):])\s*")
LABEL = re.compile(r"\s*\**(?:tuple|triple|triplet|extraction|fact)s?\s*\d*\**\s*[:.)-]\**\s*", re.IGNORECASE)
BRACKETS = {"(": ")", "[": "]", "<": ">"}
RULE = re.compile(r"[\s|:-]+")
HEADINGS = ("relation", "predicate", "rel", "verb")


def tuples_of_lines(text: str) -> Iterator[Extraction]:
    """Yield the tuples of all lines that are tuples; other lines are the model's talk."""
    for line in text.splitlines():
        yield from tuples_of_line(line)


def tuples_of_line(text: str) -> Iterator[Extraction]:
    """Yield a line's tuples: several in brackets, or one whose parts stand in columns."""
    bullet = BULLET.match(text)
    bare = text[bullet.end() :] if bullet else text
    label = LABEL.match(bare)
    bare = (bare[label.end() :] if label else bare).strip().strip("`")
    if bare[:1] in BRACKETS:
        for group in groups(bare):
            yield from _parsed(group)
    elif "\t" in bare or bare.count("|") > 1 or " | " in bare:
        yield from _columns(bare)
    elif (bullet or label) and ";" in bare:
        yield from _parsed(f"({bare})")


def groups(text: str) -> Iterator[str]:
    """Yield what stands in brackets, one after the other, up to the first words outside of them."""
    depth, start = 0, 0
    opening = text[:1]
    for place, sign in enumerate(text):
        if sign == opening:
            start = start if depth else place
            depth += 1
        elif sign == BRACKETS[opening] and depth:
            depth -= 1
            if not depth:
                yield text[start : place + 1]
        elif not depth and sign not in " ,;.\t":
            return


def _parsed(group: str) -> Iterator[Extraction]:
    """Read a tuple in brackets; its first part is the relation here, where the reader has the subject."""
    line = Line(Path("answer"), 0, group)
    try:
        found = parse_tuple(line, group)
    except FormatError:
        parts = [part.strip() for part in group[1:-1].split(",")]
    else:
        parts = [found.subject, found.relation, *found.arguments[1:]]
    yield from _extraction(parts)


def _columns(text: str) -> Iterator[Extraction]:
    sign = "\t" if "\t" in text else "|"
    parts = [part.strip() for part in text.strip().strip(sign).split(sign)]
    if not RULE.fullmatch(text) and parts[0].lower() not in HEADINGS:
        yield from _extraction(parts)


def _extraction(parts: list[str]) -> Iterator[Extraction]:
    """A relation and its arguments; one part alone may be anything in brackets, and numbers alone are references."""
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) > 1 and parts[0] and not all(part.isdecimal() for part in parts):
        yield Extraction(parts[0], tuple(parts[1:]))
