"""Abstract Meaning Representation: triples over variables (seed 002, section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variable:
    """A node of a graph; its name has no meaning outside the graph."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Triple:
    """A role from a node to another node, to its concept (role ``instance``) or to a constant."""

    source: Variable
    role: str
    target: Variable | str


@dataclass(frozen=True, slots=True)
class AMR:
    """The triples of one graph; it can be used as the collection that it is."""

    triples: frozenset[Triple]

    def __iter__(self) -> Iterator[Triple]:
        return iter(self.triples)

    def __len__(self) -> int:
        return len(self.triples)
