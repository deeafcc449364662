"""Sentences, and documents of the other tasks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Document:
    """The annotation of one document by a system or an annotator: entities, a graph, relations, templates."""

    id: str
    content: Any
    line: int | None = field(default=None, compare=False, repr=False)
    """The line in its file, if it was read from one."""
    tokens: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The words that mentions count from 0, where the file has them and the content does not; not compared."""
    numbered: bool = field(default=False, compare=False, repr=False)
    """Whether the id is only the document's number in a file that gives it none."""

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its id in the benchmark."""

    id: str
    text: str

    __repr__ = one_line

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words, separated by white space, which BenchIE and CaRB compare."""
        return tuple(self.text.split())
