"""ClausIE's output: a line for the sentence, then a line for each proposition (Del Corro and Gemulla, 2013)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from karat.errors import FormatError
from karat.formats import tabs
from karat.formats.format import Format
from karat.formats.lines import Line, lines
from karat.formats.problems import Problems, gathered
from karat.model import Extraction, Row

FIELDS = 'a sentence alone, or number<TAB>"subject"<TAB>"relation"[<TAB>"argument"...]<TAB>score'


def read(path: Path, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Row]:
    """Yield each proposition with its sentence, and a row without an extraction for a sentence that has none.

    The number before a proposition counts the sentences of ClausIE's input, which need not be the benchmark's; it is
    kept in ``other`` as ``sentence_number``. The score is the parser's and the same for all of a sentence.
    """
    with gathered(problems) as kept:
        sentence: Line | None = None
        found = False
        for line in lines(path, encoding):
            if line.blank:
                continue
            fields = line.text.split("\t")
            if len(fields) == 1:
                if sentence is not None and not found:
                    yield Row(None, sentence=sentence.text, line=sentence.number)
                sentence, found = line, False
                continue
            found = True
            try:
                yield _proposition(line, fields, sentence)
            except FormatError as error:
                kept.add(error)
        if sentence is not None and not found:
            yield Row(None, sentence=sentence.text, line=sentence.number)


def _proposition(line: Line, fields: list[str], sentence: Line | None) -> Row:
    number, *quoted, score = fields
    if sentence is None:
        raise line.error(expected="a sentence before its propositions", found=repr(line.text))
    if len(quoted) < 2 or not all(_is_quoted(text) for text in quoted):
        raise line.error(expected=FIELDS, found=repr(line.text))
    subject, relation, *arguments = (text[1:-1] for text in quoted)
    extraction = Extraction(
        relation,
        (subject, *arguments),
        line.number_from(score, "score"),
        other=(("sentence_number", number),),
    )
    return Row(extraction, sentence=sentence.text, line=line.number)


def _is_quoted(text: str) -> bool:
    return len(text) >= 2 and text[0] == text[-1] == '"'


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    propositions = [fields for fields in rows if len(fields) > 1]
    return (
        len(rows[0]) == 1
        and bool(propositions)
        and all(
            len(fields) >= 4
            and fields[0].isdecimal()
            and all(_is_quoted(text) for text in fields[1:-1])
            and tabs.is_number(fields[-1])
            for fields in propositions
        )
    )


CLAUSIE = Format(
    name="clausie",
    title="ClausIE output: a sentence, then its propositions in quotes",
    kind="extractions",
    looks="a sentence alone on its line, then lines with a number, texts in double quotes and a score",
    read=read,
    fits=_fits,
)
