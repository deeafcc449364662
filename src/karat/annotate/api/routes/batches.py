"""Batches of clique projects: making them, having them checked, deciding on them, and what experts refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from fastapi import APIRouter, HTTPException

from karat.annotate.api.access import Caller, StoreDependency, project_of_kind, require, visible_item
from karat.annotate.api.routes.documents import view_document
from karat.annotate.api.schemas.batches import (
    BatchList,
    BatchPerson,
    BatchView,
    CheckPage,
    CheckView,
    Feedback,
    NewBatch,
    NewCheck,
    NewReplacement,
    RefusalView,
    ReplacementView,
)
from karat.annotate.api.schemas.model import Problem, RowId
from karat.annotate.api.schemas.projects import ItemView
from karat.annotate.cliques.batch import Batch, BatchDocument, Check
from karat.annotate.cliques.feedback import find_refusals
from karat.annotate.people import Person, Role
from karat.annotate.permissions import Action, may, may_read
from karat.annotate.project import CHECK, WORK
from karat.annotate.store import NotFoundError, Store

router = APIRouter(prefix="/projects/{project}", tags=["cliques"])

KIND = "cliques"
WRONG_STEP = {"model": Problem, "description": "the batch is at another step, perhaps by somebody else"}


@router.get("/batches")
def list_batches(store: StoreDependency, caller: Caller, project: RowId) -> BatchList:
    """All batches, or those in which I work."""
    project_of_kind(store, caller, project, KIND)
    manages = may(caller, Action.ASSIGN)
    batches = [batch for batch in store.batches(project) if manages or caller.id in batch.workers]
    waiting = store.waiting_cliques(project) if manages else {}
    return BatchList(
        batches=[view_batch(store, caller, batch) for batch in batches],
        waiting={str(stage): count for stage, count in waiting.items()},
    )


@router.post("/batches", status_code=201)
def make_batch(store: StoreDependency, caller: Caller, project: RowId, body: NewBatch) -> BatchView:
    """Give the next cliques of a stage to workers, each whole clique to one of them."""
    require(caller, Action.ASSIGN)
    project_of_kind(store, caller, project, KIND)
    return view_batch(store, caller, store.make_batch(project, body.stage, body.workers, caller.id, body.seed))


@router.post("/batches/{batch}/checks", status_code=201, responses={409: WRONG_STEP})
def start_check(store: StoreDependency, caller: Caller, project: RowId, batch: RowId, body: NewCheck) -> BatchView:
    """Draw a sample of a batch whose work is done, and ask experts to check it."""
    require(caller, Action.ASSIGN)
    found = batch_of_project(store, caller, project, batch)
    return view_batch(store, caller, store.start_check(found.id, body.experts, caller.id))


@router.post("/batches/{batch}/decision", status_code=201, responses={409: WRONG_STEP})
def decide(store: StoreDependency, caller: Caller, project: RowId, batch: RowId) -> BatchView:
    """Accept a batch whose check is done, or give it back to its workers."""
    require(caller, Action.ADJUDICATE)
    found = batch_of_project(store, caller, project, batch)
    return view_batch(store, caller, store.decide_batch(found.id, caller.id))


@router.post("/batches/{batch}/replacements", status_code=201, responses={409: WRONG_STEP})
def replace_person(
    store: StoreDependency, caller: Caller, project: RowId, batch: RowId, body: NewReplacement
) -> BatchView:
    """Give a worker's open cliques to somebody else, or, while the batch is checked, an expert's whole check."""
    require(caller, Action.ASSIGN)
    found = batch_of_project(store, caller, project, batch)
    return view_batch(store, caller, store.replace_person(found.id, body.person, body.successor, caller.id))


@router.get("/batches/{batch}/feedback")
def read_feedback(store: StoreDependency, caller: Caller, project: RowId, batch: RowId) -> Feedback:
    """What experts refused in my work, without their names; curators who have no part in the batch see all of it."""
    found = batch_of_project(store, caller, project, batch)
    is_mine = caller.id in found.workers
    if not is_mine and not may(caller, Action.ASSIGN):
        raise NotFoundError("batch", batch)
    check = found.present_check
    if not is_mine and check is not None and check.accepted is None and caller.id in check.experts:
        raise HTTPException(423, "you check this batch; its feedback is shown once it is decided")
    names = names_of(store, found.workers)
    return Feedback(
        batch=found.number,
        round=found.round,
        refusals=[
            RefusalView(
                item=each.item,
                key=each.key,
                worker=names[each.worker],
                round=each.round,
                sentence=each.sentence,
                text=each.text,
                faults=list(each.faults),
                note=each.note,
            )
            for each in find_refusals(store, found, caller.id if is_mine else None)
        ],
    )


@router.get("/items/{item}/check")
def read_check(store: StoreDependency, caller: Caller, project: RowId, item: RowId) -> CheckPage:
    """The work that I am asked to check, and my check of it."""
    project_of_kind(store, caller, project, KIND)
    found, documents = visible_item(store, caller, project, item)
    mine = next((each for each in documents if each.person == caller.id and each.purpose == CHECK), None)
    work = next((each for each in documents if each.is_work), None)
    batch = store.batch_of(item)
    if mine is None or work is None or batch is None or not may_read(caller, work, documents):
        raise HTTPException(404, f"there is nothing to check in clique {found.key!r} for you")
    return CheckPage(
        item=ItemView.model_validate(found),
        batch=batch.number,
        round=mine.state["round"],
        work=work.state,
        document=view_document(store, caller, mine),
    )


def batch_of_project(store: Store, caller: Person, project: int, id: int) -> Batch:
    """A batch of a project that the caller may see."""
    project_of_kind(store, caller, project, KIND)
    batch = store.batch(id)
    if batch.project != project:
        raise NotFoundError("batch", id)
    return batch


def view_batch(store: Store, caller: Person, batch: Batch) -> BatchView:
    """A batch as the caller sees it."""
    manages = may(caller, Action.ASSIGN)
    documents = store.batch_documents(batch.id)
    work = [each for each in documents if each.purpose == WORK and (manages or each.person == caller.id)]
    checks = [check for check in batch.checks if manages or check.accepted is not None]
    return BatchView(
        id=batch.id,
        number=batch.number,
        stage=1 if batch.stage == 1 else 2,
        status=batch.status,
        round=batch.round,
        created=batch.created,
        workers=count_people(store, work),
        items=[item for item, worker in batch.cliques.items() if manages or worker == caller.id],
        checks=[view_check(store, batch, check, documents, manages) for check in checks],
        replacements=view_replacements(store, batch) if manages else [],
    )


def view_replacements(store: Store, batch: Batch) -> list[ReplacementView]:
    """Who took over from whom."""
    names = names_of(store, (id for each in batch.replacements for id in (each.person, each.successor)))
    return [
        ReplacementView(
            round=each.round,
            purpose="work" if each.purpose == WORK else "check",
            person=names[each.person],
            successor=names[each.successor],
            cliques=len(each.items),
            time=each.time,
        )
        for each in batch.replacements
    ]


def view_check(store: Store, batch: Batch, check: Check, documents: list[BatchDocument], manages: bool) -> CheckView:
    """A round of checks; of earlier rounds, everybody was done."""
    experts: list[BatchPerson] = []
    if manages and check.round == batch.round:
        experts = count_people(store, [each for each in documents if each.purpose == CHECK])
    elif manages:
        names, cliques = names_of(store, check.experts), len(check.sample)
        experts = [BatchPerson(id=id, name=names[id], cliques=cliques, done=cliques, gone=None) for id in check.experts]
    return CheckView(
        round=check.round,
        cliques=len(check.sample),
        experts=experts,
        right=None if check.accuracy is None else check.accuracy.right,
        total=None if check.accuracy is None else check.accuracy.total,
        accepted=check.accepted,
        accept_above=check.options.accept_above,
        rule=check.options.rule,
        started=check.started,
        decided=check.decided,
    )


def count_people(store: Store, documents: Iterable[BatchDocument]) -> list[BatchPerson]:
    """How many documents each person has, and how many of them are done."""
    documents = list(documents)
    all_of, done_of = (
        Counter(each.person for each in documents),
        Counter(each.person for each in documents if each.done),
    )
    experts = {each.person for each in documents if each.purpose == CHECK}
    people = {person.id: person for person in store.people() if person.id in all_of}
    return [
        BatchPerson(
            id=id,
            name=people[id].name,
            cliques=all_of[id],
            done=done_of[id],
            gone=why_gone(people[id], id in experts) if done_of[id] < all_of[id] else None,
        )
        for id in sorted(all_of)
    ]


def why_gone(person: Person, is_expert: bool) -> str | None:
    """Why a person cannot finish their part of a batch, if they cannot."""
    if not person.active:
        return "deactivated"
    return "no longer a curator" if is_expert and not person.role.includes(Role.CURATOR) else None


def names_of(store: Store, people: Iterable[int]) -> dict[int, str]:
    """The names of some people."""
    wanted = set(people)
    return {person.id: person.name for person in store.people() if person.id in wanted}
