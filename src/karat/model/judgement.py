"""Human judgements of extractions (MinIE's labelling guidelines)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.extraction import Extraction
from karat.model.sentence import Sentence
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's labels of one extraction: whether the fact is entailed, and whether its attribution is right.

    ``None`` means that no label was given; an extraction without attribution has no attribution label.
    """

    sentence: Sentence
    extraction: Extraction
    judge: str
    fact: bool | None = None
    attribution: bool | None = None
    remark: str = ""

    __repr__ = one_line
