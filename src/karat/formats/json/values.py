"""Values in JSON files of extractions: one a line, or one that is the whole file; each knows its place."""

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
    """A file that is one JSON value, so that none of its lines is the place of an error; its number is 0."""

    __slots__ = ()

    def error(self, *, expected: str, found: str) -> FormatError:
        """Say what is wrong in the file; the caller raises it."""
        return FormatError(self.path, None, expected, found)


def values(path: Input, encoding: str, problems: Problems) -> Iterator[Part]:
    """Yield the value of each line if the first line is one, else that of the whole file; an empty file has none."""
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
    """Yield the members of a list one at a time, or the one value that is none."""
    if isinstance(part.value, list):
        yield from (Part(part.line, value, f"{part.place}[{index}]") for index, value in enumerate(part.value))
    else:
        yield part


def sentence_rows(
    rows: Callable[[Part], Iterator[Row]], path: Input, encoding: str, problems: Problems
) -> Iterator[tuple[int, Row]]:
    """Yield the rows of each sentence of documents that have ``sentences``, with the sentence's number in the file.

    What else a document says in one word, as whether its coreferences were resolved, goes to ``other`` of all its rows.
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
            kept = tuple((key, shown(value)) for key, value in said if not isinstance(value, list | dict))
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
    """The line of a value; ``None`` where it is the whole file."""
    return part.line.number or None


def others(part: Part, *known: str) -> tuple[tuple[str, str], ...]:
    """All that an object says under other keys: texts as they are, everything else as JSON."""
    if not isinstance(part.value, dict):
        raise part.error("a JSON object", part.shown)
    return tuple((key, shown(value)) for key, value in part.value.items() if key not in known)


def maybe(part: Part, key: str) -> Part | None:
    """The value of a key that may be missing or null."""
    if not isinstance(part.value, dict):
        raise part.error("a JSON object", part.shown)
    return part.inner(key) if part.value.get(key) is not None else None


def shown(value: Any) -> str:
    """A text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def number_at(part: Part, key: str) -> float:
    """The number of a key that must be there."""
    value = part.inner(key)
    if isinstance(value.value, bool) or not isinstance(value.value, int | float):
        raise value.error("a number", value.shown)
    return part.line.number_from(str(value.value), key)


def keys(head: Sequence[str]) -> list[str]:
    """The keys in a file's first lines, in order, each once; none unless it starts as JSON does."""
    if not opens(head, "[{"):
        return []
    text = "\n".join(_cut(head))
    return list(dict.fromkeys(found[1] for found in KEY.finditer(text) if found[2]))


def opens(head: Sequence[str], brackets: str) -> bool:
    """Tell whether a file's first sign is one of these brackets."""
    return head[0].lstrip()[:1] in tuple(brackets)


def _cut(head: Iterable[str]) -> Iterator[str]:
    left = SEEN
    for text in head:
        yield text[:left]
        left -= len(text)
        if left <= 0:
            return


def named_parts(path: Input, encoding: str = "utf-8") -> Iterator[tuple[str, Part]]:
    """Yield the names and values of a file that is one object, as of sentences or documents by their names."""
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
