"""Templates: types with slots, each filled by any number of values of any kind (seed 002, section 3.4)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.entity import Entity
from karat.model.event import Event


@dataclass(frozen=True, slots=True)
class SlotFiller:
    """A value and the slot that it fills.

    An entity is a string fill (its mentions are the strings that are acceptable), text is a value from a closed list.
    """

    slot: str
    value: Entity | Event | str | bool


@dataclass(frozen=True, slots=True)
class Template:
    """What a document says of one incident."""

    type: str
    fillers: frozenset[SlotFiller]
