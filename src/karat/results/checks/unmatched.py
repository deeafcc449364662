"""What happens to rows whose sentence is not one of the gold's.

An unknown id is refused, unless it is only spelt in another way (``id_spelling``). A text is *misspelt* if it is almost
a sentence of the gold that no row of the output names, and *foreign* otherwise, since systems are often run on more
sentences than a benchmark has. Misspelt sentences are refused if they are more than one in a hundred of the sentences
that were found; fewer are left out with a note, since published outputs have some. Foreign sentences are left out with
a note, or with a warning where they are most of the output and less than half of the gold's sentences were found. Where
none was found, the output is refused. ``--unknown ignore`` leaves out all of them, with a note, or a warning if they
are more than one row in twenty; only up to that share do messages advise it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from karat.benchmarks.gold import Gold
from karat.errors import AlignmentError, quoted
from karat.model import Aligned, Row
from karat.model.alignment import SPELLINGS, different_spellings
from karat.results.checks.nearest_sentences import Near, NearestSentences, distinct
from karat.results.checks.sentence_ids import numbered
from karat.results.options import Options
from karat.results.system_result import Note

TOLERATED = 0.01
"""The largest share of misspelt sentences among those found that is a note, not an error."""

MOST_SEARCHED = 100
"""After how many misspelt sentences the search for others stops."""

FEW = 0.05
"""The largest share of an output's rows that can be left out without changing its scores much."""

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


def check_unmatched(
    file: str,
    rows: Sequence[Row],
    aligned: Aligned,
    gold: Gold,
    options: Options,
    written: Mapping[str, str],
) -> list[Note]:
    """Refuse rows without a sentence of the gold as the options say, or list what was left out or normalised.

    ``written`` gives the sentence ids as they are in the file, for messages.
    """
    return [
        *_left_out(file, rows, aligned, gold, options, written),
        *_respelt(aligned, gold),
        *(
            [Note("of the rows have the id of another sentence than their text, which counts", aligned.contradictory)]
            if aligned.contradictory
            else []
        ),
    ]


def _left_out(
    file: str, rows: Sequence[Row], aligned: Aligned, gold: Gold, options: Options, written: Mapping[str, str]
) -> list[Note]:
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
    misspelt = _misspelt(texts, aligned, gold)
    many_misspelt = len(misspelt.near) > TOLERATED * len(aligned.named)
    if many_misspelt and options.unknown == "error":
        raise AlignmentError(_describe_misspelt(file, rows, aligned, misspelt, gold))
    if misspelt.near:
        notes.append(_note_misspelt(misspelt, gold, warning=many_misspelt))
    unknown_ids = [row for row in unmatched if row.sentence is None and row.sentence_id is not None]
    if unknown_ids and (options.unknown == "error" or len(unmatched) == len(rows)):
        raise AlignmentError(_describe_unknown_ids(file, rows, unknown_ids, gold, written))
    if len(unmatched) == len(rows):
        has_texts = any(sentence.text for sentence in gold.sentences)
        what = f"sentences of {gold.name}" if has_texts else f"sentence ids, since {gold.name} has no texts"
        found = f"{'none of them: ' * has_texts}sentence {quoted(next(iter(texts)))}"
        if gold.files and not has_texts and gold.format is None:
            found += f"; if the format of {gold.name} is another, name it with --gold-format"
        raise AlignmentError(f"{_place(file, rows[0])}: expected {what}, found {found}")
    foreign = len(texts) - len(misspelt.near)
    if foreign > len(aligned.named) and not misspelt.more and 2 * len(aligned.named) < len(gold.sentences):
        what = (
            f"of the {len(gold.sentences)} sentences of {gold.name} are in the output, beside {foreign} sentences "
            "that are not: was the system run on another benchmark?"
        )
        notes.append(Note(what, len(aligned.named), warning=True))
    count = sum(row.extraction is not None for row in unmatched)
    if count:
        many = options.unknown == "ignore" and len(unmatched) > FEW * len(rows)
        notes.append(Note(f"extractions of sentences that are not in {gold.name} left out", count, warning=many))
    return notes


def _place(file: str, row: Row) -> str:
    return f"{file}:{row.line}" if row.line else file


def _describe_unknown_ids(
    file: str, rows: Sequence[Row], unknown: Sequence[Row], gold: Gold, written: Mapping[str, str]
) -> str:
    """Say which ids are expected, and what to do about the others."""
    ids = [str(row.sentence_id) for row in unknown]
    others = len(ids) - 1
    more = f" and {others} more row{'s' * (others > 1)} like it" if others else ""
    if len(ids) <= FEW * len(rows):
        advice = IGNORE
    elif numbered(gold) is not None and all(map(str.isdigit, ids)):
        advice = "those of the file look like another benchmark's; choose the one that the system was run on"
    else:
        advice = "give each row the id of its sentence, or its text"
    return (
        f"{_place(file, unknown[0])}: expected a sentence id of {gold.name}, found "
        f"{quoted(written.get(ids[0], ids[0]))}{more}; its ids are {_ids(gold)}; {advice}"
    )


def _ids(gold: Gold) -> str:
    numbers = numbered(gold)
    return f"{numbers.first} to {numbers.last}" if numbers is not None else f"such as {gold.sentences[0].id!r}"


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


def _describe_misspelt(file: str, rows: Sequence[Row], aligned: Aligned, misspelt: Misspelt, gold: Gold) -> str:
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
    texts = {near.text for near in misspelt.near}
    few = not misspelt.more and sum(row.sentence in texts for row in rows) <= FEW * len(rows)
    ignore = f"; {IGNORE}" if few else ""
    return (
        f"{_place(file, row)}: expected the sentences of {gold.name}, found {how}: {first}; "
        f"give the sentences as the benchmark has them, or their ids{ignore}"
    )


def _note_misspelt(misspelt: Misspelt, gold: Gold, *, warning: bool) -> Note:
    how = "but for the case" if misspelt.only_case == len(misspelt.near) else "but not quite"
    more = "; there may be more" if misspelt.more else ""
    what = f"sentences almost as in {gold.name}, {how}, left out: {misspelt.near[0]}{more}"
    return Note(what, len(misspelt.near), warning)


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
