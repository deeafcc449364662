"""Batches of cliques: giving them out, having them checked, and the decision, each in one transaction.

Every step locks the batch, then its items, as all who change an item's documents do: so two curators who decide at once
make one decision, and nobody changes work between its check and the decision.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from karat.annotate.cliques.batch import Batch, BatchDocument
from karat.annotate.cliques.batches import (
    ACCEPTED,
    CHECKING,
    WORKING,
    check_experts,
    deal,
    draw_sample,
    measure_accuracy,
)
from karat.annotate.cliques.content import CORRECTION, TUPLES
from karat.annotate.cliques.options import Options
from karat.annotate.cliques.stages import second_stage, tuples_to_import
from karat.annotate.event import CHECK_BEGINS, IMPORT, RETURNED, NewEvent
from karat.annotate.people import Role
from karat.annotate.project import CHECK, WORK
from karat.annotate.store.batches.rows import (
    content_of,
    document_rows,
    find_batch,
    is_asked_for,
    read_states,
    waiting_items,
)
from karat.annotate.store.columns import now
from karat.annotate.store.documents import assign_items
from karat.annotate.store.errors import BatchStatusError
from karat.annotate.store.event_log import Batch as EventBatch
from karat.annotate.store.items import Items, find_item
from karat.annotate.store.people import find_person
from karat.annotate.store.projects import add_member, find_project
from karat.annotate.store.tables import BATCH_CHECK, BATCH_ITEM, CLIQUE_BATCH, DOCUMENT, DONE, ITEM, PROJECT
from karat.errors import InputError

LARGEST_SEED = 2**31 - 1


class Batches(Items):
    """Batches of a store's clique projects."""

    def make_batch(
        self, project: int, stage: int, workers: Sequence[int], author: int | None = None, seed: int | None = None
    ) -> Batch:
        """Give the next cliques of a stage to workers, each whole clique to one of them."""
        if stage not in (CORRECTION, TUPLES):
            raise InputError(f"stage: expected {CORRECTION} or {TUPLES}, found {stage!r}")
        with self.write() as connection:
            options = lock_project(connection, project)
            for worker in workers:
                check_worker(connection, worker)
            items = waiting_items(connection, project, stage, options.batch_size)
            if not items:
                raise InputError(f"batch: expected cliques that wait for stage {stage}, found none")
            drawn = secrets.randbelow(LARGEST_SEED) if seed is None else seed
            cliques = deal(items, workers, drawn, options.workers)
            number = select(func.coalesce(func.max(CLIQUE_BATCH.c.number), 0) + 1)
            values = {
                "project_id": project,
                "number": connection.scalar(number.where(CLIQUE_BATCH.c.project_id == project)),
                "stage": stage,
                "status": WORKING,
                "round": 1,
                "seed": drawn,
                "author_id": author,
                "created": now(),
            }
            key = connection.execute(insert(CLIQUE_BATCH).values(values)).inserted_primary_key
            assert key is not None
            rows = [{"item_id": item, "batch_id": key[0], "person_id": worker} for item, worker in cliques.items()]
            connection.execute(insert(BATCH_ITEM), rows)
            for worker in sorted(set(cliques.values())):
                add_member(connection, project, worker)
                mine = [item for item, owner in cliques.items() if owner == worker]
                assign_items(connection, project, worker, mine, WORK)
            if stage == TUPLES:
                import_tuples(connection, cliques)
            return find_batch(connection, key[0])

    def waiting_cliques(self, project: int) -> dict[int, int]:
        """How many cliques of each stage are in no batch yet."""
        with self.read() as connection:
            return {stage: len(waiting_items(connection, project, stage, None)) for stage in (CORRECTION, TUPLES)}

    def batches(self, project: int) -> list[Batch]:
        """All batches of a project, in the order they were made."""
        query = select(CLIQUE_BATCH.c.id).where(CLIQUE_BATCH.c.project_id == project).order_by(CLIQUE_BATCH.c.number)
        with self.read() as connection:
            find_project(connection, project)
            return [find_batch(connection, id) for id in connection.scalars(query).all()]

    def batch(self, id: int) -> Batch:
        """The batch with this id."""
        with self.read() as connection:
            return find_batch(connection, id)

    def batch_of(self, item: int) -> Batch | None:
        """The batch that an item is in, if it is in one."""
        with self.read() as connection:
            id = connection.scalar(select(BATCH_ITEM.c.batch_id).where(BATCH_ITEM.c.item_id == item))
            return None if id is None else find_batch(connection, id)

    def batch_documents(self, id: int) -> list[BatchDocument]:
        """How far the workers of a batch are, and the experts of its present check, by item."""
        with self.read() as connection:
            batch = find_batch(connection, id)
            return [
                BatchDocument(row.id, row.item_id, row.key, row.person_id, row.purpose, row.status == DONE, row.summary)
                for row in document_rows(connection, batch)
                if row.purpose == WORK or is_asked_for(batch, row)
            ]

    def start_check(self, id: int, experts: Sequence[int], author: int | None = None) -> Batch:
        """Draw a sample of a batch whose work is done, and ask experts to check it."""
        with self.write() as connection:
            batch, options = lock_batch(connection, id)
            expect_status(batch, WORKING)
            rows = document_rows(connection, batch)
            done = {row.item_id for row in rows if row.purpose == WORK and row.status == DONE}
            if unfinished := len(batch.cliques) - len(done):
                of = f"{unfinished} of {len(batch.cliques)}"
                raise BatchStatusError(f"batch {batch.number}: expected all its work done, found {of} cliques open")
            check_experts(experts, batch.all_workers, options.experts)
            for expert in experts:
                check_expert(connection, expert)
            sample = draw_sample(list(batch.cliques), options.sample, batch.seed, batch.round)
            for expert in experts:
                add_member(connection, batch.project, expert)
                assign_items(connection, batch.project, expert, sample, CHECK)
            values = {
                "batch_id": id,
                "round": batch.round,
                "sample": sample,
                "experts": list(experts),
                "options": options.to_json(),
                "author_id": author,
                "started": now(),
            }
            connection.execute(insert(BATCH_CHECK).values(values))
            connection.execute(update(CLIQUE_BATCH).where(CLIQUE_BATCH.c.id == id).values(status=CHECKING))
            checked = find_batch(connection, id)
            for row in document_rows(connection, checked):
                if is_asked_for(checked, row):
                    add_event(connection, row.id, CHECK_BEGINS, {"round": batch.round})
            return checked

    def decide_batch(self, id: int, author: int | None = None) -> Batch:
        """Accept a batch whose check is done, or give it back; see ``karat.annotate.cliques.batches``.

        When the first stage is accepted, the items of the second are made, with the corrected sentences.
        """
        with self.write() as connection:
            batch, _ = lock_batch(connection, id)
            expect_status(batch, CHECKING)
            check = batch.present_check
            assert check is not None
            accuracy = measure_accuracy(read_verdicts(connection, batch), check.options.rule)
            accepted = accuracy.is_above(check.options.accept_above)
            decision = {
                "decided_by": author,
                "decided": now(),
                "right_count": accuracy.right,
                "total": accuracy.total,
                "accepted": accepted,
            }
            of_round = (BATCH_CHECK.c.batch_id == id) & (BATCH_CHECK.c.round == batch.round)
            connection.execute(update(BATCH_CHECK).where(of_round).values(decision))
            changes = {"status": ACCEPTED} if accepted else {"status": WORKING, "round": batch.round + 1}
            connection.execute(update(CLIQUE_BATCH).where(CLIQUE_BATCH.c.id == id).values(changes))
            work = [row for row in document_rows(connection, batch) if row.purpose == WORK]
            if not accepted:
                for row in work:
                    add_event(connection, row.id, RETURNED, {"round": batch.round + 1})
            elif batch.stage == CORRECTION:
                found = read_states(connection, [row.id for row in work])
                contents = ((find_item(connection, row.item_id, hidden=True), found[row.id]) for row in work)
                self.insert_items(connection, batch.project, (second_stage(*each) for each in contents))
            return find_batch(connection, id)


