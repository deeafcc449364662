"""The study that a command works on, and the project that a new one is made in."""

from __future__ import annotations

from pathlib import Path

from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.store.engine import hide_password
from karat.cli.annotate.opening import default_name
from karat.cli.annotate.projects import find_project
from karat.errors import InputError


def find_study(store: Store, place: str, name: str | None) -> Project:
    """Find the named study, or the only one."""
    studies = [project for project in store.projects() if project.kind == "study"]
    if name is None and len(studies) == 1:
        return studies[0]
    found = find_project(store, name)
    if found.kind != "study":
        raise InputError(
            f"{hide_password(place)}: expected a study, found the project {found.name!r} of the kind {found.kind!r}"
        )
    return found


def check_folder(place: str) -> None:
    """Refuse a file in place of a folder."""
    if "://" not in place and Path(place).is_file():
        raise InputError(f"{place}: expected the study's folder, found a file")


def name_of_new(store: Store, place: str, name: str | None) -> str:
    """Name a new study as it is asked for, or like its folder."""
    chosen = name or default_name(place)
    if any(project.name == chosen for project in store.projects()):
        raise InputError(
            f"{hide_password(place)}: expected a new study, or another name by --name, found one called {chosen!r}"
        )
    return chosen
