"""The names that models give to the parts of a tuple: as keys, in table heads and before colons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from karat.formats.field_names import CONFIDENCE, OBJECT, RELATION, SENTENCE, SENTENCE_ID, SUBJECT

T = TypeVar("T")

NUMBERED = re.compile(r"a(?:rg(?:ument)?)?s?[ _-]*(\d{1,3})")
NO_ARGUMENT = frozenset(
    (*CONFIDENCE, *SENTENCE, *SENTENCE_ID, "explanation", "reason", "reasoning", "note", "notes", "comment")
)
"""Names of fields that are not part of a tuple."""
LAST = 1000


def plain(name: str) -> str:
    """Lower a name and strip markup, quotation marks and colons.

    >>> plain("**Arg 1:**")
    'arg 1'
    """
    return name.strip(" \t*_`\"':").lower()


def is_relation(name: str) -> bool:
    """Whether a name is one of the relation's."""
    return plain(name) in RELATION


def is_argument(name: str) -> bool:
    """Whether a name is known to be that of an argument."""
    return rank(name) < LAST


def rank(name: str) -> int:
    """Rank an argument by its name; unknown names come last, in their order."""
    bare = plain(name)
    if number := NUMBERED.fullmatch(bare):
        return int(number[1])
    return 1 if bare in SUBJECT else 2 if bare in OBJECT else LAST


def sort_arguments(named: Mapping[str, T] | Iterable[tuple[str, T]], without: Collection[str] = NO_ARGUMENT) -> list[T]:
    """Sort arguments, subject and object first, without fields such as a confidence.

    >>> sort_arguments({"time": "in 1990", "object": "Bext", "confidence": ".9", "subject": "Ann"})
    ['Ann', 'Bext', 'in 1990']
    """
    pairs = named.items() if isinstance(named, Mapping) else named
    return [value for name, value in sorted(pairs, key=lambda pair: rank(pair[0])) if plain(name) not in without]
