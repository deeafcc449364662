"""Sessions and invitations. Of their tokens only hashes are stored: who reads the database cannot sign in with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from karat.annotate.people import Person, Role
from karat.annotate.store.columns import now
from karat.annotate.store.engine import Connected
from karat.annotate.store.errors import NotFoundError
from karat.annotate.store.people import as_person, insert_person
from karat.annotate.store.projects import add_member, find_project
from karat.annotate.store.tables import INVITATION, PERSON, SESSION
from karat.annotate.store.values import Invitation, Session


class Sessions(Connected):
    """Sessions and invitations of a store."""

    def add_session(
        self, token: str, person: int, csrf: str, *, launch: bool = False, lifetime: timedelta = timedelta(days=14)
    ) -> None:
        """Sign a person in, and forget sessions that have expired."""
        time = now()
        values = {"token_hash": hash_token(token), "person_id": person, "csrf": csrf, "launch": launch}
        with self.write() as connection:
            connection.execute(delete(SESSION).where(SESSION.c.expires <= time))
            connection.execute(insert(SESSION).values(**values, created=time, expires=time + lifetime))

    def session(self, token: str) -> Session | None:
        """Who is signed in with a token; nobody if it is unknown or expired, or the person inactive."""
        query = select(SESSION.c.csrf, SESSION.c.launch, SESSION.c.expires, PERSON).join(PERSON)
        query = query.where(SESSION.c.token_hash == hash_token(token), SESSION.c.expires > now(), PERSON.c.active)
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Session(as_person(row), row.csrf, row.launch, row.expires)

    def remove_session(self, token: str) -> None:
        """Sign out."""
        with self.write() as connection:
            connection.execute(delete(SESSION).where(SESSION.c.token_hash == hash_token(token)))

    def add_invitation(
        self,
        token: str,
        role: Role | str,
        projects: Iterable[int] = (),
        *,
        author: int | None = None,
        lifetime: timedelta = timedelta(days=14),
    ) -> Invitation:
        """Offer a role and projects to whoever has the token."""
        time = now()
        ids = sorted(set(projects))
        values: dict[str, Any] = {
            "token_hash": hash_token(token),
            "role": Role(role).value,
            "projects": ids,
            "author_id": author,
        }
        with self.write() as connection:
            for project in ids:
                find_project(connection, project)
            connection.execute(insert(INVITATION).values(**values, created=time, expires=time + lifetime))
        return Invitation(values["token_hash"], Role(role), tuple(ids), time + lifetime, False, author)

    def invitation(self, token: str) -> Invitation | None:
        """The invitation with a token; none if it is unknown or expired."""
        query = select(INVITATION).where(INVITATION.c.token_hash == hash_token(token), INVITATION.c.expires > now())
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else as_invitation(row)

    def open_invitations(self) -> list[Invitation]:
        """Invitations that can still be accepted, the newest first."""
        query = select(INVITATION).where(INVITATION.c.expires > now(), INVITATION.c.accepted_by.is_(None))
        query = query.order_by(INVITATION.c.created.desc(), INVITATION.c.token_hash)
        with self.read() as connection:
            return [as_invitation(row) for row in connection.execute(query)]

    def withdraw_invitation(self, id: str) -> None:
        """Remove an invitation that nobody has accepted."""
        waiting = (INVITATION.c.token_hash == id) & INVITATION.c.accepted_by.is_(None)
        with self.write() as connection:
            if connection.execute(delete(INVITATION).where(waiting)).rowcount == 0:
                raise NotFoundError("invitation", "that can still be withdrawn")

    def accept_invitation(self, token: str, name: str, password_hash: str) -> Person:
        """Make the invited person and let them see the projects, once."""
        hashed = hash_token(token)
        query = select(INVITATION).where(
            INVITATION.c.token_hash == hashed, INVITATION.c.expires > now(), INVITATION.c.accepted_by.is_(None)
        )
        with self.write() as connection:
            row = connection.execute(query.with_for_update()).first()
            if row is None:
                raise NotFoundError("invitation", "with this link that can still be accepted")
            person = insert_person(connection, name, Role(row.role), password_hash)
            connection.execute(
                update(INVITATION).where(INVITATION.c.token_hash == hashed).values(accepted_by=person.id)
            )
            for project in row.projects:
                add_member(connection, project, person.id)
            return person


def as_invitation(row: Row[Any]) -> Invitation:
    """Read a row of the table."""
    is_accepted = row.accepted_by is not None
    return Invitation(row.token_hash, Role(row.role), tuple(row.projects), row.expires, is_accepted, row.author_id)


def hash_token(token: str) -> str:
    """A token is long and random, so a plain hash does; passwords need more."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
