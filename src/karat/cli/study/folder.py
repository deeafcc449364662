"""The study of a project's folder or of a team's database."""

from __future__ import annotations

from karat.cli.annotate.projects import find_project, needing_extra, open_store
from karat.errors import InputError
from karat.model.study import Study

with needing_extra():
    from karat.annotate.study.loading import load_study


def study_of_project(place: str, name: str | None) -> Study:
    """Read the study of the named project, or of the only one, with all labels that are done."""
    with open_store(place) as store:
        project = find_project(store, name)
        if project.kind != "study":
            raise InputError(f"{place}: expected a study, found a project of the kind {project.kind!r}")
        return load_study(store, project)
