"""Cliques: sentences with the same meaning and different syntax (ROBUST)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.extraction import Extraction
from karat.model.sentence import Sentence
from karat.model.tree import Tree
from karat.one_line import one_line


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
