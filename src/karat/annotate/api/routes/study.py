"""Studies: their tasks and guideline, who said what, and adjudication."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, HTTPException, Query, UploadFile

from karat.annotate.api.access import (
    Caller,
    ServerDependency,
    StoreDependency,
    project_of_kind,
    require,
    visible_item,
)
from karat.annotate.api.routes.documents import view_document
from karat.annotate.api.schemas.documents import DocumentView
from karat.annotate.api.schemas.model import LARGEST_ID, Problem, RowId
from karat.annotate.api.schemas.study import (
    Disagreement,
    DisagreementList,
    GivenLabel,
    LabelsView,
    RulesView,
    Share,
    StudyState,
    TaskContent,
    TasksCreated,
)
from karat.annotate.api.uploads import stored
from karat.annotate.event import IMPORT, NewEvent
from karat.annotate.guidelines.study_rules import study_guideline
from karat.annotate.people import Person
from karat.annotate.permissions import Access, Action, is_revealed, may_adjudicate
from karat.annotate.project import MACHINE, Document, Item
from karat.annotate.store import NotFoundError, Store, VersionConflictError
from karat.annotate.study.adjudication import agreed_state, differ, labels_of, needs_adjudication
from karat.annotate.study.creation import create_tasks
from karat.annotate.study.extractions import has_attribution
from karat.annotate.study.loading import stream_work
from karat.annotate.study.options import MOST_LABELLERS, MOST_STRATA, StudyOptions
from karat.annotate.study.outputs import HowToRead, read_pool
from karat.annotate.study.repeats import readable_labels, readable_of_item, unfinished_tasks
from karat.annotate.study.state import State
from karat.annotate.synsets.gold import new_id
from karat.errors import InputError

router = APIRouter(prefix="/projects/{project}", tags=["study"])

WAIT = "the labels can be seen once all who label the task are done"
LOCKED: dict[int | str, dict[str, object]] = {423: {"model": Problem, "description": "not all labellers are done"}}
TOO_LARGE: dict[int | str, dict[str, object]] = {413: {"model": Problem, "description": "a file is too large"}}

Text = Form(max_length=80)


@router.post("/study/tasks", status_code=201, responses=TOO_LARGE)
def make_tasks(
    server: ServerDependency,
    caller: Caller,
    project: RowId,
    files: Annotated[list[UploadFile], File(description="systems' outputs, in any format")],
    names: Annotated[
        list[str] | None, Form(description="of the systems, in the order of the files; theirs if absent")
    ] = None,
    sentences: Annotated[UploadFile | None, File(description="a sentence a line, for outputs without them")] = None,
    benchmark: Annotated[str | None, Text] = None,
    format: Annotated[str | None, Form(max_length=80, description="of the outputs; guessed if absent")] = None,
    sample: Annotated[int | None, Form(ge=1, le=LARGEST_ID, description="extractions a system or sentence")] = None,
    per: Annotated[Literal["system", "sentence"], Form()] = "system",
    strata: Annotated[int, Form(ge=1, le=MOST_STRATA, description="of confidence, sampled by their sizes")] = 1,
    repeats: Annotated[float, Form(ge=0, le=1, description="the share of tasks that come again")] = 0.0,
    seed: Annotated[int, Form(ge=0, le=LARGEST_ID)] = 0,
    per_task: Annotated[int, Form(ge=1, le=MOST_LABELLERS, description="how many people label each task")] = 2,
    people: Annotated[list[RowId] | None, Form(description="who labels; tasks are shared out among them")] = None,
) -> TasksCreated:
    """Make the tasks of a study from systems' outputs; a study gets them once."""
    require(caller, Action.IMPORT)
    store = server.store
    found = project_of_kind(store, caller, project, "study")
    labellers = [active_person(store, person).name for person in people or ()]
    options = StudyOptions({}, seed, per, sample, strata, repeats, per_task)
    with ExitStack() as stack:
        uploads = [stack.enter_context(stored(file, server.settings.largest_upload)) for file in files]
        given = None if sentences is None else stack.enter_context(stored(sentences, server.settings.largest_upload))
        if names is not None and len(names) != len(uploads):
            raise InputError(f"expected a name for each of {len(uploads)} files, found {len(names)}")
        systems = [name.strip() for name in names] if names is not None else [upload.stem for upload in uploads]
        if len(set(systems)) < len(systems) or not all(systems):
            raise InputError(f"expected a name of its own for each system, found {', '.join(map(repr, systems))}")
        how = HowToRead(format or None, sentences=None if given is None else given.path, benchmark=benchmark or None)
        pool = read_pool({name: upload.path for name, upload in zip(systems, uploads, strict=True)}, how)
        created = create_tasks(store, found, pool, options, labellers)
    return TasksCreated(
        tasks=created.tasks,
        repeats=created.repeats,
        shares=[Share(name=name, tasks=count) for name, count in created.shares.items()],
        notes=list(pool.notes),
    )


