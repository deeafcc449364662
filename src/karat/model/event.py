"""Events, and predicates with their semantic roles (Chen et al., 2023, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.mention import Mention
from karat.one_line import one_line


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
