"""Statements: facts in several wordings, whose optional parts can be compensated by others (Hindi-BenchIE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """Words that an extraction may leave out.

    If the part has a ``label``, another extraction must then state the compensatory statement with that label. A part
    may contain optional parts.
    """

    parts: tuple[str | OptionalPart, ...]
    label: str | None = None

    __repr__ = one_line


DEEPEST = 20
"""The deepest nesting of optional parts that is accepted; annotators do not nest deeper."""

Parts = tuple[str | OptionalPart, ...]
"""A slot: required words, and optional parts between them."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to word a statement.

    ``swap`` says whether subject and object may be exchanged, as in a passive; ``None`` means that the file does not
    say, which allows it.
    """

    subject: Parts
    relation: Parts
    object: Parts
    swap: bool | None = None

    __repr__ = one_line

    def __iter__(self) -> Iterator[Parts]:
        return iter((self.subject, self.relation, self.object))


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact with all its wordings: compensatory if it has a ``label``, else essential."""

    wordings: tuple[Wording, ...]
    label: str | None = None
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The line in its file."""

    __repr__ = one_line
