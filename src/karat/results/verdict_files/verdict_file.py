"""Verdicts as rows of a table, and the file of them that an evaluation writes: lines of JSON, or Parquet.

Rows are made in blocks where the verdicts are, which may be another process, and are appended to the file by
``VerdictSink``.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from json.encoder import encode_basestring
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, Literal, get_args

from karat.benchmarks.gold import Gold
from karat.errors import InputError, MissingExtraError
from karat.formats.files import is_stream, replace_file
from karat.formats.text.slots import render_slot
from karat.model import Annotation
from karat.results.explanation.verdicts import Verdict

VerdictForm = Literal["jsonl", "jsonl.gz", "parquet"]

COLUMNS: Mapping[str, type] = {
    "system": str,
    "sentence": str,
    "text": str,
    "subject": str,
    "relation": str,
    "object": str,
    "confidence": float,
    "correct": bool,
    "subject_agrees": bool,
    "relation_agrees": bool,
    "object_agrees": bool,
    "synset": str,
    "gold_subject": str,
    "gold_relation": str,
    "gold_object": str,
    "reason": str,
}
"""The columns of a verdict file; those that ``SystemResult.to_pandas`` has, have the same names there."""

ROW_GROUP = 50_000
"""The number of rows in a row group of a Parquet file, however many come at a time."""

Row = tuple[Any, ...]
"""The values of ``COLUMNS``."""

LINE = f"{{{', '.join(f'{json.dumps(name)}: %s' for name in COLUMNS)}}}\n"
"""A row as a JSON object, with a place for each value; filling it is three times as quick as encoding an object."""


def form_of(path: str | PathLike[str]) -> VerdictForm:
    """Tell from its name in which form a verdict file is written: lines of JSON to a pipe, for other files it must say.

    An extra that the form needs is asked for here, before anything is scored.
    """
    name = fspath(path)
    form: VerdictForm | None = next((form for form in get_args(VerdictForm) if name.endswith(f".{form}")), None)
    if form is None and is_stream(Path(name)):
        return "jsonl"
    if form is None:
        raise InputError(f"{name}: expected a name in .jsonl, .jsonl.gz or .parquet for verdicts, found another")
    if form == "parquet":
        try:
            arrow_schema()  # reports a missing extra before scoring
        except ModuleNotFoundError:
            raise MissingExtraError(f"{name}: writing Parquet", "tables") from None
    return form


def verdict_rows(gold: Gold, verdicts: Mapping[str, Iterable[Verdict]]) -> Iterator[Row]:
    """Yield the row of each verdict: sentence by sentence in the gold's order, and in each sentence by system.

    ``verdicts`` are those of each system on these sentences. The order does not depend on where a benchmark is divided
    into parts.
    """
    by_sentence: dict[str, list[tuple[str, Verdict]]] = {}
    for system, each in verdicts.items():
        for verdict in each:
            by_sentence.setdefault(verdict.sentence, []).append((system, verdict))
    for sentence, facts in zip(gold.sentences, gold.facts, strict=True):
        annotation = Annotation(sentence, ()) if facts is None else facts.annotation
        slots_of: dict[tuple[int, int], tuple[str, ...]] = {}
        for system, verdict in by_sentence.pop(sentence.id, ()):
            yield _row(system, verdict, annotation, slots_of)


def _row(
    system: str, verdict: Verdict, annotation: Annotation, slots_of: dict[tuple[int, int], tuple[str, ...]]
) -> Row:
    synset: str | None = None
    gold: tuple[str | None, ...] = (None, None, None)
    if verdict.synset is not None and verdict.fact is not None:
        place = verdict.synset, verdict.fact
        closest = annotation.synsets[verdict.synset]
        if place not in slots_of:  # many extractions share a fact
            slots_of[place] = tuple(map(render_slot, closest.facts[verdict.fact]))
        synset, gold = closest.id, slots_of[place]
    return (
        system,
        verdict.sentence,
        annotation.sentence.text,
        *verdict.extraction.triple,
        verdict.extraction.confidence,
        verdict.correct,
        *(verdict.slots or (None, None, None)),
        synset,
        *gold,
        None if verdict.ruling is None else verdict.ruling.reason or None,
    )


def verdict_block(form: VerdictForm, gold: Gold, verdicts: Mapping[str, Iterable[Verdict]]) -> bytes:
    """Write the verdicts on some sentences as bytes that ``VerdictSink.append`` takes."""
    rows = verdict_rows(gold, verdicts)
    try:
        if form == "parquet":
            return _arrow_block(list(rows))
        lines = "".join(LINE % tuple(map(_json_value, row)) for row in rows).encode("utf-8")
    except UnicodeEncodeError as error:
        lone = repr(error.object[error.start])
        raise InputError(f"{gold.name}: verdicts: expected text that UTF-8 can hold, found {lone}") from None
    # Members of gzip can be appended to each other. No time inside, so that the same verdicts give the same bytes.
    return gzip.compress(lines, compresslevel=6, mtime=0) if form == "jsonl.gz" and lines else lines


def _json_value(value: str | float | bool | None) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    return "null" if value is None else "true" if value is True else "false" if value is False else repr(value)


def _arrow_block(rows: list[Row]) -> bytes:
    import pyarrow as pa  # an optional dependency

    schema = arrow_schema()
    columns = list(zip(*rows, strict=True)) or [()] * len(COLUMNS)
    arrays = [pa.array(values, type=field.type) for values, field in zip(columns, schema, strict=True)]
    stream = pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, schema) as writer:
        writer.write_batch(pa.record_batch(arrays, schema=schema))
    block: bytes = stream.getvalue().to_pybytes()
    return block


def arrow_schema() -> Any:
    """Return the columns as a schema of Arrow."""
    import pyarrow as pa  # an optional dependency

    types = {str: pa.string(), float: pa.float64(), bool: pa.bool_()}
    return pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])


# The file


class VerdictSink:
    """Takes the verdicts of one part of a benchmark after the other, in the gold's order.

    Use ``open_verdicts``, which puts the file in place at the end. Where parts are scored in other processes,
    ``verdict_block(sink.form, …)`` is called there, and its bytes are appended here.
    """

    def __init__(self, path: Path, form: VerdictForm, file: IO[bytes]) -> None:
        self.path = path
        self.form = form
        self._file = file

    def append(self, block: bytes) -> None:
        """Write a block that ``verdict_block`` made."""
        try:
            self._append(block)
        except BrokenPipeError:  # whoever read from a pipe has left; the command line knows what to do
            raise
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror or error})") from None

    def finish(self) -> None:
        """Write what is left."""

    def abandon(self) -> None:
        """Leave the file as it is, since it will be removed."""

    def _append(self, block: bytes) -> None:
        self._file.write(block)  # lines, or members of gzip that hold lines


class _ParquetSink(VerdictSink):
    """Writes a Parquet file, whose row groups do not depend on the size of the blocks."""

    def __init__(self, path: Path, form: VerdictForm, file: IO[bytes]) -> None:
        from pyarrow import parquet  # an optional dependency

        super().__init__(path, form, file)
        self._writer = parquet.ParquetWriter(file, arrow_schema(), compression="zstd")
        self._waiting: list[Any] = []
        self._rows = 0

    def finish(self) -> None:
        if self._rows:
            self._write(self._rows)
        self._writer.close()

    def abandon(self) -> None:
        self._writer.is_open = False  # else it would be closed when it is collected, after the file itself

    def _append(self, block: bytes) -> None:
        import pyarrow as pa  # an optional dependency

        table = pa.ipc.open_stream(block).read_all()
        self._waiting.append(table)
        self._rows += table.num_rows
        if self._rows >= ROW_GROUP:
            self._write(self._rows // ROW_GROUP * ROW_GROUP)

    def _write(self, rows: int) -> None:
        import pyarrow as pa  # an optional dependency

        table = pa.concat_tables(self._waiting)
        self._writer.write_table(table.slice(0, rows), row_group_size=ROW_GROUP)
        self._rows -= rows
        self._waiting = [table.slice(rows)] if self._rows else []


class _OtherFileError(Exception):
    """An error of the system that is not about the verdict file."""


@contextmanager
def open_verdicts(path: str | PathLike[str]) -> Iterator[VerdictSink]:
    """Open a verdict file, in the form that its name ends in, which takes its place at the end.

    After an error or Ctrl-C, an older file of the name is as it was, and nothing else is left.
    """
    form = form_of(path)
    kind = _ParquetSink if form == "parquet" else VerdictSink
    elsewhere: OSError | None = None
    try:
        with replace_file(Path(path), packed=False) as file:
            sink = kind(Path(path), form, file)
            try:
                yield sink
            except OSError as error:  # which `replace_file` would take for one about the verdict file
                elsewhere = error
                sink.abandon()
                raise _OtherFileError from None
            except BaseException:
                sink.abandon()
                raise
            try:
                sink.finish()
            except BaseException:
                sink.abandon()
                raise
    except _OtherFileError:
        assert elsewhere is not None, "it was kept above"
        raise elsewhere from None
