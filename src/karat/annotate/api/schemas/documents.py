"""Documents, events, and the page of work."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, StringConstraints, WithJsonSchema

from karat.annotate.api.schemas.model import ClientId, Schema
from karat.annotate.api.schemas.projects import ItemView
from karat.annotate.project import PURPOSES

MOST_EVENTS = 100
Purpose = Annotated[str, WithJsonSchema({"type": "string", "enum": list(PURPOSES)})]
"""An annotator's work, an expert's check of it, or a language model's work."""
LONGEST_DAY_MS = 24 * 60 * 60 * 1000

State = Annotated[
    dict[str, Any],
    Field(description="of the project's kind: in projects of synsets, as SynsetState describes it"),
]


class DocumentView(Schema):
    """One person's work on an item; nobody's (``person: null``) is the merged document."""

    id: int
    item: int
    person: int | None
    purpose: Purpose
    version: int
    state: State
    done: bool
    revealed: bool = Field(description="all annotators of the item are done and may see each other's work")
    locked: bool = Field(description="I may read but not change it")


class Other(Schema):
    """Another annotator of the same item."""

    name: str
    purpose: Purpose
    done: bool
    document: int


class WorkPage(Schema):
    """All that the page needs to work on an item."""

    item: ItemView
    document: DocumentView | None = Field(description="my document, or none if the item is not assigned to me")
    merged: int | None = Field(description="the merged document, if there is one and I may see it")
    candidates: int = Field(description="extractions that still wait for a decision")
    others: list[Other] = Field(description="empty while the others are hidden from me")


class NewEventBody(Schema):
    """A change that the page made."""

    client_id: ClientId
    kind: Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,32}$")]
    payload: dict[str, Any]
    on: int = Field(ge=0, le=2**31 - 1, description="the version it was made on")
    active_ms: int = Field(default=0, ge=0, le=LONGEST_DAY_MS)


class NewEvents(Schema):
    """Changes in the order in which they were made; all are stored, or none."""

    events: list[NewEventBody] = Field(min_length=1, max_length=MOST_EVENTS)


class Appended(Schema):
    """The events are on disk: the document's version after them, and the number of each."""

    version: int
    numbers: list[int]


class EventView(Schema):
    """A stored event."""

    document: int
    number: int
    client_id: str
    author: int | None = Field(description="nobody: the command line")
    time: datetime
    kind: str
    payload: dict[str, Any]
    on: int
    active_ms: int


class EventList(Schema):
    """Events of a document in order."""

    version: int
    events: list[EventView]


class Conflict(Schema):
    """The document is newer than the events' version; these came in between."""

    error: str
    version: int
    events: list[EventView]
