"""Gold as plain tuples: one form of each fact (CaRB, OIE2016, WiRe57)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.extraction import Extraction
from karat.model.sentence import Sentence


@dataclass(frozen=True, slots=True)
class TupleAnnotation:
    """A sentence with its gold tuples."""

    sentence: Sentence
    extractions: tuple[Extraction, ...]
