"""Documents and their events."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query

from karat.annotate.api.access import Caller, StoreDependency, visible_document
from karat.annotate.api.schemas.documents import Appended, Conflict, DocumentView, EventList, EventView, NewEvents
from karat.annotate.api.schemas.model import LARGEST_ID, Problem, RowId
from karat.annotate.event import NewEvent
from karat.annotate.people import Person
from karat.annotate.permissions import is_locked, may_work
from karat.annotate.project import Document
from karat.annotate.store import Store

router = APIRouter(prefix="/documents", tags=["work"])

MOST_LISTED = 1000


@router.get("/{document}")
def read_document(store: StoreDependency, caller: Caller, document: RowId) -> DocumentView:
    """A document that I may see."""
    return view_document(store, caller, visible_document(store, caller, document))


@router.get("/{document}/events")
def list_events(
    store: StoreDependency,
    caller: Caller,
    document: RowId,
    after: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED,
) -> EventList:
    """The events of a document after a version, from the oldest."""
    found = visible_document(store, caller, document)
    events = [EventView.model_validate(event) for event in store.events(document, after=after, limit=limit)]
    return EventList(version=max([found.version, *(event.number for event in events)]), events=events)


@router.post(
    "/{document}/events",
    status_code=201,
    responses={
        409: {"model": Conflict, "description": "the document is newer; rebase on the events given"},
        423: {"model": Problem, "description": "the document is locked"},
    },
)
def append_events(store: StoreDependency, caller: Caller, document: RowId, body: NewEvents) -> Appended:
    """Store events; the answer comes after they are on disk."""
    # Asked before anything is compared: a conflict answers with the document's events.
    found = visible_document(store, caller, document)
    if not may_work_on(store, caller, found):
        raise HTTPException(403, "pass the project's examination first")
    events = [NewEvent(each.client_id, each.kind, each.payload, each.on, each.active_ms) for each in body.events]
    appended = store.append(document, caller.id, events)
    return Appended(version=appended.version, numbers=list(appended.numbers))


def view_document(store: Store, caller: Person, document: Document) -> DocumentView:
    """A document as the caller sees it."""
    return DocumentView(
        id=document.id,
        item=document.item,
        person=document.person,
        purpose=document.purpose,
        version=document.version,
        state=document.state,
        done=document.done,
        revealed=document.revealed,
        locked=is_locked(caller, document) or not may_work_on(store, caller, document),
    )


def may_work_on(store: Store, caller: Person, document: Document) -> bool:
    """Whether the caller has passed the examination of the document's project, or needs none."""
    project = store.project(store.item(document.item).project)
    if not project.settings.examination:
        return may_work(caller, project.settings, True)
    return may_work(caller, project.settings, store.passed_examination(project.id, caller.id))
