"""The list of sentences and the page of work."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.documents import WorkPage
from karat.annotate.api.schemas.model import LARGEST_ID, RowId
from karat.annotate.api.schemas.projects import ItemList, Status

router = APIRouter(prefix="/projects/{project}/items", tags=["work"])


@router.get("", response_model=ItemList)
def list_items(
    project: RowId,
    after: Annotated[int, Query(ge=-1, le=LARGEST_ID, description="position of the last item seen")] = -1,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    status: Status | None = None,
    search: Annotated[str | None, Query(max_length=200)] = None,
) -> object:
    """Sentences in order, with the state of my work on each."""
    raise not_yet()


@router.get("/{item}", response_model=WorkPage)
def read_work(project: RowId, item: RowId) -> object:
    """The page of work: the sentence, my document, and what I may know of the others'."""
    raise not_yet()
