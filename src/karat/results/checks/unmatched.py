"""What happens to rows whose sentence is not one of the gold's.

An unknown id is refused. A text is *misspelt* if it is almost a sentence of the gold that no row of the output names,
and *foreign* otherwise, since systems are often run on more sentences than a benchmark has. Misspelt sentences are
refused if they are more than one in a hundred of the sentences that were found; fewer are left out with a note, since
published outputs have some. Foreign sentences are left out with a note, or with a warning where they are most of the
output and less than half of the gold's sentences were found. Where none was found, the output is refused. ``--unknown
ignore`` leaves out all of them, with a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from karat.benchmarks.gold import Gold
from karat.errors import AlignmentError, quoted
from karat.model import Aligned, Row
from karat.model.spelling import SPELLINGS, different_spellings
from karat.results.checks.nearest_sentences import Near, NearestSentences, distinct
from karat.results.options import Options
from karat.results.system_result import Note

TOLERATED = 0.01
"""The largest share of misspelt sentences among those found that is a note, not an error."""

MOST_SEARCHED = 100
"""After how many misspelt sentences the search for others stops."""

IGNORE = "--unknown ignore leaves them out"


@dataclass(frozen=True, slots=True)
class Misspelt:
    """The sentences that are almost those of the gold; ``more`` if there may be others."""

    near: tuple[Near, ...]
    more: bool

    @property
    def only_case(self) -> int:
        """How many of them differ from the gold's only in case."""
        return sum(near.only_case for near in self.near)


def check_unmatched(file: str, rows: Sequence[Row], aligned: Aligned, gold: Gold, options: Options) -> list[Note]:
    """Refuse rows without a sentence of the gold as the options say, or list what was left out or normalised."""
    return [
        *_left_out(file, rows, aligned, gold, options),
        *_respelt(aligned, gold),
        *(
            [Note("of the rows have the id of another sentence than their text, which counts", aligned.contradictory)]
            if aligned.contradictory
            else []
        ),
    ]


def _left_out(file: str, rows: Sequence[Row], aligned: Aligned, gold: Gold, options: Options) -> list[Note]:
    unmatched = aligned.unmatched
    if not unmatched:
        return []
    if all(row.sentence_id is None and row.sentence is None for row in rows):
        raise AlignmentError(
            f"{_place(file, rows[0])}: expected rows that name their sentence, found none; "
            "give the system's input, a sentence a line, with --sentences FILE"
        )
    texts = distinct(row.sentence for row in unmatched if row.sentence is not None)
    notes = []
    if options.unknown == "error":
        misspelt = _misspelt(texts, aligned, gold)
        if len(misspelt.near) > TOLERATED * len(aligned.named):
            raise AlignmentError(_describe_misspelt(file, aligned, misspelt, gold))
        if misspelt.near:
            notes.append(_note_misspelt(misspelt, gold))
    if len(unmatched) == len(rows):
        row = rows[0]
        what = f"sentence {quoted(row.sentence)}" if row.sentence is not None else f"sentence id {row.sentence_id}"
        raise AlignmentError(f"{_place(file, row)}: expected sentences of {gold.name}, found none of them: {what}")
    unknown_ids = [row for row in unmatched if row.sentence is None and row.sentence_id is not None]
    if unknown_ids and options.unknown == "error":
        row, others = unknown_ids[0], len(unknown_ids) - 1
        more = f" and {others} more row{'s' * (others > 1)} like it" if others else ""
        raise AlignmentError(
            f"{_place(file, row)}: expected a sentence id of {gold.name}, found {row.sentence_id!r}{more}; "
            f"its ids are {_ids(gold)}; {IGNORE}"
        )
    if len(texts) > len(aligned.named) and 2 * len(aligned.named) < len(gold.sentences):
        what = (
            f"of the {len(gold.sentences)} sentences of {gold.name} are in the output, beside {len(texts)} sentences "
            "that are not: was the system run on another benchmark?"
        )
        notes.append(Note(what, len(aligned.named), warning=True))
    count = sum(row.extraction is not None for row in unmatched)
    if count:
        notes.append(Note(f"extractions of sentences that are not in {gold.name} left out", count))
    return notes


def _place(file: str, row: Row) -> str:
    return f"{file}:{row.line}" if row.line else file


def _ids(gold: Gold) -> str:
    first, last = gold.sentences[0].id, gold.sentences[-1].id
    return f"{first} to {last}" if first.isdigit() and last.isdigit() else f"such as {first!r}"


def _misspelt(texts: Sequence[str], aligned: Aligned, gold: Gold) -> Misspelt:
    """Find the texts that are almost a sentence that no row names."""
    unnamed = [sentence for index, sentence in enumerate(gold.sentences) if index not in aligned.named]
    if not unnamed or not texts:
        return Misspelt((), more=False)
    index = NearestSentences(unnamed, gold.key)
    near: list[Near] = []
    for number, text in enumerate(texts, 1):
        found = index.find(text)
        if found is not None:
            near.append(found)
            if len(near) == MOST_SEARCHED:
                return Misspelt(tuple(near), more=number < len(texts))
    return Misspelt(tuple(near), more=False)


def _describe_misspelt(file: str, aligned: Aligned, misspelt: Misspelt, gold: Gold) -> str:
    first = misspelt.near[0]
    row = next(row for row in aligned.unmatched if row.sentence == first.text)
    one = len(misspelt.near) == 1
    count = "one" if one else f"{'at least ' if misspelt.more else ''}{len(misspelt.near)}"
    match misspelt.only_case:
        case all_of_them if all_of_them == len(misspelt.near):
            how = f"{count} that differ{'s' * one} only in case"
        case 0:
            how = f"{count} that {'is' if one else 'are'} almost the same"
        case some:
            how = f"{count} that are almost the same, {some} of which differ{'s' * (some == 1)} only in case"
    ignore = f"; {IGNORE}" if aligned.named else ""
    return (
        f"{_place(file, row)}: expected the sentences of {gold.name}, found {how}: {first}; "
        f"give the sentences as the benchmark has them, or their ids{ignore}"
    )


def _note_misspelt(misspelt: Misspelt, gold: Gold) -> Note:
    return Note(f"sentences almost as in {gold.name}, but not quite, left out: {misspelt.near[0]}", len(misspelt.near))


def _respelt(aligned: Aligned, gold: Gold) -> list[Note]:
    """Say what was normalised before sentences matched."""
    if not aligned.respelt:
        return []
    normalised = {
        kind
        for text, index in aligned.respelt
        for kind in different_spellings(text, gold.sentences[index].text, gold.key)
    }
    *others, last = [kind for kind in SPELLINGS if kind in normalised] or ["spelling"]
    what = f"{', '.join(others)} and {last}" if others else last
    return [Note(f"sentences matched after normalising {what}", len(aligned.respelt))]