def active_person(store: Store, id: int) -> Person:
    """Somebody who can be given tasks."""
    person = store.person(id)
    if not person.active:
        raise NotFoundError("active person", id)
    return person


@router.get("/study/rules")
def read_rules(store: StoreDependency, caller: Caller, project: RowId) -> RulesView:
    """The guideline for labelling, with examples."""
    project_of_kind(store, caller, project, "study")
    return RulesView.model_validate(study_guideline().to_json())


@router.get("/items/{item}/labels", responses=LOCKED)
def read_labels(store: StoreDependency, caller: Caller, project: RowId, item: RowId) -> LabelsView:
    """Who said what of a task, once all who label it are done."""
    project_of_kind(store, caller, project, "study")
    _, documents = visible_item(store, caller, project, item)
    visible = readable_of_item(store, caller, item, documents)
    if not is_revealed(documents) or len(visible) < len(documents):
        raise HTTPException(423, WAIT)
    merged = next((document for document in documents if document.is_merged), None)
    return LabelsView(
        labels=given_labels(documents, {person.id: person.name for person in store.people()}),
        differ=differ(labels_of(documents)),
        merged=None if merged is None else view_document(store, caller, merged),
        may_adjudicate=may_adjudicate(caller, documents) is Access.ALLOWED,
    )


@router.post("/items/{item}/adjudication", status_code=201, responses=LOCKED)
def start_deciding(store: StoreDependency, caller: Caller, project: RowId, item: RowId) -> DocumentView:
    """Make the adjudicated document, with what all agree on; one that was begun stays as it is."""
    project_of_kind(store, caller, project, "study")
    found, documents = visible_item(store, caller, project, item)
    match may_adjudicate(caller, documents):
        case Access.FORBIDDEN:
            raise HTTPException(403, "you may not adjudicate")
        case Access.LOCKED:
            raise HTTPException(423, WAIT)
    if len(readable_of_item(store, caller, item, documents)) < len(documents):
        raise HTTPException(423, WAIT)
    merged = store.merged(item)
    assert merged is not None
    agreed = agreed_state(labels_of(documents), is_attributed=has_attribution(found.content))
    if merged.version == 0 and agreed != State():
        # If another curator began meanwhile, it stays as they began it.
        with suppress(VersionConflictError):
            store.append(merged.id, caller.id, [NewEvent(new_id(), IMPORT, agreed.to_json(), on=0)])
    return view_document(store, caller, store.document(merged.id))


@router.get("/study/disagreements")
def list_disagreements(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    after: Annotated[int, Query(ge=0, le=LARGEST_ID, description="position of the last one seen")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> DisagreementList:
    """Tasks on which people differ and nobody has decided; hidden repeats need no decision."""
    require(caller, Action.ADJUDICATE)
    found = project_of_kind(store, caller, project, "study")
    names = {person.id: person.name for person in store.people()}
    unfinished = unfinished_tasks(store, project, caller)
    items: list[Disagreement] = []
    for item, documents in stream_work(store, found):
        if item.position <= after or item.hidden is None or item.hidden["repeat_of"] is not None:
            continue
        visible = readable_labels(caller, item, documents, unfinished)
        if needs_adjudication(documents) and len(visible) == len(documents):
            items.append(view_disagreement(item, documents, names))
        if len(items) == limit:
            return DisagreementList(items=items, next=item.position)
    return DisagreementList(items=items, next=None)


def view_disagreement(item: Item, documents: list[Document], names: dict[int, str]) -> Disagreement:
    """A task with what everybody said of it."""
    return Disagreement(
        item=item.id,
        position=item.position,
        key=item.key,
        text=item.text,
        content=TaskContent.model_validate(item.content),
        labels=given_labels(documents, names),
        begun=any(document.is_merged and document.version > 0 for document in documents),
    )


def given_labels(documents: list[Document], names: dict[int, str]) -> list[GivenLabel]:
    """What people and language models said of a task."""
    return [
        GivenLabel(
            person=document.person,
            name=names[document.person],
            machine=document.purpose == MACHINE,
            document=document.id,
            state=StudyState.model_validate(document.state),
        )
        for document in documents
        if document.person is not None
    ]
