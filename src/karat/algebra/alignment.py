"""What a metric matched with what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from karat.algebra.exact import Number


@dataclass(frozen=True, slots=True)
class Match:
    """A matched pair, its credit, and the alignments inside it by field."""

    predicted: Any
    gold: Any
    credit: Number
    inner: tuple[tuple[str, Alignment], ...] = ()


@dataclass(frozen=True, slots=True)
class Alignment:
    """Matched pairs and what was left over on both sides; variables are the mapping of a latent matching."""

    matches: tuple[Match, ...] = ()
    unmatched_predicted: tuple[Any, ...] = ()
    unmatched_gold: tuple[Any, ...] = ()
    variables: tuple[tuple[Any, Any], ...] = ()

    @property
    def credit(self) -> Number:
        """What all matched pairs earned together."""
        return sum(match.credit for match in self.matches)
