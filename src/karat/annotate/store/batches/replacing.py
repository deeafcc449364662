"""Somebody takes over from a worker or an expert of a batch who cannot go on."""

from __future__ import annotations

from sqlalchemy import Connection, insert, update

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.batches import CHECKING, WORKING, check_successor
from karat.annotate.cliques.options import Options
from karat.annotate.event import CHECK_BEGINS
from karat.annotate.project import CHECK, WORK
from karat.annotate.store.batches.rows import document_rows, find_batch, is_asked_for
from karat.annotate.store.batches.steps import Batches, add_event, check_expert, check_worker, lock_batch
from karat.annotate.store.columns import now
from karat.annotate.store.documents import assign_items
from karat.annotate.store.errors import BatchStatusError
from karat.annotate.store.people import find_person
from karat.annotate.store.projects import add_member
from karat.annotate.store.tables import BATCH_CHECK, BATCH_ITEM, BATCH_REPLACEMENT, DOCUMENT, DONE
from karat.errors import InputError


class Replacements(Batches):
    """Replacements in a store's batches."""

    def replace_person(self, id: int, person: int, successor: int, author: int | None = None) -> Batch:
        """Let a successor take over from a worker of a batch in work, or from an expert of one that is checked.

        The open cliques of a worker go over with all that was done on them, under their authors; what the worker has
        finished stays theirs. A new expert checks the whole sample: the verdicts of the former one stay in the record
        and do not count, for every sentence is judged by the same experts.
        """
        with self.write() as connection:
            batch, options = lock_batch(connection, id)
            if batch.status == WORKING:
                purpose, items = WORK, replace_worker(connection, batch, options, person, successor)
            elif batch.status == CHECKING:
                purpose, items = CHECK, replace_expert(connection, batch, person, successor)
            else:
                raise BatchStatusError(
                    f"batch {batch.number}: expected it to be {WORKING} or {CHECKING}, found it {batch.status}"
                )
            values = {
                "batch_id": id,
                "round": batch.round,
                "purpose": purpose,
                "person_id": person,
                "successor_id": successor,
                "cliques": items,
                "author_id": author,
                "time": now(),
            }
            connection.execute(insert(BATCH_REPLACEMENT).values(values))
            return find_batch(connection, id)


def replace_worker(connection: Connection, batch: Batch, options: Options, person: int, successor: int) -> list[int]:
    """Give the open cliques of a worker to another one."""
    name = find_person(connection, person).name
    rows = [row for row in document_rows(connection, batch) if row.purpose == WORK and row.person_id == person]
    open_rows = [row for row in rows if row.status != DONE]
    if not open_rows:
        found = "all done" if rows else "none of the batch"
        raise InputError(f"worker {name!r}: expected cliques that are not done, found {found}")
    check_worker(connection, successor)
    if successor == person:
        raise InputError(f"successor {name!r}: expected somebody else, found the same person")
    if successor in batch.all_experts:
        found = find_person(connection, successor).name
        raise InputError(
            f"successor {found!r}: expected somebody who never checked the batch, found one of its experts"
        )
    items = [row.item_id for row in open_rows]
    check_successor(batch.cliques, {**batch.cliques, **dict.fromkeys(items, successor)}, options.workers)
    add_member(connection, batch.project, successor)
    documents = DOCUMENT.c.id.in_([row.id for row in open_rows])
    connection.execute(update(DOCUMENT).where(documents).values(person_id=successor))
    connection.execute(update(BATCH_ITEM).where(BATCH_ITEM.c.item_id.in_(items)).values(person_id=successor))
    return items


def replace_expert(connection: Connection, batch: Batch, person: int, successor: int) -> list[int]:
    """Ask another expert to check the whole sample."""
    check = batch.present_check
    assert check is not None
    if person not in check.experts:
        name = find_person(connection, person).name
        raise InputError(f"expert {name!r}: expected one who checks in round {batch.round}, found somebody else")
    check_expert(connection, successor)
    name = find_person(connection, successor).name
    if successor in batch.all_workers:
        raise InputError(f"successor {name!r}: expected somebody who does not work on the batch, found one who does")
    replaced = {each.person for each in batch.replacements if each.purpose == CHECK and each.round == batch.round}
    if successor in check.experts or successor in replaced:
        found = "one who does" if successor in check.experts else "one who was replaced"
        raise InputError(
            f"successor {name!r}: expected somebody who does not check in round {batch.round}, found {found}"
        )
    experts = [successor if expert == person else expert for expert in check.experts]
    add_member(connection, batch.project, successor)
    assign_items(connection, batch.project, successor, list(check.sample), CHECK)
    of_round = (BATCH_CHECK.c.batch_id == batch.id) & (BATCH_CHECK.c.round == batch.round)
    connection.execute(update(BATCH_CHECK).where(of_round).values(experts=experts))
    changed = find_batch(connection, batch.id)
    for row in document_rows(connection, changed):
        if is_asked_for(changed, row) and row.person_id == successor:
            add_event(connection, row.id, CHECK_BEGINS, {"round": batch.round})
    return list(check.sample)
