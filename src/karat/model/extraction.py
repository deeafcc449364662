"""Extractions of a system or an annotator: rows of a file, gold tuples of a sentence, results of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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

    A row without an extraction (``None``) says that the sentence was processed without result; ``failure`` is the
    reason if the system failed on it. ``system`` is given in the rows of a run, which has at least one row for every
    sentence that was processed; ``run_sentences`` is how many there are in the whole run, if the file says so.
    """

    extraction: Extraction | None
    sentence_id: str | None = None
    sentence: str | None = None
    line: int | None = field(default=None, compare=False)
    system: str | None = None
    failure: str | None = None
    run_sentences: int | None = field(default=None, compare=False, repr=False)

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class TupleAnnotation:
    """A sentence with its gold as plain tuples, one for each fact (CaRB, OIE2016, WiRe57)."""

    sentence: Sentence
    extractions: tuple[Extraction, ...]

    __repr__ = one_line


# Runs of systems


@dataclass(frozen=True, slots=True)
class Usage:
    """What answers cost: tokens, and money in the currency of the price list.

    ``is_estimated`` says that a server did not count all of these tokens itself.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    is_estimated: bool = False

    __repr__ = one_line

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
            self.is_estimated or other.is_estimated,
        )


@dataclass(frozen=True, slots=True)
class RunHead:
    """The first line of a run: the system with its settings, and the sentences.

    ``sentences`` is their number, ``fingerprint`` the SHA-256 of their ids and texts, and ``samples`` how often each of
    them is processed.
    """

    system: str
    version: str
    settings: Mapping[str, Any] = field(hash=False)
    karat_version: str
    sentences: int
    fingerprint: str
    samples: int = 1
    benchmark: str | None = None

    __repr__ = one_line

    def name_of(self, sample: int) -> str:
        """Name the system, or a sample of it, as tables do.

        >>> RunHead("llm", "1", {}, "0.1", 300, "…", samples=3).name_of(2)
        'llm sample 2'
        """
        return self.system if self.samples == 1 else f"{self.system} sample {sample}"


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came of a sentence in a run: its extractions, or the reason why the system failed on it.

    ``sample`` counts from 1.
    """

    sentence: Sentence
    extractions: tuple[Extraction, ...] = ()
    failure: str | None = None
    usage: Usage | None = None
    sample: int = 1

    __repr__ = one_line
