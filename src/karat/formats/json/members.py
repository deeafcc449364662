"""Gold in one JSON object whose keys are names: of sentences, or of documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from karat.errors import FormatError
from karat.formats.json.parts import Part
from karat.formats.json.values import WholeFile, parsed
from karat.formats.text.input_file import Input
from karat.formats.text.lines import read_text


def named_parts(path: Input, encoding: str = "utf-8") -> Iterator[tuple[str, Part]]:
    """Yield each name and its value; an empty file, or one that is no object, is an error."""
    text = read_text(path, encoding)
    if not text.strip():
        raise FormatError(path, None, "a JSON object", "an empty file")
    whole = WholeFile(Path(path), 0, "")
    yield from members(Part(whole, parsed(whole, text), ""))


def members(part: Part) -> Iterator[tuple[str, Part]]:
    """Yield the keys and values of an object."""
    if not isinstance(part.value, dict):
        raise part.error("a JSON object", part.shown)
    for number, (name, value) in enumerate(part.value.items()):
        yield name, Part(part.line, value, f"{part.place}[{number}]")
