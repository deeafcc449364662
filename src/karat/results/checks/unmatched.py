"""Sentences that do not fit the gold's: rows whose sentence the gold lacks, and sentences that the rows lack.

An unknown id is refused, unless it is only spelt in another way (``respell_ids``). A text is *misspelt* if it is almost
a sentence of the gold that no row of the output names, and *foreign* otherwise, since systems are often run on more
sentences than a benchmark has. Misspelt sentences are refused if they are more than one in a hundred of the sentences
that were found; fewer are left out with a note, since published outputs have some. Foreign sentences are left out with
a note, or with a warning where they are most of the output and less than half of the gold's sentences were found. Where
none was found, the output is refused. ``--unknown ignore`` leaves out all of them, with a note, or a warning if they
are more than one row in twenty; only up to that share do messages advise it.

A prompt around all sentences of a file (``Extract all triples from: Ann left Ulm .``) is removed if every text is then
a sentence of the gold. Sentences that a run has no result for are warned of; those of cliques are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from karat.benchmarks.gold import CliqueGold, Gold
from karat.errors import AlignmentError, quoted
from karat.model import Aligned, Row, align
from karat.model.alignment import SPELLINGS, different_spellings, normalise_spelling
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


FAILED = "sentences that failed in the run, scored as empty; karat run … --retry-failures processes them again"
NOT_PROCESSED = "sentences that the run has no result for, scored as empty"
UNFINISHED = f"{NOT_PROCESSED}; the same karat run goes on with them"


def check_run(rows: Sequence[Row], aligned: Aligned, gold: Gold) -> list[Note]:
    """Warn of sentences without a result; an output that is not of a run may leave out sentences without extractions.

    A run over other sentences, too, is warned of only for those of the gold. Only a run that stopped can go on.
    """
    if not rows or any(row.system is None for row in rows):
        return []
    failed = sum(row.failure is not None for row in rows) - sum(row.failure is not None for row in aligned.unmatched)
    not_processed = len(gold.sentences) - len(aligned.named)
    return note_gaps(failed, not_processed, unfinished=_is_unfinished(rows))


def note_gaps(failed: int, not_processed: int, *, unfinished: bool) -> list[Note]:
    """Warn of sentences that failed, and of those that were not processed."""
    notes = []
    if failed:
        notes.append(Note(FAILED, failed, warning=True))
    if not_processed:
        notes.append(Note(UNFINISHED if unfinished else NOT_PROCESSED, not_processed, warning=True))
    return notes


def _is_unfinished(rows: Sequence[Row]) -> bool:
    """Whether the file has fewer results than its first line says."""
    total = rows[0].run_sentences
    return total is not None and len({row.sentence_id for row in rows}) < total


def remove_prompt(rows: list[Row], aligned: Aligned, gold: Gold) -> tuple[list[Row], Aligned, list[Note]]:
    """Remove the words that all texts share, if no text is a sentence with them, and each is one without them."""
    texts = list(dict.fromkeys(row.sentence for row in rows if row.sentence is not None))
    if len(texts) < 2 or aligned.named or any(row.sentence is None for row in rows):
        return rows, aligned, []
    sentences = {normalise_spelling(sentence.text) for sentence in gold.sentences}
    for before, after in _shared_ends(texts):
        bare = [text[len(before) : len(text) - len(after)] for text in texts]
        if all(normalise_spelling(text) in sentences for text in bare):
            bare_texts = dict(zip(texts, bare, strict=True))
            without = [replace(row, sentence=bare_texts[str(row.sentence)]) for row in rows]
            words = " and ".join(quoted(words.strip()) for words in (before, after) if words)
            note = Note(f"sentences read without {words}, which is around each of them", len(texts))
            return without, align(without, gold.sentences, gold.key), [note]
    return rows, aligned, []


def _shared_ends(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield whole words that all texts begin and end with, the longest first; sentences may share words themselves."""
    beginning = _shared_beginning(texts)
    end = _shared_beginning([text[::-1] for text in texts])[::-1]
    shortest = min(map(len, texts))
    befores = [beginning[:place] for place in range(len(beginning), -1, -1) if _ends_word(beginning[:place])]
    afters = [end[place:] for place in range(len(end) + 1) if _begins_word(end[place:])]
    for before in befores:
        for after in afters:
            if (before or after) and len(before) + len(after) < shortest:
                yield before, after


def _shared_beginning(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)  # what these two share is shared by all between them
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(character for character, _ in same)


def _ends_word(text: str) -> bool:
    return not text or not text[-1].isalnum()


def _begins_word(text: str) -> bool:
    return not text or not text[0].isalnum()


def check_missing(file: str, named: frozenset[int], gold: Gold, options: Options) -> list[Note]:
    """Refuse an output that lacks a clique or a paraphrase, or count the sentences that are scored as empty."""
    absent = list(_missing_members(named, gold))
    count = sum(len(indices) for _, indices in absent)
    if not absent:
        return []
    if options.missing == "empty":
        return [Note("sentences that the output does not have, scored as empty", count)]
    clique, indices = absent[0]
    sentence = gold.sentences[indices[0]]
    whole_clique = len(indices) == len(clique.members)
    what = f"clique {clique.id!r}" if whole_clique else f"sentence {sentence.id!r} of clique {clique.id!r}"
    others = count - len(indices) if whole_clique else count - 1
    more = f"; {others} more sentence{'s are' if others > 1 else ' is'} missing" if others else ""
    raise AlignmentError(
        f"{file}: expected {what}, found nothing of it: {quoted(sentence.text)}{more}; "
        "--missing empty scores what is missing as empty"
    )


def _missing_members(named: frozenset[int], gold: Gold) -> Iterator[tuple[CliqueGold, list[int]]]:
    """Yield each clique that lacks some sentences in the output, with the indices of these sentences."""
    for clique in gold.cliques:
        absent = [index for index in clique.members if index not in named]
        if absent:
            yield clique, absent
