"""A tuple written as text: in brackets, or with bars, semicolons or commas between its parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from karat.errors import MOST_QUOTED, quoted
from karat.formats.text.lines import Line
from karat.model import Extraction

BRACKETS = {"(": ")", "[": "]", "<": ">"}
QUOTES = ('""', "''", "“”")
QUOTED = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*(?:,|\Z)""")
SUFFIX = re.compile(
    r"(?:Inc|Incorporated|Ltd|Limited|LL[CP]|L\.L\.[CP]|PLC|P\.L\.C|Corp|Co|GmbH|S\.A|N\.V|B\.V|S\.p\.A"
    r"|Jr|Sr|Esq|Ph\.?D|M\.D)\.?",
    re.IGNORECASE,
)
"""What follows the name of a company or a person after a comma."""
MORE_PARTS = "more than 3 parts, though a comma may be inside one"
EXPECTED = "a tuple such as (subject, relation, object) or subject | relation | object"


def parse_tuple(line: Line, text: str) -> Extraction:
    """Read a tuple, whose parts are separated by bars, else by semicolons, else by commas with a space.

    Quotes around a part are removed. More than three parts are a relation with more than two arguments, since a comma
    that separates arguments looks like a comma inside one; but *Inc.* and the like belong to the part before them.
    """
    inner = text[1:-1] if is_bracketed_tuple(text) else text
    parts = _quoted(inner) or with_suffixes([_unquoted(part) for part in inner.split(separator(inner))])
    if len(parts) < 2:
        raise line.error(expected=EXPECTED, found=quoted(line.text, MOST_QUOTED))
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others))


def with_suffixes(parts: list[str]) -> list[str]:
    """Join suffixes of names, as in *Bext, Inc.*, to the parts before them, if that leaves a triple.

    >>> with_suffixes(["Bext", "Inc.", "is in", "Ulm"])
    ['Bext, Inc.', 'is in', 'Ulm']
    """
    joined = parts[:1]
    for part in parts[1:]:
        if SUFFIX.fullmatch(part):
            joined[-1] += f", {part}"
        else:
            joined.append(part)
    return joined if len(joined) == 3 else parts


def doubtful_commas(text: str, extractions: Iterable[Extraction]) -> Iterator[str]:
    """Yield the tuples that were read at more than two commas, one of which may be inside a part."""
    for extraction in extractions:
        written = ", ".join((extraction.subject, extraction.relation, *extraction.arguments[1:]))
        if len(extraction.arguments) > 2 and written in text:
            yield written


def is_bracketed_tuple(text: str) -> bool:
    """Tell whether a text starts with a bracket and ends with its counterpart."""
    return len(text) >= 2 and BRACKETS.get(text[0]) == text[-1]


def separator(inner: str) -> str:
    """Give what separates the parts of a tuple."""
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
