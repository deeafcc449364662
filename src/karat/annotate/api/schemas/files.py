"""Imports and exports."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from karat.annotate.api.schemas.model import Schema

What = Literal["sentences", "gold", "draft", "candidates"]
ExportFormat = Literal["benchie", "benchie-e", "jsonl", "csv"]


class ImportReport(Schema):
    """What a file held, what of it was new, and what was repaired when it was read."""

    what: What
    sentences: int
    added: int = Field(description="sentences or candidates that the project had not got")
    documents: int = Field(description="documents that were filled")
    skipped: int = Field(description="documents left alone, because there is work in them")
    synsets: int
    triples: int
    candidates: int
    repaired: list[str]
    notes: list[str]
