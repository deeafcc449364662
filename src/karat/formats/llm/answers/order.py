"""Which part of a tuple without names is the relation: the first one, or the one after the subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from karat.model import Extraction

Order = Literal["relation first", "subject first"]


def in_order(parts: Sequence[str], order: Order) -> Extraction:
    """Make an extraction of parts without names; one part alone is the relation.

    >>> in_order(["Ann", "founded", "Bext"], "subject first").relation
    'founded'
    """
    if order == "subject first" and len(parts) > 1:
        return Extraction(parts[1], (parts[0], *parts[2:]))
    return Extraction(parts[0], tuple(parts[1:]))
