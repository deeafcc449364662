"""A fact pattern: a triple whose slots have optional parts (BenchIE, section 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from karat.one_line import one_line
from karat.quick_records import quick_init, quick_maker


@quick_init
@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a slot that is present or absent as a whole.

    The text is as the annotator wrote it, without brackets; two spaces in a row make a chunk with an empty text.
    """

    text: str
    optional: bool = False

    __repr__ = one_line

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words, separated by white space."""
        return tuple(self.text.split())


@quick_init
@dataclass(frozen=True, slots=True)
class Slot:
    """Required and optional chunks, in order."""

    chunks: tuple[Chunk, ...]

    __repr__ = one_line

    @property
    def words(self) -> tuple[str, ...]:
        """All tokens, optional ones included."""
        return tuple(" ".join([chunk.text for chunk in self.chunks]).split())

    @property
    def required(self) -> tuple[str, ...]:
        """The tokens that an extraction must have."""
        return tuple(" ".join([chunk.text for chunk in self.chunks if not chunk.optional]).split())


@quick_init
@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation and object: one line of a gold file, which accepts all its expansions."""

    subject: Slot
    relation: Slot
    object: Slot
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The line in its file."""

    __repr__ = one_line

    def __iter__(self) -> Iterator[Slot]:
        return iter((self.subject, self.relation, self.object))


make_fact: Callable[[Slot, Slot, Slot, int | None], Fact] = quick_maker(Fact)
"""Makes a fact of its slots and its line, for the readers of large gold."""
