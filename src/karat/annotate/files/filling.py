"""Filling documents from files: events like any other, so that an import is part of the history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from karat.annotate.event import DONE, IMPORT, NewEvent
from karat.annotate.files.items import KnownSentences, add_sentences, item_of, with_analysis
from karat.annotate.people import Person
from karat.annotate.project import Document, Item, Project
from karat.annotate.synsets.gold import new_id, state_from_annotation
from karat.annotate.synsets.state import Origin
from karat.model import Annotation

if TYPE_CHECKING:
    from karat.annotate.store import Store


class Filler:
    """Puts annotations into a person's documents, and counts what it did.

    ``documents`` were filled; ``skipped`` were not, because there is work in them already or the item is closed.
    """

    def __init__(self, store: Store, project: Project, person: Person, author: Person | None, origin: Origin) -> None:
        self.store = store
        self.project = project
        self.person = person
        self.author = None if author is None else author.id
        self.origin = origin
        self.added = self.documents = self.skipped = self.synsets = self.triples = 0

    def fill(self, batch: Sequence[Annotation], known: KnownSentences, *, done: bool) -> None:
        """Add the sentences that are new, assign all of them to the person, and fill the documents that are empty."""
        keys = [known.find(annotation.sentence) for annotation in batch]
        new = [annotation.sentence for annotation, key in zip(batch, keys, strict=True) if key is None]
        self.added += add_sentences(self.store, self.project, new, translated=True)
        items = [
            self._item(annotation, key or annotation.sentence.id) for annotation, key in zip(batch, keys, strict=True)
        ]
        self.store.assign(self.project.id, self.person.id, [item.id for item in items])
        for annotation, item in zip(batch, items, strict=True):
            document = self.store.document_of(item.id, self.person.id)
            # An item that is revealed to two annotators takes no third one.
            if document is None or document.version:
                self.skipped += 1
            else:
                self._fill_document(document, annotation, item, done)

    def _item(self, annotation: Annotation, key: str) -> Item:
        """Find the item of a sentence; one that waits for its translation gets the file's text."""
        item = item_of(self.store, self.project, key)
        if item.text:
            return item
        self.store.set_text(item.id, annotation.sentence.text)
        return with_analysis(self.store, item_of(self.store, self.project, key))

    def _fill_document(self, document: Document, annotation: Annotation, item: Item, done: bool) -> None:
        state = state_from_annotation(annotation, item.tokens, self.origin)
        events = []
        if state.synsets:
            payload = {"synsets": [synset.to_json() for synset in state.synsets]}
            events.append(NewEvent(new_id(), IMPORT, payload, 0))
        if done:
            events.append(NewEvent(new_id(), DONE, {"done": True}, len(events)))
        if events:
            self.store.append(document.id, self.author, events)
        self.documents += 1
        self.synsets += len(state.synsets)
        self.triples += sum(len(synset.triples) for synset in state.synsets)
