"""Verdicts against people's labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.results.agreement.coefficients import Rated, measure_agreement
from karat.results.agreement.verdicts import VALUES, Judged, verdict_agreement


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


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=20))
def test_kappa_and_ac1_are_those_of_two_raters(outcomes):
    found = verdict_agreement("v", [Judged(number, *each) for number, each in enumerate(outcomes)], None)
    items = [Rated(number, {"a": str(one), "b": str(other)}) for number, (one, other) in enumerate(outcomes)]
    agreement = measure_agreement(items, ("True", "False"), None)
    assert found.kappa.value == pytest.approx(agreement.cohen.value)
    assert found.ac1.value == pytest.approx(agreement.ac1.value)
    assert found.accuracy.value == pytest.approx(agreement.raw.value)


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
