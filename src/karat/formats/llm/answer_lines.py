"""Tuples in the lines of an answer: in brackets, as bullets, in columns or in a table, or with labelled parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeVar

from karat.errors import FormatError
from karat.formats.field_names import CONFIDENCE, OBJECT, RELATION, SENTENCE, SENTENCE_ID, SUBJECT
from karat.formats.llm.loose_json import DEEPEST
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import parse_tuple, with_suffixes
from karat.model import Extraction

T = TypeVar("T")

Order = Literal["relation first", "subject first"]
"""Which part of a tuple without names is the relation: the first one, or the one after the subject."""

NO_ARGUMENT = frozenset(
    (*CONFIDENCE, *SENTENCE, *SENTENCE_ID, "explanation", "reason", "reasoning", "note", "notes", "comment")
)
"""Names of fields that are not part of a tuple."""
NO_COLUMN = NO_ARGUMENT | {"", "#", "no", "no.", "number", "tuple", "fact"}
NUMBERED_ARGUMENT = re.compile(r"a(?:rg(?:ument)?)?s?[ _-]*(\d{1,3})")
LAST = 1000

BULLET = re.compile(r"\s*(?:[-•–]|\*(?=\s)|\d{1,4}[.):](?!\d)|[①-⑳]|[A-Za-z]\)|[Tt]\d{1,3}[.:])\s*")
LABEL = re.compile(
    r"\s*\**(?:tuple|triple|triplet|extraction|fact|answer|output|result)s?\s*+\d*+\**+\s*+[:.)=-]\**\s*", re.IGNORECASE
)
SCORE = re.compile(r"[01]?\.\d++\s*+:?\s*+(?=[(\[<])")
BRACKETS = {"(": ")", "[": "]", "<": ">"}
WIDE = str.maketrans("（）［］【】〈〉｜", "()[][]<>|")
BLANK = ("-", "–", "—", "N/A", "n/a")
"""How tables mark an empty cell."""
RULE = re.compile(r"[\s|:-]+")
QUOTED = re.compile(r'"[^"]*"(?:\s*[,;]\s*"[^"]*")+[.,;]?')
CALL = re.compile(r"([^\W\d][^()\[\]{}<>:;,|]*(?<=\S))\((?!e?s\))([^()]+)\)[.,;]?")
NAME = r"(?:relation|predicate|verb|subject|object|arg(?:ument)?s?[ _-]*\d{1,3}|time|place|location|confidence)"
FIELD = re.compile(
    rf"[\s*_`\"'-]*+(?:\d{{1,3}}[.)]\s*+)?[*_`\"']*+({NAME})[\s*_`\"']*+[:=]++[\s*_`]*+(.*)", re.IGNORECASE
)
BETWEEN = re.compile(rf"[,;|]\s*+(?=[*_`\"']*{NAME}[\s*_`\"']*[:=])", re.IGNORECASE)
TALK = re.compile(rf"{NAME}\s*:.*|[^;]*;[^;]*\.", re.IGNORECASE)
"""Prose: a line that begins with a part's name, or a sentence with a semicolon."""
COLON = re.compile(r"(?<=\w):\s(?=[^:]*;)")
"""As in ``founded: Ann; Bext``."""
IN_PROSE = re.compile(r"\([^()]*\)")


def in_order(parts: Sequence[str], order: Order) -> Extraction:
    """Make an extraction of parts without names; one part alone is the relation.

    >>> in_order(["Ann", "founded", "Bext"], "subject first").relation
    'founded'
    """
    if order == "subject first" and len(parts) > 1:
        return Extraction(parts[1], (parts[0], *parts[2:]))
    return Extraction(parts[0], tuple(parts[1:]))


# Names of parts: keys, table heads, and labels before colons


def plain(name: str) -> str:
    """Lower a name and strip markup, quotation marks and colons.

    >>> plain("**Arg 1:**")
    'arg 1'
    """
    return name.strip(" \t*_`\"':").lower()


def is_relation(name: str) -> bool:
    """Whether a name is one of the relation's."""
    return plain(name) in RELATION


