"""Relations whose mentions are words rather than places: JSON, JSON lines, and tables with a header.

A document is an object with its relations in a list, or has one relation a row, which names its text or id. REBEL's
generated text is read too, the relations of one input a line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from karat.errors import FormatError
from karat.formats.field_names import (
    DOCUMENT_ID,
    DOCUMENT_RELATIONS,
    DOCUMENT_TEXT,
    HEAD,
    MENTION_WORDS,
    RELATION_TYPE,
    TAIL,
)
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, opens, values
from karat.formats.llm.rebel import REBEL, read_blocks
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.model import Document, MarkedText, Relation

NAMES = {"id": DOCUMENT_ID, "text": DOCUMENT_TEXT, "head": HEAD, "type": RELATION_TYPE, "tail": TAIL}
"""The columns of a table; all but the first two are needed."""
SHAPE = 'a relation with head, type and tail, such as {"head": "Ada", "type": "lives in", "tail": "Oslo"},'
HEAD_IN_WORDS = re.compile(rf'"(?:{"|".join(HEAD)})"\s*:\s*["{{]')
"""A head that is a text or an object, not the index of an entity."""
TRIPLE = re.compile(rf'"(?:{"|".join(DOCUMENT_RELATIONS)})"\s*:\s*\[\s*\[\s*"')
OTHER_FORMATS = ("doc_key", "sent_id")


@dataclass(slots=True)
class _Found:
    """A document and its relations; ``name`` is empty if the file gives neither an id nor a text."""

    name: str
    text: str
    line: int | None
    relations: list[Relation] = field(default_factory=list)


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each document with its relations, named by its id, else by its text, else by its number.

    A text that several objects have gets ``#2`` and so on; an id that comes again is an error.
    """
    with collect_problems(problems) as report:
        first = next(content(path, encoding))
        found = _in_json if opens([first.text], "[{") else _in_table
        seen: dict[str, int] = {}
        for number, document in enumerate(found(path, encoding, report), 1):
            name = document.name or str(number)
            if document.name and document.name == document.text:
                seen[name] = seen.get(name, 0) + 1
                name = name if seen[name] == 1 else f"{name}#{seen[name]}"
            marked = MarkedText(tuple(document.text.split()), (), tuple(document.relations))
            yield Document(name, marked, document.line, numbered=not document.name)


def _in_json(path: Input, encoding: str, report: Problems) -> Iterator[_Found]:
    """Yield the documents; those of single relations come last, when all of their relations are known."""
    rows: dict[str, _Found] = {}
    for value in values(path, encoding, report):
        for part in elements(value) if _is_list_of_documents(value.value) else [value]:
            try:
                document = _document(part)
            except FormatError as error:
                report.add(error)
                continue
            if _has_list(part):
                yield document
            else:
                rows.setdefault(document.name, document)
                if rows[document.name] is not document:
                    rows[document.name].relations += document.relations
    yield from rows.values()


def _is_list_of_documents(value: Any) -> bool:
    """Tell documents, and relations that name theirs, from the relations of one document."""
    match value:
        case [dict() as first, *_]:
            return any(key in first for key in (*DOCUMENT_RELATIONS, *DOCUMENT_ID, *DOCUMENT_TEXT))
        case [list() as first, *_]:
            return not first or not isinstance(first[0], str)
    return False


def _has_list(part: Part) -> bool:
    return isinstance(part.value, list) or any(key in part for key in DOCUMENT_RELATIONS)


def _document(part: Part) -> _Found:
    """Read a document with a list of relations, a list alone, or a single relation that names its document."""
    if isinstance(part.value, list):
        return _Found("", "", line_number(part), [_relation(each) for each in elements(part)])
    text = _text(part, DOCUMENT_TEXT) or ""
    document = _Found(_text(part, DOCUMENT_ID) or text, text, line_number(part))
    listed = next((key for key in DOCUMENT_RELATIONS if key in part), None)
    if listed is None:
        document.relations = [_relation(part)]
    else:
        entities = part.items("entities") if "entities" in part else []
        document.relations = [_relation(each, entities) for each in part.items(listed)]
    return document


def _text(part: Part, names: Sequence[str]) -> str | None:
    """Return the first of these keys that has a text or a whole number."""
    for name in names:
        value = part.value.get(name) if isinstance(part.value, dict) else None
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
            return str(value)
    return None


