"""Statistics of many sentences need little memory beyond the masses themselves."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from karat.algebra.scores.corpus import Column, Corpus
from karat.algebra.scores.normaliser import CoveredF
from karat.algebra.scores.score import Score
from karat.results.measurement import Measurement
from karat.results.statistics.comparison import compare
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling

SENTENCES = 50_000
IDS = tuple(map(str, range(SENTENCES)))


def measured(seed: int) -> Measurement:
    """Scores of 50,000 sentences in columns."""
    random = np.random.default_rng(seed)
    predicted, gold = random.integers(0, 12, SENTENCES), random.integers(1, 8, SENTENCES)
    matched = np.minimum(random.integers(0, 6, SENTENCES), np.minimum(predicted, gold))
    columns = [Column(each) for each in (matched, predicted, matched, gold)]
    return Measurement("benchie", None, IDS, Corpus(columns, (None,) * SENTENCES, Score(0, 0, 0, 0, CoveredF())), "")


def score(one: Measurement) -> None:
    assert one.score.f1 is not None


def formula(one: Measurement) -> None:
    intervals(one.masses, one.statistic, Resampling())


def bootstrap(one: Measurement) -> None:
    intervals(one.masses, one.statistic, Resampling("bca", 20))


def paired(one: Measurement) -> None:
    compare(one.masses, measured(2).masses, one.statistic, 2, Resampling("bca", 20), "randomisation")


@pytest.mark.parametrize(
    ("compute", "bytes_a_sentence"),
    [
        pytest.param(score, 20, id="score"),
        pytest.param(formula, 500, id="intervals by formula"),
        pytest.param(bootstrap, 500, id="bootstrap"),
        pytest.param(paired, 750, id="comparison"),
    ],
)
def test_memory_a_sentence(compute: Callable[[Measurement], None], bytes_a_sentence: int) -> None:
    one = measured(1)
    tracemalloc.start()
    try:
        compute(one)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < bytes_a_sentence * SENTENCES, f"{peak / SENTENCES:.0f} bytes a sentence"
