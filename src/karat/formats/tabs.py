"""Tab-separated fields, and what they look like in the formats that use them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from karat.errors import InputError

NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?inf", re.IGNORECASE)
SENTENCE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/#-]{0,63}")


def join(fields: Iterable[str], format_name: str) -> str:
    """Join fields into a line; a text that would break the line or the field is an error."""
    fields = list(fields)
    for text in fields:
        if any(break_ in text for break_ in "\t\n\r"):
            raise InputError(f"{format_name} cannot hold a tab or a line break: expected neither, found {text!r}")
    return "\t".join(fields)


def split(head: Sequence[str]) -> list[list[str]]:
    """Split each line into its fields."""
    return [text.split("\t") for text in head]


def is_number(text: str) -> bool:
    """Tell whether a field holds a number and nothing else."""
    return NUMBER.fullmatch(text.strip()) is not None


def is_sentence_id(text: str) -> bool:
    """Tell whether a field looks like a sentence's id rather than its text or a confidence."""
    return SENTENCE_ID.fullmatch(text) is not None and (text.isdecimal() or not is_number(text))


def is_sentence(text: str) -> bool:
    """Tell whether a field looks like a sentence: neither an id nor a number."""
    return not is_sentence_id(text) and not is_number(text)


def has_places(fields: Sequence[str]) -> bool:
    """Tell whether the sixth to the eleventh field are whole numbers: where subject, relation and object stand."""
    return len(fields) > 11 and all(text.isdecimal() for text in fields[5:11])
