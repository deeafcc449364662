"""Export a project line by line: gold as BenchIE has it, also for facet E, everything as JSON lines, or CSV."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.annotate.event import Event
from karat.annotate.files.choice import Choice, Work, stream_work
from karat.annotate.project import Document, Project
from karat.annotate.synsets.entities import entity_annotation
from karat.annotate.synsets.gold import annotation_from_state, fact_from_triple
from karat.errors import UnknownNameError
from karat.formats.benchmarks.benchie_gold import render
from karat.formats.files import write_lines
from karat.formats.text.slots import render_slot
from karat.printable import safe_cell
from karat.version import __version__

if TYPE_CHECKING:
    from karat.annotate.store import Store

COLUMNS = (
    *("sentence_id", "sentence", "source_sentence", "annotator", "done", "synset", "subject", "relation", "object"),
    *("wholesome", "round", "way", "source", "note"),
)

PAGE = 1_000
"""Events that are read at a time."""

GOLD = Choice()


@dataclass
class ExportCounts:
    """How many sentences were exported and left out, and what those exported hold; counted while lines are made.

    ``left_out`` counts those without a document to export, of which ``unmerged`` are done by several annotators;
    ``untranslated`` those that have a document, but no text yet.
    """

    sentences: int = 0
    left_out: int = 0
    untranslated: int = 0
    unmerged: int = 0
    synsets: int = 0
    triples: int = 0

    def add(self, work: Work) -> None:
        """Count an item."""
        if work.chosen is None:
            self.left_out += 1
            self.unmerged += work.is_unmerged
            return
        if not work.item.text:
            self.untranslated += 1
            return
        self.sentences += 1
        self.add_synsets(work.chosen)

    def add_synsets(self, document: Document) -> None:
        """Count what a document holds."""
        synsets = document.state["synsets"]
        self.synsets += len(synsets)
        self.triples += sum(len(synset["triples"]) for synset in synsets)


def export_lines(
    store: Store, project: Project, format: str, choice: Choice = GOLD, counts: ExportCounts | None = None
) -> Iterator[str]:
    """Yield the lines of an export, without line ends; memory stays flat.

    ``benchie`` and ``benchie-e`` are gold, ``csv`` has one row a triple; ``jsonl`` has everything, whatever is done.
    """
    exporters = {"benchie": benchie_lines, "benchie-e": entity_lines, "jsonl": jsonl_lines, "csv": csv_lines}
    if format not in exporters:
        raise UnknownNameError("export", format, exporters)
    return exporters[format](store, project, choice, counts or ExportCounts())


def write_export(
    store: Store,
    project: Project,
    format: str,
    path: str | os.PathLike[str],
    choice: Choice = GOLD,
    counts: ExportCounts | None = None,
) -> None:
    """Write an export under a temporary name and rename it, so that the file is whole or as it was."""
    write_lines(Path(path), export_lines(store, project, format, choice, counts))


def benchie_lines(store: Store, project: Project, choice: Choice, counts: ExportCounts) -> Iterator[str]:
    """Write the chosen documents as BenchIE's gold; one without a synset keeps its line, one without text not."""
    return render(work.annotation for work in _chosen(store, project, choice, counts))


def entity_lines(store: Store, project: Project, choice: Choice, counts: ExportCounts) -> Iterator[str]:
    """Write the chosen documents under facet E: triples whose subject and object are entities."""
    return render(entity_annotation(work.state, work.sentence) for work in _chosen(store, project, choice, counts))


def csv_lines(store: Store, project: Project, choice: Choice, counts: ExportCounts) -> Iterator[str]:
    """Write one row a triple, optional words in square brackets; a sentence without any has a row without triple."""
    names = names_of(store)
    yield _csv_line(COLUMNS)
    for work in _chosen(store, project, choice, counts):
        for row in _csv_rows(work, names):
            yield _csv_line(row)


def jsonl_lines(store: Store, project: Project, choice: Choice, counts: ExportCounts) -> Iterator[str]:
    """Write everything: the project and its people, then a sentence a line with documents, events and candidates.

    All documents are written, finished or not; with a person chosen, only that person's.
    """
    names = names_of(store)
    people = [{"name": each.name, "role": each.role.value, "active": each.active} for each in store.people()]
    head = {"type": "project", "karat": __version__, **project.to_json(), "people": people}
    yield _json_line({name: value for name, value in head.items() if name != "id"})
    for work in stream_work(store, project, choice, analysis=True):
        item = work.item
        counts.sentences += 1
        for document in work.documents.values():
            counts.add_synsets(document)
        documents = [
            _document_object(store, document, names)
            for person, document in work.documents.items()
            if choice.person in (None, person)
        ]
        yield _json_line(
            {
                "type": "sentence",
                "id": item.key,
                "text": item.text,
                "source": item.source,
                "analysis": item.analysis,
                "documents": documents,
                "candidates": [
                    {name: value for name, value in candidate.to_json().items() if name != "item"}
                    for candidate in store.candidates(item.id)
                ],
            }
        )


def _chosen(store: Store, project: Project, choice: Choice, counts: ExportCounts) -> Iterator[Work]:
    for work in stream_work(store, project, choice):
        counts.add(work)
        if work.chosen is not None and work.item.text:
            yield work


def names_of(store: Store) -> dict[int | None, str | None]:
    """The names of people by id; nobody's is that of merged documents and of the command line."""
    return {None: None, **{person.id: person.name for person in store.people()}}


def _csv_rows(work: Work, names: dict[int | None, str | None]) -> Iterator[tuple[object, ...]]:
    assert work.chosen is not None
    state = work.state
    item = work.item
    done = "yes" if work.chosen.done else "no"
    head = (item.key, item.text, item.source or "", names[work.chosen.person] or "merged", done)
    if not state.synsets:
        yield (*head, *[""] * (len(COLUMNS) - len(head)))
    labels = [synset.id for synset in annotation_from_state(state, work.sentence).synsets]
    for label, synset in zip(labels, state.synsets, strict=True):
        for triple in synset.triples:
            wholesome = {None: "", True: "yes", False: "no"}[triple.wholesome]
            origin = triple.origin
            slots = map(render_slot, fact_from_triple(triple))
            yield (*head, label, *slots, wholesome, origin.round, origin.way, origin.source or "", synset.note)


def _document_object(store: Store, document: Document, names: dict[int | None, str | None]) -> dict[str, Any]:
    return {
        "person": names[document.person],
        "merged": document.is_merged,
        "version": document.version,
        "done": document.done,
        "state": document.state,
        "events": [_event_object(event, names) for event in _events(store, document)],
    }


def _event_object(event: Event, names: dict[int | None, str | None]) -> dict[str, Any]:
    fields = event.to_json()
    return {**{name: fields[name] for name in fields if name != "document"}, "author": names[event.author]}


def _events(store: Store, document: Document) -> Iterator[Event]:
    after = 0
    while page := store.events(document.id, after=after, limit=PAGE):
        yield from page
        after = page[-1].number


def _csv_line(fields: tuple[object, ...]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(map(safe_cell, fields))
    return buffer.getvalue()


def _json_line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
