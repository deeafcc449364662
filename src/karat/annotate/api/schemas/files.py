"""Imports and exports."""

from __future__ import annotations

from typing import Literal

from karat.annotate.api.schemas.model import Schema

What = Literal["sentences", "gold", "candidates"]
ExportFormat = Literal["benchie", "benchie-e", "jsonl", "csv"]


class ImportReport(Schema):
    """What an import added, and what it repaired on the way."""

    what: What
    added: int
    repaired: list[str]
