"""JSON of triples in any everyday shape, as models, wrappers and scripts write it; or with paths to its parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from karat.errors import FormatError, quoted
from karat.formats.field_names import (
    CONFIDENCE,
    JSON_ID,
    JSON_OBJECT,
    JSON_RELATION,
    JSON_SENTENCE,
    JSON_SUBJECT,
    OBJECT,
    RELATION,
    SENTENCE,
    SENTENCE_ID,
    SUBJECT,
    TRIPLES,
    VAGUE,
    find_name,
    first_text,
    is_data,
    is_id,
)
from karat.formats.format import Format
from karat.formats.json.map_option import JsonMap, Location, Path, Paths, locate, parse_map, select, select_along
from karat.formats.json.parts import Part
from karat.formats.json.values import WholeFile, keys, opens, values
from karat.formats.problems import Problems
from karat.formats.records.finding import Finder
from karat.formats.records.record import EXAMPLE, Sentence, read_triple
from karat.formats.registry import ANSWER
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import lines, read_text
from karat.model import Extraction, Row

FOREIGN = frozenset(
    (
        *("karat", "ori_sent", "facts", "extraction", "extractor", "verbs", "nodes", "relationships", "triple_gold"),
        *("tags", "tokens", "entities", "sentences", "originalSentence", "openie", "pred_index"),
    )
)
"""Keys of other formats, which are looked for before this one."""
NAMES: dict[str, tuple[str, ...]] = {
    "subject": JSON_SUBJECT,
    "relation": (*JSON_RELATION, *VAGUE),
    "object": JSON_OBJECT,
    "confidence": CONFIDENCE,
    "arguments": (),
}
"""The keys of the parts that no path was given for."""


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each answer.

    An answer is a list of triples, one triple, a table, or a model's text, wherever it is in the JSON of a line, or of
    the whole file. Answers that cannot be read, or only in part, are reported.
    """
    finder = Finder(problems)
    number = -1
    first: Row | None = None
    found = False
    for value in _values(path, encoding, problems):
        try:
            answers = finder.find(value)
        except FormatError as error:
            problems.add(error)
            continue
        for number, rows in enumerate(answers, number + 1):  # noqa: B020 - counts on
            for row in rows:
                first = first or row
                if _is_named(row) != _is_named(first):
                    raise _unnamed(path, row if _is_named(first) else first)
                found = found or row.extraction is not None
                yield number, row
    if first is not None and number == 0 and not (found or _is_named(first) or finder.unread or problems.errors):
        raise FormatError(path, first.line, f"at least one extraction, such as {EXAMPLE}", "none")
    if finder.unread and not found:
        part, answer = finder.unread[0]
        raise part.error("an answer with tuples", f"none in any answer, of which the first is {answer.text!r:.60}")
    problems.repairs += finder.report_unread()


def _values(path: Input, encoding: str, problems: Problems) -> Iterator[Part]:
    """Yield the values of a file of JSON, or the text of an answer that has some in it."""
    start = next((line for line in lines(path, encoding) if not line.blank), None)
    if start is None or not start.text.lstrip().startswith(ANSWER):
        return values(path, encoding, problems)
    return iter([Part(WholeFile(FilePath(path), 0, ""), read_text(path, encoding), "")])


def _is_named(row: Row) -> bool:
    return row.sentence_id is not None or row.sentence is not None


def _unnamed(path: Input, row: Row) -> FormatError:
    triple = "; ".join(row.extraction.triple) if row.extraction is not None else "nothing"
    return FormatError(path, row.line, "an id or a sentence for all extractions or for none", f"none for ({triple})")


