"""The store, the project and the people that a command works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.cli.options import ProjectName
from karat.cli.written_files import PROJECT
from karat.errors import InputError, MissingExtraError, UnknownNameError

__all__ = [
    "Place",
    "ProjectName",
    "find_id",
    "find_person",
    "find_project",
    "needing_extra",
    "open_store",
]

Place = Annotated[
    str,
    typer.Argument(metavar="FOLDER", help="The project's folder, or the address postgresql://… of a team's database."),
    PROJECT,
]


@contextmanager
def needing_extra() -> Iterator[None]:
    """Name the extra that is missing, and how it is installed, where a package of the server is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "karat":
            raise
        raise MissingExtraError("the annotation app", "annotate") from missing


@contextmanager
def open_store(place: str, *, create: bool = False) -> Iterator[Store]:
    """Open the database of a folder or address, and close it at the end."""
    with Store.open(place, create=create) as store:
        yield store


def find_project(store: Store, name: str | None, kind: str | None = None) -> Project:
    """Find the named project, or the only one; if a kind is given, it must be of that kind."""
    projects = store.projects()
    if name is None:
        if len(projects) != 1:
            found = ", ".join(project.name for project in projects) or "none"
            raise InputError(f"expected one project, or its name by --project, found {found}")
        name = projects[0].name
    for project in projects:
        if project.name == name:
            if kind is not None and project.kind != kind:
                raise InputError(f"{name}: expected a project of the kind {kind!r}, found one of {project.kind!r}")
            return project
    raise UnknownNameError("project", name, [project.name for project in projects])


def find_person(store: Store, name: str) -> Person:
    """Find a person by name."""
    person = store.person_by_name(name)
    if person is None:
        raise UnknownNameError("person", name, [each.name for each in store.people()])
    return person


def find_id(store: Store, name: str | None) -> int | None:
    """Find a person's id, if a name was given."""
    return None if name is None else find_person(store, name).id
