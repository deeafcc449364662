from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binomtest

from karat.results.statistics.shares import Shares, effective_size, jackknife, share_intervals

RATIO = Shares(lambda sums: sums[..., :1] / sums[..., 1:2], ceilings=(1, 1))
"""Column 0 over column 1."""


def precision_recall_f1(sums: np.ndarray) -> np.ndarray:
    precision, recall = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    both = precision + recall
    f1 = np.where(both == 0, 0.0, 2 * precision * recall / np.where(both == 0, 1.0, both))
    return np.stack([precision, recall, f1], axis=-1)


F = Shares(precision_recall_f1, ceilings=(1, 1, 3, 3))


def ends(units: list[list[float]], shares: Shares = RATIO, level: float = 0.95) -> tuple[list[float], list[float]]:
    low, high = share_intervals(jackknife(np.array(units, dtype=float), shares), level)
    return low.tolist(), high.tolist()


def size(units: list[list[float]]) -> float:
    return float(effective_size(jackknife(np.array(units, dtype=float), RATIO))[0])


@pytest.mark.parametrize("facts", [1, 4])
@pytest.mark.parametrize("sentences", [2, 5, 10, 24, 300])
def test_nothing_right_and_all_right_are_clopper_and_pearsons(sentences, facts):
    # All sentences alike: as many coins as sentences, however many facts are in each.
    low, high = ends([[0, facts]] * sentences)
    assert low == [0.0]
    assert high == [pytest.approx(1 - 0.025 ** (1 / sentences))]
    assert high == [pytest.approx(binomtest(0, sentences).proportion_ci(method="exact").high)]
    low, high = ends([[facts, facts]] * sentences)
    assert low == [pytest.approx(0.025 ** (1 / sentences))]
    assert high == [1.0]


def test_sentences_of_unequal_size_count_as_fewer():
    # Kish: (8 + 1 + 1)² / (64 + 1 + 1) = 100/66 sentences.
    assert size([[0, 8], [0, 1], [0, 1]]) == pytest.approx(100 / 66)


def slow_interval(units, level):
    """The formula of docs/intervals.md, one sentence at a time."""
    right, all_there = (math.fsum(unit[place] for unit in units) for place in (0, 1))
    value = right / all_there
    weights = [unit[1] / all_there for unit in units]
    typical = math.fsum(weight**2 for weight in weights)
    left_out = [(right - unit[0]) / (all_there - unit[1]) for unit in units]
    variance = math.fsum((value - other) ** 2 for other in left_out)
    middle = (value + typical / 2) / (1 + typical)
    spread = variance + (middle - value) ** 2 * typical + typical**2 / 2 * (middle**2 + (1 - middle) ** 2)
    coins = middle * (1 - middle) * (1 + typical) ** 2 / spread - 1
    tail = (1 - level) / 2
    return (
        beta.ppf(tail, coins * value, coins * (1 - value) + 1),
        beta.ppf(1 - tail, coins * value + 1, coins * (1 - value)),
    )


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(
    "units",
    [
        pytest.param([[1, 2], [0, 3], [4, 5], [1, 1]], id="four sentences"),
        pytest.param([[1, 4], *[[0, 4]] * 23], id="one hit"),
        pytest.param([[3, 4], [4, 4], [0, 8], [2, 2], [7, 8], [1, 1]], id="mostly right"),
    ],
)
def test_the_formula_by_hand(units, level):
    low, high = ends(units, level=level)
    assert (low[0], high[0]) == pytest.approx(slow_interval(units, level))


def test_what_is_right_together_counts_as_fewer():
    # 20 of 80 facts in 20 sentences of four: all facts of five sentences, or one fact of each.
    together, apart = [[4, 4]] * 5 + [[0, 4]] * 15, [[1, 4]] * 20
    assert size(together) == pytest.approx(20, rel=0.15)
    assert size(apart) > 80
    assert ends(together)[0][0] < ends(apart)[0][0] < 0.25 < ends(apart)[1][0] < ends(together)[1][0]


def test_f1_is_a_share_of_both_sides():
    # Precision and recall have other sentences that count: the first predicts nothing, the last has no gold.
    found = jackknife(np.array([[0, 0, 0, 2], [1, 2, 1, 1], [0, 1, 0, 0]], dtype=float), F)
    assert found.counting.tolist() == [2, 2, 3]
    assert found.weights[:, 0].tolist() == pytest.approx([0, 2 / 3, 1 / 3])
    assert found.weights[:, 1].tolist() == pytest.approx([2 / 3, 1 / 3, 0])
    assert found.points.tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3])


@pytest.mark.parametrize(
    "units",
    [
        pytest.param([[0, 0], [0, 0]], id="undefined"),
        pytest.param([[1, 2]], id="one sentence"),
        pytest.param([[1, 2], [0, 0], [0, 0]], id="one that counts"),
        pytest.param([[0, 3], [0, 0]], id="one that counts, nothing right"),
    ],
)
def test_no_interval_of_fewer_than_two(units):
    low, high = ends(units)
    assert math.isnan(low[0])
    assert math.isnan(high[0])


UNITS = st.lists(st.integers(0, 8).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))), min_size=2)


@given(UNITS, st.floats(0.01, 0.999))
def test_laws(units, level):
    masses = np.array(units, dtype=float)
    if (masses[:, 1] > 0).sum() < 2:
        return
    value = masses[:, 0].sum() / masses[:, 1].sum()
    (low,), (high,) = ends(units, level=level)
    assert 0 <= low <= value <= high <= 1
    assert low < high
    # Sentences without anything in them change nothing, nor does their order.
    assert ends([[0, 0], *units[::-1]], level=level) == (pytest.approx([low]), pytest.approx([high]))
    # What is wrong instead of what is right: the same interval from the other end.
    mirrored = ends([[whole - right, whole] for right, whole in units], level=level)
    assert mirrored == (pytest.approx([1 - high], abs=1e-9), pytest.approx([1 - low], abs=1e-9))


def test_more_confidence_is_a_wider_interval():
    units = [[1, 2], [0, 3], [4, 5], [1, 1]]
    widths = [high[0] - low[0] for low, high in (ends(units, level=level) for level in (0.5, 0.9, 0.95, 0.99))]
    assert widths == sorted(widths)
    assert len(set(widths)) == 4


def test_more_sentences_are_a_narrower_interval():
    units = [[1, 2], [0, 3], [4, 5], [1, 1]]
    widths = [high[0] - low[0] for low, high in (ends(units * times) for times in (1, 2, 10, 100))]
    assert widths == sorted(widths, reverse=True)


def test_many_data_sets_come_out_as_each_alone():
    drawn = np.random.default_rng(1).integers(0, 5, (7, 6, 4)).astype(float)
    drawn[..., 1] += drawn[..., 0]
    drawn[..., 3] += drawn[..., 2]
    together = share_intervals(jackknife(drawn, F), 0.95)
    for place, masses in enumerate(drawn):
        for many, one in zip(together, share_intervals(jackknife(masses, F), 0.95), strict=True):
            assert many[place].tolist() == one.tolist()


def test_a_value_above_1_keeps_to_its_interval():
    # CaRB's recall of a sentence can pass 1.
    low, high = ends([[3, 2], [2, 2], [5, 4]])
    assert low[0] < 10 / 8 <= high[0]
