"""A document of a structured-prediction task."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Document:
    """What a system or an annotator says of one document: entities, a graph, relations, templates."""

    id: str
    content: Any
    line: int | None = field(default=None, compare=False, repr=False)
    """Where it stands in its file, if it is of one."""
