"""The sentences of a project: all of them in order, those that a file adds, and their analyses."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from karat.annotate.language import analyse
from karat.annotate.project import Item, NewItem, Project
from karat.errors import StoreError
from karat.model import Sentence
from karat.model.alignment import text_key

if TYPE_CHECKING:
    from karat.annotate.store import Store
    from karat.annotate.store.values import ItemRow

T = TypeVar("T")
Tell = Callable[[int], None]
"""Told how many more sentences are done."""

BATCH = 200
"""How many sentences are analysed and stored at a time."""

PAGE = 500


def rows_of(store: Store, project: Project) -> Iterator[ItemRow]:
    """Yield every item of a project by position, a page at a time."""
    after = 0
    while page := store.items(project.id, after=after, limit=PAGE):
        yield from page
        after = page[-1].position


def sentences_of(store: Store, project: Project) -> list[Sentence]:
    """List the sentences of a project; one that is not translated yet has its source text."""
    return [Sentence(row.key, row.text or row.source or "") for row in rows_of(store, project)]


def batches(values: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """Divide values into lists of a size."""
    remaining = iter(values)
    while batch := list(islice(remaining, size)):
        yield batch


def analysed(project: Project, texts: Sequence[str]) -> list[dict[str, Any] | None]:
    """Analyse sentences of a project; an empty text, which waits for its translation, has no analysis."""
    filled = [text for text in texts if text]
    found = iter(analyse(filled, project.language, project.settings.tagger))
    return [next(found).to_json() if text else None for text in texts]


def add_sentences(store: Store, project: Project, sentences: Sequence[Sentence], *, translated: bool = False) -> int:
    """Analyse new sentences and add them to the project.

    In a project of translations they are the source texts, unless they are ``translated`` already.
    """
    if not sentences:
        return 0
    if project.settings.translation and not translated:
        return store.add_items(project.id, [NewItem(each.id, "", each.text) for each in sentences])
    analyses = analysed(project, [each.text for each in sentences])
    return store.add_items(
        project.id,
        [NewItem(each.id, each.text, None, analysis) for each, analysis in zip(sentences, analyses, strict=True)],
    )


def with_analysis(store: Store, item: Item) -> Item:
    """Analyse an item that has a text but no analysis, as after its translation, and give it with the analysis."""
    if not item.text or item.analysis is not None:
        return item
    (analysis,) = analysed(store.project(item.project), [item.text])
    with suppress(StoreError):  # who can only read gets the analysis all the same
        store.set_analysis(item.id, analysis, item.text)
    return replace(item, analysis=analysis)


class KnownSentences:
    """The sentences that a project has got, to find those of a file among them by id or text."""

    def __init__(self, store: Store, project: Project) -> None:
        self.translation = project.settings.translation
        self._texts: dict[str, tuple[str, str | None]] = {}
        self._keys: dict[str, str] = {}
        for row in rows_of(store, project):
            self._texts[row.key] = row.text, row.source
            if row.text:
                self._keys.setdefault(text_key(row.text), row.key)

    def __len__(self) -> int:
        return len(self._texts)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield each key with its text; in a project of translations, with the source text."""
        for key, (text, source) in self._texts.items():
            yield key, (source or text) if self.translation else text

    def find(self, sentence: Sentence, *, source: bool = False) -> str | None:
        """Give the key of the sentence in the project, ``None`` if it is new.

        A sentence of the same id must have the same text, or none yet; ``source`` compares with the source text.
        Raises ``LookupError`` with the other text if it does not.
        """
        if sentence.id in self._texts:
            text, source_text = self._texts[sentence.id]
            known = source_text if source else text
            if not known or text_key(known) == text_key(sentence.text):
                return sentence.id
            if source or (other := self._keys.get(text_key(sentence.text))) is None:
                raise LookupError(known)
            return other
        return None if source else self._keys.get(text_key(sentence.text))


class Numbering:
    """Ids for sentences that have none: those of the project for the texts that it has, and numbers after its highest.

    So a file that is imported again gets the ids that it got before, also where it has a text twice.
    """

    def __init__(self, known: KnownSentences) -> None:
        self._highest = 0
        self._ids: dict[str, deque[str]] = {}
        for key, text in known.texts():
            self._ids.setdefault(text_key(text), deque()).append(key)
            if key.isascii() and key.isdigit():
                self._highest = max(self._highest, int(key))

    def __call__(self, text: str) -> str:
        if ids := self._ids.get(text_key(text)):
            return ids.popleft()
        self._highest += 1
        return str(self._highest)


def item_of(store: Store, project: Project, key: str) -> Item:
    """Find an item that is known to be there."""
    item = store.item_by_key(project.id, key)
    assert item is not None, key
    return item
