"""What a person said of an extraction (MinIE's labelling guidelines)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.extraction import Extraction
from karat.model.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's labels of one extraction: is the fact entailed, and is its attribution right.

    ``None`` is a label not given; an extraction without attribution has no attribution label.
    """

    sentence: Sentence
    extraction: Extraction
    judge: str
    fact: bool | None = None
    attribution: bool | None = None
    remark: str = ""
