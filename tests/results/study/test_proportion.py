"""Counts with their intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.results.study.report import Proportion, proportion, running_proportions, wilson


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize(("count", "total"), [(0, 1), (1, 1), (0, 20), (20, 20), (1, 3), (217, 374), (1706, 2975)])
def test_wilson_is_that_of_statsmodels(count, total, level):
    peer = pytest.importorskip("statsmodels.stats.proportion")
    interval = wilson(count, total, level)
    assert interval is not None
    expected = peer.proportion_confint(count, total, alpha=1 - level, method="wilson")
    assert (interval.low, interval.high) == pytest.approx(expected, abs=1e-12)


def test_wilson_by_hand():
    # z = 1.959964, z² / n = .038415 for n = 100: middle (.5 + .019207) / 1.038415 = .5,
    # reach 1.959964 · √(.0025 + .038415 / 400) / 1.038415 = .096168
    interval = wilson(50, 100)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((0.403832, 0.596168), abs=1e-6)


def test_nothing_to_count():
    assert wilson(0, 0) is None
    assert proportion([]) == Proportion(0, 0)
    assert Proportion(0, 0).to_json()["value"] is None


def test_one_sentence_has_no_interval_over_sentences():
    counted = proportion([("s1", True), ("s1", False)])
    assert (counted.count, counted.total, counted.clustered) == (1, 2, None)


def test_sentences_that_are_right_or_wrong_as_wholes_widen_the_interval():
    alternating = [(sentence, sentence % 2 == 0) for sentence in range(20) for _ in range(10)]
    counted = proportion(alternating)
    assert counted.interval is not None
    assert counted.clustered is not None
    assert counted.interval == wilson(100, 200)
    assert counted.clustered.high - counted.clustered.low > 2 * (counted.interval.high - counted.interval.low)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=20), st.data())
def test_running_counts_are_those_of_the_first_outcomes(outcomes, data):
    ends = sorted(data.draw(st.sets(st.integers(1, len(outcomes)), min_size=1)))
    running = running_proportions(outcomes, ends, 0.9)
    for end, counted in zip(ends, running, strict=True):
        alone = proportion(outcomes[:end], 0.9)
        assert (counted.count, counted.total, counted.interval) == (alone.count, alone.total, alone.interval)
        assert (counted.clustered is None) == (alone.clustered is None)
        if counted.clustered is not None and alone.clustered is not None:
            assert counted.clustered.low == pytest.approx(alone.clustered.low)
            assert counted.clustered.high == pytest.approx(alone.clustered.high)
