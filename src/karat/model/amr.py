"""Abstract Meaning Representation: triples over variables (Chen et al., 2023, section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Variable:
    """A node of a graph; its name has no meaning outside the graph."""

    __latent__: ClassVar[bool] = True  # tells ``derive`` that variables are matched by the best mapping

    name: str

    __repr__ = one_line

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Triple:
    """A role from a node to another node, to its concept (role ``instance``) or to a constant."""

    source: Variable
    role: str
    target: Variable | str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class AMR:
    """The triples of one graph; can be iterated like a collection."""

    triples: frozenset[Triple]

    __repr__ = one_line

    def __iter__(self) -> Iterator[Triple]:
        return iter(self.triples)

    def __len__(self) -> int:
        return len(self.triples)


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as written in a file: original roles, quotation marks and order; ``top`` is ``None`` if unrooted."""

    top: Variable | None = None
    triples: tuple[Triple, ...] = ()
    line: int | None = field(default=None, compare=False)
    path: object = field(default=None, compare=False)

    __repr__ = one_line
