"""Tuples written as text: in brackets, or with a sign between their parts, as in ``(Ann; founded; Bext)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from karat.errors import MOST_QUOTED, FormatError, InputError, quoted
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

BRACKETS = {"(": ")", "[": "]", "<": ">"}
QUOTES = ('""', "''", "“”")
QUOTED = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*(?:,|\Z)""")
SUFFIX = re.compile(
    r"(?:Inc|Incorporated|Ltd|Limited|LL[CP]|L\.L\.[CP]|PLC|P\.L\.C|Corp|Co|GmbH|S\.A|N\.V|B\.V|S\.p\.A"
    r"|Jr|Sr|Esq|Ph\.?D|M\.D)\.?",
    re.IGNORECASE,
)
"""What follows the name of a company or a person after a comma."""
MORE_PARTS = "more than 3 parts, though a comma may be inside one"
EXPECTED = "a tuple such as (subject, relation, object) or subject | relation | object"


def parse_tuple(line: Line, text: str) -> Extraction:
    """Read a tuple, whose parts are separated by bars, else by semicolons, else by commas with a space.

    Quotes around a part are removed. More than three parts are a relation with more than two arguments, since a comma
    that separates arguments looks like a comma inside one; but *Inc.* and the like belong to the part before them.
    """
    inner = text[1:-1] if is_bracketed_tuple(text) else text
    parts = _quoted(inner) or with_suffixes([_unquoted(part) for part in inner.split(separator(inner))])
    if len(parts) < 2:
        raise line.error(expected=EXPECTED, found=quoted(line.text, MOST_QUOTED))
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others))


def with_suffixes(parts: list[str]) -> list[str]:
    """Join suffixes of names, as in *Bext, Inc.*, to the parts before them, if that leaves a triple.

    >>> with_suffixes(["Bext", "Inc.", "is in", "Ulm"])
    ['Bext, Inc.', 'is in', 'Ulm']
    """
    joined = parts[:1]
    for part in parts[1:]:
        if SUFFIX.fullmatch(part):
            joined[-1] += f", {part}"
        else:
            joined.append(part)
    return joined if len(joined) == 3 else parts


def doubtful_commas(text: str, extractions: Iterable[Extraction]) -> Iterator[str]:
    """Yield the tuples that were read at more than two commas, one of which may be inside a part."""
    for extraction in extractions:
        written = ", ".join((extraction.subject, extraction.relation, *extraction.arguments[1:]))
        if len(extraction.arguments) > 2 and written in text:
            yield written


def is_bracketed_tuple(text: str) -> bool:
    """Tell whether a text starts with a bracket and ends with its counterpart."""
    return len(text) >= 2 and BRACKETS.get(text[0]) == text[-1]


def separator(inner: str) -> str:
    """Return what separates the parts of a tuple."""
    return "|" if "|" in inner else ";" if ";" in inner else ", "


def _quoted(inner: str) -> list[str]:
    """Return the parts of a tuple whose parts are all in quotes, so that commas inside are text; else none."""
    parts: list[str] = []
    start = 0
    while start < len(inner):
        part = QUOTED.match(inner, start)
        if part is None:
            return []
        parts.append(re.sub(r"\\(.)", r"\1", part[1][1:-1]))
        start = part.end()
    return parts


def _unquoted(part: str) -> str:
    part = part.strip()
    return part[1:-1] if len(part) >= 2 and part[0] + part[-1] in QUOTES else part


def triple_parts(line: Line, inner: str, sign: str, problems: Problems) -> tuple[str, tuple[str, ...]]:
    """Return the relation and the arguments of a triple; report a repair if there are more than three parts.

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
