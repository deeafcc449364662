"""Candidates for review."""

from __future__ import annotations

from pydantic import Field

from karat.annotate.api.schemas.documents import DocumentView
from karat.annotate.api.schemas.model import Schema
from karat.annotate.api.schemas.projects import ItemView
from karat.annotate.api.schemas.state import Chunk


class SuggestionView(Schema):
    """The synset that a candidate is closest to."""

    synset: str
    triple: str
    wrong_slots: int = Field(description="slots that no pattern of the synset accepts")
    wrong_words: int


class CandidateView(Schema):
    """An extraction to be decided on; which system it is from is hidden."""

    id: str
    round: int = Field(description="2: gold of another benchmark, 3: systems")
    subject: list[Chunk]
    relation: list[Chunk]
    object: list[Chunk]
    suggestion: SuggestionView | None


class ReviewView(Schema):
    """The candidates of an item that wait for a decision, and what became of the others."""

    item: ItemView
    document: DocumentView
    candidates: list[CandidateView]
    covered: int = Field(description="a synset accepts them")
    accepted: int
    rejected: int
    implicit: int = Field(description="left out: they have words outside the sentence")
