"""Imports and exports."""

from __future__ import annotations

from pydantic import Field

from karat.annotate.api.schemas.model import Schema

NAME_PATTERN = r"^[a-z][a-z-]{0,39}$"
"""Of an import or export, which the project's kind knows."""


class ImportReport(Schema):
    """What a file held, what of it was new, and what was repaired when it was read."""

    what: str
    sentences: int
    added: int = Field(description="sentences or candidates that the project had not got")
    documents: int = Field(description="documents that were filled")
    skipped: int = Field(description="documents left alone, because there is work in them")
    synsets: int
    triples: int
    candidates: int
    repaired: list[str]
    notes: list[str]
    lines: list[str] = Field(description="what was done, in sentences, where the counts do not fit the kind of project")
