"""JSON as language models write it: in prose, with single quotes, commas too many or too few, or broken off."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

DEEPEST = 12
OPENING = re.compile(r"[\[{［【｛]")
ABYSS = re.compile(r"[\[{［【｛]{100}")
CLOSING = {"[": "]", "(": ")", "{": "}"}
WIDE = dict(zip("，、：［］【】（）｛｝", ",,:[][](){}", strict=True))
"""The signs of Chinese and Japanese texts, outside of quotation marks."""
QUOTES = {
    '"': '"',
    "'": "'",
    **dict.fromkeys("“”„", '”“"'),
    **dict.fromkeys("‘’", "’‘'"),
    "「": "」",
    "『": "』",
    "«": "»",
}
"""Opening quotation marks, and those that may close what they open."""
SPACE = re.compile(r"\s*")
BARE = re.compile(r"-?\d[\w.%+-]*|true|false|null|True|False|None")
NAME = re.compile(r"[^\W\d]\w*")
AFTER_TEXT = re.compile(r"""\s*(?:[,:\])}，、：］】）｝]|\Z|\n\s*["'\[{(])""")
ESCAPE = re.compile(r"u([0-9a-fA-F]{4})")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
NOTHING = ("null", "None")

STRICT = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


@dataclass(frozen=True, slots=True)
class Found:
    """The lists and objects in a text, and whether one of them breaks off."""

    values: tuple[Any, ...]
    cut_off: bool = False


def find(text: str) -> Found:
    """Find every list and object that is not inside another; numbers are texts.

    Of one that breaks off, the lists and objects in it that are whole are kept.
    """
    values: list[Any] = []
    cut_off = False
    place = 0
    while (start := OPENING.search(text, place)) is not None:
        place = start.start()
        try:
            if ABYSS.match(text, place):  # the strict reader would go to its depths from each of these brackets
                raise RecursionError
            value, place = STRICT.raw_decode(text, place)
        except (ValueError, RecursionError):
            reader = _Reader(text, place)
            try:
                value = reader.value(0)
            except _NotJsonError:
                place = max(place + 1, reader.place if reader.deep else 0)
                continue
            place = max(place + 1, reader.place)
            cut_off |= reader.cut_off
            if not reader.whole(value):
                continue
        values.append(value)
    return Found(tuple(values), cut_off)


class _NotJsonError(Exception):
    """What begins here is no JSON, however it is taken."""


class _Reader:
    """Reads on from a place; ``cut_off`` once something has no end."""

    def __init__(self, text: str, place: int) -> None:
        self.text = text
        self.place = place
        self.cut_off = False
        self.deep = False

    def value(self, depth: int) -> Any:
        sign = self.next()
        if sign in CLOSING:
            if depth == DEEPEST:
                self.deep = True
                raise _NotJsonError
            return self.object(depth) if sign == "{" else self.list(sign, depth)
        if sign in QUOTES:
            return self.quoted(QUOTES[sign])
        if (bare := BARE.match(self.text, self.place)) is None:
            raise _NotJsonError
        self.place = bare.end()
        return None if bare[0] in NOTHING else bare[0]

    def list(self, opening: str, depth: int) -> list[Any]:
        self.place += 1
        values: list[Any] = []
        while self.goes_on(CLOSING[opening], first=not values):
            value = self.value(depth + 1)
            if self.whole(value):
                values.append(value)
        return values

    def object(self, depth: int) -> dict[str, Any]:
        self.place += 1
        values: dict[str, Any] = {}
        while self.goes_on("}", first=not values):
            key = self.key()
            if self.next() != ":":
                if self.next():
                    raise _NotJsonError
                self.cut_off = True
                break
            self.place += 1
            if not self.next():
                self.cut_off = True
                break
            value = self.value(depth + 1)
            if self.whole(value):
                values[key] = value
        return values

    def key(self) -> str:
        if (sign := self.next()) in QUOTES:
            return self.quoted(QUOTES[sign])
        if (name := NAME.match(self.text, self.place)) is None:
            raise _NotJsonError
        self.place = name.end()
        return name[0]

    def goes_on(self, closing: str, first: bool) -> bool:
        """Step over commas to the next value; false where the list or object ends, or breaks off."""
        while not self.cut_off:
            sign = self.next()
            if sign == ",":
                self.place += 1
                first = True
            elif sign == closing:
                self.place += 1
                return False
            elif sign and (first or sign in CLOSING or sign in QUOTES):
                return True
            else:  # the end, or prose behind a bracket that nobody closed
                self.cut_off = True
        return False

    def whole(self, value: Any) -> bool:
        """Whether a value can be kept: after a break, only what holds other values, which are whole themselves."""
        if not self.cut_off:
            return True
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return any(isinstance(each, list | dict) for each in inner)

    def quoted(self, closing: str) -> str:
        """Read a text; one of the closing quotation marks ends it only where what follows may follow a text."""
        parts: list[str] = []
        place = self.place + 1
        while place < len(self.text):
            sign = self.text[place]
            if sign == "\\":
                if (escape := ESCAPE.match(self.text, place + 1)) is not None:
                    parts.append(chr(int(escape[1], 16)))
                    place = escape.end()
                    continue
                place += 1
                parts.append(ESCAPES.get(self.text[place : place + 1], self.text[place : place + 1]))
            elif sign in closing and AFTER_TEXT.match(self.text, place + 1):
                self.place = place + 1
                return "".join(parts)
            else:
                parts.append(sign)
            place += 1
        self.place = len(self.text)
        self.cut_off = True
        return "".join(parts)

    def next(self) -> str:
        """The next sign that is no space, as ASCII has it; nothing at the end."""
        space = SPACE.match(self.text, self.place)
        assert space is not None, "no space at all is space enough"
        self.place = space.end()
        sign = self.text[self.place : self.place + 1]
        return WIDE.get(sign, sign)
