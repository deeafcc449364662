"""Projects, who belongs to them, and who passed their examination."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from karat.annotate.kind import check_settings
from karat.annotate.project import Project, Settings, check_language
from karat.annotate.store.columns import now
from karat.annotate.store.engine import Connected
from karat.annotate.store.errors import NameTakenError, NotFoundError
from karat.annotate.store.tables import EXAMINATION, MEMBER, PROJECT
from karat.annotate.store.texts import check_name


class Projects(Connected):
    """Projects of a store."""

    def add_project(
        self, name: str, kind: str, language: str, settings: Settings | Mapping[str, Any] | None = None
    ) -> Project:
        """Make a project without sentences."""
        values = {
            "name": check_name("project", name),
            "kind": kind,
            "language": check_language(language),
            "settings": as_settings(settings, kind).to_json(),
            "created": now(),
        }
        try:
            with self.write() as connection:
                id = connection.execute(insert(PROJECT).values(values)).inserted_primary_key
                assert id is not None
        except IntegrityError as error:
            raise NameTakenError("project", name) from error
        return self.project(id[0])

    def projects(self, person: int | None = None) -> list[Project]:
        """All projects, or those that a person belongs to, by name."""
        query = select(PROJECT).order_by(PROJECT.c.name)
        if person is not None:
            query = query.join(MEMBER).where(MEMBER.c.person_id == person)
        with self.read() as connection:
            return [as_project(row) for row in connection.execute(query)]

    def project(self, id: int) -> Project:
        """The project with this id."""
        with self.read() as connection:
            return find_project(connection, id)

    def change_project(
        self,
        id: int,
        *,
        name: str | None = None,
        language: str | None = None,
        settings: Settings | Mapping[str, Any] | None = None,
    ) -> Project:
        """Give a project new values; what is None stays."""
        changes: dict[str, Any] = {}
        if name is not None:
            changes["name"] = check_name("project", name)
        if language is not None:
            changes["language"] = check_language(language)
        try:
            with self.write() as connection:
                project = find_project(connection, id)
                if settings is not None:
                    changes["settings"] = as_settings(settings, project.kind).to_json()
                if changes:
                    connection.execute(update(PROJECT).where(PROJECT.c.id == id).values(changes))
                return find_project(connection, id)
        except IntegrityError as error:
            raise NameTakenError("project", str(name)) from error

    def add_member(self, project: int, person: int) -> None:
        """Let a person see a project; once is enough."""
        with self.write() as connection:
            find_project(connection, project)
            add_member(connection, project, person)

    def is_member(self, project: int, person: int) -> bool:
        """Whether a person belongs to a project."""
        query = select(MEMBER.c.person_id).where(MEMBER.c.project_id == project, MEMBER.c.person_id == person)
        with self.read() as connection:
            return connection.execute(query).first() is not None

    def members(self, project: int) -> list[int]:
        """The ids of all who belong to a project."""
        query = select(MEMBER.c.person_id).where(MEMBER.c.project_id == project).order_by(MEMBER.c.person_id)
        with self.read() as connection:
            return list(connection.scalars(query))

    def add_examination(self, project: int, person: int, passed: bool, answers: Any) -> None:
        """Record that somebody took a project's examination."""
        row = {"project_id": project, "person_id": person, "passed": passed, "answers": answers, "time": now()}
        try:
            with self.write() as connection:
                connection.execute(insert(EXAMINATION).values(row))
        except IntegrityError as error:
            raise NotFoundError("project or person", f"{project}, {person}") from error

    def passed_examination(self, project: int, person: int) -> bool:
        """Whether somebody passed a project's examination, at any time."""
        query = select(EXAMINATION.c.id).where(
            EXAMINATION.c.project_id == project, EXAMINATION.c.person_id == person, EXAMINATION.c.passed
        )
        with self.read() as connection:
            return connection.execute(query.limit(1)).first() is not None


def as_settings(settings: Settings | Mapping[str, Any] | None, kind: str) -> Settings:
    """Check settings that come as JSON, and the options that only the project's kind knows."""
    checked = settings if isinstance(settings, Settings) else Settings.from_json(settings or {})
    check_settings(kind, checked)
    return checked


def as_project(row: Row[Any]) -> Project:
    """Read a row of the table."""
    return Project(row.id, row.name, row.kind, row.language, Settings.from_json(row.settings))


def find_project(connection: Connection, id: int) -> Project:
    """Find a project within a transaction."""
    row = connection.execute(select(PROJECT).where(PROJECT.c.id == id)).first()
    if row is None:
        raise NotFoundError("project", id)
    return as_project(row)


def add_member(connection: Connection, project: int, person: int) -> None:
    """Let a person see a project, within a transaction."""
    query = select(MEMBER.c.person_id).where(MEMBER.c.project_id == project, MEMBER.c.person_id == person)
    if connection.execute(query).first() is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(MEMBER).values(project_id=project, person_id=person))
        except IntegrityError:
            # Another process was quicker, or there is no such person, which the caller finds out.
            if connection.execute(query).first() is None:
                raise NotFoundError("person", person) from None
