"""Progress, agreement and live scores."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from karat.annotate.api.schemas.model import Schema
from karat.annotate.api.schemas.projects import Status

AsOf = Annotated[datetime, Field(description="when it was computed; figures that take long are kept for a while")]


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


class DashboardView(Schema):
    """Progress of a project."""

    items: int
    started: int
    done: int = Field(description="items whose annotators are all done; they see each other's work")
    merged: int = Field(description="items with work in the merged document")
    people: list[PersonProgress] = Field(description="annotators see only their own row")
    checks: list[PersonProgress] = Field(description="experts' checks, which count nowhere else; for curators")
    machines: list[PersonProgress] = Field(description="language models' work, which counts nowhere else; for curators")


class OwnProgress(Schema):
    """How many documents I have, have finished, and have with the summary that was asked for."""

    assigned: int
    done: int
    summarised: int


class AnnotatorStatus(Schema):
    """How far one annotator is with an item."""

    person: int
    name: str
    status: Status
    active_ms: int


class ItemProgress(Schema):
    """How far the annotators are with an item; its own status is done when all of them are."""

    id: int
    position: int
    key: str
    text: str
    source: str | None
    status: Status
    synsets: int = Field(description="in the merged document")
    triples: int = Field(description="in the merged document")
    annotators: list[AnnotatorStatus]


class ItemProgressList(Schema):
    """Some items; ``next`` is the position to ask for more after."""

    items: list[ItemProgress]
    next: int | None


class RoundGain(Schema):
    """What one round added, and the recall of all rounds up to it against the final gold (null without one)."""

    round: int
    triples: int
    synsets: int
    recall: float | None


class EffortView(Schema):
    """Effort against completeness: what each round added, and the active time."""

    rounds: list[RoundGain]
    items: int = Field(description="items that were worked on")
    active_ms_per_item: float | None = Field(description="mean active time of all annotators on an item")
    as_of: AsOf


class PairAgreement(Schema):
    """Agreement of two annotators on the items that both have done; each value is null where it is undefined."""

    first: str
    second: str
    items: int
    facts: float | None = Field(description="mean of each one's recall by the other, as `karat gold agreement` has it")
    facts_low: float | None = Field(description="lower end of its interval")
    facts_high: float | None
    synsets: float | None = Field(description="share of the synsets that can be paired")
    triples: float | None = Field(description="share of the triples that have the same words in paired synsets")
    optional_tokens: float | None = Field(description="share of the optional words in these that both call optional")
    signature: str


class AgreementView(Schema):
    """Agreement of every pair of annotators who did the same items."""

    pairs: list[PairAgreement]
    as_of: AsOf


class SystemScore(Schema):
    """A system against the gold so far."""

    system: str
    metric: str
    precision: float | None
    recall: float | None
    f1: float | None
    f1_low: float | None = Field(description="lower end of the interval of F1")
    f1_high: float | None
    signature: str


class ScoresView(Schema):
    """Live scores of the systems whose output was imported."""

    sentences: int = Field(description="sentences of the project")
    finished: int = Field(description="those whose gold is done, on which systems are scored")
    scores: list[SystemScore]
    note: str | None = Field(description="why there are none")
    as_of: AsOf
