"""A small project for the tests of the store: two annotators, a curator, sentences of our own, and events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from karat.annotate.event import NewEvent
from karat.annotate.people import Person
from karat.annotate.project import NewItem, Project
from karat.annotate.store import Store

WORDS = ("Ann", "met", "Ben", "in", "Oslo")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass
class Small:
    """What was put into a store."""

    store: Store
    project: Project
    ann: Person
    ben: Person
    curator: Person
    ids: random.Random = field(default_factory=lambda: random.Random(19))

    @classmethod
    def make(cls, store: Store, sentences: int = 5) -> Small:
        """Add a project whose sentences are all assigned to both annotators."""
        project = store.add_project("Sample", "synsets", "en")
        store.add_items(project.id, (NewItem(f"s{n}", f"{' '.join(WORDS)} {n} .") for n in range(1, sentences + 1)))
        ann, ben = store.add_person("Ann", "annotator"), store.add_person("Ben", "annotator")
        for person in (ann, ben):
            store.assign(project.id, person.id)
        return cls(store, project, ann, ben, store.add_person("Cleo", "curator"))

    def document(self, person: Person, item: int = 1) -> int:
        """The id of a person's document of the item at a position."""
        (row,) = self.store.items(self.project.id, after=item - 1, limit=1, person=person.id)
        assert row.document is not None
        return row.document

    def id(self) -> str:
        """An id as clients make them."""
        return "".join(self.ids.choices(LETTERS, k=16))

    def event(self, kind: str, payload: dict[str, Any], on: int, active_ms: int = 0) -> NewEvent:
        """An event with an id of its own."""
        return NewEvent(self.id(), kind, payload, on, active_ms)

    def add(self, on: int, triples: int = 1) -> NewEvent:
        """A new synset with triples of its own."""
        return self.event("add", {"synset": self.id(), "triples": [self.triple() for _ in range(triples)]}, on, 1000)

    def finish(self, on: int, done: bool = True) -> NewEvent:
        """An event that marks a document as done."""
        return self.event("done", {"done": done}, on)

    def triple(self) -> dict[str, Any]:
        """A triple whose words stand in the sentence."""
        subject, relation, object_ = ([chunk(WORDS[index], index)] for index in (0, 1, 2))
        optional = {"text": "in Oslo", "optional": True, "at": [3, 4]}
        return {
            "id": self.id(),
            "subject": subject,
            "relation": relation,
            "object": [*object_, optional],
            "wholesome": None,
            "origin": {"round": 1, "way": "hand", "source": None},
        }

    def history(self, count: int, seed: int) -> Iterator[NewEvent]:
        """Events as an annotator makes them, each on the version before it: most add, some remove, undo and redo."""
        choices = random.Random(seed)
        kinds: list[str] = []
        for on in range(count):
            undoable = sum(1 if kind == "add" else -1 if kind == "undo" else 0 for kind in kinds)
            kind = choices.choice(["add", "add", "undo"]) if undoable > 0 else "add"
            kinds.append(kind)
            yield self.add(on, choices.randint(1, 3)) if kind == "add" else self.event("undo", {}, on)


def chunk(word: str, index: int) -> dict[str, Any]:
    """A word of the sentence."""
    return {"text": word, "optional": False, "at": [index]}
