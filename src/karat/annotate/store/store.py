"""The store: everything that an annotation project keeps, in SQLite or PostgreSQL."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from sqlalchemy import URL

from karat.annotate.store.backup import Backups, restore
from karat.annotate.store.batches import Replacements
from karat.annotate.store.candidates import Candidates
from karat.annotate.store.checking import Checking
from karat.annotate.store.documents import Documents
from karat.annotate.store.engine import describe_errors, describe_place, locate, open_engine
from karat.annotate.store.event_log import EventLog
from karat.annotate.store.items import Items
from karat.annotate.store.migrations import current, migrate, newest
from karat.annotate.store.people import People
from karat.annotate.store.progress import ProgressCounts
from karat.annotate.store.projects import Projects
from karat.annotate.store.sessions import Sessions
from karat.errors import InputError, StoreUnavailableError


class Store(
    Projects, Replacements, Items, Documents, EventLog, Candidates, People, Sessions, ProgressCounts, Checking, Backups
):
    """A database with all that belongs to annotation projects. Threads may share it."""

    @classmethod
    def open(cls, address: str | os.PathLike[str], create: bool = True) -> Store:
        """Open the database of a folder, or at an address of PostgreSQL, and bring its tables up to date.

        With ``create=False`` a folder must have a database already.
        """
        url = locate(address)
        place = describe_place(url)
        if url.get_backend_name() == "sqlite":
            prepare_folder(url, create)
        with describe_errors(place):
            store = cls(open_engine(url), place)
            try:
                store.migrate()
            except BaseException:
                store.close()
                raise
        return store

    def migrate(self) -> None:
        """Bring the tables up to date; nobody is kept from writing if they are."""
        with self.read() as connection:
            if current(connection) == newest():
                return
        with self.write() as connection:
            migrate(connection, self.place)

    @classmethod
    def restore(cls, path: str | os.PathLike[str], address: str | os.PathLike[str]) -> Store:
        """Make a store from a backup, in a folder or database that has none, and open it."""
        restore(path, address)
        return cls.open(address, create=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def prepare_folder(url: URL, create: bool) -> None:
    """Make the folder of a SQLite database, or check that the database is there."""
    path = Path(str(url.database))
    if not create:
        if not path.is_file():
            raise InputError(
                f"{path}: expected the database of an annotation project, found no such file; "
                f"karat annotate {path.parent} makes one"
            )
    else:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailableError(f"{path.parent}: the folder cannot be made: {error.strerror}") from error
        if os.access(path.parent, os.W_OK):
            # Only for the owner: work that others must not see yet is in it, and hashes of passwords.
            path.touch(mode=0o600)
    # SQLite needs the folder too, for its write-ahead log, and says only that it cannot open the file.
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.R_OK | os.W_OK):
            what = "folder" if place == path.parent else "database"
            raise StoreUnavailableError(f"{place}: expected a {what} that can be written, found it read-only")
