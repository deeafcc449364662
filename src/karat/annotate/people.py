"""People who work on a project, and their roles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from karat.one_line import one_line


class Role(StrEnum):
    """What a person may do; each role may do all that the one before it may."""

    ANNOTATOR = "annotator"
    CURATOR = "curator"
    ADMIN = "admin"

    def includes(self, other: Role) -> bool:
        """Whether this role may do all that the other may."""
        return _ORDER.index(self) >= _ORDER.index(other)


_ORDER = tuple(Role)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account; who is not active can neither sign in nor see anything.

    ``machine`` stands for a language model that works beside people: always an annotator, and it cannot sign in.
    """

    id: int
    name: str
    role: Role = Role.ANNOTATOR
    active: bool = True
    machine: bool = False

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "id": self.id,
            "name": self.name,
            "role": self.role.value,
            "active": self.active,
            "machine": self.machine,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Person:
        """Read what ``to_json`` gave."""
        return cls(value["id"], value["name"], Role(value["role"]), value["active"], value["machine"])
