"""A seeded annotation project of any size: sentences of made-up words, two annotators, synsets as people make them.

Rows are written in bulk, because a million requests would take hours; a test checks on a small slice that every state
is the fold of its events all the same.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from sqlalchemy import insert, select, update

from karat.annotate.language.analysis import analyse
from karat.annotate.people import Person
from karat.annotate.project import NewItem, Project
from karat.annotate.store import Store
from karat.annotate.store.items import batches
from karat.annotate.store.tables import DOCUMENT, DONE, EVENT, ITEM, SNAPSHOT, STARTED

SYLLABLES = ("ba", "den", "kor", "lim", "mo", "nas", "pel", "ri", "sto", "tun", "ve", "zal")
BATCH = 200
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
LARGEST_SYNSET = 112
"""As in the English gold of BenchIE, whose synsets have 4 triples in the median."""


@dataclass(frozen=True, slots=True)
class LargeProject:
    """What was made."""

    project: Project
    annotators: tuple[Person, Person]
    curator: Person
    triples: int


@dataclass
class Writer:
    """Makes sentences and work from one seed."""

    random: Random
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        syllables = self.random.choices
        self.words = ["".join(syllables(SYLLABLES, k=self.random.randint(1, 4))) for _ in range(2000)]

    def id(self) -> str:
        return f"{self.random.getrandbits(64):016x}"

    def sentence(self) -> str:
        return " ".join([*self.random.choices(self.words, k=self.random.randint(15, 35)), "."])

    def synset_sizes(self, triples: int) -> Iterator[int]:
        """Sizes that add up: most are small, a few large."""
        while triples > 0:
            size = min(triples, LARGEST_SYNSET, max(1, round(self.random.lognormvariate(1.4, 0.9))))
            yield size
            triples -= size

    def triple(self, words: list[str]) -> dict[str, Any]:
        """Three spans of the sentence with some optional words."""
        borders = sorted(self.random.sample(range(len(words)), 4))
        slots = zip(("subject", "relation", "object"), borders[:-1], borders[1:], strict=True)
        spans = {
            slot: [self.chunk(words, index) for index in range(start, min(end, start + 6))]
            for slot, start, end in slots
        }
        origin = {"round": 1, "way": "hand", "source": None}
        return {"id": self.id(), **spans, "wholesome": None, "origin": origin}

    def chunk(self, words: list[str], index: int) -> dict[str, Any]:
        return {"text": words[index], "optional": self.random.random() < 0.2, "at": [index]}


def make_large_project(store: Store, sentences: int, triples: int, seed: int = 19) -> LargeProject:
    """Add a project in which both annotators have worked on all sentences, and finished nine in ten."""
    writer = Writer(Random(seed))
    project = store.add_project(f"Large {sentences}", "synsets", "en", {"tagger": "none"})
    annotators = store.add_person("Ann", "annotator"), store.add_person("Ben", "annotator")
    curator = store.add_person("Cleo", "curator")
    store.add_items(project.id, make_items(writer, sentences))
    for person in annotators:
        store.assign(project.id, person.id)
    made = add_work(store, project, writer, triples / (2 * sentences))
    add_candidates(store, project, writer)
    return LargeProject(project, annotators, curator, made)


def make_items(writer: Writer, sentences: int) -> Iterator[NewItem]:
    """Sentences with analyses, whose tokens are their words."""
    for batch in batches(range(1, sentences + 1), BATCH):
        texts = [writer.sentence() for _ in batch]
        for number, text, analysis in zip(batch, texts, analyse(texts, "en", "none"), strict=True):
            yield NewItem(f"s{number}", text, None, analysis.to_json())


def add_work(store: Store, project: Project, writer: Writer, mean: float) -> int:
    """Fill all documents; give the number of triples."""
    query = select(DOCUMENT.c.id, DOCUMENT.c.item_id, DOCUMENT.c.person_id, ITEM.c.text).join(ITEM)
    with store.read() as connection:
        documents = connection.execute(query.where(DOCUMENT.c.project_id == project.id).order_by(DOCUMENT.c.id)).all()
    total = 0
    gc.disable()  # millions of small values, none of them in a cycle
    for batch in batches(documents, BATCH):
        work = [fill_document(row, writer, mean) for row in batch]
        with store.write() as connection:
            connection.execute(insert(EVENT), [event for events, _, _ in work for event in events])
            connection.execute(insert(SNAPSHOT), [snapshot for _, snapshot, _ in work])
            for row, (_, _, counts) in zip(batch, work, strict=True):
                connection.execute(update(DOCUMENT).where(DOCUMENT.c.id == row.id).values(counts))
        total += sum(counts["triples"] for _, _, counts in work)
    gc.enable()
    finished = select(DOCUMENT.c.item_id).where(DOCUMENT.c.status != DONE)
    with store.write() as connection:
        connection.execute(
            update(ITEM).where(ITEM.c.project_id == project.id, ITEM.c.id.in_(finished)).values(status=STARTED)
        )
        connection.execute(
            update(ITEM).where(ITEM.c.project_id == project.id, ITEM.c.id.not_in(finished)).values(status=DONE)
        )
    return total


def fill_document(row: Any, writer: Writer, mean: float) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, Any]]:
    """The events of one document, its snapshot, and its counts."""
    words = row.text.split()
    is_done = row.item_id % 10 != 0
    wanted = max(1, round(writer.random.uniform(0.5, 1.5) * mean))
    synsets = [
        {"id": writer.id(), "label": None, "note": "", "triples": [writer.triple(words) for _ in range(size)]}
        for size in writer.synset_sizes(wanted)
    ]
    payloads = [("add", {"synset": synset["id"], "triples": synset["triples"]}) for synset in synsets]
    if is_done:
        payloads.append(("done", {"done": True}))
    events = [
        {
            "document_id": row.id,
            "number": number,
            "client_id": writer.id(),
            "author_id": row.person_id,
            "time": WHEN,
            "kind": kind,
            "payload": payload,
            "made_on": number - 1,
            "active_ms": 1500,
        }
        for number, (kind, payload) in enumerate(payloads, 1)
    ]
    state = {"synsets": synsets, "decisions": {}, "translation": None, "note": "", "done": is_done}
    counts = {
        "version": len(events),
        "status": DONE if is_done else STARTED,
        "synsets": len(synsets),
        "triples": wanted,
        "active_ms": 1500 * len(events),
        "changed": WHEN,
    }
    return events, {"document_id": row.id, "state": state}, counts


def add_candidates(store: Store, project: Project, writer: Writer) -> None:
    """Three extractions of each of two systems for every sentence."""

    def rows() -> Iterator[tuple[int, int, str, str, str, str]]:
        for item in store.item_keys(project.id).values():
            for system in ("one", "two"):
                for _ in range(3):
                    subject, relation, object_ = (" ".join(writer.random.choices(writer.words, k=2)) for _ in range(3))
                    yield item, 3, subject, relation, object_, system

    store.add_candidates(project.id, rows())
