"""Keys that an object of a JSON text has twice, which a JSON reader would lose in silence."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],]', re.DOTALL)


class Repeated(NamedTuple):
    """A key, where it stands first and again, and how many objects and lists it is in."""

    key: str
    first: int
    again: int
    depth: int


class RepeatedKeyError(ValueError):
    """An object has a key twice."""

    def __init__(self, repeated: Repeated) -> None:
        super().__init__(f"the key {repeated.key!r} twice")
        self.repeated = repeated


def loads(text: str) -> Any:
    """Read a JSON text like ``json.loads``; a key that an object has twice is an error that knows its places."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except _TwiceError:
        raise RepeatedKeyError(_find(text)) from None


class _TwiceError(ValueError):
    """Some object has a key twice; where, is looked for afterwards."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _TwiceError
    return value


def _find(text: str) -> Repeated:
    """Find the first key that stands in its object for the second time; the text is JSON up to there."""
    opened: list[dict[str, int] | None] = []  # the keys of each object that is open, None for a list
    expects_key = False
    for token in TOKEN.finditer(text):
        sign, keys = token[0], opened[-1] if opened else None
        if sign in "{[":
            opened.append({} if sign == "{" else None)
        elif sign in "}]":
            opened.pop()
        elif sign != "," and expects_key and keys is not None:
            key = json.loads(sign)
            if key in keys:
                return Repeated(key, keys[key], token.start(), len(opened))
            keys[key] = token.start()
        expects_key = sign in "{,"
    raise AssertionError("an object was said to have a key twice")
