"""Compare and adjudicate: two annotators' work on a sentence side by side, and the merged document."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query

from karat.annotate.api.access import Caller, StoreDependency, project_of_kind, visible_item
from karat.annotate.api.routes.documents import view_document
from karat.annotate.api.schemas.comparison import (
    Annotator,
    ComparisonView,
    CountsView,
    ItemAgreement,
    StartAdjudication,
    StepView,
    SynsetPairView,
)
from karat.annotate.api.schemas.documents import DocumentView
from karat.annotate.api.schemas.model import Problem, RowId
from karat.annotate.api.schemas.projects import ItemView
from karat.annotate.event import DONE, IMPORT, NewEvent
from karat.annotate.permissions import Access, is_revealed, may_adjudicate, readable
from karat.annotate.project import Document
from karat.annotate.store import NotFoundError, Store, VersionConflictError
from karat.annotate.synsets.agreement import Agreement, agreement
from karat.annotate.synsets.comparison import agreed_state, compare
from karat.annotate.synsets.gold import new_id
from karat.annotate.synsets.history import history
from karat.annotate.synsets.state import State
from karat.model import Sentence

router = APIRouter(prefix="/projects/{project}/items/{item}/comparison", tags=["comparison"])

WAIT = "the sentence can be compared once all who annotate it are done"
LOCKED: dict[int | str, dict[str, object]] = {423: {"model": Problem, "description": "not all annotators are done"}}


@router.get("", responses=LOCKED)
def read_comparison(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    item: RowId,
    a: Annotated[RowId | None, Query(description="person; the first annotator if nobody is named")] = None,
    b: Annotated[RowId | None, Query(description="person; the second annotator if nobody is named")] = None,
) -> ComparisonView:
    """Two annotators' synsets in pairs, what differs, how far they agree, and who decided what."""
    project_of_kind(store, caller, project, "synsets")
    found, documents = visible_item(store, caller, project, item)
    documents = [document for document in documents if document.is_work or document.is_merged]
    visible = readable(caller, documents)
    if not is_revealed(documents) or len(visible) < len(documents):
        raise HTTPException(423, WAIT)
    first, second = _choose(documents, a, b)
    names = {document.person: store.person(document.person).name for document in documents if document.person}
    states = State.from_json(first.state), State() if second is None else State.from_json(second.state)
    merged = next((document for document in documents if document.is_merged), None)
    return ComparisonView(
        item=ItemView.model_validate(found),
        annotators=[
            Annotator(
                person=document.person, name=names[document.person], document=view_document(store, caller, document)
            )
            for document in documents
            if document.person is not None
        ],
        a=first.person or 0,
        b=None if second is None else second.person,
        pairs=[SynsetPairView.model_validate(pair.to_json()) for pair in compare(*states).pairs],
        agreement=None if second is None else _agreement(Sentence(found.key, found.text), *states),
        merged=None if merged is None else view_document(store, caller, merged),
        history=[] if merged is None else _history(store, merged, documents, names),
        may_adjudicate=may_adjudicate(caller, documents) is Access.ALLOWED,
    )


@router.post("/start", status_code=201, responses=LOCKED)
def start_adjudication(
    store: StoreDependency, caller: Caller, project: RowId, item: RowId, body: StartAdjudication
) -> DocumentView:
    """Make the merged document, with all triples that both annotators have; one that was begun stays as it is."""
    project_of_kind(store, caller, project, "synsets")
    _, documents = visible_item(store, caller, project, item)
    match may_adjudicate(caller, documents):
        case Access.FORBIDDEN:
            raise HTTPException(403, "you may not adjudicate")
        case Access.LOCKED:
            raise HTTPException(423, WAIT)
    first, second = _choose(documents, body.a, body.b)
    merged = store.merged(item)
    assert merged is not None
    if merged.version == 0:
        _adopt(store, caller.id, merged, first, second)
    return view_document(store, caller, store.document(merged.id))


def _adopt(store: Store, person: int, merged: Document, first: Document, second: Document | None) -> None:
    """Import what both agree on, or all there is where one annotated alone."""
    one = State.from_json(first.state)
    # Alone, an annotator agrees with themselves.
    other = one if second is None else State.from_json(second.state)
    sources = [store.person(document.person).name for document in (first, second) if document and document.person]
    agreed = agreed_state(compare(one, other), sources)
    if not agreed.synsets:
        return
    payload = {"synsets": [synset.to_json() for synset in agreed.synsets]}
    # If another curator began meanwhile, it stays as they began it.
    with suppress(VersionConflictError):
        store.append(merged.id, person, [NewEvent(new_id(), IMPORT, payload, on=0)])


def _choose(documents: list[Document], a: int | None, b: int | None) -> tuple[Document, Document | None]:
    """Find the documents of two annotators; the first ones where nobody is named."""
    by_person = {document.person: document for document in documents if document.is_work}
    for person in (a, b):
        if person is not None and person not in by_person:
            raise NotFoundError("annotator", person)
    if a is not None and a == b:
        raise HTTPException(422, "expected two annotators, found one twice")
    others = [person for person in by_person if person not in (a, b)]
    first = by_person[a] if a is not None else by_person[others.pop(0)] if others else None
    second = by_person[b] if b is not None else by_person[others.pop(0)] if others else None
    if first is None:
        # Only b was named, and nobody else annotated the item.
        first, second = second, None
    assert first is not None, "an item that is revealed has an annotator"
    return first, second


def _agreement(sentence: Sentence, a: State, b: State) -> ItemAgreement:
    found = agreement([(sentence, a, b)], resampling=None)
    assert isinstance(found, Agreement)
    return ItemAgreement(
        facts=found.facts.value,
        recall_a=found.facts.recall_a,
        recall_b=found.facts.recall_b,
        synsets=CountsView.model_validate(found.synsets),
        triples=CountsView.model_validate(found.triples),
        optional_tokens=CountsView.model_validate(found.optional),
    )


def _history(store: Store, merged: Document, documents: list[Document], names: dict[int, str]) -> list[StepView]:
    """List who decided what; a triple that was given an annotator's wording was taken from them."""
    people = {person.id: person.name for person in store.people()}
    wordings: dict[str, list[str]] = {}
    for document in documents:
        if document.person is not None:
            for triple in State.from_json(document.state).triples():
                wordings.setdefault(_wording(triple.to_json()), []).append(names[document.person])
    events = store.events(merged.id)
    payloads = {event.number: event.payload for event in events}
    return [
        StepView(
            number=step.number,
            author=None if step.author is None else people[step.author],
            time=step.time,
            kind=step.kind,
            triples=list(step.triples),
            sources=wordings.get(_wording(payloads[step.number]), []) if step.kind == "change" else list(step.sources),
            done=payloads[step.number]["done"] if step.kind == DONE else None,
            undone=step.undone,
        )
        for step in history(events)
    ]


def _wording(triple: Mapping[str, Any]) -> str:
    """The words of a triple and which of them are optional, to compare by."""
    slots = (triple["subject"], triple["relation"], triple["object"])
    return repr([[(chunk["text"], chunk["optional"]) for chunk in slot] for slot in slots])
