"""Relations with any number of entities in named roles (Chen et al., 2023, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.entity import Entity


@dataclass(frozen=True, slots=True)
class RoleFillerEntity:
    """An entity and the role that it fills."""

    role: str
    entity: Entity


@dataclass(frozen=True, slots=True)
class NAryRelation:
    """A relation between the entities that fill its roles."""

    type: str
    arguments: frozenset[RoleFillerEntity]
