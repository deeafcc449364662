"""Rows of a Parquet file, through pyarrow (extra ``tables``)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from karat.errors import FormatError, MissingExtraError
from karat.formats.tables.records import Record
from karat.formats.text.input_file import Input, InputFile
from karat.formats.text.lines import Line

MAGIC = b"PAR1"


def is_parquet(path: Input) -> bool:
    """Tell whether a file starts as every Parquet file does."""
    file = path if isinstance(path, InputFile) else InputFile(path, checksum=False)
    try:
        stream, _ = file.start()
        return stream.read(len(MAGIC)) == MAGIC
    except (OSError, EOFError, zlib.error):  # a damaged gzip file, which its reader reports
        return False
    finally:
        if file is not path:
            file.close()


def read_parquet(path: Input) -> Iterator[Record]:
    """Yield the names of the columns as a header, then each row; its number, from 1, stands for its line."""
    try:
        import pyarrow as pa  # an optional dependency
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise MissingExtraError(f"{path}: reading Parquet", "tables") from None
    file = path if isinstance(path, InputFile) else InputFile(path, checksum=False)
    stream, _ = file.start()
    source = Path(file)
    try:
        # Batches are read as they are needed, unless the file is packed, or comes from the web in one piece.
        table = parquet.ParquetFile(stream if file.has_random_access else pa.BufferReader(stream.read()))
        names = tuple(table.schema_arrow.names)
        yield Record(Line(source, 1, ""), names)
        number = 0
        for batch in table.iter_batches():
            for cells in zip(*(_texts(column) for column in batch.columns), strict=True):
                number += 1
                yield Record(Line(source, number, ", ".join(cells)), cells)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and not _is_damage(error):
            raise
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise FormatError(source, None, "a whole Parquet file", f"a damaged one ({reason})") from None
    finally:
        if file is not path:
            file.close()


def _is_damage(error: OSError) -> bool:
    """Tell whether pyarrow could not unpack what it read; an error of the disk or the network says more than a text."""
    return type(error) is OSError and error.errno is None


def _texts(column: Any) -> list[str]:
    """Write the values of a column as texts."""
    values = column.to_pylist()
    if column.type == "string" and not column.null_count:
        return [value.strip() for value in values]
    return [_text(value) for value in values]


def _text(value: Any) -> str:
    """Write a value as text; no value, and the NaN that stands for it, is empty."""
    return "" if value is None or value != value else str(value).strip()
