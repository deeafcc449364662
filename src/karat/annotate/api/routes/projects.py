"""Projects, and who works on what."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query

from karat.annotate.api.access import Caller, StoreDependency, require, visible_project
from karat.annotate.api.schemas.model import RowId
from karat.annotate.api.schemas.projects import (
    Assigned,
    ChangeProject,
    ExportView,
    NewAssignments,
    NewProject,
    ProjectSettings,
    ProjectView,
    TakenBack,
)
from karat.annotate.files.kind_files import files_of
from karat.annotate.kind import kind_named
from karat.annotate.people import Person
from karat.annotate.permissions import Action, may, may_see_project, may_work
from karat.annotate.project import Project
from karat.annotate.store import NotFoundError, Store
from karat.errors import InputError

router = APIRouter(prefix="/projects", tags=["projects"])


@router.get("")
def list_projects(store: StoreDependency, caller: Caller) -> list[ProjectView]:
    """The projects that I may see."""
    sees_all = may_see_project(caller, is_member=False)
    projects = store.projects() if sees_all else store.projects(person=caller.id)
    return [view_project(store, caller, project) for project in projects]


@router.post("", status_code=201)
def create_project(store: StoreDependency, caller: Caller, body: NewProject) -> ProjectView:
    """Make a project."""
    require(caller, Action.CREATE_PROJECT)
    project = store.add_project(body.name, body.kind, body.language, body.settings.model_dump())
    return view_project(store, caller, project)


@router.get("/{project}")
def read_project(store: StoreDependency, caller: Caller, project: RowId) -> ProjectView:
    """One project."""
    return view_project(store, caller, visible_project(store, caller, project))


@router.patch("/{project}")
def change_project(store: StoreDependency, caller: Caller, project: RowId, body: ChangeProject) -> ProjectView:
    """Change a project's name, language or settings; settings that are absent stay."""
    require(caller, Action.CHANGE_SETTINGS)
    settings = None
    if body.settings is not None:
        settings = {**store.project(project).settings.to_json(), **body.settings.model_dump(exclude_unset=True)}
    changed = store.change_project(project, name=body.name, language=body.language, settings=settings)
    return view_project(store, caller, changed)


@router.post("/{project}/assignments", status_code=201)
def assign(store: StoreDependency, caller: Caller, project: RowId, body: NewAssignments) -> Assigned:
    """Give items to people."""
    require(caller, Action.ASSIGN)
    check_given_singly(store.project(project))
    people = sorted(set(body.people))
    for person in people:
        if not store.person(person).active:
            raise NotFoundError("active person", person)
    items = None if body.items == "all" else body.items
    if body.share and items is not None:
        raise InputError("expected all items to share out, found a list")
    if body.share:
        made = store.share_out(project, people)
    else:
        made = sum(store.assign(project, person, items) for person in people)
    return Assigned(assigned=made, lacking=store.count_lacking(project))


@router.delete("/{project}/assignments")
def take_back(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    person: Annotated[RowId, Query()],
    item: Annotated[RowId | None, Query(description="one item; all if absent")] = None,
) -> TakenBack:
    """Take items from a person, where nothing was done with them yet."""
    require(caller, Action.ASSIGN)
    check_given_singly(store.project(project))
    taken = store.take_back(project, person, None if item is None else [item])
    kept = [each for each in store.progress(project).people if each.person == person]
    return TakenBack(taken=taken, kept=kept[0].assigned if kept else 0)


def check_given_singly(project: Project) -> None:
    """Refuse to give or take items where batches do."""
    if project.kind == "cliques":
        raise InputError("a clique project gives out its cliques in batches: make one on the Batches page")


def view_project(store: Store, caller: Person, project: Project) -> ProjectView:
    """A project as the caller sees it."""
    needs_examination = project.settings.examination
    settings = project.settings
    if not may(caller, Action.SEE_DASHBOARD):
        # A study's options name the systems that labellers must not know of.
        settings = replace(settings, options={})
    kind = kind_named(project.kind)
    return ProjectView(
        id=project.id,
        name=project.name,
        kind=project.kind,
        language=project.language,
        settings=ProjectSettings.model_validate(settings),
        may_work=may_work(
            caller, project.settings, not needs_examination or store.passed_examination(project.id, caller.id)
        ),
        screens=list(kind.tasks),
        imports=list(files_of(project.kind).imports),
        exports=[ExportView(name=each.name, title=each.title, suffix=each.suffix) for each in kind.exports],
    )
