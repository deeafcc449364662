"""Mentions, and the entities, relations and events between them (Chen et al., 2023, sections 2.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self, TypeVar

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


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two mentions, given by position or by text."""

    type: str
    subject: Mention | str
    object: Mention | str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Trigger:
    """The words that state an event, and its type; for semantic roles, the predicate and its sense.

    A type in a hierarchy is a path with dots, the most general first: ``conflict.attack``.
    """

    mention: Mention
    type: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Argument:
    """A participant in an event, and its role."""

    mention: Mention
    role: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Event:
    """A trigger with its arguments."""

    trigger: Trigger
    arguments: frozenset[Argument]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class RoleFillerEntity:
    """An entity and the role that it fills."""

    role: str
    entity: Entity

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class NAryRelation:
    """A relation between the entities that fill its roles."""

    type: str
    arguments: frozenset[RoleFillerEntity]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The tokens of a sentence or document, and their annotations in the order of the file."""

    tokens: tuple[str, ...] = ()
    spans: tuple[TypedMention, ...] = ()
    relations: tuple[Relation, ...] = ()
    events: tuple[Event, ...] = ()

    __repr__ = one_line

    def words(self, mention: Mention) -> str:
        """Return the text of a mention."""
        return " ".join(self.tokens[index] for index in mention.indices)
