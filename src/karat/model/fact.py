"""Gold facts: patterns with optional parts, and synsets of all forms of a fact (BenchIE, sections 2.1 and 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from karat.model.sentence import Sentence
from karat.one_line import one_line
from karat.quick_records import quick_init


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


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """Words that an extraction may leave out.

    If the part has a ``label``, another extraction must then state the compensatory statement with that label. A part
    may contain optional parts.
    """

    parts: tuple[str | OptionalPart, ...]
    label: str | None = None

    __repr__ = one_line


DEEPEST = 20
"""The deepest nesting of optional parts that is accepted; annotators do not nest deeper."""

Parts = tuple[str | OptionalPart, ...]
"""A slot: required words, and optional parts between them."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to word a statement.

    ``swap`` says whether subject and object may be exchanged, as in a passive; ``None`` means that the file does not
    say, which allows it.
    """

    subject: Parts
    relation: Parts
    object: Parts
    swap: bool | None = None

    __repr__ = one_line

    def __iter__(self) -> Iterator[Parts]:
        return iter((self.subject, self.relation, self.object))


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact with all its wordings: compensatory if it has a ``label``, else essential."""

    wordings: tuple[Wording, ...]
    label: str | None = None
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The line in its file."""

    __repr__ = one_line


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