def _relation(part: Part, entities: Sequence[Part] = ()) -> Relation:
    match part.value:
        case [str(head), str(kind), str(tail)]:
            return Relation(kind, head, tail)
        case dict():
            subject, other = (_mention(part, names, entities) for names in (HEAD, TAIL))
            named = _text(part, RELATION_TYPE)
            if subject is not None and other is not None and named is not None:
                return Relation(named, subject, other)
    raise part.error(SHAPE, part.shown)


def _mention(part: Part, names: Sequence[str], entities: Sequence[Part]) -> str | None:
    """Return a mention's words: a text, an object with them, or the index of an entity that has them."""
    key = next((name for name in names if name in part), None)
    if key is None:
        return None
    inner = part.inner(key)
    if isinstance(inner.value, int) and not isinstance(inner.value, bool):
        if not 0 <= inner.value < len(entities):
            raise inner.error(f"words, or one of the {len(entities)} entities, from 0,", inner.shown)
        inner = entities[inner.value]
    words = inner.value if isinstance(inner.value, str) else _text(inner, MENTION_WORDS)
    if words is None:
        raise inner.error("a mention's words", inner.shown)
    return words


def _header(cells: Sequence[str]) -> dict[str, int] | None:
    """Find the columns by their names; ``None`` if head, type or tail are not among them."""
    names = [cell.strip().lower() for cell in cells]
    columns = {
        part: names.index(name)
        for part, known in NAMES.items()
        if (name := next((each.lower() for each in known if each.lower() in names), None)) is not None
    }
    return columns if {"head", "type", "tail"} <= columns.keys() else None


def _delimiter(text: str) -> str:
    return max("\t,;", key=text.count)


def _in_table(path: Input, encoding: str, report: Problems) -> Iterator[_Found]:
    rows = content(path, encoding)
    first = next(rows)
    delimiter = _delimiter(first.text)
    names = _cells(first, delimiter)
    columns = _header(names)
    if columns is None:
        raise first.error(expected="a header with head, type and tail, and text or id", found=f"{first.text!r:.80}")
    documents: dict[str, _Found] = {}
    for line in rows:
        try:
            cells = _cells(line, delimiter)
            if len(cells) != len(names):
                raise line.error(expected=f"{len(names)} fields, as the header has", found=str(len(cells)))
        except FormatError as error:
            report.add(error)
            continue
        record = {part: cells[place] for part, place in columns.items()}
        text = record.get("text", "")
        name = record.get("id", text)
        document = documents.setdefault(name, _Found(name, text, line.number))
        if record["head"] or record["type"] or record["tail"]:
            document.relations.append(Relation(record["type"], record["head"], record["tail"]))
    yield from documents.values()


def _cells(line: Line, delimiter: str) -> list[str]:
    if delimiter == "\t" and '"' not in line.text:
        return line.text.split("\t")
    try:
        return next(csv.reader([line.text], delimiter=delimiter), [])
    except csv.Error as error:
        raise line.error(expected="cells as in CSV", found=f"{error}: {line.text!r}") from None


def read_rebel(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the relations that REBEL generated for each input, a line each, named by its number."""
    with collect_problems(problems) as report:
        by_line: dict[int, list[Relation]] = {}
        for number, row in read_blocks(path, encoding, report):
            relations = by_line.setdefault(number, [])
            if row.extraction is not None:
                relations.append(Relation(row.extraction.relation, *row.extraction.arguments[:2]))
        for number, relations in by_line.items():
            yield Document(str(number + 1), MarkedText((), (), tuple(relations)), numbered=True)


def fits(head: Sequence[str]) -> bool:
    """Tell whether relations have their mentions' words: in JSON, or in a table with a header."""
    if not opens(head, "[{"):
        try:
            return _header(_cells(Line(Path(), 1, head[0]), _delimiter(head[0]))) is not None
        except FormatError:
            return False
    named = keys(head)
    if any(key in named for key in OTHER_FORMATS):
        return False
    text = "\n".join(head)[:100_000]
    if HEAD_IN_WORDS.search(text) or TRIPLE.search(text):
        return True
    return any(key in named for key in DOCUMENT_RELATIONS) and not {"tokens", "entities"} <= set(named)


STRING_RELATIONS = Format(
    name="string-relations",
    title="Relations between words: JSON, JSON lines or a table with a header",
    kind="relations",
    looks="JSON or a table with the words of head and tail, and the relation's type",
    read=read,
    fits=fits,
    suffixes=(".csv", ".tsv"),
)
REBEL_RELATIONS = replace(REBEL, kind="relations", read=read_rebel, blocks=None)
