"""Draws in two processes are those of one, to the last digit, wherever the batches are divided."""

from __future__ import annotations

import numpy as np
import pytest

from karat.results.statistics import resampled_sums
from karat.results.statistics.resampled_sums import draw_bootstrap, draw_swaps
from karat.results.statistics.resampling import Resampling, batches_of, resample_counts, summable

MASSES = summable(np.random.default_rng(1).random((3001, 5)))
"""An odd number of units, of which a batch has 87 resamples: a word of random bits is left over in each."""
RESAMPLING = Resampling("bca", 1000, seed=3)


def test_some_batches_are_those_of_all() -> None:
    assert batches_of(len(MASSES), 1000) == 12
    batches = list(resample_counts(len(MASSES), 1000, 3))
    for first, last in ((0, 5), (5, 12), (11, 12)):
        some = list(resample_counts(len(MASSES), 1000, 3, range(first, last)))
        assert all(np.array_equal(a, b) for a, b in zip(some, batches[first:last], strict=True))


def test_processes_draw_what_one_process_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    units = list(range(0, 3001, 3))
    resampled, swapped = draw_bootstrap(MASSES, RESAMPLING), draw_swaps(MASSES, units, RESAMPLING)
    monkeypatch.setattr(resampled_sums, "PAYS", 1)
    assert np.array_equal(draw_bootstrap(MASSES, RESAMPLING, processes=2), resampled)
    assert np.array_equal(draw_swaps(MASSES, units, RESAMPLING, processes=2), swapped)
    assert resampled.shape == swapped.shape == (1000, 5)
    assert resampled.std(axis=0).min() > 0
