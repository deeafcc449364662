"""Statements: facts in several wordings, whose optional parts other statements make up for (Hindi-BenchIE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """Words that an extraction may leave out.

    With a ``label``, leaving them out is made up for by another extraction, which states the compensatory statement of
    that label. A part may hold optional parts of its own.
    """

    parts: tuple[str | OptionalPart, ...]
    label: str | None = None


DEEPEST = 20
"""So many optional parts may stand inside one another; more are no annotator's."""

Parts = tuple[str | OptionalPart, ...]
"""A slot: words that are required, and optional parts between them."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to word a statement.

    ``swap`` says whether subject and object may change places, as in a passive; ``None`` where the file does not say,
    which allows it.
    """

    subject: Parts
    relation: Parts
    object: Parts
    swap: bool | None = None

    def __iter__(self) -> Iterator[Parts]:
        return iter((self.subject, self.relation, self.object))


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact with all its wordings: essential, or compensatory where it has a ``label``."""

    wordings: tuple[Wording, ...]
    label: str | None = None
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)
    """Where its file has it."""