def rank(name: str) -> int:
    """Rank an argument by its name; unknown names come last, in their order."""
    bare = plain(name)
    if number := NUMBERED_ARGUMENT.fullmatch(bare):
        return int(number[1])
    return 1 if bare in SUBJECT else 2 if bare in OBJECT else LAST


def sort_arguments(named: Mapping[str, T] | Iterable[tuple[str, T]], without: Collection[str] = NO_ARGUMENT) -> list[T]:
    """Sort arguments, subject and object first, without fields such as a confidence.

    >>> sort_arguments({"time": "in 1990", "object": "Bext", "confidence": ".9", "subject": "Ann"})
    ['Ann', 'Bext', 'in 1990']
    """
    pairs = named.items() if isinstance(named, Mapping) else named
    return [value for name, value in sorted(pairs, key=lambda pair: rank(pair[0])) if plain(name) not in without]


# Lines


def tuples_of_lines(text: str, order: Order) -> list[Extraction]:
    """Find the tuples in the lines of a text; other lines are prose.

    If no line is a tuple, labelled parts are searched for, then brackets with semicolons in the prose.
    """
    return list(_of_lines(text, order)) or list(_of_labels(text)) or list(_of_prose(text, order))


def tuples_of_line(text: str, order: Order) -> Iterator[Extraction]:
    """Yield a line's tuples: several in brackets, or one in columns."""
    bare, marked = _strip_marks(text)
    if bare[:1] in BRACKETS:
        for group in _groups(bare)[0]:
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
    return bare[:1] in BRACKETS and _groups(bare)[1][:1] in BRACKETS


def _groups(text: str) -> tuple[list[str], str]:
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


def _of_labels(text: str) -> Iterator[Extraction]:
    """Yield a tuple for each run of labelled parts, as in ``Relation: founded``; a repeated label starts the next."""
    named: dict[str, str] = {}
    for line in text.splitlines():
        for label, value in _labelled(BETWEEN.split(line)):
            name = "relation" if is_relation(label) else label
            if name in named:
                yield from _of_named(named)
                named = {}
            named[name] = value
    yield from _of_named(named)


def _labelled(parts: Sequence[str]) -> list[tuple[str, str]]:
    """Split parts into labels and values; an empty list if one of them has no label."""
    matches = [match for part in parts if (match := FIELD.fullmatch(part)) is not None]
    if len(matches) < len(parts):
        return []
    return [(plain(match[1]), match[2].strip(" \t,;*`").strip("\"'“”")) for match in matches]


def _of_named(named: dict[str, str]) -> Iterator[Extraction]:
    arguments = sort_arguments({name: value for name, value in named.items() if name != "relation" and value})
    if named.get("relation") and arguments:
        yield Extraction(named["relation"], tuple(arguments))


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
    if (score := SCORE.match(bare)) is not None:
        bare = bare[score.end() :]
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
    return any(map(is_relation, cells)) and (is_relation(cells[0]) or any(rank(cell) < LAST for cell in cells))


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
    within, rest = _groups(inner) if inner[:1] in BRACKETS else ([], inner)
    if within and not rest:
        for inner_group in within if depth < DEEPEST else ():
            yield from _bracketed(inner_group, order, depth + 1)
    else:
        yield from _parse_group(group, order)


def _parse_group(group: str, order: Order) -> Iterator[Extraction]:
    """Read a tuple in brackets."""
    try:
        extraction = parse_tuple(Line(Path("answer"), 0, group), group)
    except FormatError:
        parts = with_suffixes([part.strip() for part in group[1:-1].split(",")])
    else:
        parts = [extraction.subject, extraction.relation, *extraction.arguments[1:]]
    if _labelled(parts):
        yield from _of_labels("\n".join(parts))
    else:
        yield from _extraction(parts, order)


def _extraction(parts: list[str], order: Order) -> Iterator[Extraction]:
    """Yield a tuple of parts in order; a single part, or only numbers (references), is no tuple."""
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) > 1 and parts[0] and not all(part.isdecimal() for part in parts):
        yield in_order(parts, order)