def lock_project(connection: Connection, id: int) -> Options:
    """Let one batch of a project be made at a time, and read the project's options."""
    connection.execute(select(PROJECT.c.id).where(PROJECT.c.id == id).with_for_update())
    project = find_project(connection, id)
    if project.kind != "cliques":
        raise InputError(f"project {project.name!r}: expected one of cliques, found one of {project.kind}")
    return Options.from_json(project.settings.options)


def lock_batch(connection: Connection, id: int) -> tuple[Batch, Options]:
    """Lock a batch and its items until the end of the transaction, and read it with its project's options."""
    connection.execute(select(CLIQUE_BATCH.c.id).where(CLIQUE_BATCH.c.id == id).with_for_update())
    batch = find_batch(connection, id)
    items = select(ITEM.c.id).join(BATCH_ITEM, BATCH_ITEM.c.item_id == ITEM.c.id).where(BATCH_ITEM.c.batch_id == id)
    connection.execute(items.order_by(ITEM.c.id).with_for_update(of=ITEM)).all()
    return batch, Options.from_json(find_project(connection, batch.project).settings.options)


def expect_status(batch: Batch, status: str) -> None:
    """Raise an error if a batch is at another step."""
    if batch.status != status:
        raise BatchStatusError(f"batch {batch.number}: expected it to be {status}, found it {batch.status}")


