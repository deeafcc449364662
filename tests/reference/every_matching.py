"""One-to-one matchings by trial: every matching is tried (Chen et al., 2023, equation 13)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from case import Masses, disturb, draw_list

Number = Fraction | int


def best_sum(weights: Sequence[Sequence[Number]]) -> Number:
    """The highest sum of weights, at most one in each row and in each column."""

    @cache
    def best_from(row: int, taken: frozenset[int]) -> Number:
        """The highest sum from a row on, without the columns that are taken."""
        if row == len(weights):
            return 0
        sums = [best_from(row + 1, taken)]  # the row stays alone
        for column, weight in enumerate(weights[row]):
            if weight and column not in taken:  # a pair without weight is no better than none
                sums.append(weight + best_from(row + 1, taken | {column}))
        return max(sums)

    return best_from(0, frozenset())


def matching_score(similarity: Callable[[Any, Any], Number], left: Sequence[Any], right: Sequence[Any]) -> Number:
    """Σ↔ of equation 13."""
    return best_sum([[similarity(one, other) for other in right] for one in left])


def masses_one_to_one(
    similarity: Callable[[Any, Any], Number], predicted: Sequence[Any], gold: Sequence[Any]
) -> Masses:
    """Σ↔(P, R), Σ↔(P, P), Σ↔(P, R), Σ↔(R, R), of which equations 4 to 6 are made."""
    matched = matching_score(similarity, predicted, gold)
    return Masses(
        matched, matching_score(similarity, predicted, predicted), matched, matching_score(similarity, gold, gold)
    )


def draw_document(
    rng: random.Random, draw_item: Callable[[], Any], alter: Callable[[Any], Any] = lambda item: item
) -> tuple[list[Any], list[Any]]:
    """Gold items, and predictions that are like them; now and then many, so that many matchings are to be weighed."""
    longest = 8 if rng.random() < 0.1 else 4
    gold = draw_list(rng, draw_item, longest)
    if longest > 4:
        gold += [draw_item() for _ in range(4)]
    return disturb(rng, [alter(item) for item in gold], draw_item, longest), gold[:9]


def common(left: Sequence[Any], right: Sequence[Any]) -> int:
    """How many equal elements two bags share, each used once."""
    left_over = list(right)
    count = 0
    for element in left:
        if element in left_over:
            left_over.remove(element)
            count += 1
    return count


def f1_of_bags(left: Sequence[Any], right: Sequence[Any]) -> Fraction:
    """F↔[δ] inside another similarity: two empty bags are alike, an empty one is like nothing (decision 4)."""
    if not left and not right:
        return Fraction(1)
    return Fraction(2 * common(left, right), len(left) + len(right))
