"""ROUGE between parse strings (Lin, 2004): ROUGE-1, ROUGE-2, ROUGE-L and their weighted mean.

Each is an F1 over brackets and labels, 2 · shared / (length of one + length of the other): ROUGE-1 counts shared
tokens, ROUGE-2 shared bigrams, ROUGE-L the longest common subsequence.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from karat.errors import InputError

DIGITS = 12
"""Scores are rounded to this many digits, so that equal fractions are equal floats."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of ROUGE-1, ROUGE-2 and ROUGE-L; only their proportions matter."""

    one: float = 0.2
    two: float = 0.3
    longest: float = 0.5

    def __post_init__(self) -> None:
        values = (self.one, self.two, self.longest)
        if not all(math.isfinite(value) and value >= 0 for value in values) or not sum(values) > 0:
            found = ", ".join(f"{value:g}" for value in values)
            raise InputError(f"weights: expected three numbers from 0, not all of them 0, found {found}")

    def mean(self, one: float, two: float, longest: float) -> float:
        """Compute the weighted mean of the three scores."""
        total = math.fsum((self.one, self.two, self.longest))
        return round((self.one * one + self.two * two + self.longest * longest) / total, DIGITS)


WEIGHTS = Weights()


def rouge(a: Sequence[str], b: Sequence[str], weights: Weights = WEIGHTS) -> float:
    """Score two sequences of tokens from 0 to 1; the score is symmetric.

    >>> rouge("( S ( NP ) )".split(), "( S ( VP ) )".split(), Weights(1, 0, 0)) == round(2 * 5 / 12, 12)
    True
    """
    one = f1(sum((Counter(a) & Counter(b)).values()), len(a), len(b))
    two = f1(sum((Counter(pairwise(a)) & Counter(pairwise(b))).values()), len(a) - 1, len(b) - 1)
    return weights.mean(one, two, f1(longest_common(a, b), len(a), len(b)))


def f1(shared: int, a: int, b: int) -> float:
    """Compute 2 · shared / (a + b), and 1 if both are empty."""
    return 2 * shared / (a + b) if a + b > 0 else 1.0


def longest_common(a: Sequence[str], b: Sequence[str]) -> int:
    """Compute the length of the longest common subsequence with bit parallelism (Hyyrö, 2004).

    A column of the dynamic programme is one integer, whose bits mark where the length does not grow, so each step is an
    addition.
    """
    positions: dict[str, int] = {}
    for position, token in enumerate(a):
        positions[token] = positions.get(token, 0) | 1 << position
    return longest_common_at(positions, len(a), b)


def longest_common_at(positions: dict[str, int], length: int, b: Sequence[str]) -> int:
    """Compute the length from the positions, as bits, at which each token occurs in the first sequence."""
    full = (1 << length) - 1
    column = full
    for token in b:
        if here := column & positions.get(token, 0):
            column = ((column + here) | (column - here)) & full
    return length - column.bit_count()
