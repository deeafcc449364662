"""The base of every schema, and the types that several of them share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LARGEST_ID = 2**31 - 1
"""PostgreSQL's integer column holds no more."""

RowId = Annotated[int, Field(ge=1, le=LARGEST_ID)]
"""The id of a row: a person, a project, an item, a document."""

ClientId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{12,32}$")]
"""An id that the page made: of an event, a synset or a triple."""

NO_NUL = r"^[^\x00]*$"
"""PostgreSQL cannot compare with a text that has NUL in it."""


class Schema(BaseModel):
    """What a route takes or answers: no field but those declared."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class Problem(Schema):
    """Every error: one plain line."""

    error: str


class Done(Schema):
    """The request was carried out, and there is nothing else to say."""

    done: bool = True
