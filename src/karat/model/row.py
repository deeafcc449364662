"""An extraction as it stands in a file: with the sentence it came from and its line."""

from __future__ import annotations

from dataclasses import dataclass, field

from karat.model.extraction import Extraction


@dataclass(frozen=True, slots=True)
class Row:
    """An extraction and what its file says of its sentence: an id, the text, or both.

    A row without an extraction (``None``) says that a sentence was read and gave nothing.
    """

    extraction: Extraction | None
    sentence_id: str | None = None
    sentence: str | None = None
    line: int | None = field(default=None, compare=False)
