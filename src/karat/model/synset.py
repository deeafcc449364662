"""Fact synsets: all acceptable forms of a fact (BenchIE, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from karat.model.fact import Fact
from karat.model.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Synset:
    """All patterns that state one fact."""

    id: str
    facts: tuple[Fact, ...]
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)
    """Where its file has its header."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A sentence with every fact it states."""

    sentence: Sentence
    synsets: tuple[Synset, ...]
