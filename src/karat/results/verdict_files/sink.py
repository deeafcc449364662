"""Write the verdicts of an evaluation to a file as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import IO, Any

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats.files import replace_file
from karat.results.explanation.verdicts import Verdict
from karat.results.verdict_files.rows import VerdictForm, arrow_schema, form_of, verdict_block

ROW_GROUP = 50_000
"""The number of rows in a row group of a Parquet file, however many come at a time."""


class VerdictSink:
    """Takes the verdicts of one part of a benchmark after the other, in the gold's order.

    Use ``open_verdicts``, which puts the file in place at the end. Where parts are scored in other processes,
    ``verdict_block(sink.form, …)`` is called there, and its bytes are appended here.
    """

    def __init__(self, path: Path, form: VerdictForm, file: IO[bytes]) -> None:
        self.path = path
        self.form = form
        self._file = file

    def write(self, gold: Gold, verdicts: Mapping[str, Iterable[Verdict]]) -> None:
        """Write each system's verdicts on the sentences of ``gold``, which may be a part of the whole."""
        self.append(verdict_block(self.form, gold, verdicts))

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
