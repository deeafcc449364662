"""What an assignment earns on both sides, and its F1."""

from __future__ import annotations

from typing import NamedTuple

Columns = dict[int, int]
"""The column of each assigned row."""


class Sums(NamedTuple):
    """What an assignment earns on both sides, or the masses of both sides."""

    predicted: int
    gold: int


def quotient(sums: Sums, masses: Sums) -> tuple[int, int]:
    """Numerator and denominator of F1; 0 where nothing is matched."""
    if not sums.predicted or not sums.gold:
        return 0, 1
    return 2 * sums.predicted * sums.gold, sums.predicted * masses.gold + sums.gold * masses.predicted
