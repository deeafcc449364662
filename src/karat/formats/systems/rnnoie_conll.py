"""RnnOIE's CoNLL files: a line for each word and predicate, labelled with its part (Stanovsky et al., 2018)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.labelled_words import Labelled, extraction_of
from karat.formats.text.lines import Line, lines
from karat.model import Row

COLUMNS = ("word_id", "word", "pred", "pred_id", "head_pred_id", "sent_id", "run_id", "label")
LABEL = re.compile(r"(?P<role>[A-Z]+[0-9]*)-(?P<place>[BI])|O")


class Word(NamedTuple):
    """A line of the file."""

    line: Line
    text: str
    label: Labelled | None
    sentence: str
    run: str
    predicate: tuple[tuple[str, str], ...]


def read_blocks(path: Path, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield an extraction for each run of words; the runs of a sentence follow each other and are a block."""
    number, sentence = -1, None
    run: list[Word] = []
    for word in _words(path, encoding, problems):
        if run and (word is None or (word.sentence, word.run) != (run[0].sentence, run[0].run)):
            if run[0].sentence != sentence:
                number, sentence = number + 1, run[0].sentence
            try:
                yield number, _row(run)
            except FormatError as error:
                problems.add(error)
            run = []
        if word is not None:
            run.append(word)


def _words(path: Path, encoding: str, problems: Problems) -> Iterator[Word | None]:
    """Yield each word, and ``None`` for a blank line and at the end."""
    for line in lines(path, encoding):
        fields = line.text.split("\t")
        if line.blank:
            yield None
        elif fields != list(COLUMNS):
            try:
                yield _word(line, fields)
            except FormatError as error:
                problems.add(error)
    yield None


def _word(line: Line, fields: list[str]) -> Word:
    if len(fields) != len(COLUMNS):
        raise line.error(
            expected=f"{len(COLUMNS)} tab-separated fields ({', '.join(COLUMNS)})",
            found=f"{len(fields)}: {line.text!r}",
        )
    _, text, predicate, place, head, sentence, run, label = fields
    found = LABEL.fullmatch(label)
    if found is None:
        raise line.error(expected="a label such as A0-B, P-I or O", found=repr(label))
    labelled = Labelled(found["role"], found["place"] == "B") if found["role"] else None
    kept = (("predicate", predicate), ("predicate_id", place), ("head_predicate_id", head))
    return Word(line, text, labelled, sentence, run, (*kept, ("sentence_number", sentence), ("run", run)))


def _row(run: list[Word]) -> Row:
    """Put a run together; its relation is what is labelled P, its arguments are in the order of their numbers."""
    first = run[0]
    found = extraction_of([word.text for word in run], [word.label for word in run], ("P",), first.predicate)
    if found is None:
        raise first.line.error(expected="words labelled P in the run", found=f"none in run {first.run!r}")
    return Row(found, sentence=" ".join(word.text for word in run), line=first.line.number)


def _fits(head: Sequence[str]) -> bool:
    rows = [text.split("\t") for text in head]
    words = [fields for fields in rows if fields != list(COLUMNS)]
    return bool(words) and all(len(fields) == len(COLUMNS) and LABEL.fullmatch(fields[7]) for fields in words)


RNNOIE_CONLL = Format(
    name="rnnoie-conll",
    title="RnnOIE CoNLL: a labelled word a line",
    kind="extractions",
    looks="8 tab-separated fields, the last a label such as A0-B, P-I or O",
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
