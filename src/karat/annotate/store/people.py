"""People and their passwords, of which only hashes are kept; sign-in attempts, for a rate limit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from karat.annotate.people import Person, Role
from karat.annotate.store.columns import now
from karat.annotate.store.engine import Connected
from karat.annotate.store.errors import NameTakenError, NotFoundError
from karat.annotate.store.tables import ATTEMPT, PERSON, SESSION
from karat.annotate.store.texts import check_name
from karat.errors import InputError

ALWAYS_ANNOTATOR = "a language model is always an annotator"
NO_SIGN_IN = "a language model has no password: it cannot sign in"


class People(Connected):
    """People of a store."""

    def people(self) -> list[Person]:
        """Everybody, by name."""
        with self.read() as connection:
            return [as_person(row) for row in connection.execute(select(PERSON).order_by(PERSON.c.folded_name))]

    def person(self, id: int) -> Person:
        """The person with this id."""
        with self.read() as connection:
            return find_person(connection, id)

    def person_by_name(self, name: str) -> Person | None:
        """The person with this name, in whatever case it is written."""
        with self.read() as connection:
            row = connection.execute(select(PERSON).where(PERSON.c.folded_name == fold_name(name))).first()
        return None if row is None else as_person(row)

    def identity(self) -> str:
        """Tell this store from others, wherever it is moved or restored to: by when its first person was added."""
        query = select(PERSON.c.id, PERSON.c.created).order_by(PERSON.c.id).limit(1)
        with self.read() as connection:
            row = connection.execute(query).first()
        first = "" if row is None else f"{row.id} {row.created.isoformat()}"
        return hashlib.sha256(first.encode()).hexdigest()[:16]

    def add_person(
        self, name: str, role: Role | str, password_hash: str | None = None, *, machine: bool = False
    ) -> Person:
        """Add a person, who cannot sign in without a password, or a language model, which never can."""
        if machine and (Role(role) is not Role.ANNOTATOR or password_hash is not None):
            raise InputError(f"machine {name!r}: expected an annotator without a password")
        with self.write() as connection:
            return insert_person(connection, name, Role(role), password_hash, machine)

    def change_person(
        self, id: int, *, name: str | None = None, role: Role | str | None = None, active: bool | None = None
    ) -> Person:
        """Give a person new values; what is None stays. Whoever is made inactive is signed out everywhere.

        The last active admin, who alone can look after people, stays one.
        """
        changes: dict[str, Any] = {}
        if name is not None:
            changes["name"] = check_name("person", name)
            changes["folded_name"] = fold_name(name)
        if role is not None:
            changes["role"] = Role(role).value
        if active is not None:
            changes["active"] = active
        try:
            with self.write() as connection:
                person = find_person(connection, id)
                if person.machine and changes.get("role", Role.ANNOTATOR) != Role.ANNOTATOR:
                    raise InputError(ALWAYS_ANNOTATOR)
                if (active is False or changes.get("role", Role.ADMIN) != Role.ADMIN) and lock_admins(connection) == [
                    id
                ]:
                    raise InputError(f"{person.name}: expected another admin to stay, found that this is the only one")
                if changes:
                    connection.execute(update(PERSON).where(PERSON.c.id == id).values(changes))
                if active is False:
                    connection.execute(delete(SESSION).where(SESSION.c.person_id == id))
                return find_person(connection, id)
        except IntegrityError as error:
            raise NameTakenError("person", str(name)) from error

    def set_password(self, person: int, password_hash: str, keep_session: str | None = None) -> None:
        """Replace the hash of a password, and end all sessions of the person but one, given by its token's hash."""
        with self.write() as connection:
            if find_person(connection, person).machine:
                raise InputError(NO_SIGN_IN)
            connection.execute(update(PERSON).where(PERSON.c.id == person).values(password=password_hash))
            others = (SESSION.c.person_id == person) & (SESSION.c.token_hash != (keep_session or ""))
            connection.execute(delete(SESSION).where(others))

    def password_hash(self, person: int) -> str | None:
        """The hash of a person's password."""
        with self.read() as connection:
            return connection.scalar(select(PERSON.c.password).where(PERSON.c.id == person))

    def add_attempt(self, name: str, address: str) -> None:
        """Record that somebody failed to sign in."""
        values = {"name": fold_name(name)[:400], "address": address[:100], "time": now()}
        with self.write() as connection:
            connection.execute(insert(ATTEMPT).values(values))

    def count_attempts(self, since: datetime, *, name: str | None = None, address: str | None = None) -> int:
        """How often somebody failed to sign in with a name, or from an address."""
        query = select(func.count()).select_from(ATTEMPT).where(ATTEMPT.c.time >= since)
        if name is not None:
            query = query.where(ATTEMPT.c.name == fold_name(name)[:400])
        if address is not None:
            query = query.where(ATTEMPT.c.address == address[:100])
        with self.read() as connection:
            return connection.scalar(query) or 0

    def clear_attempts(self, *, before: datetime | None = None, name: str | None = None) -> None:
        """Forget attempts that are old, or of somebody who signed in at last."""
        statement = delete(ATTEMPT)
        if before is not None:
            statement = statement.where(ATTEMPT.c.time < before)
        if name is not None:
            statement = statement.where(ATTEMPT.c.name == fold_name(name)[:400])
        with self.write() as connection:
            connection.execute(statement)


def fold_name(name: str) -> str:
    """The form in which names are compared; what no name can have, and no database can store, is replaced."""
    return name.strip().replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode().casefold()


def as_person(row: Row[Any]) -> Person:
    """Read a row of the table."""
    return Person(row.id, row.name, Role(row.role), row.active, row.machine)


def find_person(connection: Connection, id: int) -> Person:
    """Find a person within a transaction."""
    row = connection.execute(select(PERSON).where(PERSON.c.id == id)).first()
    if row is None:
        raise NotFoundError("person", id)
    return as_person(row)


def lock_admins(connection: Connection) -> Sequence[int]:
    """Find the active admins, of whom no other transaction may change one before this one ends.

    SQLite has one writer at a time anyway. PostgreSQL waits for whoever is changing one, and then looks again.
    """
    is_admin = (PERSON.c.role == Role.ADMIN.value) & PERSON.c.active
    query = select(PERSON.c.id).where(is_admin).order_by(PERSON.c.id)
    return connection.scalars(query.with_for_update(key_share=True)).all()  # others may still refer to them


def insert_person(
    connection: Connection, name: str, role: Role, password_hash: str | None, machine: bool = False
) -> Person:
    """Add a person within a transaction."""
    values: dict[str, Any] = {
        "name": check_name("person", name),
        "folded_name": fold_name(name),
        "role": role.value,
        "active": True,
        "password": password_hash,
        "created": now(),
        "machine": machine,
    }
    try:
        key = connection.execute(insert(PERSON).values(values)).inserted_primary_key
    except IntegrityError as error:
        raise NameTakenError("person", name) from error
    assert key is not None
    return Person(key[0], values["name"], role, True, machine)
