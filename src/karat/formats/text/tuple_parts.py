"""Tuples in brackets, their parts separated by a sign, as in ``(Ann; founded; Bext)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from karat.errors import FormatError, InputError
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row


def triple_parts(line: Line, inner: str, sign: str, problems: Problems) -> tuple[str, tuple[str, ...]]:
    """Give the relation and the arguments of a triple; report a repair if there are more than three parts.

    The text does not say which part contains the sign; the object is usually the longest, so it gets the rest.
    """
    subject, *others = inner.split(sign)
    if not others:
        raise line.error(expected=f"subject{sign}relation{sign}object in brackets", found=repr(line.text))
    relation, *rest = others
    if len(rest) > 1:
        problems.repaired(line, f"a triple with the object {sign.join(rest)!r}")
    return relation, (subject, sign.join(rest)) if rest else (subject,)


def render_triple(texts: tuple[str, str, str], format_name: str) -> str:
    """Write a triple; a text that would read back as two parts or two lines is an error."""
    for text in texts:
        if any(sign in text for sign in ("; ", "\n", "\r")):
            raise InputError(f"{format_name} cannot hold a semicolon or a line break: expected neither, found {text!r}")
    return f"({'; '.join(texts)})"


def below_sentences(
    parse: Callable[[Line, Problems], Extraction | None],
    path: Input,
    encoding: str,
    problems: Problems,
    nothing: str | None = None,
) -> Iterator[tuple[int, Row]]:
    """Yield the extractions below each sentence, and a row without an extraction for a sentence that has none.

    ``parse`` gives ``None`` for a sentence; ``nothing`` is what a system writes if it finds no extraction.
    """
    sentence: Line | None = None
    number, has_extractions = -1, False
    for line in lines(path, encoding):
        if line.blank or (nothing is not None and line.text.strip() == nothing):
            continue
        try:
            extraction = parse(line, problems)
            if extraction is not None and sentence is None:
                raise line.error(expected="a sentence before its extractions", found=repr(line.text))
        except FormatError as error:
            problems.add(error)
            has_extractions = True
            continue
        if extraction is None:
            if sentence is not None and not has_extractions:
                yield number, Row(None, sentence=sentence.text, line=sentence.number)
            sentence, has_extractions = line, False
            number += 1
        else:
            assert sentence is not None
            has_extractions = True
            yield number, Row(extraction, sentence=sentence.text, line=line.number)
    if sentence is not None and not has_extractions:
        yield number, Row(None, sentence=sentence.text, line=sentence.number)


def by_sentence(rows: Iterator[Row], format_name: str) -> Iterator[tuple[Row, list[Extraction]]]:
    """Group consecutive rows of the same sentence, whose text each row must have."""
    first: Row | None = None
    extractions: list[Extraction] = []
    for row in rows:
        if row.sentence is None:
            raise InputError(
                f"{format_name} needs the sentence's text in each row: found none with id {row.sentence_id!r}"
            )
        if first is None or (row.sentence, row.sentence_id) != (first.sentence, first.sentence_id):
            if first is not None:
                yield first, extractions
            first, extractions = row, []
        if row.extraction is not None:
            extractions.append(row.extraction)
    if first is not None:
        yield first, extractions
