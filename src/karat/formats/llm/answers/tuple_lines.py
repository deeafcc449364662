"""Tuples in the lines of an answer: in brackets, as bullets, in columns or in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from karat.errors import FormatError
from karat.formats.llm.answers.argument_names import NO_ARGUMENT, is_argument, is_relation, sort_arguments
from karat.formats.llm.answers.labelled_fields import NAME, fields_of, tuples_of_fields
from karat.formats.llm.answers.loose_json import DEEPEST
from karat.formats.llm.answers.order import Order, in_order
from karat.formats.text.lines import Line
from karat.formats.text.written_tuples import parse_tuple, with_suffixes
from karat.model import Extraction

BULLET = re.compile(r"\s*(?:[-•–]|\*(?=\s)|\d{1,4}[.):](?!\d)|[①-⑳]|[A-Za-z]\)|[Tt]\d{1,3}[.:])\s*")
LABEL = re.compile(
    r"\s*\**(?:tuple|triple|triplet|extraction|fact|answer|output|result)s?\s*+\d*+\**+\s*+[:.)=-]\**\s*", re.IGNORECASE
)
CONFIDENCE = re.compile(r"[01]?\.\d++\s*+:?\s*+(?=[(\[<])")
BRACKETS = {"(": ")", "[": "]", "<": ">"}
NO_COLUMN = NO_ARGUMENT | {"", "#", "no", "no.", "number", "tuple", "fact"}
WIDE = str.maketrans("（）［］【】〈〉｜", "()[][]<>|")
BLANK = ("-", "–", "—", "N/A", "n/a")
"""How tables mark an empty cell."""
RULE = re.compile(r"[\s|:-]+")
QUOTED = re.compile(r'"[^"]*"(?:\s*[,;]\s*"[^"]*")+[.,;]?')
CALL = re.compile(r"([^\W\d][^()\[\]{}<>:;,|]*(?<=\S))\((?!e?s\))([^()]+)\)[.,;]?")
TALK = re.compile(rf"{NAME}\s*:.*|[^;]*;[^;]*\.", re.IGNORECASE)
"""Prose: a line that begins with a part's name, or a sentence with a semicolon."""
COLON = re.compile(r"(?<=\w):\s(?=[^:]*;)")
"""As in ``founded: Ann; Bext``."""
IN_PROSE = re.compile(r"\([^()]*\)")


def tuples_of_lines(text: str, order: Order) -> list[Extraction]:
    """Find the tuples in the lines of a text; other lines are prose.

    If no line is a tuple, labelled parts are searched for, then brackets with semicolons in the prose.
    """
    return list(_of_lines(text, order)) or list(tuples_of_fields(text)) or list(_of_prose(text, order))


def tuples_of_line(text: str, order: Order) -> Iterator[Extraction]:
    """Yield a line's tuples: several in brackets, or one in columns."""
    bare, marked = _strip_marks(text)
    if bare[:1] in BRACKETS:
        for group in groups(bare)[0]:
            yield from _bracketed(group, order)
    elif cells := _cells(bare):
        yield from _extraction(cells, order)
    elif (call := CALL.fullmatch(bare)) is not None:
        relation = call[1] if " " in call[1] else call[1].replace("_", " ")
        yield from _extraction(with_suffixes([relation, *re.split(r"\s*[;,]\s*", call[2].strip())]), "relation first")
    elif QUOTED.fullmatch(bare):
        yield from _parse_group(f"({bare.rstrip('.,;')})", order)
    elif marked and ";" in bare and not TALK.fullmatch(bare):
        with_colon = COLON.search(bare) is not None
        yield from _parse_group(f"({COLON.sub('; ', bare, count=1)})", "relation first" if with_colon else order)


def breaks_off(text: str) -> bool:
    """Whether the last line opens a bracket and does not close it."""
    bare, _ = _strip_marks(text.rstrip().rpartition("\n")[2])
    return bare[:1] in BRACKETS and groups(bare)[1][:1] in BRACKETS


def groups(text: str) -> tuple[list[str], str]:
    """Split a text into its bracketed groups, and the rest from the first word outside of them on."""
    bracketed: list[str] = []
    depth, start, opening = 0, 0, ""
    for index, character in enumerate(text):
        if not depth and character in BRACKETS:
            depth, start, opening = 1, index, character
        elif depth and character == opening:
            depth += 1
        elif depth and character == BRACKETS[opening]:
            depth -= 1
            if not depth:
                bracketed.append(text[start : index + 1])
        elif not depth and character not in " ,;.\t":
            return bracketed, text[index:]
    return bracketed, text[start:] if depth else ""


