"""Sentence ids that start at another number than the gold's: shifted where asked for, else recognised and refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from karat.benchmarks.gold import Gold
from karat.errors import AlignmentError, InputError
from karat.model import Extraction, Row
from karat.results.checks.shared_words import SharedWords

CLEARLY = 0.2
"""By how much more words must be shared with the neighbouring sentences than with those that the ids name."""


@dataclass(frozen=True, slots=True)
class NumberedGold:
    """The lowest and highest id of gold whose ids are numbers."""

    first: int
    last: int


def numbered(gold: Gold) -> NumberedGold | None:
    """Give the lowest and highest id of the gold; ``None`` if its ids are not numbers."""
    numbers = _numbers(sentence.id for sentence in gold.sentences)
    return NumberedGold(min(numbers), max(numbers)) if numbers else None


def known_ids(gold: Gold, ids_from: int | None) -> frozenset[str]:
    """Give the ids of the gold's sentences, or those of outputs that number them from ``ids_from``."""
    numbers = None if ids_from is None else _numbers(sentence.id for sentence in gold.sentences)
    if ids_from is None or numbers is None:
        return frozenset(sentence.id for sentence in gold.sentences)
    return frozenset(str(number - min(numbers) + ids_from) for number in numbers)


def shift_ids(file: str, rows: Sequence[Row], gold: Gold, ids_from: int) -> list[Row]:
    """Renumber the rows whose first sentence has the id ``ids_from`` as the gold numbers its sentences."""
    numbers = numbered(gold)
    if numbers is None:
        raise InputError(f"{gold.name}: expected numbered sentences for --ids-from, found {gold.sentences[0].id!r}")
    shift = numbers.first - ids_from
    return [row if row.sentence_id is None else replace(row, sentence_id=_shifted(file, row, shift)) for row in rows]


def _shifted(file: str, row: Row, shift: int) -> str:
    try:
        return str(int(str(row.sentence_id)) + shift)
    except ValueError:
        place = f"{file}:{row.line}" if row.line else file
        raise AlignmentError(f"{place}: expected a number as sentence id, found {row.sentence_id!r}") from None


def check_start(
    file: str, rows: Sequence[Row], gold: Gold, read_again: Callable[[], Iterable[Row]] | None = None
) -> None:
    """Refuse ids that start one before the gold's, if the extractions then fit their sentences clearly better.

    ``read_again`` gives the same rows with their extractions, if ``rows`` do not have them.
    """
    gold_numbers = numbered(gold)
    with_ids = list(filter(_has_only_id, rows))
    if gold_numbers is None or not with_ids:
        return
    numbers = _numbers(str(row.sentence_id) for row in with_ids)
    if numbers is None or min(numbers) != gold_numbers.first - 1 or max(numbers) >= gold_numbers.last:
        return
    words = SharedWords(gold.sentences)
    by_id = {sentence.id: index for index, sentence in enumerate(gold.sentences)}

    def pairs() -> Iterator[tuple[Extraction, int]]:
        again = with_ids if read_again is None else filter(_has_only_id, read_again())
        return (
            (row.extraction, number) for row, number in zip(again, numbers, strict=True) if row.extraction is not None
        )

    as_they_are = words.mean((extraction, by_id[id]) for extraction, number in pairs() if (id := str(number)) in by_id)
    shifted = words.mean((extraction, by_id[id]) for extraction, number in pairs() if (id := str(number + 1)) in by_id)
    if shifted is not None and shifted >= (as_they_are or 0.0) + CLEARLY:
        row = next(row for row, number in zip(with_ids, numbers, strict=True) if number == gold_numbers.first - 1)
        place = f"{file}:{row.line}" if row.line else file
        raise AlignmentError(
            f"{place}: expected sentence ids from {gold_numbers.first}, as in {gold.name}, found ids from "
            f"{gold_numbers.first - 1}; the extractions fit the sentences that come next; "
            f"--ids-from {gold_numbers.first - 1} reads them so"
        )


def _has_only_id(row: Row) -> bool:
    return row.sentence_id is not None and row.sentence is None


def _numbers(ids: Iterable[str]) -> list[int] | None:
    """Convert ids to numbers; ``None`` if one is no number, or there is none."""
    try:
        return [int(each) for each in ids] or None
    except ValueError:
        return None
