"""Progress, agreement and live scores."""

from __future__ import annotations

from pydantic import Field

from karat.annotate.api.schemas.model import Schema


class PersonProgress(Schema):
    """How far one annotator is."""

    person: int
    name: str
    assigned: int
    started: int
    done: int
    synsets: int
    triples: int
    active_ms: int


class RoundYield(Schema):
    """What one round added, and its recall against the merged gold (``null`` while there is none)."""

    round: int
    triples: int
    synsets: int
    recall: float | None


class DashboardView(Schema):
    """Progress of a project. An annotator sees only their own row until work is revealed."""

    items: int
    started: int
    done: int
    revealed: int
    merged: int
    people: list[PersonProgress]
    rounds: list[RoundYield]
    active_ms_per_item: float | None = Field(description="mean active time of the items that are done")


class PairAgreement(Schema):
    """Agreement of two annotators on the items that both have done and that are revealed."""

    first: str
    second: str
    items: int
    facts: float | None = Field(description="F1 at fact level")
    synsets: float | None
    optional_tokens: float | None


class AgreementView(Schema):
    """Agreement of every pair of annotators."""

    pairs: list[PairAgreement]


class SystemScore(Schema):
    """A system against the gold so far."""

    system: str
    metric: str
    precision: float | None
    recall: float | None
    f1: float | None
    signature: str


class ScoresView(Schema):
    """Live scores of the systems whose output was imported."""

    sentences: int = Field(description="sentences whose gold is done")
    scores: list[SystemScore]
