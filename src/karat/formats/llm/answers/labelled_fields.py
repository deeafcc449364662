"""Tuples with labelled parts, one a line or all on one: ``Relation: founded``, ``Arg1: Ann``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from karat.formats.llm.answers.argument_names import is_relation, plain, sort_arguments
from karat.model import Extraction

NAME = r"(?:relation|predicate|verb|subject|object|arg(?:ument)?s?[ _-]*\d{1,3}|time|place|location|confidence)"
FIELD = re.compile(
    rf"[\s*_`\"'-]*+(?:\d{{1,3}}[.)]\s*+)?[*_`\"']*+({NAME})[\s*_`\"']*+[:=]++[\s*_`]*+(.*)", re.IGNORECASE
)
BETWEEN = re.compile(rf"[,;|]\s*+(?=[*_`\"']*{NAME}[\s*_`\"']*[:=])", re.IGNORECASE)


def tuples_of_fields(text: str) -> Iterator[Extraction]:
    """Yield a tuple for each run of fields; a repeated name starts the next."""
    named: dict[str, str] = {}
    for line in text.splitlines():
        for field in fields_of(BETWEEN.split(line)):
            name = "relation" if is_relation(field[0]) else field[0]
            if name in named:
                yield from _tuple(named)
                named = {}
            named[name] = field[1]
    yield from _tuple(named)


def fields_of(parts: Sequence[str]) -> list[tuple[str, str]]:
    """Split parts into names and values; an empty list if one of them has no name."""
    matches = [match for part in parts if (match := FIELD.fullmatch(part)) is not None]
    if len(matches) < len(parts):
        return []
    return [(plain(match[1]), match[2].strip(" \t,;*`").strip("\"'“”")) for match in matches]


def _tuple(named: dict[str, str]) -> Iterator[Extraction]:
    arguments = sort_arguments({name: value for name, value in named.items() if name != "relation" and value})
    if named.get("relation") and arguments:
        yield Extraction(named["relation"], tuple(arguments))
