"""Backups: the whole store in one file, which either database can be restored from.

A backup is gzipped JSON lines: a head with the revision of the tables, then for each table a line with its name and
columns and a line for each row, and at the end the number of rows and the SHA-256 of all lines before. Sessions and
sign-in attempts are left out.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Integer, MetaData, Table, func, insert, inspect, select, text

from karat.annotate.store import migrations
from karat.annotate.store.columns import now
from karat.annotate.store.engine import WRITES, Connected, describe_errors, describe_place, locate, open_engine
from karat.annotate.store.items import batches
from karat.annotate.store.tables import METADATA, TRANSIENT
from karat.errors import FormatError, InputError, StoreError
from karat.formats.files import open_part
from karat.formats.json.loading import load_json
from karat.version import __version__

FORMAT = 1
ROWS = 500


class Backups(Connected):
    """Backups of a store."""

    def backup(self, path: str | os.PathLike[str]) -> int:
        """Write everything to a new file while others go on working; give the number of rows.

        The file has its name only once it is complete and on disk.
        """
        with writing_whole(Path(path)) as file, self.read() as connection:
            return write_lines(file, dump_lines(connection))


def restore(path: str | os.PathLike[str], address: str | os.PathLike[str]) -> int:
    """Make a store from a backup, in a folder without one or in an empty database; give the number of rows."""
    path = Path(path)
    rows = verify(path)
    url = locate(address)
    if url.get_backend_name() != "sqlite":
        load_database(path, open_engine(url), describe_place(url))
        return rows
    target = Path(str(url.database))
    if target.exists():
        raise InputError(f"{target}: expected no database yet, found one; a backup never overwrites")
    partial = target.with_name(f".{target.name}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        remove_database(partial)
        partial.touch(mode=0o600)
        load_database(path, open_engine(URL.create("sqlite", database=str(partial))), str(target))
        # Closing the last connection has put the write-ahead log into the file.
        partial.rename(target)
        sync_folder(target.parent)
    except OSError as error:
        raise StoreError(f"{target}: the database cannot be written: {error.strerror}") from error
    finally:
        remove_database(partial)
    return rows


def remove_database(path: Path) -> None:
    """Remove what an interrupted restore left."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def writing_whole(path: Path) -> Iterator[gzip.GzipFile]:
    """Write a new file under another name, and give it its name once it is whole and on disk."""
    taken = InputError(f"{path}: expected a file that is not there yet, found one")
    if path.exists():
        raise taken
    try:
        # Hashes of passwords are in it, so nobody else may read it.
        with open_part(path, 0o600) as (file, part):
            with gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed:
                yield packed
            file.flush()
            os.fsync(file.fileno())
            try:
                os.link(part, path)  # unlike a rename, it never replaces a file that somebody made meanwhile
            except FileExistsError:
                raise taken from None
        sync_folder(path.parent)
    except OSError as error:
        raise StoreError(f"{path}: the backup cannot be written: {error.strerror}") from error


def sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder survives a crash."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def reflect(connection: Connection) -> list[Table]:
    """The tables as the database has them, whatever version of Karat made them; who is referred to comes first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in {*TRANSIENT, "alembic_version"}]


def dump_lines(connection: Connection) -> Iterator[Any]:
    """The head, and all tables."""
    yield {
        "karat": "backup",
        "format": FORMAT,
        "version": __version__,
        "revision": migrations.current(connection),
        "created": now().isoformat(),
    }
    for table in reflect(connection):
        yield {"table": table.name, "columns": [column.name for column in table.columns]}
        rows = connection.execution_options(yield_per=ROWS).execute(select(table).order_by(*table.primary_key))
        for row in rows:
            yield list(row)


def write_lines(file: gzip.GzipFile, lines: Iterable[Any]) -> int:
    """Write the lines and their digest; give the number of rows."""
    digest, rows = hashlib.sha256(), 0
    for value in lines:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        digest.update(line)
        file.write(line)
        rows += isinstance(value, list)
    file.write(json.dumps({"rows": rows, "sha256": digest.hexdigest()}).encode() + b"\n")
    return rows


def verify(path: Path) -> int:
    """Raise an error unless a backup is complete and unchanged; give the number of its rows."""
    digest, last, number = hashlib.sha256(), b"", 0
    for number, line in enumerate(read_lines(path), 1):
        digest.update(last)
        last = line
        if number == 1:
            read_head(path, line)
    tail = load_json(last.decode(errors="replace"), path, number)
    if not isinstance(tail, dict) or "sha256" not in tail:
        raise FormatError(path, number, "a backup with its digest at the end", "an incomplete file")
    if tail["sha256"] != digest.hexdigest():
        raise FormatError(path, None, "a backup as it was written", "a file that was changed or damaged")
    return int(tail["rows"])


def read_lines(path: Path) -> Iterator[bytes]:
    """The unpacked lines of a backup."""
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except (EOFError, zlib.error):
        raise FormatError(path, None, "a whole backup", "a file that breaks off or is damaged") from None
    except gzip.BadGzipFile as error:
        found = "another file" if str(error).startswith("Not a gzipped file") else "a damaged file"
        raise FormatError(path, None, "a backup of karat annotate", found) from None
    except OSError as error:
        raise FormatError(path, None, "a backup of karat annotate", str(error.strerror)) from None


def read_head(path: Path, line: bytes) -> str:
    """The revision of the tables in a backup."""
    head = load_json(line.decode(errors="replace"), path, 1)
    if not isinstance(head, dict) or head.get("karat") != "backup":
        raise FormatError(path, 1, "a backup of karat annotate", "another file")
    revision = head.get("revision")
    if head.get("format") != FORMAT or not isinstance(revision, str) or not migrations.is_known(revision):
        raise StoreError(f"{path}: made by a newer version of Karat ({head.get('version')}); update Karat")
    return revision


def load_database(path: Path, engine: Engine, place: str) -> None:
    """Make the tables as the backup has them, fill them, and bring them up to date, in one transaction."""
    lines = enumerate(read_lines(path), 1)
    revision = read_head(path, next(lines)[1])
    try:
        with describe_errors(place), engine.execution_options(**WRITES).begin() as connection:
            if set(inspect(connection).get_table_names()) & set(METADATA.tables):
                raise InputError(
                    f"{place}: expected an empty database, found tables of Karat; a backup never overwrites"
                )
            migrations.migrate(connection, place, revision)
            tables = {table.name: table for table in reflect(connection)}
            for name, columns, rows in parse_tables(path, lines):
                for batch in batches(rows, ROWS):
                    values = [dict(zip(columns, row, strict=True)) for row in batch]
                    connection.execute(insert(tables[name]), values)
            renew_sequences(connection, tables.values())
            migrations.migrate(connection, place)
    finally:
        engine.dispose()


def parse_tables(
    path: Path, lines: Iterator[tuple[int, bytes]]
) -> Iterator[tuple[str, list[str], Iterator[list[Any]]]]:
    """Each table of a backup: its name, its columns, and a stream of its rows, which must be read before the next."""
    following: list[Any] = []

    def rows() -> Iterator[list[Any]]:
        for number, line in lines:
            value = load_json(line.decode(), path, number)
            if not isinstance(value, list):
                following.append(value)
                return
            yield value

    for _ in rows():
        raise FormatError(path, 2, "the name of a table", "a row")
    while following and "table" in (head := following.pop()):
        yield head["table"], head["columns"], rows()


def renew_sequences(connection: Connection, tables: Iterable[Table]) -> None:
    """Let PostgreSQL count ids on from the rows that were restored; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        if "id" not in table.columns or not isinstance(table.columns["id"].type, Integer):
            continue
        sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:table, 'id')"), {"table": table.name})
        newest = connection.scalar(select(func.max(table.columns["id"])))
        if sequence and newest:
            connection.execute(text("SELECT setval(:sequence, :newest)"), {"sequence": sequence, "newest": newest})
