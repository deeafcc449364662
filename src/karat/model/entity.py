"""Entities: sets of mentions that refer to the same thing (Chen et al., 2023, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Self, TypeVar

from karat.model.mention import Mention
from karat.one_line import one_line

T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """A node of a sentence that no word is written for, such as a dropped pronoun.

    ``position`` counts the document's words and empty nodes before it, ``sentence`` the words before its sentence.
    ``dependencies`` are its parents in the enhanced graph, each with a relation.
    """

    position: int
    sentence: int
    id: str
    dependencies: frozenset[tuple[str, str]] = frozenset()

    __repr__ = one_line


class NodedEntities(tuple[T, ...]):  # noqa: SLOT001 - a subclass of tuple cannot have slots with names
    """The entities of a document, or its clusters, with its empty nodes and its number of words and empty nodes.

    It is equal to a tuple of the same entities.
    """

    empty_nodes: tuple[EmptyNode, ...]
    size: int

    def __new__(cls, entities: Iterable[T] = (), empty_nodes: Iterable[EmptyNode] = (), size: int = 0) -> Self:
        noded = super().__new__(cls, entities)
        noded.empty_nodes = tuple(empty_nodes)
        noded.size = size
        return noded
