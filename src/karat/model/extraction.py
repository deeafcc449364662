"""Extractions of a system or an annotator, as rows of a file, and as the gold tuples of a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from karat.model.sentence import Sentence
from karat.one_line import one_line

Span = tuple[int, int]
"""The first token and the token after the last, counted from 0."""


class Polarity(StrEnum):
    """Whether the fact is stated or denied (MinIE)."""

    POSITIVE = "+"
    NEGATIVE = "-"


class Modality(StrEnum):
    """Whether the fact is certain or only possible (MinIE)."""

    CERTAINTY = "CT"
    POSSIBILITY = "PS"


@dataclass(frozen=True, slots=True)
class Attribution:
    """The source that a fact is attributed to, the predicate that attributes it, and how certain it is (MinIE)."""

    source: str
    predicate: str | None = None
    polarity: Polarity | None = None
    modality: Modality | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Quantity:
    """The words that a placeholder such as ``QUANT_O_1`` stands for."""

    id: str
    text: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Extraction:
    """One tuple that a system or an annotator extracted from a sentence.

    ``spans`` has the position of the relation, then of each argument, ``None`` where unknown. ``other`` keeps, by name,
    all other fields of a format, so that no reader loses information.
    """

    relation: str
    arguments: tuple[str, ...]
    confidence: float = 1.0
    context: str | None = None
    polarity: Polarity | None = None
    modality: Modality | None = None
    attribution: Attribution | None = None
    quantities: tuple[Quantity, ...] = ()
    spans: tuple[tuple[Span, ...] | None, ...] = ()
    other: tuple[tuple[str, str], ...] = ()

    __repr__ = one_line

    @property
    def subject(self) -> str:
        """The first argument, or an empty text."""
        return self.arguments[0] if self.arguments else ""

    @property
    def object(self) -> str:
        """All arguments after the first, joined by a space."""
        return " ".join(self.arguments[1:])

    @property
    def triple(self) -> tuple[str, str, str]:
        """Subject, relation, object."""
        if len(self.arguments) == 2:  # nearly always; faster than the properties
            return self.arguments[0], self.relation, self.arguments[1]
        return self.subject, self.relation, self.object


@dataclass(frozen=True, slots=True)
class Row:
    """An extraction and its sentence as given in the file: an id, the text, or both.

    A row without an extraction (``None``) says that the sentence was processed without result.
    """

    extraction: Extraction | None
    sentence_id: str | None = None
    sentence: str | None = None
    line: int | None = field(default=None, compare=False)

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class TupleAnnotation:
    """A sentence with its gold as plain tuples, one for each fact (CaRB, OIE2016, WiRe57)."""

    sentence: Sentence
    extractions: tuple[Extraction, ...]

    __repr__ = one_line
