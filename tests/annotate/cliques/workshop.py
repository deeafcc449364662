"""A small clique project with its people, and what they do, for tests of the store, the files and the server."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.content import CliqueSentence, Content
from karat.annotate.cliques.stages import first_stage
from karat.annotate.cliques.state import State, Tuple
from karat.annotate.event import NewEvent
from karat.annotate.people import Person
from karat.annotate.project import Document, Project
from karat.annotate.store import Store

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
OPTIONS = {"batch_size": 5}


def clique(number: int, given: bool = True) -> Content:
    """A clique of our own: an original and two paraphrases."""
    id = str(number)
    sentences = (
        CliqueSentence(id, f"Nora opened shop {number} in May.", True),
        CliqueSentence(f"{id}.1", f"In May, shop {number} were opened by Nora."),
        CliqueSentence(f"{id}.2", f"It was in May that Nora opened shop {number}."),
    )
    tuples = (Tuple(f"given{number}".ljust(12, "0"), id, "opened", ("Nora", f"shop {number}"), "in May"),)
    return Content(1, id, sentences, tuples if given else ())


@dataclass
class Workshop:
    """A store with a clique project: three workers, two experts and a curator."""

    store: Store
    project: Project
    people: dict[str, Person]
    ids: random.Random = field(default_factory=lambda: random.Random(20))

    @classmethod
    def make(cls, store: Store, cliques: int = 5, given: bool = True, **options: Any) -> Workshop:
        project = store.add_project("Shops", "cliques", "en", {"options": {**OPTIONS, **options}, "tagger": "none"})
        store.add_items(project.id, [first_stage(clique(number, given)) for number in range(1, cliques + 1)])
        roles = {"Ann": "annotator", "Ben": "annotator", "Cem": "annotator", "Xia": "curator", "Yves": "curator"}
        people = {name: store.add_person(name, role) for name, role in {**roles, "Zoe": "admin"}.items()}
        return cls(store, project, people)

    def ids_of(self, *names: str) -> list[int]:
        return [self.people[name].id for name in names]

    def make_batch(self, stage: int = 1, *workers: str, seed: int = 1) -> Batch:
        workers = workers or ("Ann", "Ben", "Cem")
        author = self.people["Zoe"].id
        return self.store.make_batch(self.project.id, stage, self.ids_of(*workers), author, seed)

    def start_check(self, batch: Batch, *experts: str) -> Batch:
        return self.store.start_check(batch.id, self.ids_of(*(experts or ("Xia", "Yves"))), self.people["Zoe"].id)

    def decide(self, batch: Batch) -> Batch:
        return self.store.decide_batch(batch.id, self.people["Zoe"].id)

    def new_id(self) -> str:
        return "".join(self.ids.choices(LETTERS, k=16))

    def event(self, kind: str, payload: dict[str, Any], on: int) -> NewEvent:
        return NewEvent(self.new_id(), kind, payload, on)

    def append(self, document: Document, *steps: tuple[str, dict[str, Any]], author: int | None = None) -> Document:
        """Add events to a document, by its own person unless somebody else is named."""
        on = self.store.document(document.id).version
        events = [self.event(kind, payload, on + count) for count, (kind, payload) in enumerate(steps)]
        self.store.append(document.id, document.person if author is None else author, events)
        return self.store.document(document.id)

    def documents(self, batch: Batch, purpose: str = "work") -> list[Document]:
        """The documents of a batch: all work, or the checks of the present round."""
        rows = [row for row in self.store.batch_documents(batch.id) if row.purpose == purpose]
        return [self.store.document(row.id) for row in rows]

    def content(self, document: Document) -> Content:
        content = self.store.item(document.item).content
        assert content is not None
        return Content.from_json(content)

    def work(self, batch: Batch) -> None:
        """Let the workers do a batch: the first paraphrase is corrected, tuples are added, all is marked as done."""
        for document in self.documents(batch):
            content, state = self.content(document), State.from_json(document.state)
            if batch.stage == 1:
                steps = self.corrections(content)
            else:
                steps = [
                    self.tuple_of(sentence.id, content.clique)
                    for sentence in content.sentences_to_do
                    if not state.tuples_of(sentence.id)
                ]
            self.append(document, *steps, ("done", {"done": True}))

    def corrections(self, content: Content) -> list[tuple[str, dict[str, Any]]]:
        first, *others = content.paraphrases
        text = first.text.replace("were", "was").replace("May,", "May")
        return [
            ("correct", {"sentence": first.id, "text": text, "types": ["grammar"]}),
            *(("keep", {"sentence": each.id}) for each in others),
        ]

    def tuple_of(self, sentence: str, clique_id: str) -> tuple[str, dict[str, Any]]:
        new = Tuple(self.new_id(), sentence, "opened", ("Nora", f"shop {clique_id}"), "in May")
        return "add", {"tuple": new.to_json()}

    def check(self, batch: Batch, wrong: int = 0) -> None:
        """Let every expert check what was drawn; the first of them finds some sentences wrong."""
        first = self.store.batch(batch.id).checks[-1].experts[0]
        left = wrong
        fault = {1: "meaning", 2: "atomicity"}[batch.stage]
        for document in self.documents(batch, "check"):
            steps: list[tuple[str, dict[str, Any]]] = []
            for sentence in self.content(document).sentences_to_do:
                is_wrong = document.person == first and left > 0
                left -= is_wrong
                steps.append(verdict(batch.round, sentence.id, [fault] if is_wrong else []))
            self.append(document, *steps, ("done", {"done": True}))

    def work_left(self, batch: Batch) -> None:
        """Let the workers of a first stage finish what is open."""
        for document in self.documents(batch):
            if not document.done:
                begun = State.from_json(document.state).corrections
                steps = [] if begun else self.corrections(self.content(document))
                self.append(document, *steps, ("done", {"done": True}))

    def accept(self, batch: Batch) -> Batch:
        """Take a batch through work and check to its acceptance."""
        self.work(batch)
        return self.accept_worked(batch)

    def accept_worked(self, batch: Batch) -> Batch:
        """Take a batch whose work is done through its check to its acceptance."""
        self.start_check(batch)
        self.check(batch)
        return self.decide(batch)


def verdict(number: int, sentence: str, faults: list[str]) -> tuple[str, dict[str, Any]]:
    note = f"see {', '.join(faults)}" if faults else ""
    return "verdict", {"round": number, "sentence": sentence, "right": not faults, "faults": faults, "note": note}
