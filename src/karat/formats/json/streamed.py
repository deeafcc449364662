"""JSON written piece by piece, so that a document with long lists need not be in memory as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

ITEMS = 1000
"""How many items of a long list are written at a time."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """A list whose items are made while they are written, which can be done once."""

    items: Iterable[Any]


def json_pieces(value: Any) -> Iterator[str]:
    """Write a document, as ``json.dumps`` would write it with lists in place of the streamed ones.

    Streamed lists are found in objects, and in lists that begin with an object.

    >>> "".join(json_pieces({"sentences": Streamed(["1", "2"]), "systems": [{"masses": Streamed([])}]}))
    '{"sentences": ["1", "2"], "systems": [{"masses": []}]}'
    """
    if isinstance(value, Streamed):
        yield from _list_pieces(value.items)
    elif isinstance(value, dict) and value:
        start = "{"
        for key, each in value.items():
            yield f"{start}{_text(key)}: "
            yield from json_pieces(each)
            start = ", "
        yield "}"
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        start = "["
        for each in value:
            yield start
            yield from json_pieces(each)
            start = ", "
        yield "]"
    else:
        yield _text(value)


def _list_pieces(items: Iterable[Any]) -> Iterator[str]:
    remaining = iter(items)
    start = "["
    while some := list(islice(remaining, ITEMS)):
        yield start + _text(some)[1:-1]
        start = ", "
    yield "[]" if start == "[" else "]"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
