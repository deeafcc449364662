"""Studies: making tasks, the guideline, who said what, and where labellers differ."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from karat.annotate.api.schemas.documents import DocumentView
from karat.annotate.api.schemas.model import Schema

FactLabel = Literal["correct", "incorrect"]
AttributionLabel = Literal["correct", "incorrect", "none"]
Polarity = Literal["+", "-"]
Modality = Literal["CT", "PS"]


class Quantity(Schema):
    """The words that a placeholder stands for."""

    id: str
    text: str


class Attribution(Schema):
    """Whom the fact is attributed to, and with which factuality."""

    source: str
    predicate: str | None
    polarity: Polarity | None
    modality: Modality | None


class ExtractionView(Schema):
    """An extraction with all that labellers judge."""

    relation: str
    arguments: list[str]
    polarity: Polarity | None
    modality: Modality | None
    attribution: Attribution | None
    quantities: list[Quantity]


class TaskContent(Schema):
    """The content of an item of a study."""

    sentence_id: str
    clause: str | None
    extraction: ExtractionView


class StudyState(Schema):
    """The state of a document in a study."""

    fact: FactLabel | None
    attribution: AttributionLabel | None
    rules: list[str] = Field(description="of F1 to F12 and A1 to A3, in the guideline's order")
    note: str
    unsure: bool
    done: bool


class RuleExample(Schema):
    """An extraction, and whether it is correct by the rule."""

    sentence: str
    extraction: ExtractionView
    correct: bool
    note: str


class RuleView(Schema):
    """A rule of the guideline."""

    id: str
    label: Literal["fact", "attribution"]
    title: str
    text: str
    broken: str = Field(description="what it means to break the rule")
    permits: bool = Field(description="it only permits something, and cannot be broken by itself")
    examples: list[RuleExample]


class LabelText(Schema):
    """What one of the two labels asks."""

    id: Literal["fact", "attribution"]
    title: str
    text: str


class RulesView(Schema):
    """The guideline; texts have paragraphs between blank lines, with **bold**, *examples* and `code`."""

    intro: str
    labels: list[LabelText]
    rules: list[RuleView]


class Share(Schema):
    """How many tasks somebody was given."""

    name: str
    tasks: int


class TasksCreated(Schema):
    """What the outputs were made into."""

    tasks: int
    repeats: int = Field(description="how many of the tasks come a second time, which labellers are not told")
    shares: list[Share]
    notes: list[str] = Field(description="what the readers of the files left out or changed")


class GivenLabel(Schema):
    """What somebody said of a task."""

    person: int
    name: str
    machine: bool = Field(description="a language model")
    document: int
    state: StudyState


class LabelsView(Schema):
    """Who said what of a task that all have labelled."""

    labels: list[GivenLabel]
    differ: bool = Field(description="people gave different labels; a language model does not count")
    merged: DocumentView | None = Field(description="the adjudicated labels, if somebody has begun")
    may_adjudicate: bool


class Disagreement(Schema):
    """A task on which people differ and nobody has decided."""

    item: int
    position: int
    key: str
    text: str
    content: TaskContent
    labels: list[GivenLabel]
    begun: bool = Field(description="somebody has begun to adjudicate")


class DisagreementList(Schema):
    """Some disagreements in order; ``next`` is the position to ask for more after."""

    items: list[Disagreement]
    next: int | None


class StudyReportView(Schema):
    """The report's figures, as `karat study report --json` prints them."""

    report: dict[str, Any]
    figures: list[str] = Field(description="the names of the pictures")
