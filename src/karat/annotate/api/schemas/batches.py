"""Batches of cliques, their checks, and what experts refused."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from karat.annotate.api.schemas.documents import DocumentView, State
from karat.annotate.api.schemas.model import RowId, Schema
from karat.annotate.api.schemas.projects import ItemView
from karat.annotate.cliques.batches import STATUSES
from karat.annotate.cliques.options import RULES

Stage = Literal[1, 2]
Step = Annotated[str, WithJsonSchema({"type": "string", "enum": list(STATUSES)})]
"""How far a batch is."""
Rule = Annotated[str, WithJsonSchema({"type": "string", "enum": list(RULES)})]
"""When a sentence is right: by all experts, or in the mean over them."""


class BatchPerson(Schema):
    """A worker or an expert of a batch, and how far they are."""

    id: int
    name: str
    cliques: int
    done: int
    gone: str | None = Field(description="why they cannot go on, if they cannot: then somebody else must take over")


class ReplacementView(Schema):
    """Somebody took over from a worker or an expert."""

    round: int
    purpose: Literal["work", "check"]
    person: str
    successor: str
    cliques: int
    time: datetime


class CheckView(Schema):
    """One round of experts' checks; to annotators once it is decided, and without the experts."""

    round: int
    cliques: int = Field(description="how many were drawn")
    experts: list[BatchPerson]
    right: int | None = Field(description="sentences, or verdicts under the rule `mean`, that are right")
    total: int | None
    accepted: bool | None = Field(description="nothing while it is not decided")
    accept_above: int = Field(description="per cent that must be exceeded")
    rule: Rule
    started: datetime
    decided: datetime | None


class BatchView(Schema):
    """A batch: to annotators with their own part of it alone."""

    id: int
    number: int
    stage: Stage
    status: Step
    round: int
    created: datetime
    workers: list[BatchPerson]
    items: list[int] = Field(description="its cliques in order; of an annotator, their own")
    checks: list[CheckView]
    replacements: list[ReplacementView] = Field(description="from the oldest; annotators are not told")


class BatchList(Schema):
    """A project's batches in the order they were made, and how many cliques of each stage are in none."""

    batches: list[BatchView]
    waiting: dict[str, int] = Field(description="by stage; annotators are not told")


class NewBatch(Schema):
    """Give the next cliques of a stage to workers."""

    stage: Stage
    workers: list[RowId] = Field(min_length=1, max_length=100)
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1, description="deals and samples; drawn if absent")


class NewCheck(Schema):
    """Ask experts to check a sample of a batch."""

    experts: list[RowId] = Field(min_length=1, max_length=100)


class NewReplacement(Schema):
    """Let somebody take over from a worker or an expert."""

    person: RowId = Field(description="a worker with open cliques, or, while the batch is checked, an expert")
    successor: RowId


class RefusalView(Schema):
    """What an expert, who is not named, found wrong with a sentence."""

    item: int
    key: str
    worker: str
    round: int
    sentence: str
    text: str
    faults: list[str]
    note: str


class Feedback(Schema):
    """What experts refused in decided rounds: of my work, or of all if I am a curator without work in the batch."""

    batch: int
    round: int
    refusals: list[RefusalView]


class CheckPage(Schema):
    """All that an expert needs to check a clique; whose work it is, is not told."""

    item: ItemView
    batch: int = Field(description="the batch's number")
    round: int
    work: State
    document: DocumentView
