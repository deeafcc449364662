"""Read a file of any format, named or guessed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from karat.errors import FormatError, InputError
from karat.formats.format import ITEM_KINDS, KINDS, Format, Item, Kind
from karat.formats.guessing import guess
from karat.formats.json.map_option import JsonMap
from karat.formats.problems import Problems
from karat.formats.registry import format_named
from karat.formats.tables.table import table_with
from karat.formats.text.blocks import complete_from_sentences, pair_with_sentences
from karat.formats.text.input_file import InputFile, Shards, as_input
from karat.model import Annotation, Clique, Document, Row, TupleAnnotation

T = TypeVar("T", Row, Annotation, TupleAnnotation, Clique)


def read_rows(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
    sentences: str | os.PathLike[str] | None = None,
) -> Iterator[Row]:
    """Yield a system's extractions; the format is guessed unless it is named.

    ``sentences`` is a file with the system's input, for outputs that do not repeat it: its lines are paired with the
    output's blocks in order.
    """
    return _read(Row, path, format, encoding, problems, sentences)


def read_synsets(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Annotation]:
    """Yield gold sentences with their synsets; the format is guessed unless it is named."""
    return _read(Annotation, path, format, encoding, problems)


def read_tuples(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[TupleAnnotation]:
    """Yield gold sentences with their tuples; the format is guessed unless it is named."""
    return _read(TupleAnnotation, path, format, encoding, problems)


def read_cliques(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Clique]:
    """Yield cliques; the format is guessed unless it is named."""
    return _read(Clique, path, format, encoding, problems)


def read_items(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
    sentences: str | os.PathLike[str] | None = None,
) -> Iterator[Item]:
    """Yield whatever kind a file holds; two kinds in one file are an error. ``sentences`` is as for ``read_rows``."""
    file = as_input(path, checksum=False)
    chosen = _chosen(file, format, encoding)
    if chosen.kind not in ITEM_KINDS:
        raise FormatError(file, None, ", ".join(KINDS.values()), f"{chosen.kind} (format {chosen.name})")
    first: type[Item] | None = None
    for item in _closing(_items_of_shards(chosen, file, encoding, problems, sentences), file, path):
        first = first or type(item)
        if type(item) is not first:
            raise _other_kind(item, first, file)
        yield item


def kind_in(path: str | os.PathLike[str], format: Format, encoding: str = "utf-8") -> Kind:
    """Return the kind of a file's content: the format's, or that of the first item if a format can hold any."""
    if format.kind != "any":
        return format.kind
    return next((KINDS[type(item)] for item in islice(read_items(path, format, encoding), 1)), "any")


def choose_format(format: str | None, columns: str | Sequence[str] | None, map: JsonMap | None = None) -> Format | None:
    """Return the format that the user named, or a table or JSON with named parts; ``None`` means to guess it."""
    if map is not None:
        if columns is not None or format not in (None, "json-triples"):
            found = "--columns" if columns is not None else f"--format {format}"
            raise InputError(f"--map: expected JSON, found {found}")
        # Only --map needs it, and no other file waits for the readers of JSON.
        from karat.formats.llm.json_triples import mapped_json

        return mapped_json(map)
    if columns is None:
        return format_named(format) if format is not None else None
    if format not in (None, "table"):
        raise InputError(f"--columns: expected a table, found --format {format}")
    return table_with(columns)


def read_documents(
    path: str | os.PathLike[str],
    kind: Kind,
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
    *,
    gold: bool = False,
    option: str = "",
) -> Iterator[Document]:
    """Yield the documents of a file, each id once; the format is guessed among those of the kind unless it is named.

    If a file contains gold with the predictions, ``gold`` yields the gold; other files are read as usual.
    """
    file = as_input(path, checksum=False)
    chosen = _document_format(file, kind, format, encoding, option)
    reader = chosen.gold if gold and chosen.gold is not None else chosen.read
    if isinstance(file, Shards):
        shards = (_of_shard(reader(shard, encoding, problems), shard) for shard in file.shards)
        return _each_once(number_on(shards), file)
    return _each_once(_closing(reader(file, encoding, problems), file, path), file)


def _read(
    wanted: type[T],
    path: str | os.PathLike[str],
    format: str | Format | None,
    encoding: str,
    problems: Problems | None,
    sentences: str | os.PathLike[str] | None = None,
) -> Iterator[T]:
    file = as_input(path, checksum=False)
    chosen = _chosen(file, format, encoding)
    if chosen.kind not in ("any", KINDS[wanted]):
        raise FormatError(file, None, KINDS[wanted], f"{chosen.kind} (format {chosen.name})")
    items = _items_of_shards(chosen, file, encoding, problems, sentences, wanted)
    return (_checked(item, wanted, file) for item in _closing(items, file, path))


def _closing(items: Iterator[Any], file: InputFile, given: object) -> Iterator[Any]:
    """Yield the items, then close the file, unless it was given as an open one."""
    try:
        yield from items
    finally:
        if file is not given:
            file.close()


def _of_shard(items: Iterator[Any], shard: InputFile) -> Iterator[Any]:
    """Yield the items of a shard, then compute its checksum and close it, since there may be thousands."""
    try:
        yield from items
        shard.record()
    finally:
        shard.close()


def _items_of_shards(
    format: Format,
    file: InputFile,
    encoding: str,
    problems: Problems | None,
    sentences: str | os.PathLike[str] | None,
    wanted: type[Item] | None = None,
) -> Iterator[Item]:
    """Yield the items of a file, or of its shards one after the other; all are of the kind of the first, or wanted."""
    if not isinstance(file, Shards):
        yield from _items(format, file, encoding, problems, sentences)
        return
    if sentences is not None and format.blocks is not None:
        raise FormatError(file, None, "one file beside --sentences, whose lines are paired with its blocks", "shards")
    shards_of_ids: dict[str, InputFile] = {}
    for shard in file.shards:
        for item in _of_shard(_items(format, shard, encoding, problems, sentences), shard):
            wanted = wanted or type(item)
            if not isinstance(item, wanted):
                raise _other_kind(item, wanted, shard)
            if isinstance(item, Annotation):
                id = item.sentence.id
                first = shards_of_ids.setdefault(id, shard)
                if first is not shard:
                    line = item.synsets[0].line if item.synsets else None
                    raise FormatError(shard, line, "a sentence id of its own", f"{id!r}, which {first} has")
            # A line number is meaningless without the shard, which later checks do not know.
            yield replace(item, line=None) if isinstance(item, Row) else item


def number_on(shards: Iterable[Iterator[Document]]) -> Iterator[Document]:
    """Yield the documents of several shards; documents without ids are numbered through all of them."""
    before = 0
    for shard in shards:
        position = 0
        for position, document in enumerate(shard, 1):
            is_numbered = before > 0 and document.numbered and document.id == str(position)
            yield replace(document, id=str(before + position)) if is_numbered else document
        before += position


def _items(
    format: Format,
    file: InputFile,
    encoding: str,
    problems: Problems | None,
    sentences: str | os.PathLike[str] | None,
) -> Iterator[Item]:
    if sentences is None:
        return format.read(file, encoding, problems)
    texts = sentences if isinstance(sentences, InputFile) else Path(sentences)
    if format.blocks is None:
        return complete_from_sentences(format.read(file, encoding, problems), file, texts, encoding)
    return pair_with_sentences(format.blocks, file, texts, encoding, problems)


def _chosen(file: InputFile, format: str | Format | None, encoding: str) -> Format:
    if format is None:
        return guess(file, encoding)
    return format_named(format) if isinstance(format, str) else format


def _checked(item: Item, wanted: type[T], file: InputFile) -> T:
    if not isinstance(item, wanted):
        raise _other_kind(item, wanted, file)
    return item


def _other_kind(item: Item, wanted: type[Item], file: InputFile) -> FormatError:
    return FormatError(file, item.line if isinstance(item, Row) else None, KINDS[wanted], KINDS[type(item)])


def _document_format(file: InputFile, kind: Kind, format: str | Format | None, encoding: str, option: str) -> Format:
    if format is None:
        return guess(file, encoding, kinds=(kind,), option=option)
    return format_named(format, kind) if isinstance(format, str) else format


def _each_once(documents: Iterator[Document], file: InputFile) -> Iterator[Document]:
    """Refuse a second document with the same id, since one of the two would be lost."""
    lines: dict[str, int | None] = {}
    for document in documents:
        if document.id in lines:
            first = lines[document.id]
            again = "again" if first is None else f"again, first on line {first}"
            raise FormatError(file, document.line, "each document once", f"{document.id!r} {again}")
        lines[document.id] = document.line
        yield document
