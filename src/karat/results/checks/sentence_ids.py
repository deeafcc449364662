"""Sentence ids that start at another number than the gold's, or are spelt in another way.

Ids that start at another number are shifted if asked for, else recognised and refused. For ids in another spelling
(``001``, ``1.0`` or ``sent_1`` for ``1``), the same is removed from all ids of a file: a beginning that they share,
leading zeros, and the ``.0`` of a number that was stored as a fraction. Ids are read so only if more of them are then
known to the gold, and no two become the same, so that it is certain which sentence is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from karat.benchmarks.gold import Gold
from karat.errors import AlignmentError, InputError, quoted
from karat.model import Extraction, Row
from karat.results.checks.nearest_sentences import SharedWords
from karat.results.system_result import Note

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


_NUMBER = re.compile(r"0*(?P<digits>[0-9]+?)(?P<fraction>\.0+)?")
_SIGNS = ("-", "+")


def respell_ids(rows: Sequence[Row], known: Collection[str]) -> tuple[list[Row], list[Note]]:
    """Remove what the ids of rows without a text have more than the ``known`` ones, if that makes more of them known.

    >>> rows, notes = respell_ids([Row(None, "s01"), Row(None, "s12")], {"1", "12", "13"})
    >>> [row.sentence_id for row in rows], str(*notes)
    (['1', '12'], "2 sentence ids read without 's' and leading zeros: 's01' read as '1'")
    """
    as_written = list(
        dict.fromkeys(row.sentence_id for row in rows if row.sentence_id is not None and row.sentence is None)
    )
    unchanged: tuple[list[Row], list[Note]] = (list(rows), [])
    if not as_written or all(sentence_id in known for sentence_id in as_written):
        return unchanged
    prefix = _shared_prefix(as_written)
    matches = [_NUMBER.fullmatch(sentence_id, len(prefix)) for sentence_id in as_written]
    read = {
        written: written[len(prefix) :] if match is None else match["digits"]
        for written, match in zip(as_written, matches, strict=True)
    }
    if len(set(read.values())) < len(read) or _count_known(read.values(), known) <= _count_known(read, known):
        return unchanged
    zeros = any(match and match.start("digits") > len(prefix) for match in matches)
    fractions = any(match and match["fraction"] for match in matches)
    removed = [what for what, was in ((quoted(prefix), prefix), ("leading zeros", zeros), ("'.0'", fractions)) if was]
    changed = [(written, plain) for written, plain in read.items() if written != plain]
    written, plain = changed[0]
    what = f"sentence ids read without {' and '.join(removed)}: {quoted(written)} read as {quoted(plain)}"
    respelt = [
        row if row.sentence_id is None or row.sentence is not None else replace(row, sentence_id=read[row.sentence_id])
        for row in rows
    ]
    return respelt, [Note(what, len(changed))]


def _shared_prefix(ids: Sequence[str]) -> str:
    """Give the beginning that all ids share, up to their numbers; a sign alone is none."""
    if all(map(_NUMBER.fullmatch, ids)):
        return ""
    first, last = min(ids), max(ids)  # what these two share is shared by all between them
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    prefix = "".join(character for character, _ in same).rstrip("0123456789")
    return "" if prefix in _SIGNS else prefix


def _count_known(ids: Collection[str], known: Collection[str]) -> int:
    return sum(sentence_id in known for sentence_id in ids)
