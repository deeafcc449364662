"""Extractions: what a system or an annotator took from a sentence, and as rows of a file or tuples of a gold."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from karat.model.sentence import Sentence

Span = tuple[int, int]
"""First token and the token after the last, counted from 0."""


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
    """Who is said to vouch for the fact, by which predicate, and how surely."""

    source: str
    predicate: str | None = None
    polarity: Polarity | None = None
    modality: Modality | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """Words that a placeholder such as ``QUANT_O_1`` stands for."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """One tuple that a system or an annotator took from a sentence.

    ``spans`` has the relation's place first, then each argument's, ``None`` where unknown; ``other`` keeps, by name,
    what a format says beyond all this, so that no reader loses anything.
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

    @property
    def subject(self) -> str:
        """The first argument, or nothing."""
        return self.arguments[0] if self.arguments else ""

    @property
    def object(self) -> str:
        """All arguments after the first, joined by a space."""
        return " ".join(self.arguments[1:])

    @property
    def triple(self) -> tuple[str, str, str]:
        """Subject, relation, object."""
        if len(self.arguments) == 2:  # as nearly always; quicker than to ask for each
            return self.arguments[0], self.relation, self.arguments[1]
        return self.subject, self.relation, self.object


@dataclass(frozen=True, slots=True)
class Row:
    """An extraction and what its file says of its sentence: an id, the text, or both.

    A row without an extraction (``None``) says that a sentence was read and gave nothing.
    """

    extraction: Extraction | None
    sentence_id: str | None = None
    sentence: str | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TupleAnnotation:
    """A sentence with its gold as plain tuples: one form of each fact (CaRB, OIE2016, WiRe57)."""

    sentence: Sentence
    extractions: tuple[Extraction, ...]
