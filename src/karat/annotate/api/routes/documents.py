"""Documents and their events."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.documents import Appended, Conflict, DocumentView, EventList, NewEvents
from karat.annotate.api.schemas.model import LARGEST_ID, Problem, RowId

router = APIRouter(prefix="/documents", tags=["work"])


@router.get("/{document}", response_model=DocumentView)
def read_document(document: RowId) -> object:
    """A document that I may see."""
    raise not_yet()


@router.get("/{document}/events", response_model=EventList)
def list_events(document: RowId, after: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0) -> object:
    """The events of a document after a version."""
    raise not_yet()


@router.post(
    "/{document}/events",
    response_model=Appended,
    status_code=201,
    responses={
        409: {"model": Conflict, "description": "the document is newer; rebase on the events given"},
        423: {"model": Problem, "description": "the document is locked"},
    },
)
def append_events(document: RowId, body: NewEvents) -> object:
    """Store events; the answer comes after they are on disk."""
    raise not_yet()
