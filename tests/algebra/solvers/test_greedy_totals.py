"""The greedy matching of rows that come in one after another, against matching anew."""

from __future__ import annotations

import random

import pytest

from karat.algebra.plans.swept_corpus import greedy_totals
from karat.algebra.solvers.assignment import first_come, heaviest_first


@pytest.mark.parametrize("seed", range(300))
def test_totals_are_those_of_matching_anew(seed: int) -> None:
    draw = random.Random(seed)
    rows, columns = draw.randrange(9), draw.randrange(9)
    cells = [
        (row, column, draw.randint(1, 4)) for row in range(rows) for column in range(columns) if draw.random() < 0.6
    ]
    confidences = [draw.randrange(5) / 4 for _ in range(rows)]
    thresholds = sorted(set(confidences), reverse=True)
    expected = []
    for threshold in thresholds:
        above = (cell for cell in heaviest_first(cells) if confidences[cell[0]] >= threshold)
        expected.append(sum(weight for _, _, weight in first_come(above)))
    assert greedy_totals(cells, confidences, thresholds) == expected
