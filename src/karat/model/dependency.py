"""Dependency parses (seed 002, section 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dependency:
    """A word and the word that governs it; words count from 1, and 0 governs the root."""

    governor: int
    dependent: int
    relation: str


@dataclass(frozen=True, slots=True)
class DependencyParse:
    """The dependencies of one sentence; it can be used as the collection that it is."""

    edges: frozenset[Dependency]

    def __iter__(self) -> Iterator[Dependency]:
        return iter(self.edges)

    def __len__(self) -> int:
        return len(self.edges)
