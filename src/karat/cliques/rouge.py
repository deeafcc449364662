"""ROUGE between parse strings (Lin, 2004): shared tokens, shared pairs of neighbours, longest common subsequence.

Each is an F1 over brackets and labels, so 2 · shared / (all of one + all of the other): ROUGE-1 counts tokens, ROUGE-2
neighbours, each as often as both have it, and ROUGE-L the longest sequence that both have in order. The score is their
weighted mean.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from karat.errors import InputError

DIGITS = 12
"""Scores are rounded to so many digits, so that those that are equal as fractions are equal as numbers."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What ROUGE-1, ROUGE-2 and ROUGE-L count for; only their proportions matter."""

    one: float = 0.2
    two: float = 0.3
    longest: float = 0.5

    def __post_init__(self) -> None:
        values = (self.one, self.two, self.longest)
        if not all(math.isfinite(value) and value >= 0 for value in values) or not sum(values) > 0:
            found = ", ".join(f"{value:g}" for value in values)
            raise InputError(f"weights: expected three numbers from 0, not all of them 0, found {found}")

    def mean(self, one: float, two: float, longest: float) -> float:
        """The weighted mean of the three scores."""
        total = math.fsum((self.one, self.two, self.longest))
        return round((self.one * one + self.two * two + self.longest * longest) / total, DIGITS)


WEIGHTS = Weights()


def rouge(a: Sequence[str], b: Sequence[str], weights: Weights = WEIGHTS) -> float:
    """Score two sequences of tokens from 0 to 1; it does not matter which comes first.

    >>> rouge("( S ( NP ) )".split(), "( S ( VP ) )".split(), Weights(1, 0, 0)) == round(2 * 5 / 12, 12)
    True
    """
    one = f1(sum((Counter(a) & Counter(b)).values()), len(a), len(b))
    two = f1(sum((Counter(pairwise(a)) & Counter(pairwise(b))).values()), len(a) - 1, len(b) - 1)
    return weights.mean(one, two, f1(longest_common(a, b), len(a), len(b)))


def f1(shared: int, a: int, b: int) -> float:
    """Give 2 · shared / (a + b), and 1 where there is nothing on either side."""
    return 2 * shared / (a + b) if a + b > 0 else 1.0


def longest_common(a: Sequence[str], b: Sequence[str]) -> int:
    """Find the length of the longest common subsequence.

    A column of the usual table is one whole number, of which each bit says where the length does not grow; so a step
    is an addition (Hyyrö, 2004).
    """
    places: dict[str, int] = {}
    for place, token in enumerate(a):
        places[token] = places.get(token, 0) | 1 << place
    return longest_common_at(places, len(a), b)


def longest_common_at(places: dict[str, int], length: int, b: Sequence[str]) -> int:
    """Do it where each token's places in the first sequence are known, as bits."""
    full = (1 << length) - 1
    column = full
    for token in b:
        if here := column & places.get(token, 0):
            column = ((column + here) | (column - here)) & full
    return length - column.bit_count()
