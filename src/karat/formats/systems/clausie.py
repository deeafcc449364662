"""ClausIE's output: a line for the sentence, then a line for each proposition (Del Corro and Gemulla, 2013)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from karat.formats.columns import LABELS
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks, tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

FIELDS = 'a sentence alone, or number<TAB>"subject"<TAB>"relation"[<TAB>"argument"...]<TAB>score'


class Proposition(NamedTuple):
    """The fields of a line; the last is a score, or a label."""

    number: str
    relation: str
    arguments: tuple[str, ...]
    last: str


def read_as(
    extraction: Callable[[Line, Proposition], Extraction],
    path: Input,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Row]:
    """Yield each proposition with its sentence, and a row without an extraction for a sentence that has none."""

    def parse(line: Line, _: Problems) -> Extraction:
        return extraction(line, _proposition(line, line.text.split("\t")))

    read = partial(
        blocks.below_headings,
        lambda line: "\t" not in line.text,
        parse,
        text=lambda line: line.text,
        first="a sentence before its propositions",
    )
    return blocks.rows(read, path, encoding, problems)


def _proposition(line: Line, fields: list[str]) -> Proposition:
    number, *quoted, last = fields
    if len(quoted) < 2 or not all(tabs.is_quoted(text) for text in quoted):
        raise line.error(expected=FIELDS, found=repr(line.text))
    subject, relation, *others = (text[1:-1] for text in quoted)
    return Proposition(number, relation, (subject, *others), last)


def _scored(line: Line, found: Proposition) -> Extraction:
    """Read the last field as the score.

    The number before a proposition counts the sentences of ClausIE's input, which need not be the benchmark's; it is
    kept in ``other`` as ``sentence_number``. The score is the parser's and the same for all of a sentence.
    """
    score = line.number_from(found.last, "score")
    return Extraction(found.relation, found.arguments, score, other=(("sentence_number", found.number),))


def last_fields(head: Sequence[str]) -> list[str] | None:
    """The last field of each proposition; ``None`` unless there is one and all lines look like ClausIE's."""
    rows = tabs.split(head)
    propositions = [fields for fields in rows if len(fields) > 1]
    looks_like_clausie = len(rows[0]) == 1 and all(
        len(fields) >= 4
        and fields[0].isdecimal()
        and all(tabs.is_quoted(text) for text in fields[1:-1])
        and tabs.is_number(fields[-1])
        for fields in propositions
    )
    return [fields[-1].strip() for fields in propositions] or None if looks_like_clausie else None


def _fits(head: Sequence[str]) -> bool:
    found = last_fields(head)
    return found is not None and not set(found) <= LABELS


CLAUSIE = Format(
    name="clausie",
    title="ClausIE output: a sentence, then its propositions in quotes",
    kind="extractions",
    looks="a sentence alone on its line, then lines with a number, texts in double quotes and a score",
    read=partial(read_as, _scored),
    fits=_fits,
)