def check_worker(connection: Connection, id: int) -> None:
    """Raise an error if somebody cannot work on a batch."""
    person = find_person(connection, id)
    if not person.active or person.machine:
        found = "a language model" if person.machine else "one who cannot sign in"
        raise InputError(f"worker {person.name!r}: expected an active person, found {found}")


def check_expert(connection: Connection, id: int) -> None:
    """Raise an error if somebody cannot check a batch."""
    person = find_person(connection, id)
    if not person.active or not person.role.includes(Role.CURATOR):
        found = person.role.value if person.active else "one who cannot sign in"
        raise InputError(f"expert {person.name!r}: expected an active curator or admin, found {found}")


def import_tuples(connection: Connection, cliques: Iterable[int]) -> None:
    """Put the tuples that paraphrases had in their file into the new documents."""
    for item in cliques:
        tuples = tuples_to_import(find_item(connection, item, hidden=True))
        if tuples:
            document = connection.scalar(select(DOCUMENT.c.id).where(DOCUMENT.c.item_id == item))
            assert document is not None
            add_event(connection, document, IMPORT, {"tuples": [each.to_json() for each in tuples]})


def add_event(connection: Connection, document: int, kind: str, payload: dict[str, Any]) -> None:
    """Record what a step of the batch does to a document, as nobody's event.

    Who took the step is in the batch: workers read the events of their documents, and are not told who decides.
    """
    log = EventBatch.begin(connection, document, None)
    log.store([NewEvent(secrets.token_hex(12), kind, payload, log.document.version)])


def read_verdicts(connection: Connection, batch: Batch) -> list[list[bool]]:
    """All experts' verdicts of the present round on each sentence that was drawn."""
    rows = [row for row in document_rows(connection, batch) if is_asked_for(batch, row)]
    if unfinished := sum(row.status != DONE for row in rows):
        raise BatchStatusError(
            f"batch {batch.number}: expected all checks done, found {unfinished} of {len(rows)} open"
        )
    states = read_states(connection, [row.id for row in rows])
    check = batch.present_check
    assert check is not None
    verdicts = []
    for item in check.sample:
        found = [states[row.id] for row in rows if row.item_id == item]
        for sentence in content_of(find_item(connection, item)).sentences_to_do:
            given = [state.verdict_on(sentence.id) for state in found]
            verdicts.append([verdict.right for verdict in given if verdict is not None])
    return verdicts
