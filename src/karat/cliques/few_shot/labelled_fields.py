"""Tuples whose parts have names before them, on lines of their own or on one: ``Relation: founded``, ``Arg1: Ann``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from karat.cliques.few_shot.argument_names import in_order, is_relation, plain
from karat.model import Extraction

NAME = r"(?:relation|predicate|verb|subject|object|arg(?:ument)?s?[ _-]*\d{1,3}|time|place|location|confidence)"
FIELD = re.compile(
    rf"[\s*_`\"'-]*+(?:\d{{1,3}}[.)]\s*+)?[*_`\"']*+({NAME})[\s*_`\"']*+[:=]++[\s*_`]*+(.*)", re.IGNORECASE
)
BETWEEN = re.compile(rf"[,;|]\s*+(?=[*_`\"']*{NAME}[\s*_`\"']*[:=])", re.IGNORECASE)


def tuples_of_fields(text: str) -> Iterator[Extraction]:
    """Yield a tuple for each run of fields; a name that comes again begins the next."""
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
    """Give the names and the values of parts that all have both; nothing where one has not."""
    found = [match for part in parts if (match := FIELD.fullmatch(part)) is not None]
    if len(found) < len(parts):
        return []
    return [(plain(each[1]), each[2].strip(" \t,;*`").strip("\"'“”")) for each in found]


def _tuple(named: dict[str, str]) -> Iterator[Extraction]:
    arguments = in_order({name: value for name, value in named.items() if name != "relation" and value})
    if named.get("relation") and arguments:
        yield Extraction(named["relation"], tuple(arguments))
