"""The commands of ``karat annotate batches``."""

from __future__ import annotations

from typing import Annotated

import typer

from karat.annotate.cliques.batch import Batch, BatchDocument
from karat.annotate.project import WORK, Project
from karat.annotate.store import Store
from karat.cli.annotate.projects import Place, ProjectName, find_person, find_project, open_store
from karat.cli.options import Json
from karat.cli.output import echo, print_json
from karat.errors import InputError, UnknownNameError
from karat.reports.lists import print_listing
from karat.reports.tables.listing import Listing
from karat.reports.tables.table import counted

Number = Annotated[int, typer.Argument(metavar="BATCH", min=1, help="The batch's number.")]


def list_batches(place: Place, project: ProjectName = None, json: Json = False) -> None:
    """List batches with their workers, rounds and decisions."""
    with open_store(place) as store:
        found = clique_project(store, project)
        batches, names = store.batches(found.id), people_names(store)
        waiting = store.waiting_cliques(found.id)
        work = {batch.id: work_of(store, batch) for batch in batches}
    if json:
        shown = [batch.to_named_json(names) for batch in batches]
        for batch, fields in zip(batches, shown, strict=True):
            keys = {each.item: each.key for each in work[batch.id]}
            fields["cliques"] = [{"key": keys[each["item"]], **each} for each in fields["cliques"]]
        print_json({"batches": shown, "waiting": {str(stage): count for stage, count in waiting.items()}})
        return
    rows = [
        (
            str(batch.number),
            str(batch.stage),
            batch.status,
            str(batch.round),
            f"{sum(each.done for each in work[batch.id])} of {len(batch.cliques)}",
            ", ".join(names[each] for each in batch.workers),
            last_decision(batch),
        )
        for batch in batches
    ]
    print_listing(Listing(("batch", "stage", "status", "round", "done", "workers", "last decision"), rows))
    for stage, count in waiting.items():
        if count:
            echo(f"stage {stage}: {counted(count, 'clique')} in no batch yet")


def make(
    place: Place,
    worker: Annotated[list[str], typer.Option(metavar="NAME", help="Who gets cliques; repeatable.")],
    stage: Annotated[int, typer.Option(min=1, max=2, help="1 corrects paraphrases, 2 annotates tuples.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Deals the cliques and draws the samples; drawn if not given."),
    ] = None,
    project: ProjectName = None,
    json: Json = False,
) -> None:
    """Give the next cliques of a stage to workers, each whole clique to one of them."""
    with open_store(place) as store:
        found = clique_project(store, project)
        workers = [find_person(store, name).id for name in worker]
        batch, names = store.make_batch(found.id, stage, workers, seed=seed), people_names(store)
    if json:
        print_json(batch.to_named_json(names))
        return
    people = counted(len(batch.workers), "worker")
    echo(f"batch {batch.number}: {counted(len(batch.cliques), 'clique')} of stage {stage} for {people}")


def check(
    place: Place,
    number: Number,
    expert: Annotated[list[str], typer.Option(metavar="NAME", help="Who checks; repeatable.")],
    project: ProjectName = None,
    json: Json = False,
) -> None:
    """Draw a sample of a batch whose work is done, and ask experts to check it."""
    with open_store(place) as store:
        experts = [find_person(store, name).id for name in expert]
        batch, names = store.start_check(find_batch(store, project, number).id, experts), people_names(store)
    if json:
        print_json(batch.to_named_json(names))
        return
    drawn = counted(len(batch.checks[-1].sample), "clique")
    people = counted(len(experts), "expert")
    echo(f"batch {number}: {drawn} of {len(batch.cliques)} for {people}, round {batch.round}")


def decide(place: Place, number: Number, project: ProjectName = None, json: Json = False) -> None:
    """Accept a batch whose check is done, or give it back to its workers.

    It is accepted if strictly more is right than the project's settings say. What is accepted of stage 1 waits for
    stage 2 then.
    """
    with open_store(place) as store:
        batch, names = store.decide_batch(find_batch(store, project, number).id), people_names(store)
    if json:
        print_json(batch.to_named_json(names))
        return
    echo(f"batch {number}: {last_decision(batch)}")


def replace(
    place: Place,
    number: Number,
    person: Annotated[str, typer.Argument(metavar="PERSON", help="A worker or an expert of the batch.")],
    successor: Annotated[str, typer.Argument(metavar="SUCCESSOR", help="Who takes over.")],
    project: ProjectName = None,
    json: Json = False,
) -> None:
    """Let somebody take over from a worker or an expert who cannot go on.

    In a batch in work, the open cliques of the worker go over with all that was done on them. In one that is checked,
    the new expert checks the whole sample, and the verdicts of the former one no longer count.
    """
    with open_store(place) as store:
        batch = find_batch(store, project, number)
        batch = store.replace_person(batch.id, find_person(store, person).id, find_person(store, successor).id)
        names = people_names(store)
    if json:
        print_json(batch.to_named_json(names))
        return
    last = batch.replacements[-1]
    what = f"{counted(len(last.items), 'clique')} {'' if last.purpose == WORK else 'to check '}from"
    echo(f"batch {number}: {names[last.successor]} takes over {what} {names[last.person]}")


def clique_project(store: Store, name: str | None) -> Project:
    """Find the named project, or the only one, which must be of cliques."""
    project = find_project(store, name)
    if project.kind != "cliques":
        raise InputError(f"project {project.name!r}: expected one of cliques, found one of {project.kind}")
    return project


def find_batch(store: Store, project: str | None, number: int) -> Batch:
    """Find a batch by its number."""
    batches = {str(batch.number): batch for batch in store.batches(clique_project(store, project).id)}
    if str(number) not in batches:
        raise UnknownNameError("batch", str(number), batches)
    return batches[str(number)]


def work_of(store: Store, batch: Batch) -> list[BatchDocument]:
    """The workers' documents of a batch."""
    return [each for each in store.batch_documents(batch.id) if each.purpose == WORK]


def people_names(store: Store) -> dict[int, str]:
    """Everybody's name."""
    return {person.id: person.name for person in store.people()}


def last_decision(batch: Batch) -> str:
    """Say how the last check that was decided went."""
    decided = [check for check in batch.checks if check.accuracy is not None]
    if not decided:
        return "none"
    last = decided[-1]
    assert last.accuracy is not None
    found = "accepted" if last.accepted else "returned"
    return f"{found}, {last.accuracy.right} of {last.accuracy.total} right in round {last.round}"
