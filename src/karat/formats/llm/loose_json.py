"""A lenient reader of JSON as language models write it: in prose, with comments, wrong quotes or commas, or cut off."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

DEEPEST = 12
OPENING = re.compile(r"[\[{［【｛]")
TOO_DEEP = 100
"""The number of opening brackets that are skipped at once where the strict reader finds too many inside each other."""
DEEP_RUN = re.compile(rf"[\[{{［【｛]{{{TOO_DEEP}}}")
STRICT_START = re.compile(r'\[\s*(?:[\]\["{]|-?\d|true|false|null)|\{\s*["}]')
"""What JSON may begin with; the strict reader counts the lines of the text at each error, so that is asked first."""
FIRST_PIECE = 1024
"""How many characters the strict reader gets at first; eight times as many if they end too early."""
LONGEST_TOKEN = 16
"""At most so far before the end of a piece it says that something is missing, if that is because the piece ends."""
UNTERMINATED = "Unterminated string"
CLOSING = {"[": "]", "(": ")", "{": "}"}
WIDE = dict(zip("，、：［］【】（）｛｝", ",,:[][](){}", strict=True))
"""The punctuation of Chinese and Japanese texts, outside of quotation marks."""
QUOTES = {
    '"': '"',
    "'": "'",
    **dict.fromkeys("“”„", '”“"'),
    **dict.fromkeys("‘’", "’‘'"),
    "「": "」",
    "『": "』",
    "«": "»",
}
"""Opening quotation marks, and the marks that may close them."""
COMMENT = r"(?:(?://|(?<=\s)\#)[^\n]{0,300}+(?=\n|\Z)|/\*[^*]{0,300}+(?:\*(?!/)[^*]{0,300}+){0,9}+\*/)\s*+"
"""A comment, with the space after it; how long it may be is limited, so that no text is searched from many places."""
COMMENTS = rf"(?:{COMMENT}){{0,20}}+"
SPACE = re.compile(rf"\s*+{COMMENTS}")
BARE = re.compile(r"-?\d[\w.%+-]*|true|false|null|True|False|None")
NAME = re.compile(r"[^\W\d]\w*")
AFTER_TEXT = re.compile(
    rf"""
    [^\S\n]*+
    (?: (?:\n\s*+ | {COMMENT}) {COMMENTS} (?:[,:\])}}，、：］】）｝"'\[{{(] | \Z)
    | [,:\])}}，、：］】）｝] | \Z )
    """,
    re.VERBOSE,
)
ESCAPE = re.compile(r"u([0-9a-fA-F]{4})")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
NOTHING = ("null", "None")


class _RepeatedKeyError(ValueError):
    """An object has a key twice, so that the lenient reader, which counts this, must read it."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _RepeatedKeyError
    return value


STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=str, parse_float=str, parse_constant=str)


@dataclass(frozen=True, slots=True)
class JsonValues:
    """The lists and objects in a text, and whether one is cut off.

    ``lost`` counts the values that a repeated key replaced, and the lists and objects with too many levels.
    """

    values: tuple[Any, ...]
    cut_off: bool = False
    lost: int = 0


def find_json(text: str) -> JsonValues:
    """Find every outermost list and object; numbers are read as strings.

    Of one that is cut off, the complete lists and objects in it are kept.
    """
    values: list[Any] = []
    cut_off = False
    lost = 0
    position = 0
    brackets = _Brackets(text)
    while (start := OPENING.search(text, position)) is not None:
        position = start.start()
        try:
            found = _read_strictly(text, position)
        except RecursionError:
            cut_off |= brackets.are_open_from(position)
            position = _after_openings(text, position)
            lost += 1
            continue
        if found is not None:
            value, position = found
        else:
            reader = _Reader(text, position)
            try:
                value = reader.value(0)
            except _NotJsonError:
                position = max(position + 1, reader.position if reader.deep else 0)
                lost += reader.deep
                continue
            position = max(position + 1, reader.position)
            cut_off |= reader.cut_off
            lost += reader.replaced
            if not reader.keeps(value):
                continue
        values.append(value)
    return JsonValues(tuple(values), cut_off, lost)


def _read_strictly(text: str, position: int) -> tuple[Any, int] | None:
    """Read sound JSON, and give its end; ``None`` for anything else."""
    if DEEP_RUN.match(text, position):
        raise RecursionError
    if not STRICT_START.match(text, position):
        return None
    length = FIRST_PIECE
    while True:
        # An error of the strict reader counts the lines before it, so it gets a piece of the text: as long as needed.
        piece = text[position : position + length]
        try:
            value, end = STRICT.raw_decode(piece)
        except _RepeatedKeyError:
            return None
        except json.JSONDecodeError as error:
            is_cut = error.msg.startswith(UNTERMINATED) or error.pos > len(piece) - LONGEST_TOKEN
            if len(piece) < length or not is_cut:
                return None
            length *= 8
        else:
            return value, position + end


