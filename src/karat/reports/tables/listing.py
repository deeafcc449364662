"""A plain table: rows of text below the names of their columns, for lists and counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of text; the columns at ``right`` are aligned right, those at ``unbroken`` are never folded."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Collection[int] = ()
    unbroken: Collection[int] = (0,)
