"""Assign a system's extractions to a benchmark's sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from karat.model.extraction import Extraction, Row
from karat.model.sentence import Sentence
from karat.model.spelling import normalise_spelling
from karat.one_line import one_line


def text_key(text: str) -> str:
    """Normalise white space, so that sentences can be compared by their text."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Aligned:
    """A system's extractions for each sentence, in the benchmark's order, and the rows without a sentence.

    ``named`` are the indices of the sentences that have a row, even a row that says that nothing was extracted;
    ``respelt`` are the texts that fit a sentence only after normalising their spelling, each with its index;
    ``contradictory`` counts the rows whose id is that of another sentence than their text; ``places`` are the indices
    of the rows' sentences, ``None`` for a row without one.
    """

    extractions: tuple[tuple[Extraction, ...], ...]
    unmatched: tuple[Row, ...]
    named: frozenset[int] = frozenset()
    respelt: tuple[tuple[str, int], ...] = ()
    contradictory: int = 0
    places: tuple[int | None, ...] = ()

    __repr__ = one_line


def align(rows: Iterable[Row], sentences: Sequence[Sentence], key: Callable[[str], str] = text_key) -> Aligned:
    """Assign each row to its sentence, by its text under ``key`` or by its id.

    A row with both goes by its id if that is known, unless the text is that of another sentence. A text that is unknown
    is looked up again with its spelling normalised, if that fits only one sentence. A row is unmatched if neither its
    id nor its text is known. If several sentences have the same text, the first one gets the rows without an id.

    The rows of a run go by their text, because its ids may be the line numbers of any text; an id only chooses between
    sentences with the same text, or a sentence of gold without texts.
    """
    by_id = {sentence.id: index for index, sentence in enumerate(sentences)}
    texts = _Texts(sentences, key)
    extractions: list[list[Extraction]] = [[] for _ in sentences]
    unmatched = []
    named = set()
    contradictory = 0
    places = []
    for row in rows:
        index = None if row.sentence_id is None else by_id.get(row.sentence_id)
        if row.sentence is not None and (index is None or not texts.same(row.sentence, index)):
            by_text = texts.find(row.sentence)
            if row.system is not None and index is not None and sentences[index].text:
                index = None
            contradictory += None not in (index, by_text)
            index = index if by_text is None else by_text
        places.append(index)
        if index is None:
            unmatched.append(row)
            continue
        named.add(index)
        if row.extraction is not None:
            extractions[index].append(row.extraction)
    respelt = tuple(texts.respelt.items())
    by_sentence = tuple(map(tuple, extractions))
    return Aligned(by_sentence, tuple(unmatched), frozenset(named), respelt, contradictory, tuple(places))


class _Texts:
    """Find sentences by their text, each distinct text once."""

    def __init__(self, sentences: Sequence[Sentence], key: Callable[[str], str]) -> None:
        self.key = key
        self.keys = [key(sentence.text) for sentence in sentences]
        self.sentences = sentences
        self.exact: dict[str, int] = {}
        for index, exact_key in enumerate(self.keys):
            self.exact.setdefault(exact_key, index)
        self.normalised: dict[str, int | None] | None = None
        self.found: dict[str, int | None] = {}
        self.respelt: dict[str, int] = {}

    def same(self, text: str, index: int) -> bool:
        """Whether a text is that of a sentence, of which there may be several with the same text."""
        return self.key(text) == self.keys[index]

    def find(self, text: str) -> int | None:
        """Find the index of a text's sentence, if it is known."""
        if text not in self.found:
            index = self.exact.get(self.key(text))
            if index is None:
                index = self._find_normalised(text)
                if index is not None:
                    self.respelt[text] = index
            self.found[text] = index
        return self.found[text]

    def _find_normalised(self, text: str) -> int | None:
        if self.normalised is None:
            self.normalised = {}
            for index in self.exact.values():
                normalised = self.key(normalise_spelling(self.sentences[index].text))
                # Two sentences that differ only in spelling are told apart by their exact texts alone.
                self.normalised[normalised] = None if normalised in self.normalised else index
        normalised = self.key(normalise_spelling(text))
        return self.normalised.get(normalised) if normalised else None
