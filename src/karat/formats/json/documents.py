"""JSON files of documents: one object a line, or one object that holds all documents by their names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from karat.errors import FormatError
from karat.formats.json.parts import Part
from karat.formats.json.repeated_keys import RepeatedKeyError, loads
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content, lines


def objects(path: Input, encoding: str, kept: Problems) -> Iterator[Part]:
    """Yield the object of each line; what is no JSON is kept, to be reported at the end with all the rest."""
    for line in content(path, encoding):
        try:
            part = object_on(line)
        except FormatError as error:
            kept.add(error)
            continue
        yield part


def object_on(line: Line) -> Part:
    """Read the object that a line is."""
    try:
        value = loads(line.text)
    except RepeatedKeyError as error:
        raise _twice(line.path, line.text, error, "each key of an object", line.number) from None
    except (ValueError, RecursionError) as error:
        raise line.error(expected="a JSON object on one line", found=_reason(error, line.text)) from None
    if not isinstance(value, dict):
        raise line.error(expected="a JSON object", found=f"{line.text!r:.60}")
    return Part(line, value, "")


def starts_with_object(head: Sequence[str], key: str) -> bool:
    """Whether the first line is an object with the key."""
    try:
        value = json.loads(head[0])
    except (ValueError, IndexError, RecursionError):
        return False
    return isinstance(value, dict) and key in value


def whole(path: Input, encoding: str = "utf-8", keys: str = "each key of an object") -> tuple[Any, list[str]]:
    """Read a file as one JSON value, and give its lines; ``keys`` says what must come once among the outermost keys."""
    texts = [line.text for line in lines(path, encoding)]
    text = "\n".join(texts)
    try:
        return loads(text), texts
    except RepeatedKeyError as error:
        raise _twice(path, text, error, keys if error.repeated.depth == 1 else "each key of an object") from None
    except json.JSONDecodeError as error:
        found = _reason(error, texts[error.lineno - 1] if texts else "")
        raise FormatError(path, error.lineno, "JSON", found) from None
    except RecursionError:
        raise FormatError(path, None, "JSON", "brackets too deep") from None


def named_objects(path: Input, encoding: str = "utf-8") -> Iterator[tuple[str, Part]]:
    """Yield each document of one large object: its name, and its value placed at the line of its name."""
    value, texts = whole(path, encoding, "each document")
    if not isinstance(value, dict):
        raise FormatError(path, 1, "a JSON object of documents by their names", f"{texts[0]!r:.60}")
    places = _places(texts)
    for name, document in value.items():
        number = places.get(name, 1)
        yield name, Part(Line(Path(path), number, texts[number - 1]), document, name)


def _places(texts: list[str]) -> dict[str, int]:
    """The line on which each key first stands at the start of a line."""
    found: dict[str, int] = {}
    for number, text in enumerate(texts, 1):
        if (key := re.match(r'\s*\{?\s*"((?:[^"\\]|\\.)*)"\s*:', text)) is not None:
            found.setdefault(json.loads(f'"{key[1]}"'), number)
    return found


def _twice(path: Input, text: str, error: RepeatedKeyError, what: str, number: int = 1) -> FormatError:
    """Say which key stands where for the second time, and where it stood first; the text begins on a numbered line."""
    key, first, again, _ = error.repeated
    lines_of = [number + text.count("\n", 0, place) for place in (first, again)]
    columns = [place - text.rfind("\n", 0, place) for place in (first, again)]
    before = f"first at character {columns[0]}" if lines_of[0] == lines_of[1] else f"first on line {lines_of[0]}"
    return FormatError(path, lines_of[1], f"{what} once", f"{key!r} again at character {columns[1]}, {before}")


def _reason(error: Exception, text: str) -> str:
    if isinstance(error, json.JSONDecodeError):
        fault = error.msg.lower().removesuffix(" starting at")
        return f"{fault} at character {error.colno}: {text!r:.60}"
    return "brackets too deep" if isinstance(error, RecursionError) else "a number of too many digits"


def whole_number(part: Part) -> int:
    """A whole number that is 0 or more."""
    if not isinstance(part.value, int) or isinstance(part.value, bool) or part.value < 0:
        raise part.error("a whole number from 0", part.shown)
    return part.value