def _after_openings(text: str, position: int) -> int:
    """Skip some of the brackets that are opened here inside each other, so that they are not all read from each."""
    openings = islice(OPENING.finditer(text, position), TOO_DEEP)
    return max(opening.end() for opening in openings)


class _Brackets:
    """Counts the brackets of a text; asked from left to right, it counts each of them once or twice."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = len(text)
        self._open = 0

    def are_open_from(self, position: int) -> bool:
        """Whether more brackets are opened than closed from here on; how deep Python can read does not matter."""
        if position <= self._position:
            self._open = self._balance(position, len(self._text))
        else:
            self._open -= self._balance(self._position, position)
        self._position = position
        return self._open > 0

    def _balance(self, start: int, end: int) -> int:
        opened, closed = (sum(self._text.count(sign, start, end) for sign in signs) for signs in ("[{", "]}"))
        return opened - closed


class _NotJsonError(Exception):
    """The text at this position is not JSON, even leniently."""


class _Reader:
    """Reads a value at a position; ``cut_off`` is set once something has no end.

    Of a repeated key the last value is kept, and ``replaced`` counts the others.
    """

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        self.cut_off = False
        self.replaced = 0
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
        if (bare := BARE.match(self.text, self.position)) is None:
            raise _NotJsonError
        self.position = bare.end()
        return None if bare[0] in NOTHING else bare[0]

    def list(self, opening: str, depth: int) -> list[Any]:
        self.position += 1
        values: list[Any] = []
        while self.goes_on(CLOSING[opening], first=not values):
            value = self.value(depth + 1)
            if self.keeps(value):
                values.append(value)
        return values

    def object(self, depth: int) -> dict[str, Any]:
        self.position += 1
        values: dict[str, Any] = {}
        while self.goes_on("}", first=not values):
            key = self.key()
            if self.next() != ":":
                if self.next():
                    raise _NotJsonError
                self.cut_off = True
                break
            self.position += 1
            if not self.next():
                self.cut_off = True
                break
            value = self.value(depth + 1)
            if self.keeps(value):
                self.replaced += key in values
                values[key] = value
        return values

    def key(self) -> str:
        if (sign := self.next()) in QUOTES:
            return self.quoted(QUOTES[sign])
        if (name := NAME.match(self.text, self.position)) is None:
            raise _NotJsonError
        self.position = name.end()
        return name[0]

    def goes_on(self, closing: str, first: bool) -> bool:
        """Skip commas to the next value; false if the list or object ends or is cut off."""
        while not self.cut_off:
            sign = self.next()
            if sign == ",":
                self.position += 1
                first = True
            elif sign == closing:
                self.position += 1
                return False
            elif sign and (first or sign in CLOSING or sign in QUOTES):
                return True
            else:  # the end, or prose after an unclosed bracket
                self.cut_off = True
        return False

    def keeps(self, value: Any) -> bool:
        """Whether to keep a value: once cut off, only if it contains lists or objects, which are complete."""
        if not self.cut_off:
            return True
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return any(isinstance(each, list | dict) for each in inner)

    def quoted(self, closing: str) -> str:
        """Read a string; a closing quotation mark ends it only if what follows may follow a string."""
        parts: list[str] = []
        position = self.position + 1
        while position < len(self.text):
            sign = self.text[position]
            if sign == "\\":
                if (escape := ESCAPE.match(self.text, position + 1)) is not None:
                    parts.append(chr(int(escape[1], 16)))
                    position = escape.end()
                    continue
                position += 1
                parts.append(ESCAPES.get(self.text[position : position + 1], self.text[position : position + 1]))
            elif sign in closing and AFTER_TEXT.match(self.text, position + 1):
                self.position = position + 1
                return "".join(parts)
            else:
                parts.append(sign)
            position += 1
        self.position = len(self.text)
        self.cut_off = True
        return "".join(parts)

    def next(self) -> str:
        """Skip spaces and get the next character, mapped to ASCII; empty at the end."""
        space = SPACE.match(self.text, self.position)
        assert space is not None, "the pattern matches the empty string"
        self.position = space.end()
        sign = self.text[self.position : self.position + 1]
        return WIDE.get(sign, sign)
