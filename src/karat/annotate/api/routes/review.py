"""Review systems: the candidates of a sentence that no synset accepts yet (rounds 2 and 3 of the guideline)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query

from karat.annotate.api.access import Caller, StoreDependency, project_of_kind, visible_item
from karat.annotate.api.routes.documents import view_document
from karat.annotate.api.schemas.model import RowId
from karat.annotate.api.schemas.projects import ItemView
from karat.annotate.api.schemas.review import CandidateView, ReviewView
from karat.annotate.people import Person
from karat.annotate.permissions import readable
from karat.annotate.project import Document, Item
from karat.annotate.store import Candidate, Store
from karat.annotate.synsets.candidates import Review, review
from karat.annotate.synsets.state import State
from karat.model import Sentence

router = APIRouter(prefix="/projects/{project}/items/{item}", tags=["review"])

Which = Literal["mine", "merged"]


@router.get("/candidates")
def list_candidates(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    item: RowId,
    document: Annotated[Which | None, Query(description="mine if I have one, else the merged document")] = None,
) -> ReviewView:
    """The candidates that wait for a decision in a document, each with the synset that it is closest to."""
    project_of_kind(store, caller, project, "synsets")
    found, documents = visible_item(store, caller, project, item)
    chosen = _choose(caller, documents, document)
    if chosen is None:
        raise HTTPException(404, "there is no document of yours for this sentence, and none that is merged")
    result = review_candidates(store, found, chosen)
    return ReviewView(
        item=ItemView.model_validate(found),
        document=view_document(store, caller, chosen),
        candidates=[CandidateView.model_validate(each.to_json()) for each in result.pending],
        covered=result.covered,
        accepted=result.accepted,
        rejected=result.rejected,
        implicit=result.implicit,
    )


def review_candidates(store: Store, item: Item, document: Document) -> Review[Candidate]:
    """Sort the candidates of an item by what became of them in a document."""
    explicit_only = store.project(item.project).settings.explicit_only
    sentence = Sentence(item.key, item.text)
    return review(State.from_json(document.state), store.candidates(item.id), sentence, item.tokens, explicit_only)


def _choose(caller: Person, documents: list[Document], which: Which | None) -> Document | None:
    """Find the document that a person reviews in."""
    visible = readable(caller, documents)
    mine = next((document for document in visible if document.person == caller.id), None)
    merged = next((document for document in visible if document.is_merged), None)
    if which is None:
        return mine or merged
    return mine if which == "mine" else merged
