"""Export clique projects: accepted gold and sentences as unified JSON, everything as JSON lines, counts as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.batches import ACCEPTED
from karat.annotate.cliques.content import CORRECTION, TUPLES, Content
from karat.annotate.cliques.payloads import current_text
from karat.annotate.cliques.state import TYPES, State
from karat.annotate.files.choice import Choice
from karat.annotate.permissions import readable
from karat.annotate.project import CHECK, Document, Item, Project
from karat.errors import InputError, UnknownNameError
from karat.formats.benchmarks.robust import render, render_sentences
from karat.model import Clique, Extraction, Member, Sentence
from karat.printable import safe_cell

if TYPE_CHECKING:
    from karat.annotate.store import Store

COLUMNS = (
    *("batch", "stage", "status", "round", "worker", "cliques", "done", "sentences"),
    *("kept", "corrected", *TYPES, "tuples", "empty"),
)

PAGE = 1_000
"""Events that are read at a time."""


@dataclass(frozen=True, slots=True)
class CliqueWork:
    """An item in its batch, with its content and what was made of it; ``checks`` are the experts'."""

    item: Item
    content: Content
    batch: Batch | None
    work: Document | None
    checks: tuple[Document, ...]

    @property
    def state(self) -> State:
        """What the worker made of it."""
        assert self.work is not None
        return State.from_json(self.work.state)


def stream_cliques(store: Store, project: Project, choice: Choice) -> Iterator[CliqueWork]:
    """Yield every item with the documents that the reader may see, one at a time."""
    batches = {item: batch for batch in store.batches(project.id) for item in batch.cliques}
    for item in store.stream_items(project.id):
        documents = store.documents_of(item.id)
        if choice.reader is not None:
            documents = readable(choice.reader, documents)
        work = next((each for each in documents if each.is_work), None)
        if choice.person is not None and (work is None or work.person != choice.person):
            continue
        assert item.content is not None
        checks = tuple(each for each in documents if each.purpose == CHECK)
        yield CliqueWork(item, Content.from_json(item.content), batches.get(item.id), work, checks)


def export_cliques(store: Store, project: Project, format: str, choice: Choice) -> Iterator[str]:
    """Yield the lines of an export, without line ends."""
    if format not in _EXPORTS:
        raise UnknownNameError("export", format, _EXPORTS)
    return _EXPORTS[format](store, project, choice)


def export_gold(store: Store, project: Project, choice: Choice, left_out: list[str] | None = None) -> Iterator[str]:
    """Write unified JSON with the tuples of accepted batches of the second stage; ``karat cliques score`` reads it.

    No system can be scored on a clique in which a sentence has no tuple: it is named in ``left_out``.
    """
    cliques = (_with_tuples(each) for each in _accepted(store, project, choice, TUPLES))
    return render(_complete(cliques, [] if left_out is None else left_out))


def _complete(cliques: Iterator[Clique], left_out: list[str]) -> Iterator[Clique]:
    for clique in cliques:
        if all(member.extractions for member in clique.members):
            yield clique
        else:
            left_out.append(clique.id)


def export_sentences(store: Store, project: Project, choice: Choice) -> Iterator[str]:
    """Write unified JSON without tuples, with the sentences of accepted batches of the first stage."""
    return render_sentences(_without_tuples(each) for each in _accepted(store, project, choice, CORRECTION))


def _accepted(store: Store, project: Project, choice: Choice, stage: int) -> Iterator[CliqueWork]:
    """The work of accepted batches, or, with what is unfinished, all that was begun; at least one clique."""
    is_empty = True
    for each in stream_cliques(store, project, choice):
        if each.content.stage != stage or each.work is None or each.batch is None:
            continue
        if each.batch.status == ACCEPTED or (choice.unfinished and each.work.version):
            is_empty = False
            yield each
    if is_empty:
        what = "a clique that somebody has begun" if choice.unfinished else "an accepted batch"
        raise InputError(f"{project.name}: expected {what} of stage {stage}, found none")


def _with_tuples(each: CliqueWork) -> Clique:
    state, content = each.state, each.content
    given = {content.original.id: content.given} if content.given else {}
    members = (
        Member(
            Sentence(sentence.id, sentence.text),
            tuple(
                Extraction(found.parts[0], found.parts[1:])
                for found in given.get(sentence.id) or state.tuples_of(sentence.id)
            ),
        )
        for sentence in content.sentences
    )
    return Clique(content.clique, tuple(members))


def _without_tuples(each: CliqueWork) -> Clique:
    state = each.state
    members = (Member(Sentence(one.id, current_text(state, one)), ()) for one in each.content.sentences)
    return Clique(each.content.clique, tuple(members))


def export_everything(store: Store, project: Project, choice: Choice) -> Iterator[str]:
    """Write a line for each batch with the history of its checks, then one for each clique and stage.

    A clique's line has its content, the worker's state and events, and each expert's.
    """
    names = {person.id: person.name for person in store.people()}
    for batch in store.batches(project.id):
        yield _dump({"batch": batch.to_named_json(names)})
    for each in stream_cliques(store, project, choice):
        documents = [each.work] if each.work is not None else []
        yield _dump(
            {
                "clique": each.content.clique,
                "stage": each.content.stage,
                "content": each.content.to_json(),
                "batch": None if each.batch is None else each.batch.number,
                "work": [_document(store, document, names) for document in documents],
                "checks": [_document(store, document, names) for document in each.checks],
            }
        )


def _document(store: Store, document: Document, names: dict[int, str]) -> dict[str, Any]:
    assert document.person is not None
    events: list[dict[str, Any]] = []
    while len(events) < document.version:
        page = store.events(document.id, after=len(events), limit=PAGE)
        if not page:
            break
        for event in page:
            author = None if event.author is None else names[event.author]
            events.append({**event.to_json(), "author": author})
    return {
        "item": document.item,
        "person": names[document.person],
        "done": document.done,
        "active_ms": document.active_ms,
        "state": document.state,
        "events": events,
    }


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def export_counts(store: Store, project: Project, choice: Choice) -> Iterator[str]:
    """Write a row for each worker of each batch: what they kept, what they corrected, and of which type."""
    names = {person.id: person.name for person in store.people()}
    counts: dict[tuple[int, int], Counter[str]] = {}
    batches = {batch.number: batch for batch in store.batches(project.id)}
    for each in stream_cliques(store, project, choice):
        if each.batch is None or each.work is None or each.work.person is None:
            continue
        counter = counts.setdefault((each.batch.number, each.work.person), Counter())
        state = each.state
        counter["cliques"] += 1
        counter["done"] += state.done
        counter["sentences"] += len(each.content.sentences_to_do)
        for correction in state.corrections.values():
            counter["kept" if correction.kept else "corrected"] += 1
            counter.update(correction.types)
        counter["tuples"] += len(state.tuples)
        counter["empty"] += len(state.empty)
    yield _row(COLUMNS)
    for (number, worker), counter in sorted(counts.items()):
        batch = batches[number]
        row = {"batch": number, "stage": batch.stage, "status": batch.status, "round": batch.round, **counter}
        row["worker"] = names[worker]
        yield _row([row.get(column, 0) for column in COLUMNS])


def _row(values: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(map(safe_cell, values))
    return text.getvalue()


_EXPORTS: dict[str, Callable[[Store, Project, Choice], Iterator[str]]] = {
    "robust": export_gold,
    "robust-sentences": export_sentences,
    "jsonl": export_everything,
    "csv": export_counts,
}