def describe(path: Input, encoding: str = "utf-8") -> str:
    """Show the first extraction, so that its author sees whether it was meant so; nothing if there is none to show."""
    rows = (row for _, row in read_blocks(path, encoding, Problems()))
    try:
        first = next((row for row in rows if row.extraction is not None), None)
    except FormatError:
        first = None
    if first is None or first.extraction is None:
        return ""
    subject, *others = first.extraction.arguments or ("",)
    parts = "; ".join((subject, first.extraction.relation, *others))
    of = f" of sentence {first.sentence_id}" if first.sentence_id is not None else ""
    of = f" of {quoted(first.sentence)}" if not of and first.sentence is not None else of
    return f"the first extraction is ({parts}){of}"


def render(rows: Iterable[Row]) -> Iterator[str]:
    """Write a line of JSON for each sentence, with its extractions as triples, their later arguments joined."""
    before: tuple[str | None, str | None] | None = None
    triples: list[dict[str, Any]] = []
    for row in rows:
        if before is not None and before != (row.sentence_id, row.sentence):
            yield _line(before, triples)
            triples = []
        before = row.sentence_id, row.sentence
        if row.extraction is not None:
            triples.append(_triple(row.extraction))
    if before is not None:
        yield _line(before, triples)


def _line(named: tuple[str | None, str | None], triples: list[dict[str, Any]]) -> str:
    known = {name: text for name, text in zip(("id", "sentence"), named, strict=True) if text is not None}
    return json.dumps({**known, "triples": triples}, ensure_ascii=False, allow_nan=False)


def _triple(extraction: Extraction) -> dict[str, Any]:
    subject, relation, object_ = extraction.triple
    value: dict[str, Any] = {"subject": subject, "relation": relation}
    if len(extraction.arguments) > 1:
        value["object"] = object_
    if extraction.confidence != 1.0:
        value["confidence"] = extraction.confidence
    return value


def _fits(head: Sequence[str]) -> bool:
    file_keys = keys(head)
    if not file_keys:
        return opens(head, "[") and head[0].replace(" ", "").startswith(('["', '[["', '[[["', "[]"))
    if not FOREIGN.isdisjoint(file_keys):
        return False
    names = set(file_keys)
    return bool(names & set(SUBJECT) and names & set(RELATION) and names & set(OBJECT)) or (
        file_keys[0] in (*TRIPLES[:2], *SENTENCE, *SENTENCE_ID) and bool(names & set(TRIPLES))
    )


JSON_TRIPLES = Format(
    name="json-triples",
    title="JSON of triples in any everyday shape, with or without sentences",
    kind="extractions",
    looks='JSON lists such as ["subject", "relation", "object"], or objects with such keys, or with "triples"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    render=render,
    blocks=read_blocks,
    describe=describe,
)


# Paths to the parts, as --map names them


def mapped_json(map: JsonMap) -> Format:
    """Make the format of JSON whose parts are named by paths."""
    read = partial(read_along_paths, parse_map(map))
    return Format(
        name="json-triples",
        title="JSON whose parts are named by paths",
        kind="extractions",
        looks="JSON",
        read=partial(blocks.rows, read),
        fits=lambda _: True,
        blocks=read,
    )


def read_along_paths(paths: Paths, path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
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
        yield from _sentence(value, owner, paths).rows(value)
    for location in items:
        item = Part(value.line, locate(value.value, location), _place(location))
        try:
            sentence = _sentence(value, location, paths)
            if not paths.names_triple:
                yield from (row for block in finder.find(item, sentence) for row in block)
                continue
            yield read_triple(_named(item, paths), sentence)
        except FormatError as error:
            finder.problems.add(error)


def _named(item: Part, paths: Paths) -> Part:
    """Rename an item's parts as ``read_triple`` knows them; those without a path are found by their usual keys."""
    parts: dict[str, Any] = {}
    for part, names in NAMES.items():
        path = paths.by_part.get(part)
        if path is None:
            key = find_name(item.value, names) if isinstance(item.value, dict) else None
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
            found_keys = f"the keys {', '.join(item.value)}" if isinstance(item.value, dict) else item.shown
            raise item.error(f"the {part}{where}", found_keys)
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
            id, text = (first_text(inner, aliases) for aliases in (JSON_ID, JSON_SENTENCE))
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
