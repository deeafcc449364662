"""Entities: what several mentions refer to (seed 002, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from karat.model.mention import Mention


@dataclass(frozen=True, slots=True)
class Entity:
    """All mentions of one thing, by place or by text; it can be used as the collection that it is."""

    mentions: frozenset[Mention | str]

    def __iter__(self) -> Iterator[Mention | str]:
        return iter(self.mentions)

    def __len__(self) -> int:
        return len(self.mentions)

    def __contains__(self, mention: object) -> bool:
        return mention in self.mentions
