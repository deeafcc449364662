"""JSON files of documents: one object a line, or one object that holds all documents by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from karat.errors import FormatError
from karat.formats.json.loading import load_json, peek_json
from karat.formats.json.parts import Part
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content, lines


def objects(path: Input, encoding: str, report: Problems) -> Iterator[Part]:
    """Yield the object of each line; report lines that are not JSON objects."""
    for line in content(path, encoding):
        try:
            part = object_on(line)
        except FormatError as error:
            report.add(error)
            continue
        yield part


def object_on(line: Line) -> Part:
    """Read a line that is a JSON object."""
    value = load_json(line.text, line.path, line.number, expected="a JSON object on one line")
    if not isinstance(value, dict):
        raise line.error(expected="a JSON object", found=f"{line.text!r:.60}")
    return Part(line, value, "")


def starts_with_object(head: Sequence[str], key: str) -> bool:
    """Tell whether the first line is an object with the key."""
    value = peek_json(head[0])
    return isinstance(value, dict) and key in value


def whole(path: Input, encoding: str = "utf-8", once: str = "each key of an object") -> tuple[Any, list[str]]:
    """Read a file as one JSON value, and give its lines; ``once`` says what the outermost keys stand for."""
    texts = [line.text for line in lines(path, encoding)]
    return load_json("\n".join(texts), path, once=once), texts


def named_objects(path: Input, encoding: str = "utf-8") -> Iterator[tuple[str, Part]]:
    """Yield the name and the value of each document in a file that is one object; errors name the line of the name."""
    value, texts = whole(path, encoding, "each document")
    if not isinstance(value, dict):
        raise FormatError(path, 1, "a JSON object of documents by their names", f"{texts[0]!r:.60}")
    places = _places(texts)
    for name, document in value.items():
        number = places.get(name, 1)
        yield name, Part(Line(Path(path), number, texts[number - 1]), document, name)


def _places(texts: list[str]) -> dict[str, int]:
    """Give the first line that begins with each key."""
    lines_of_keys: dict[str, int] = {}
    for number, text in enumerate(texts, 1):
        if (key := re.match(r'\s*\{?\s*"((?:[^"\\]|\\.)*)"\s*:', text)) is not None:
            lines_of_keys.setdefault(str(peek_json(f'"{key[1]}"')), number)
    return lines_of_keys


def whole_number(part: Part) -> int:
    """Read a whole number that is at least 0."""
    if not isinstance(part.value, int) or isinstance(part.value, bool) or part.value < 0:
        raise part.error("a whole number from 0", part.shown)
    return part.value
