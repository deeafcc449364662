"""Check that batches are whole: their steps, their samples, and that each decision follows from the verdicts."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from karat.annotate.cliques.batch import Batch, Check
from karat.annotate.cliques.batches import ACCEPTED, CHECKING, Accuracy, measure_accuracy
from karat.annotate.cliques.content import CORRECTION, TUPLES
from karat.annotate.cliques.state import State, verdict_key
from karat.annotate.project import CHECK, WORK
from karat.annotate.store.batches.rows import content_of, document_rows, find_batch, read_states
from karat.annotate.store.items import find_item
from karat.annotate.store.tables import CLIQUE_BATCH, ITEM
from karat.errors import InputError


def find_wrong_batches(connection: Connection) -> Iterator[str]:
    """What batches say that their items, documents and verdicts do not."""
    for id in connection.scalars(select(CLIQUE_BATCH.c.id).order_by(CLIQUE_BATCH.c.id)).all():
        batch = find_batch(connection, id)
        for problem in compare_batch(connection, batch):
            yield f"batch {batch.number} of project {batch.project}: {problem}"


def compare_batch(connection: Connection, batch: Batch) -> Iterator[str]:
    """What is wrong with one batch."""
    yield from wrong_rounds(batch)
    rows = document_rows(connection, batch)
    workers = {row.item_id: row.person_id for row in rows if row.purpose == WORK}
    if workers != dict(batch.cliques):
        yield "expected a document of its worker for each clique, found others"
    checks = {row.id: (row.item_id, row.person_id) for row in rows if row.purpose == CHECK}
    states = {checks[document]: state for document, state in read_states(connection, list(checks)).items()}
    for check in batch.checks:
        if not set(check.sample) <= set(batch.cliques):
            yield f"expected the sample of round {check.round} among its cliques, found others"
        elif check.accuracy is not None:
            found = accuracy_of(connection, check, states)
            if found != check.accuracy:
                yield f"expected the accuracy {check.accuracy} of round {check.round} from the verdicts, found {found}"
    if batch.status == ACCEPTED and batch.stage == CORRECTION:
        yield from missing_items(connection, batch)


def wrong_rounds(batch: Batch) -> Iterator[str]:
    """Checks that do not lead to the step that the batch is at."""
    last = batch.round if batch.status in (CHECKING, ACCEPTED) else batch.round - 1
    if [check.round for check in batch.checks] != list(range(1, last + 1)):
        yield f"expected checks of rounds 1 to {last}, found {[check.round for check in batch.checks]}"
    for check in batch.checks:
        is_last = check.round == batch.round
        expected = False if not is_last else None if batch.status == CHECKING else True
        if check.accepted is not expected:
            yield f"expected the decision {expected} of round {check.round}, found {check.accepted}"
        elif check.accuracy is not None and check.accuracy.is_above(check.options.accept_above) is not check.accepted:
            yield f"expected the decision on {check.accuracy} in round {check.round} by its options, found another"


def accuracy_of(connection: Connection, check: Check, states: dict[tuple[int, int], State]) -> Accuracy | None:
    """Measure again what was decided on; nothing if verdicts are missing."""
    verdicts = []
    for item in check.sample:
        for sentence in content_of(find_item(connection, item)).sentences_to_do:
            found = (states[item, expert] for expert in check.experts if (item, expert) in states)
            given = (state.verdicts.get(verdict_key(check.round, sentence.id)) for state in found)
            verdicts.append([verdict.right for verdict in given if verdict is not None])
    try:
        return measure_accuracy(verdicts, check.options.rule)
    except InputError:
        return None


def missing_items(connection: Connection, batch: Batch) -> Iterator[str]:
    """Cliques whose first stage is accepted and that have no item of the second."""
    keys = select(ITEM.c.key).where(ITEM.c.project_id == batch.project)
    there = set(connection.scalars(keys))
    for item in batch.cliques:
        clique = content_of(find_item(connection, item)).clique
        if f"{clique}/{TUPLES}" not in there:
            yield f"expected clique {clique!r} in stage {TUPLES}, found it in none"
