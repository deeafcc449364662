"""Connections to SQLite and PostgreSQL: how transactions begin, and what their errors mean."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from karat.errors import InputError, MissingExtraError, StoreError, StoreFullError, StoreUnavailableError

FILE = "karat.db"
"""The database in a project's folder."""

PATIENCE = 30
"""Seconds to wait for a lock that another process holds, or for a free connection."""

WRITES = {"karat_writes": True}
"""Marks a connection whose transactions write."""

DISK_FULL, READ_ONLY = "53100", "25006"
"""SQLSTATEs of PostgreSQL."""


class Connected:
    """A database, its connections, and the transactions in them."""

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self.place = place
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._writing = engine.execution_options(**WRITES)
        # SQLite's transactions see one state anyway.
        self._reading = engine if self.is_sqlite else engine.execution_options(isolation_level="REPEATABLE READ")
        # SQLite has one writer at a time, and the others poll. Within a process, a lock wakes the next one at once.
        self._lock = Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Read in one transaction, which sees one state of the database."""
        with describe_errors(self.place), self._reading.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Write in one transaction, which is on disk when this returns; an exception undoes all of it."""
        turn = self._turn() if self.is_sqlite else nullcontext()
        with describe_errors(self.place), turn, self._writing.begin() as connection:
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for one's turn among the threads that write to SQLite."""
        if not self._lock.acquire(timeout=PATIENCE):
            raise StoreUnavailableError(f"{self.place}: somebody else has been writing for {PATIENCE} s; try again")
        try:
            yield
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def locate(address: str | os.PathLike[str]) -> URL:
    """Find the database: a folder has one file, and an address of SQLite or PostgreSQL is taken as it is.

    >>> locate("postgresql://ann@db/gold").drivername
    'postgresql+psycopg'
    """
    text = os.fspath(address)
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text) / FILE))
    try:
        url = make_url(text)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        backend = ""
    if backend == "sqlite" and url.database:
        return url
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise InputError(f"expected a folder or an address postgresql://…, found {hide_password(text)!r}")


def hide_password(address: str) -> str:
    """Leave out the password of an address, for messages."""
    head, at, tail = address.rpartition("@")
    return f"{head.partition('://')[0]}://…{at}{tail}" if at else address


def describe_place(url: URL) -> str:
    """Name the database in messages, without its password."""
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def open_engine(url: URL) -> Engine:
    """Make an engine; it connects when it is first used."""
    pool = {"pool_size": 20, "max_overflow": 30, "pool_timeout": PATIENCE}
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, json_serializer=dump, connect_args={"timeout": PATIENCE}, **pool)
        event.listen(engine, "connect", set_pragmas)
        event.listen(engine, "begin", begin_sqlite)
        return engine
    try:
        import psycopg  # noqa: F401 - optional; SQLAlchemy would say only that a module is missing
    except ImportError as error:
        raise MissingExtraError("PostgreSQL", "annotate") from error
    # A server that was restarted has closed the connections of the pool: each is tried before it is used.
    engine = create_engine(url, json_serializer=dump, pool_pre_ping=True, connect_args={"connect_timeout": 10}, **pool)
    event.listen(engine, "connect", wait_for_disk)
    return engine


def dump(value: Any) -> str:
    """Write JSON in ASCII: any text is stored as it is, also what a database would refuse (NUL, half a surrogate)."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def set_pragmas(connection: sqlite3.Connection, _: object) -> None:
    """Let SQLAlchemy begin transactions, and have every commit on disk before it returns."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def wait_for_disk(connection: Any, _: object) -> None:
    """Have every commit of PostgreSQL on disk before it returns, also where its settings say otherwise."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        if cursor.fetchone() == ("off",):
            cursor.execute("SET SESSION synchronous_commit = on")
    connection.commit()


def begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start: a transaction that reads first and then cannot write would be in vain."""
    writes = connection.get_execution_options().get("karat_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def describe_errors(place: str) -> Iterator[None]:
    """Give the errors of a database in one line that says what to do about them."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise describe(place, error) from error
    except PoolTimeoutError as error:
        raise StoreUnavailableError(f"{place}: all connections are in use; try again") from error


def describe(place: str, error: DBAPIError) -> StoreError:
    """Tell a full disk from a database that cannot be written or reached."""
    original = error.orig
    first_line = (str(original).strip() or type(original).__name__).splitlines()[0]
    name = getattr(original, "sqlite_errorname", "")
    state = getattr(original, "sqlstate", None)
    if name == "SQLITE_FULL" or state == DISK_FULL:
        return StoreFullError(f"{place}: the disk is full; nothing of this change was saved")
    if name.startswith("SQLITE_READONLY") or state == READ_ONLY:
        return StoreUnavailableError(f"{place}: expected a database that can be written, found it read-only")
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreUnavailableError(f"{place}: expected a folder and a database that can be written, found neither")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreError(f"{place}: expected a database of Karat, found a damaged or another file ({first_line})")
    if name.startswith("SQLITE_BUSY"):
        return StoreUnavailableError(f"{place}: another program keeps the database locked; try again")
    return StoreUnavailableError(f"{place}: the database cannot be used now: {first_line}")
