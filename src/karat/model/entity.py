"""Entities: sets of mentions that refer to the same thing (Chen et al., 2023, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from karat.model.mention import Mention
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Entity:
    """All mentions of one thing, by position or by text; can be iterated like a collection."""

    # The field from which the algebra takes the elements at once, without iterating.
    __elements__: ClassVar[str] = "mentions"

    mentions: frozenset[Mention | str]

    __repr__ = one_line

    def __iter__(self) -> Iterator[Mention | str]:
        return iter(self.mentions)

    def __len__(self) -> int:
        return len(self.mentions)

    def __contains__(self, mention: object) -> bool:
        return mention in self.mentions


@dataclass(frozen=True, slots=True)
class Cluster:
    """An entity as written in a file: its name, and its mentions in order, with duplicates."""

    name: str
    mentions: tuple[Mention | str, ...]
    lines: tuple[int | None, ...] = field(default=(), compare=False)
    path: object = field(default=None, compare=False)

    __repr__ = one_line
