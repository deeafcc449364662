"""Which document of a sentence counts: the merged one, one annotator's, or whichever is finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.annotate.people import Person
from karat.annotate.permissions import readable
from karat.annotate.project import Document, Item, Project
from karat.annotate.synsets.gold import annotation_from_state
from karat.annotate.synsets.state import State
from karat.errors import InputError
from karat.model import Annotation, Sentence

if TYPE_CHECKING:
    from karat.annotate.store import Store


@dataclass(frozen=True, slots=True)
class Choice:
    """Whose work is taken: of ``person``, or else the project's gold.

    The gold of a sentence is its merged document where there is one, the work of its only annotator, or, where several
    are not merged yet, that of ``otherwise``. Documents that are not done are left out unless ``unfinished`` is set,
    and so is everything that ``reader`` may not see yet; without a reader, which is the command line, nothing is.
    """

    person: int | None = None
    otherwise: int | None = None
    unfinished: bool = False
    reader: Person | None = None

    def of(self, documents: Mapping[int | None, Document]) -> Document | None:
        """Choose among the documents of an item, which are given by person; ``None`` is the merged one."""
        if self.person is not None:
            return self._if_finished(documents.get(self.person))
        merged = self._if_finished(documents.get(None))
        if merged is not None:
            return merged
        annotators = [person for person in documents if person is not None]
        only = annotators[0] if len(annotators) == 1 else self.otherwise
        return None if only is None else self._if_finished(documents.get(only))

    def _if_finished(self, document: Document | None) -> Document | None:
        if document is None or not (document.done or (self.unfinished and document.version)):
            return None
        return document


class UnmergedError(InputError):
    """Nothing is gold yet, because what several annotators have done is not merged."""

    def __init__(self, project: str, count: int) -> None:
        sentences = "1 sentence" if count == 1 else f"{count:,} sentences"
        super().__init__(
            f"{project}: expected a merged sentence, found {sentences} done by all annotators, but not merged: "
            "merge on the Compare screen"
        )


@dataclass(frozen=True, slots=True)
class Work:
    """An item with all its documents by person, and the one that was chosen."""

    item: Item
    documents: Mapping[int | None, Document]
    chosen: Document | None

    def seen_by(self, reader: Person | None) -> Work:
        """Leave out the documents that somebody may not read."""
        if reader is None:
            return self
        seen = {document.person: document for document in readable(reader, list(self.documents.values()))}
        return Work(self.item, seen, self.chosen if self.chosen in seen.values() else None)

    @property
    def is_unmerged(self) -> bool:
        """Whether several annotators are done, and no merged document is."""
        annotators = [document for document in self.documents.values() if not document.is_merged]
        merged = self.documents.get(None)
        finished = len(annotators) > 1 and all(document.done for document in annotators)
        return finished and not (merged is not None and merged.done)

    @property
    def state(self) -> State:
        """The state of the chosen document."""
        assert self.chosen is not None
        return State.from_json(self.chosen.state)

    @property
    def sentence(self) -> Sentence:
        """The sentence as files have it."""
        return Sentence(self.item.key, self.item.text)

    @property
    def annotation(self) -> Annotation:
        """The chosen document as gold."""
        return annotation_from_state(self.state, self.sentence)


def stream_work(store: Store, project: Project, choice: Choice, *, analysis: bool = False) -> Iterator[Work]:
    """Yield every item of a project with its documents, some at a time."""
    everybody = [None, *(progress.person for progress in store.progress(project.id).people)]
    streams = [store.stream_documents(project.id, person, analysis=analysis) for person in everybody]
    for row in zip(*streams, strict=False):
        documents = {
            person: document
            for person, (_, document) in zip(everybody, row, strict=True)
            if document is not None and (document.is_work or document.is_merged)
        }
        item = row[0][0]
        assert all(other.id == item.id for other, _ in row), "items come in the same order"
        yield Work(item, documents, choice.of(documents)).seen_by(choice.reader)


def stream_chosen(store: Store, project: Project, choice: Choice) -> Iterator[Work]:
    """Yield the items that have a chosen document."""
    return (work for work in stream_work(store, project, choice) if work.chosen is not None)
