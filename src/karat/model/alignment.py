"""Assign a system's extractions to a benchmark's sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from karat.model.extraction import Extraction, Row
from karat.model.sentence import Sentence
from karat.one_line import one_line


def text_key(text: str) -> str:
    """Normalise white space, so that sentences can be compared by their text."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Aligned:
    """A system's extractions for each sentence, in the benchmark's order, and the rows without a sentence.

    ``named`` are the indices of the sentences that have a row, even a row that says that nothing was extracted.
    """

    extractions: tuple[tuple[Extraction, ...], ...]
    unmatched: tuple[Row, ...]
    named: frozenset[int] = frozenset()

    __repr__ = one_line


def align(rows: Iterable[Row], sentences: Sequence[Sentence], key: Callable[[str], str] = text_key) -> Aligned:
    """Assign each row to its sentence, by id if the row has one, else by text under ``key``.

    A row is unmatched if its id or text is unknown, or if it has neither. If several sentences have the same text, the
    first one gets the rows.
    """
    by_id = {sentence.id: index for index, sentence in enumerate(sentences)}
    by_text: dict[str, int] = {}
    for index, sentence in enumerate(sentences):
        by_text.setdefault(key(sentence.text), index)
    extractions: list[list[Extraction]] = [[] for _ in sentences]
    unmatched = []
    named = set()
    for row in rows:
        matched: int | None = None
        if row.sentence_id is not None:
            matched = by_id.get(row.sentence_id)
        elif row.sentence is not None:
            matched = by_text.get(key(row.sentence))
        if matched is None:
            unmatched.append(row)
            continue
        named.add(matched)
        if row.extraction is not None:
            extractions[matched].append(row.extraction)
    return Aligned(tuple(map(tuple, extractions)), tuple(unmatched), frozenset(named))
