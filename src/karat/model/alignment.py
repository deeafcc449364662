"""Which extraction belongs to which of a benchmark's sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from karat.model.extraction import Extraction, Row
from karat.model.sentence import Sentence


def text_key(text: str) -> str:
    """Compare sentences by their text with white space folded."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Aligned:
    """A system's extractions, sentence by sentence in the benchmark's order, and the rows that found none.

    ``named`` are the places of the sentences that some row is about, be it to say that nothing was found in them.
    """

    extractions: tuple[tuple[Extraction, ...], ...]
    unmatched: tuple[Row, ...]
    named: frozenset[int] = frozenset()


def align(rows: Iterable[Row], sentences: Sequence[Sentence], key: Callable[[str], str] = text_key) -> Aligned:
    """Give each row to its sentence: by id where the row has one, else by text under ``key``.

    A row is unmatched when its id is unknown, when its text is, or when it has neither. Of sentences with the same
    text the first takes the rows.
    """
    by_id = {sentence.id: index for index, sentence in enumerate(sentences)}
    by_text: dict[str, int] = {}
    for index, sentence in enumerate(sentences):
        by_text.setdefault(key(sentence.text), index)
    found: list[list[Extraction]] = [[] for _ in sentences]
    unmatched = []
    named = set()
    for row in rows:
        place: int | None = None
        if row.sentence_id is not None:
            place = by_id.get(row.sentence_id)
        elif row.sentence is not None:
            place = by_text.get(key(row.sentence))
        if place is None:
            unmatched.append(row)
            continue
        named.add(place)
        if row.extraction is not None:
            found[place].append(row.extraction)
    return Aligned(tuple(tuple(each) for each in found), tuple(unmatched), frozenset(named))
