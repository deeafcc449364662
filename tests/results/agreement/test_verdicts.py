"""Verdicts against people's labels, and how far they rank systems as people do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.results.agreement.verdicts import VALUES, Judged, kendall, rank_correlations, spearman, verdict_agreement
from karat.results.statistics.resampling import Resampling


def test_by_hand():
    # 4 accepted by both, 1 by the verdict alone, 2 by people alone, 3 by neither.
    outcomes = [(True, True)] * 4 + [(True, False)] + [(False, True)] * 2 + [(False, False)] * 3
    found = verdict_agreement("exact", [Judged(number, *each) for number, each in enumerate(outcomes)])
    assert (found.both, found.only_verdict, found.only_people, found.neither, found.items) == (4, 1, 2, 3, 10)
    expected = {
        "precision": 4 / 5,
        "recall": 4 / 6,
        "f1": 8 / 11,
        "accuracy": 7 / 10,
        "kappa": (0.7 - (0.5 * 0.6 + 0.5 * 0.4)) / (1 - 0.5),
        "ac1": (0.7 - 2 * 0.55 * 0.45) / (1 - 2 * 0.55 * 0.45),
        "correlation": (4 * 3 - 1 * 2) / (5 * 5 * 6 * 4) ** 0.5,  # φ
    }
    assert {name: getattr(found, name).value for name in VALUES} == pytest.approx(expected)
    for name in VALUES:
        coefficient = getattr(found, name)
        assert coefficient.interval.low < coefficient.value < coefficient.interval.high


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=2, max_size=30))
def test_the_correlation_is_scipys_point_biserial(pairs):
    from scipy.stats import pointbiserialr

    people, scores = zip(*pairs, strict=True)
    judged = [Judged(number, score >= 0.5, label, score) for number, (label, score) in enumerate(pairs)]
    value = verdict_agreement("score", judged, None).correlation.value
    if len(set(people)) == 1 or np.ptp(scores) < 1e-3:
        return
    assert value == pytest.approx(pointbiserialr(people, scores).statistic, abs=1e-6)


def test_scores_that_are_all_the_same_have_no_correlation():
    judged = [Judged(number, True, number % 3 == 0, 0.1) for number in range(9)]
    assert verdict_agreement("same", judged).correlation.value is None


@pytest.mark.parametrize(
    ("outcomes", "undefined"),
    [
        pytest.param([], set(VALUES), id="nothing"),
        pytest.param(
            [(False, False)] * 3, {"precision", "recall", "f1", "kappa", "correlation"}, id="nothing accepted"
        ),
        pytest.param([(False, True), (False, False)], {"precision", "correlation"}, id="the verdict accepts nothing"),
        pytest.param([(True, True)] * 2, {"kappa", "correlation"}, id="everything accepted"),
    ],
)
def test_what_is_undefined_is_none(outcomes, undefined):
    found = verdict_agreement("v", [Judged(number, *each) for number, each in enumerate(outcomes)])
    assert {name for name in VALUES if getattr(found, name).value is None} == undefined


def test_kappa_over_clusters_is_cohens_with_another_interval():
    outcomes = [(True, True)] * 4 + [(True, False)] + [(False, True)] * 2 + [(False, False)] * 3
    together = [Judged(number // 5, *each) for number, each in enumerate(outcomes * 4)]
    alone = [Judged(number, *each) for number, each in enumerate(outcomes * 4)]
    usual, apart, clustered = (
        verdict_agreement("exact", judged, clustered_kappa=clustered).kappa
        for judged, clustered in ((alone, False), (alone, True), (together, True))
    )
    assert usual.value == pytest.approx(apart.value) == pytest.approx(clustered.value)
    assert usual.interval.low == pytest.approx(apart.interval.low, abs=0.06)
    assert clustered.interval != apart.interval


@pytest.mark.parametrize("clustered", [True, False])
@pytest.mark.parametrize("outcomes", [[(True, True), (False, True)], [(True, True), (False, False)]])
def test_the_interval_where_all_resamples_have_one_value_is_that_of_accuracy(outcomes, clustered):
    """If people accept all, κ is always 0; if both always agree, it is 1: [1, 1] would look certain. Chance is .5."""
    judged = [Judged(number, *each) for number, each in enumerate(outcomes * 5)]
    found = verdict_agreement("v", judged, clustered_kappa=clustered)
    low, high = (2 * end - 1 for end in (found.accuracy.interval.low, found.accuracy.interval.high))
    assert found.kappa.value in (0, 1)
    assert (found.kappa.interval.low, found.kappa.interval.high) == pytest.approx((low, high))
    assert found.ac1.interval.low < found.ac1.value


# Ranks of systems


PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=12)


@given(PAIRS)
def test_rank_correlations_are_scipys(pairs):
    from scipy.stats import kendalltau, spearmanr

    a, b = np.array(pairs, dtype=float).T
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return
    assert kendall(a, b) == pytest.approx(kendalltau(a, b).statistic)
    assert spearman(a, b) == pytest.approx(spearmanr(a, b).statistic)


def share(sums):
    return (sums[..., 0] / sums[..., 1])[..., np.newaxis]


def test_rank_correlations_by_hand():
    # Three systems in two sentences, each (correct, all): people 1, 1/2, 0; the metric 1/2, 1, 0.
    people = [np.array(each, dtype=float) for each in ([[1, 1], [1, 1]], [[1, 1], [0, 1]], [[0, 1], [0, 1]])]
    scores = [people[1], people[0], people[2]]
    (found,) = rank_correlations(people, scores, share, None)
    assert found.tau.value == pytest.approx(1 / 3)
    assert found.spearman.value == pytest.approx(1 / 2)
    assert found.tau.interval is None


def test_intervals_of_ranks_are_over_sentences():
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
