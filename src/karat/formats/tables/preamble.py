"""What may stand above a table: the line by which Excel names the delimiter, comments, and a title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from karat.formats.tables.columns import header_columns
from karat.formats.tables.records import DELIMITERS, MOST_COLUMNS

NAMED_DELIMITER = re.compile(r'\ufeff?"?sep=(.)"?\s*', re.IGNORECASE)
LONGEST = 20
"""How many lines that are not blank a title or an introduction may have."""

LONGEST_HEADER = 1000
"""How many characters a header may have below other lines."""


@dataclass(frozen=True, slots=True)
class Preamble:
    """How many lines that are not blank stand above the table, and the delimiter if they name it."""

    lines: int = 0
    delimiter: str | None = None


def find_preamble(head: Sequence[str]) -> Preamble:
    """Find what stands above the table in a file with these first lines, which are not blank.

    A comment starts with ``#``. Other lines are a title only if a header of known names follows, which has more cells.
    """
    if not head:
        return Preamble()
    named = NAMED_DELIMITER.fullmatch(head[0])
    if named is not None and named[1] in DELIMITERS and len(head) > 1:
        return Preamble(1, named[1])
    comments = next((number for number, text in enumerate(head) if not _is_comment(text)), 0)
    for number in range(comments, min(len(head), comments + LONGEST)):
        if _is_header(head[number], head[comments:number]):
            return Preamble(number)
    return Preamble(comments)


def _is_comment(text: str) -> bool:
    """Whether a line starts with ``#`` and is not a header that does."""
    return text.startswith("#") and not _is_header(text[1:], [])


def _is_header(text: str, above: Sequence[str]) -> bool:
    if len(text) > LONGEST_HEADER:
        return False
    for delimiter in DELIMITERS:
        count = text.count(delimiter)
        if not 2 <= count < MOST_COLUMNS or any(other.count(delimiter) >= count for other in above):
            continue
        columns = header_columns([cell.strip(' "') for cell in text.split(delimiter)])
        if columns is not None and {"id", "sentence"} & set(columns.roles):
            return True
    return False
