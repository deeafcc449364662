"""JSON whose parts the user names by paths: ``items=$.data[*].triples[*],subject=$.s,relation=$.p``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from karat.errors import FormatError
from karat.formats.field_names import find_name
from karat.formats.format import Format
from karat.formats.json.map_option import JsonMap, Paths, parse_map
from karat.formats.json.parts import Part
from karat.formats.json.paths import Location, Path, locate, select, select_along
from karat.formats.json.values import line_number, values
from karat.formats.llm.records.finding import Finder
from karat.formats.llm.records.keys import (
    CONFIDENCE,
    ID,
    OBJECT,
    RELATION,
    SENTENCE,
    SUBJECT,
    VAGUE,
    first_text,
    is_data,
    is_id,
)
from karat.formats.llm.records.triple import Sentence, read_triple
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.model import Row

NAMES: dict[str, tuple[str, ...]] = {
    "subject": SUBJECT,
    "relation": (*RELATION, *VAGUE),
    "object": OBJECT,
    "confidence": CONFIDENCE,
}
"""The keys of the parts that no path was given for."""


def read_blocks(paths: Paths, path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the rows of each list of items, or of each item that is in none."""
    number = -1
    finder = Finder(problems)
    found = False
    for value in values(path, encoding, problems):
        for owner, items in _groups(value, paths.by_part.get("items")):
            number += 1
            for row in _rows(value, owner, items, paths, finder):
                found = True
                yield number, row
    if not found and not problems.errors:
        raise FormatError(path, None, f"items at {paths.by_part.get('items', '$')}", "nothing there")
    problems.repairs += finder.report_unread()


def _groups(value: Part, path: Path | None) -> Iterator[tuple[Location, list[Location]]]:
    """Yield the locations of items by the list that holds them; an empty list has none."""
    if path is None:
        path = Path((None,) if isinstance(value.value, list) else ())
    if path.steps[-1:] != (None,):
        yield from ((location, [location]) for location, _ in select(value.value, path))
        return
    for location, holder in select(value.value, Path(path.steps[:-1])):
        if isinstance(holder, list | dict):
            yield location, [(*location, key) for key in (holder if isinstance(holder, dict) else range(len(holder)))]


def _rows(value: Part, owner: Location, items: list[Location], paths: Paths, finder: Finder) -> Iterator[Row]:
    if not items:
        sentence = _sentence(value, owner, paths)
        yield Row(None, sentence.id, sentence.text, line_number(value))
    for location in items:
        item = Part(value.line, locate(value.value, location), _place(location))
        try:
            sentence = _sentence(value, location, paths)
            if not paths.names_triple:
                yield from (row for block in finder.find(item, sentence) for row in block)
                continue
            extraction, id, text = read_triple(_named(item, paths), sentence)
        except FormatError as error:
            finder.problems.add(error)
        else:
            yield Row(extraction, id, text, line_number(value))


def _named(item: Part, paths: Paths) -> Part:
    """Give an item's parts the names that ``read_triple`` knows; those without a path are found by their usual keys."""
    parts: dict[str, Any] = {}
    for part in ("subject", "relation", "object", "confidence", "arguments"):
        path = paths.by_part.get(part)
        if path is None:
            key = find_name(item.value, NAMES[part]) if isinstance(item.value, dict) and part in NAMES else None
            if key is not None:
                parts[part] = item.value[key]
            continue
        found = [each for _, each in select(item.value, path)]
        if part == "arguments":
            parts[part] = [text for each in found for text in (each if isinstance(each, list) else [each])]
        elif len(found) > 1:
            raise item.error(f"one {part} at {path}", f"{len(found)}")
        elif found and found[0] is not None:
            parts[part] = found[0]
    for part in ("subject", "relation"):
        if part not in parts and not (part == "subject" and parts.get("arguments")):
            where = f" at {paths.by_part[part]}" if part in paths.by_part else ""
            keys = f"the keys {', '.join(item.value)}" if isinstance(item.value, dict) else item.shown
            raise item.error(f"the {part}{where}", keys)
    return Part(item.line, parts, item.place)


def _sentence(value: Part, location: Location, paths: Paths) -> Sentence:
    """Find the sentence of an item: at its path, from the item outwards, or by the usual keys."""
    named = {part: _outwards(value, location, paths, part) for part in ("id", "sentence") if part in paths.by_part}
    if named:
        return Sentence(named.get("id"), named.get("sentence"))
    for depth in range(len(location), -1, -1):
        inner = locate(value.value, location[:depth])
        step = location[depth] if depth < len(location) else None
        if isinstance(step, str) and is_data(step):
            return Sentence(step) if is_id(step) else Sentence(text=step)
        if isinstance(inner, dict):
            id, text = (first_text(inner, aliases) for aliases in (ID, SENTENCE))
            if id is not None or text is not None:
                return Sentence(None if id is None else str(inner[id]), None if text is None else str(inner[text]))
    return Sentence()


def _outwards(value: Part, location: Location, paths: Paths, part: str) -> str:
    path = paths.by_part[part]
    for depth in range(len(location), -1, -1):
        found = select_along(locate(value.value, location[:depth]), path, location[depth:])
        if isinstance(found, str | int) and not isinstance(found, bool):
            return str(found)
    place = Part(value.line, None, _place(location))
    raise place.error(f"the {part} at {path}, a text or a whole number,", "none there, or in what is around it")


def _place(location: Location) -> str:
    return str(Path(location))[1:].removeprefix(".")


def mapped_json(map: JsonMap) -> Format:
    """Make the format of JSON whose parts are named by paths."""
    paths = parse_map(map)
    read = partial(read_blocks, paths)
    return Format(
        name="json-triples",
        title="JSON whose parts are named by paths",
        kind="extractions",
        looks="JSON",
        read=partial(blocks.rows, read),
        fits=lambda _: True,
        blocks=read,
    )
