"""Fact synsets: all acceptable forms of a fact (BenchIE, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from karat.model.fact import Fact
from karat.model.sentence import Sentence
from karat.model.statement import Statement
from karat.one_line import one_line
from karat.quick_records import quick_init


@quick_init
@dataclass(frozen=True, slots=True)
class Synset:
    """All patterns that state one fact.

    In Hindi-BenchIE, a synset is instead a cluster: one complete way to state all facts of the sentence, given by its
    ``statements``. ``facts`` then has their wordings without labels, so that BenchIE's rule can be used too.
    """

    id: str
    facts: tuple[Fact, ...]
    statements: tuple[Statement, ...] = ()
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The line of its header in its file."""

    __repr__ = one_line


@quick_init
@dataclass(frozen=True, slots=True)
class Annotation:
    """A sentence with every fact it states."""

    sentence: Sentence
    synsets: tuple[Synset, ...]

    __repr__ = one_line
