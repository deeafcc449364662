"""Events, and predicates with their semantic roles (Chen et al., 2023, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.mention import Mention


@dataclass(frozen=True, slots=True)
class Trigger:
    """The words that state an event, and its type; for semantic roles, the predicate and its sense.

    A type in a hierarchy is a path with dots, the most general first: ``conflict.attack``.
    """

    mention: Mention
    type: str


@dataclass(frozen=True, slots=True)
class Argument:
    """A participant in an event, and its role."""

    mention: Mention
    role: str


@dataclass(frozen=True, slots=True)
class Event:
    """A trigger with its arguments."""

    trigger: Trigger
    arguments: frozenset[Argument]
