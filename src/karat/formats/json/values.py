"""Values in JSON files of extractions: one value per line, or one for the whole file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from karat.errors import FormatError
from karat.formats.json.loading import is_json, load_json
from karat.formats.json.parts import Part
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines, read_text
from karat.model import Row

# A text that does not end takes all that is left with it, so that no sign is looked at from many beginnings.
KEY = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"(\s*+:)?|\\?\Z)', re.DOTALL)
SEEN = 20_000
"""How many characters of a file's first lines are searched for keys."""


class WholeFile(Line):
    """Stands for the line of a value that is a whole file: errors name no line; the number is 0."""

    __slots__ = ()

    def error(self, *, expected: str, found: str) -> FormatError:
        """Build an error about the file; the caller raises it."""
        return FormatError(self.path, None, expected, found)


def values(path: Input, encoding: str, problems: Problems) -> Iterator[Part]:
    """Yield the value of each line if the first line is JSON, else that of the whole file; an empty file has none."""
    texts = lines(path, encoding)
    first = next((line for line in texts if not line.blank), None)
    if first is None:
        return
    if is_json(first.text):
        for line in chain([first], (line for line in texts if not line.blank)):
            try:
                yield Part(line, load_json(line.text, line.path, line.number), "")
            except FormatError as error:
                problems.add(error)
    else:
        whole = WholeFile(Path(path), 0, "")
        text = "\n".join(chain([first.text], (line.text for line in texts)))
        yield Part(whole, load_json(text, path, first.number), "")


def elements(part: Part) -> Iterator[Part]:
    """Yield the elements of a list, or the value itself if it is not a list."""
    if isinstance(part.value, list):
        yield from (Part(part.line, value, f"{part.place}[{index}]") for index, value in enumerate(part.value))
    else:
        yield part


def sentence_rows(
    rows: Callable[[Part], Iterator[Row]], path: Input, encoding: str, problems: Problems
) -> Iterator[tuple[int, Row]]:
    """Yield the rows of each sentence of documents that have ``sentences``, with the sentence's number in the file.

    Other plain values of a document, such as whether coreferences were resolved, go to ``other`` of all its rows.
    """
    number = -1
    for part in values(path, encoding, problems):
        for document in elements(part):
            try:
                sentences = document.items("sentences")
            except FormatError as error:
                problems.add(error)
                continue
            said = document.value.items()
            kept = tuple((key, as_text(value)) for key, value in said if not isinstance(value, list | dict))
            for sentence in sentences:
                number += 1
                try:
                    yield from ((number, _with_other(row, kept)) for row in rows(sentence))
                except FormatError as error:
                    problems.add(error)


def _with_other(row: Row, kept: tuple[tuple[str, str], ...]) -> Row:
    if not kept or row.extraction is None:
        return row
    return replace(row, extraction=replace(row.extraction, other=(*row.extraction.other, *kept)))


def line_number(part: Part) -> int | None:
    """Return the line of a value; ``None`` if the value is the whole file."""
    return part.line.number or None


def others(part: Part, *known: str) -> tuple[tuple[str, str], ...]:
    """Return all other keys of an object with their values: texts as they are, everything else as JSON."""
    if not isinstance(part.value, dict):
        raise part.error("a JSON object", part.shown)
    return tuple((key, as_text(value)) for key, value in part.value.items() if key not in known)


def inner_or_none(part: Part, key: str) -> Part | None:
    """Return the value of a key; ``None`` if it is missing or null."""
    if not isinstance(part.value, dict):
        raise part.error("a JSON object", part.shown)
    return part.inner(key) if part.value.get(key) is not None else None


def as_text(value: Any) -> str:
    """Return a text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def number_at(part: Part, key: str) -> float:
    """Return the number of a required key."""
    value = part.inner(key)
    if isinstance(value.value, bool) or not isinstance(value.value, int | float):
        raise value.error("a number", value.shown)
    return part.line.number_from(str(value.value), key)


def keys(head: Sequence[str]) -> list[str]:
    """Return the distinct keys in a file's first lines, in order; none if it does not start like JSON."""
    if not opens(head, "[{"):
        return []
    text = "\n".join(_cut(head))
    return list(dict.fromkeys(found[1] for found in KEY.finditer(text) if found[2]))


def opens(head: Sequence[str], brackets: str) -> bool:
    """Tell whether a file's first character is one of these brackets."""
    return head[0].lstrip()[:1] in tuple(brackets)


def _cut(head: Iterable[str]) -> Iterator[str]:
    left = SEEN
    for text in head:
        yield text[:left]
        left -= len(text)
        if left <= 0:
            return


def named_parts(path: Input, encoding: str = "utf-8") -> Iterator[tuple[str, Part]]:
    """Yield the keys and values of a file that is one object, such as sentences or documents by name."""
    text = read_text(path, encoding)
    if not text.strip():
        raise FormatError(path, None, "a JSON object", "an empty file")
    whole = WholeFile(Path(path), 0, "")
    yield from members(Part(whole, load_json(text, path), ""))


def members(part: Part) -> Iterator[tuple[str, Part]]:
    """Yield the keys and values of an object."""
    if not isinstance(part.value, dict):
        raise part.error("a JSON object", part.shown)
    for number, (name, value) in enumerate(part.value.items()):
        yield name, Part(part.line, value, f"{part.place}[{number}]")
