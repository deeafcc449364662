"""Text that comes from files, made safe to show on a terminal and in a spreadsheet."""

from __future__ import annotations

import re

UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and line feed, separators of lines, changes of direction, halves of characters.

Joiners and marks of direction stay, since Hindi, Persian and Arabic are written with them.
"""


def make_printable(text: str) -> str:
    r"""Write what would control the terminal as Python writes it.

    >>> print(make_printable("red \x1b[31m, back \x08, \u202eturned"))
    red \x1b[31m, back \x08, \u202eturned
    """
    return UNPRINTABLE.sub(lambda found: repr(found[0])[1:-1], text)


def make_printable_json(text: str) -> str:
    r"""Write in a JSON document what would control the terminal as JSON's escapes; its values stay what they are.

    >>> print(make_printable_json('{"id": "a\u202eb"}'))
    {"id": "a\u202eb"}
    """
    return UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet begins a formula."""


def safe_cell(value: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; numbers stay.

    >>> safe_cell("=SUM(A1)"), safe_cell("Ann"), safe_cell(-0.5)
    ("'=SUM(A1)", 'Ann', -0.5)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith((*FORMULA, "'")) else value
