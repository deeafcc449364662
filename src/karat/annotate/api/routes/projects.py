"""Projects, and who works on what."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.model import RowId
from karat.annotate.api.schemas.projects import Assigned, ChangeProject, NewAssignments, NewProject, ProjectView

router = APIRouter(prefix="/projects", tags=["projects"])


@router.get("", response_model=list[ProjectView])
def list_projects() -> object:
    """The projects that I may see."""
    raise not_yet()


@router.post("", response_model=ProjectView, status_code=201)
def create_project(body: NewProject) -> object:
    """Make a project."""
    raise not_yet()


@router.get("/{project}", response_model=ProjectView)
def read_project(project: RowId) -> object:
    """One project."""
    raise not_yet()


@router.patch("/{project}", response_model=ProjectView)
def change_project(project: RowId, body: ChangeProject) -> object:
    """Change a project's name, language or settings."""
    raise not_yet()


@router.post("/{project}/assignments", response_model=Assigned, status_code=201)
def assign(project: RowId, body: NewAssignments) -> object:
    """Give items to people."""
    raise not_yet()