def _of_lines(text: str, order: Order) -> Iterator[Extraction]:
    head: list[str] | None = None
    before: list[str] = []
    for line, below in pairwise([*text.splitlines(), ""]):
        cells = _cells(_strip_marks(line)[0])
        if not cells:
            before, head = [], None
            yield from tuples_of_line(line, order)
        elif not before and (_is_head(cells) or _is_rule(below)):
            head = cells
        elif not _is_rule(line):
            yield from _row(head, cells, order)
        before = cells


def _of_prose(text: str, order: Order) -> Iterator[Extraction]:
    groups = [group for group in IN_PROSE.findall(text) if ";" in group]
    if any(group.count(";") > 1 for group in groups):
        for group in groups:
            yield from _parse_group(group, order)


def _strip_marks(text: str) -> tuple[str, bool]:
    """Remove a line's bullet, number, label and markup; tell whether it had a bullet or label."""
    bullet = BULLET.match(text)
    bare = text[bullet.end() :] if bullet else text
    label = LABEL.match(bare)
    bare = (bare[label.end() :] if label else bare).strip().strip("`*")
    if (confidence := CONFIDENCE.match(bare)) is not None:
        bare = bare[confidence.end() :]
    if bare[:1].translate(WIDE) in BRACKETS and bare[:1] not in BRACKETS:
        bare = bare.translate(WIDE).replace("；", "; ")
        bare = bare if ";" in bare else bare.replace("，", ", ")
    if bare[:1] + bare[-1:] == "{}" and bare[1:].lstrip()[:1] in BRACKETS:  # a set, as Python prints it
        bare = bare[1:-1].strip()
    return bare, bool(bullet or label)


def _cells(bare: str) -> list[str]:
    """Split a line into columns; an empty list if it has none."""
    if bare[:1] in BRACKETS or not ("\t" in bare or bare.count("|") > 1 or " | " in bare):
        return []
    sign = "\t" if "\t" in bare else "|"
    parts = bare.strip().removeprefix(sign).removesuffix(sign).split(sign)
    return ["" if part.strip() in BLANK else part.strip().strip("*`") for part in parts]


def _is_rule(line: str) -> bool:
    return "-" in line and "|" in line and RULE.fullmatch(line) is not None


def _is_head(cells: Sequence[str]) -> bool:
    return any(map(is_relation, cells)) and (is_relation(cells[0]) or any(map(is_argument, cells)))


def _row(head: Sequence[str] | None, cells: list[str], order: Order) -> Iterator[Extraction]:
    """Read a table's row: by the names in its head, or in order if there are none."""
    relation = next((index for index, name in enumerate(head or ()) if is_relation(name)), None)
    if head is None or relation is None or relation >= len(cells):
        yield from _extraction(cells, order)
        return
    names = [*head, *(str(index) for index in range(len(head), len(cells)))]
    pairs = [(name, cell) for index, (name, cell) in enumerate(zip(names, cells, strict=False)) if index != relation]
    yield from _extraction([cells[relation], *sort_arguments(pairs, NO_COLUMN)], "relation first")


def _bracketed(group: str, order: Order, depth: int = 0) -> Iterator[Extraction]:
    """Read a tuple in brackets, or the bracketed tuples inside these brackets, unless they are inside too many."""
    inner = group[1:-1].strip()
    within, rest = groups(inner) if inner[:1] in BRACKETS else ([], inner)
    if within and not rest:
        for inner_group in within if depth < DEEPEST else ():
            yield from _bracketed(inner_group, order, depth + 1)
    else:
        yield from _parse_group(group, order)


def _parse_group(group: str, order: Order) -> Iterator[Extraction]:
    """Read a tuple in brackets."""
    line = Line(Path("answer"), 0, group)
    try:
        extraction = parse_tuple(line, group)
    except FormatError:
        parts = with_suffixes([part.strip() for part in group[1:-1].split(",")])
    else:
        parts = [extraction.subject, extraction.relation, *extraction.arguments[1:]]
    if fields_of(parts):
        yield from tuples_of_fields("\n".join(parts))
    else:
        yield from _extraction(parts, order)


def _extraction(parts: list[str], order: Order) -> Iterator[Extraction]:
    """Yield a tuple of parts in order; a single part, or only numbers (references), is no tuple."""
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) > 1 and parts[0] and not all(part.isdecimal() for part in parts):
        yield in_order(parts, order)
