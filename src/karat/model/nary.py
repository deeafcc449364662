"""Relations with any number of entities in named roles (Chen et al., 2023, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.entity import Entity
from karat.one_line import one_line


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
