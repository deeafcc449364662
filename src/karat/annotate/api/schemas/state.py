"""The state of a document as its kind writes it, for the page's types.

The server passes states through as the kind's ``to_json`` made them and does not check them a second time; these
models only describe them in the schema.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from karat.annotate.api.schemas.model import Schema
from karat.annotate.api.schemas.projects import Analysis
from karat.annotate.api.schemas.study import StudyState, TaskContent

Way = Literal["hand", "variant", "border", "active", "coreference", "imported", "candidate", "adopted"]


class Chunk(Schema):
    """A required word, or optional words that come and go together."""

    text: str
    optional: bool
    at: list[int] | None


class Origin(Schema):
    """The round a triple was made in, and how."""

    round: int
    way: Way
    source: str | None


class Triple(Schema):
    """One triple of a synset."""

    id: str
    subject: list[Chunk]
    relation: list[Chunk]
    object: list[Chunk]
    wholesome: bool | None
    origin: Origin


class Synset(Schema):
    """Triples that state one fact."""

    id: str
    label: str | None = Field(description="the id in the file that it was imported from")
    note: str
    triples: list[Triple]


class Decision(Schema):
    """What was decided about a candidate."""

    accepted: bool
    triple: str | None


class SynsetState(Schema):
    """The state of a document in a project of synsets."""

    synsets: list[Synset]
    decisions: dict[str, Decision]
    translation: str | None
    note: str
    done: bool


DESCRIBED: tuple[type[BaseModel], ...] = (SynsetState, Analysis, StudyState, TaskContent)
"""Models that only the schema knows: the server answers with JSON that others have checked."""
