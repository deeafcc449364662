"""Cliques: sentences with the same meaning and different syntax, with their constituency trees (ROBUST)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from karat.model.extraction import Extraction
from karat.model.sentence import Sentence
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Tree:
    """A label and its children; a leaf is a word without children."""

    label: str
    children: tuple[Tree, ...] = ()

    __repr__ = one_line

    @property
    def leaves(self) -> Iterator[str]:
        """The words, from left to right."""
        pending = [self]
        while pending:
            node = pending.pop()
            if node.children:
                pending.extend(reversed(node.children))
            else:
                yield node.label


@dataclass(frozen=True, slots=True)
class Member:
    """A sentence of a clique, with its tuples and its parse, if any."""

    sentence: Sentence
    extractions: tuple[Extraction, ...]
    tree: Tree | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Clique:
    """An original and its paraphrases, the original first."""

    id: str
    members: tuple[Member, ...]

    __repr__ = one_line
