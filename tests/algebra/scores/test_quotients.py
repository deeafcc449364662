"""Scores as plain quotients, as intervals take them: nothing moves, and no column passes what it is a part of."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from karat.algebra import CompositeScore, CoveredF, FMeasure, Jaccard, MeanScore, Score, Scored

# Three predictions, two of which cover one of the two gold items that are covered; five gold items.
MASSES = (3, 4, 2, 5)


@pytest.mark.parametrize(
    ("score", "row"),
    [
        pytest.param(Score(*MASSES, FMeasure()), MASSES, id="F: as it is"),
        pytest.param(Score(*MASSES, Jaccard(empty=1)), MASSES, id="Jaccard: P and R are as ever"),
        pytest.param(Score(*MASSES, CoveredF()), (2, 2 + 4 - 3, 2, 5), id="BenchIE: covered among these and the rest"),
        pytest.param(
            CompositeScore((Score(*MASSES, CoveredF()), Score(1, 2, 1, 1, FMeasure())), "mean"),
            (2, 3, 2, 5, 1, 2, 1, 1),
            id="each part",
        ),
        pytest.param(MeanScore.of(0.5, None, 0.25), (Fraction(1, 2), 0, Fraction(1, 4), 1, 0, 1), id="a mean"),
    ],
)
def test_quotients(score: Scored, row: tuple[float, ...]) -> None:
    found = score.quotients
    assert found.row == row
    assert (found.precision, found.recall, found.f1) == (score.precision, score.recall, score.f1)
    for place, ceiling in enumerate(score.ceilings):
        assert row[place] <= row[ceiling]
    # A part of nothing is all there is.
    assert {score.ceilings[ceiling] for ceiling in score.ceilings} == set(score.ceilings)
    summed = np.array([row], dtype=float)
    columns = np.array([values[0] for values in found.columns(summed)[:3]])
    expected = [np.nan if value is None else value for value in (score.precision, score.recall, score.f1)]
    assert columns == pytest.approx(expected, nan_ok=True)


def test_a_silent_sentence_has_no_part_in_benchies_precision() -> None:
    assert Score(0, 0, 0, 4, CoveredF()).quotients.row == (0, 0, 0, 4)
