"""Mentions: spans of text, given by their first and last token (Chen et al., 2023, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from karat.errors import InputError
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of text from one token to another, both included."""

    left: int
    right: int

    __repr__ = one_line

    def __post_init__(self) -> None:
        if self.left > self.right:
            raise InputError(f"expected a mention whose last token is not before its first, found {self}")

    @property
    def indices(self) -> range:
        """The indices of all its tokens (section 3.3)."""
        return range(self.left, self.right + 1)


@dataclass(frozen=True, slots=True)
class SplitMention(Mention):
    """A mention with gaps: ``parts`` are its spans in order, ``left`` and ``right`` its ends."""

    parts: tuple[Mention, ...]

    __repr__ = one_line

    @property
    def indices(self) -> tuple[int, ...]:  # type: ignore[override]
        """The indices of all its tokens, without those in the gaps."""
        return tuple(index for part in self.parts for index in part.indices)


@dataclass(frozen=True, slots=True)
class TypedMention(Mention):
    """A mention and the type of what it refers to; never equal to a mention without a type."""

    type: str

    __repr__ = one_line


class Form(StrEnum):
    """How informative a mention is: a name more than a nominal, a nominal more than a pronoun (section 6)."""

    NAME = "name"
    NOMINAL = "nominal"
    PRONOUN = "pronoun"


@dataclass(frozen=True, slots=True)
class FormedMention(Mention):
    """A mention with its form: a name, a nominal or a pronoun."""

    form: Form

    __repr__ = one_line
