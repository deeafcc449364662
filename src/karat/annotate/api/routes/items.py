"""The list of sentences and the page of work."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from karat.annotate.api.access import Caller, StoreDependency, visible_item, visible_project
from karat.annotate.api.routes.documents import view_document
from karat.annotate.api.routes.review import review_candidates
from karat.annotate.api.schemas.documents import Other, WorkPage
from karat.annotate.api.schemas.model import LARGEST_ID, NO_NUL, RowId
from karat.annotate.api.schemas.projects import ItemList, ItemRow, ItemView, Status
from karat.annotate.files import with_analysis
from karat.annotate.permissions import may_see_item
from karat.annotate.project import Document, Item
from karat.annotate.store import Store
from karat.annotate.store.event_log import LONGEST_SUMMARY
from karat.annotate.study.repeats import readable_of_item

router = APIRouter(prefix="/projects/{project}/items", tags=["work"])


@router.get("")
def list_items(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    after: Annotated[int, Query(ge=0, le=LARGEST_ID, description="position of the last item seen")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    status: Annotated[Status | None, Query(description="of my work")] = None,
    search: Annotated[str | None, Query(max_length=200, pattern=NO_NUL)] = None,
    mine: Annotated[bool, Query(description="only what is assigned to me; annotators see nothing else")] = False,
    summary: Annotated[
        str | None, Query(max_length=LONGEST_SUMMARY, pattern=NO_NUL, description="of my work, as in the list")
    ] = None,
) -> ItemList:
    """Sentences in order, with the state of my work on each."""
    visible_project(store, caller, project)
    rows = store.items(
        project,
        after=after,
        limit=limit,
        person=caller.id,
        status=status,
        search=search,
        assigned=mine or not may_see_item(caller, []),
        summary=summary,
    )
    following = rows[-1].position if len(rows) == limit else None
    return ItemList(items=[ItemRow.model_validate(row) for row in rows], next=following)


@router.get("/{item}")
def read_work(store: StoreDependency, caller: Caller, project: RowId, item: RowId) -> WorkPage:
    """The page of work: the sentence, my document, and what I may know of the others'."""
    found, documents = visible_item(store, caller, project, item)
    if found.source is not None:
        found = with_analysis(store, found)  # a translation has none until somebody looks at it
    mine = next((document for document in documents if document.person == caller.id), None)
    visible = readable_of_item(store, caller, item, documents)
    merged = next((document for document in visible if document.is_merged), None)
    return WorkPage(
        item=ItemView.model_validate(found),
        document=None if mine is None else view_document(store, caller, mine),
        merged=None if merged is None else merged.id,
        candidates=count_open_candidates(store, found, mine or merged),
        others=[
            Other(
                name=store.person(document.person).name,
                purpose=document.purpose,
                done=document.done,
                document=document.id,
            )
            for document in visible
            if document.person not in {None, caller.id}
        ],
    )


def count_open_candidates(store: Store, item: Item, document: Document | None) -> int:
    """Candidates that wait for a decision in a document: not those that a synset accepts by now."""
    if document is None or not store.count_candidates(item.id):
        return 0
    return len(review_candidates(store, item, document).pending)
