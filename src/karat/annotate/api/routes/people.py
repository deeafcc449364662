"""People and their roles."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.model import RowId
from karat.annotate.api.schemas.people import ChangePerson, PersonView

router = APIRouter(prefix="/people", tags=["people"])


@router.get("", response_model=list[PersonView])
def list_people() -> object:
    """All people; curators need them to assign work."""
    raise not_yet()


@router.patch("/{person}", response_model=PersonView)
def change_person(person: RowId, body: ChangePerson) -> object:
    """Change a person's name, role, password, or whether they may sign in."""
    raise not_yet()
