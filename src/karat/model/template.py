"""Templates: types with slots, each filled by any number of values of any kind (Chen et al., 2023, section 3.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from karat.model.entity import Entity, Event
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class SetFill:
    """Acceptable values from a closed list; ``about`` is the string fill that they describe."""

    values: frozenset[str]
    about: Entity | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SlotFiller:
    """A value and the slot that it fills.

    An entity is a string fill (its mentions are the acceptable strings), text is a value from a closed list. An
    optional filler of the gold need not be found.
    """

    slot: str
    value: Entity | Event | SetFill | str | bool
    optional: bool = False

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Template:
    """One incident of a document; without a type, ``type`` is empty. Fillers may be ordered."""

    type: str
    fillers: Collection[SlotFiller]
    optional: bool = False

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class TemplatedText:
    """A document's templates and its text; can be iterated like a collection of templates."""

    templates: tuple[Template, ...] = ()
    text: str = ""

    __repr__ = one_line

    def __iter__(self) -> Iterator[Template]:
        return iter(self.templates)

    def __len__(self) -> int:
        return len(self.templates)
