"""Two annotators' work side by side."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from karat.annotate.api.schemas.documents import DocumentView
from karat.annotate.api.schemas.model import RowId, Schema
from karat.annotate.api.schemas.projects import ItemView


class Annotator(Schema):
    """Somebody who annotated the item, and their document."""

    person: int
    name: str
    document: DocumentView


class TriplePairView(Schema):
    """The ids of a triple of both, or of one of them."""

    a: str | None
    b: str | None
    agrees: bool
    differing: list[tuple[int, int]] = Field(description="slot and word that only one of them has as optional")
    grouped_otherwise: bool = Field(description="the same words are optional, but in other groups")


class SynsetPairView(Schema):
    """The ids of a synset of both, or of one of them."""

    a: str | None
    b: str | None
    agrees: bool
    covering: list[str] = Field(description="the other's synsets with an expansion in common")
    shared: list[str] | None = Field(description="an expansion that both have")
    triples: list[TriplePairView]


class CountsView(Schema):
    """How many things each has and how many both have, with Dice's coefficient."""

    value: float | None
    both: int
    a: int
    b: int


class ItemAgreement(Schema):
    """Agreement on this sentence."""

    facts: float | None
    recall_a: float | None
    recall_b: float | None
    synsets: CountsView
    triples: CountsView
    optional_tokens: CountsView


class StepView(Schema):
    """One event of the merged document."""

    number: int
    author: str | None = Field(description="nobody: the command line")
    time: datetime
    kind: str
    triples: list[str]
    sources: list[str] = Field(description="the annotators that the triples, or a triple's wording, were taken from")
    done: bool | None = Field(description="of an event that says so: whether the sentence is done")
    undone: bool


class ComparisonView(Schema):
    """A sentence as two annotators have it, the merged document, and who decided what in it."""

    item: ItemView
    annotators: list[Annotator] = Field(description="all who annotated the item")
    a: int = Field(description="person")
    b: int | None = Field(description="person; none if there is only one annotator")
    pairs: list[SynsetPairView]
    agreement: ItemAgreement | None
    merged: DocumentView | None
    history: list[StepView]
    may_adjudicate: bool


class StartAdjudication(Schema):
    """Whose work the merged document starts from; the first two annotators if nobody is named."""

    a: RowId | None = None
    b: RowId | None = None
