"""What models call the parts of a tuple, in objects, in the heads of tables and before colons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from karat.formats.llm.json_triples import CONFIDENCE, ID, OBJECT, RELATION, SENTENCE, SUBJECT

T = TypeVar("T")

NUMBERED = re.compile(r"a(?:rg(?:ument)?)?s?[ _-]*(\d{1,3})")
NO_ARGUMENT = frozenset((*CONFIDENCE, *SENTENCE, *ID, "explanation", "reason", "reasoning", "note", "notes", "comment"))
"""Names of what is no part of a tuple."""
LAST = 1000


def plain(name: str) -> str:
    """Leave out what a name is adorned with.

    >>> plain("**Arg 1:**")
    'arg 1'
    """
    return name.strip(" \t*_`\"':").lower()


def is_relation(name: str) -> bool:
    """Whether a name is one of the relation's."""
    return plain(name) in RELATION


def is_argument(name: str) -> bool:
    """Whether a name is surely one of an argument's."""
    return place(name) < LAST


def place(name: str) -> int:
    """Where an argument of this name stands among the others; those of other names come last, as they come."""
    known = plain(name)
    if number := NUMBERED.fullmatch(known):
        return int(number[1])
    return 1 if known in SUBJECT else 2 if known in OBJECT else LAST


def in_order(named: Mapping[str, T] | Iterable[tuple[str, T]], without: Collection[str] = NO_ARGUMENT) -> list[T]:
    """Give the arguments, the subject and the object first, without what is none, such as a confidence.

    >>> in_order({"time": "in 1990", "object": "Bext", "confidence": ".9", "subject": "Ann"})
    ['Ann', 'Bext', 'in 1990']
    """
    pairs = named.items() if isinstance(named, Mapping) else named
    return [value for name, value in sorted(pairs, key=lambda pair: place(pair[0])) if plain(name) not in without]
