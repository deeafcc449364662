"""Rank correlations with ties, and their intervals over sentences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.results.agreement.verdicts import kendall, rank_correlations, spearman
from karat.results.statistics.resampling import Resampling

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=12)


@given(PAIRS)
def test_both_are_scipys(pairs):
    from scipy.stats import kendalltau, spearmanr

    a, b = np.array(pairs, dtype=float).T
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return
    assert kendall(a, b) == pytest.approx(kendalltau(a, b).statistic)
    assert spearman(a, b) == pytest.approx(spearmanr(a, b).statistic)


def share(sums):
    return (sums[..., 0] / sums[..., 1])[..., np.newaxis]


def test_by_hand():
    # Three systems in two sentences, each (correct, all): people 1, 1/2, 0; the metric 1/2, 1, 0.
    people = [np.array(each, dtype=float) for each in ([[1, 1], [1, 1]], [[1, 1], [0, 1]], [[0, 1], [0, 1]])]
    scores = [people[1], people[0], people[2]]
    (found,) = rank_correlations(people, scores, share, None)
    assert found.tau.value == pytest.approx(1 / 3)
    assert found.spearman.value == pytest.approx(1 / 2)
    assert found.tau.interval is None


def test_intervals_are_over_sentences():
    generator = np.random.default_rng(3)
    people = [np.column_stack([generator.integers(0, 3, 40), np.full(40, 3.0)]) for _ in range(4)]
    (same,) = rank_correlations(people, people, share, Resampling("bca", 200))
    assert (same.tau.value, same.tau.interval) == (1, None), "always 1, which says nothing of how sure it is"
    shuffled = [each[generator.permutation(40)] for each in people]
    (other,) = rank_correlations(people, shuffled, share, Resampling("bca", 200))
    assert other.tau.value == pytest.approx(1), "the sums are the same, only the sentences differ"
    assert other.tau.interval.low < 1


def test_two_systems_have_no_ranks():
    people = [np.array([[1.0, 1.0]]), np.array([[0.0, 1.0]])]
    (found,) = rank_correlations(people, people, share, None)
    assert (found.tau.value, found.spearman.value) == (None, None)
