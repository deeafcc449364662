from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import norm

from karat.results.statistics.intervals import (
    Interval,
    bca_tails,
    interval,
    intervals,
    intervals_of_all,
    jackknife_acceleration,
    leave_one_out,
)
from karat.results.statistics.resampling import Resampling, bootstrap_sums, resample_counts
from karat.results.statistics.shares import Shares

ratio = Shares(lambda sums: sums[..., :1] / sums[..., 1:2], ceilings=(1, 1))
"""Column 0 over column 1."""


def _precision_recall_f1(sums: np.ndarray) -> np.ndarray:
    precision, recall = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    return np.stack([precision, recall, 2 * precision * recall / (precision + recall)], axis=-1)


precision_recall_f1 = Shares(_precision_recall_f1, ceilings=(1, 1, 3, 3))


def random_masses(seed: int, units: int = 40) -> np.ndarray:
    generator = np.random.default_rng(seed)
    gold = generator.poisson(3.5, units) + 1
    matched = generator.binomial(gold, generator.beta(2, 4, units))
    predicted = matched + generator.poisson(1.5, units)
    return np.stack([matched, predicted, matched, gold], axis=1).astype(float)


def test_percentile_interval_of_an_enumerable_bootstrap():
    # Three units 0/1, 1/1, 1/1: a resample's ratio is Binomial(3, 2/3) / 3, that is 0, 1/3, 2/3, 1 with
    # 1/27, 6/27, 12/27, 8/27. Of 80 % the lower end is where 10 % is passed (1/27 < 0.1 < 7/27): 1/3; the upper
    # where 90 % is passed (19/27 < 0.9): 1.
    masses = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    assert intervals(masses, ratio, Resampling("percentile", 20_000, level=0.8)) == [Interval(1 / 3, 1.0)]


def test_bootstrap_distribution_is_the_enumerated_one():
    # All 4^4 = 256 resamples of four units, against 40,000 drawn ones.
    masses = np.array([[0.0, 1.0], [1.0, 2.0], [3.0, 3.0], [1.0, 5.0]])
    enumerated = [float(ratio(masses[list(draw)].sum(axis=0))[0]) for draw in itertools.product(range(4), repeat=4)]
    drawn = ratio(bootstrap_sums(masses, resample_counts(4, 40_000, seed=2)))[:, 0]
    for value in np.unique(np.round(enumerated, 9)):
        share = np.mean(np.array(enumerated) <= value + 1e-9)
        # Four standard errors of a share of 40,000.
        assert np.mean(drawn <= value + 1e-9) == pytest.approx(share, abs=4 * math.sqrt(0.25 / 40_000))


def slow_bca(masses, value_index, resampling):
    """Efron (1987), equations for z0, a and the ends, one resample and one unit at a time."""
    units = len(masses)
    point = precision_recall_f1(masses.sum(axis=0))[value_index]
    resampled = []
    for chunk in resample_counts(units, resampling.resamples, resampling.seed):
        for row in chunk:
            total = np.zeros(masses.shape[1])
            for unit, count in enumerate(row):
                for _ in range(int(count)):
                    total = total + masses[unit]
            resampled.append(precision_recall_f1(total)[value_index])
    jackknife = []
    for left_out in range(units):
        total = sum(masses[unit] for unit in range(units) if unit != left_out)
        jackknife.append(precision_recall_f1(total)[value_index])
    mean = math.fsum(jackknife) / units
    cubes = math.fsum((mean - value) ** 3 for value in jackknife)
    squares = math.fsum((mean - value) ** 2 for value in jackknife)
    acceleration = cubes / (6 * squares**1.5)
    below = sum(1.0 if value < point else 0.5 if value == point else 0.0 for value in resampled)
    z0 = norm.ppf(below / len(resampled))
    ends = []
    for tail in ((1 - resampling.level) / 2, (1 + resampling.level) / 2):
        z = norm.ppf(tail)
        adjusted = norm.cdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z)))
        rank = adjusted * (len(resampled) + 1) - 1
        below_rank = math.floor(rank)
        ordered = sorted(resampled)
        ends.append(ordered[below_rank] + (rank - below_rank) * (ordered[below_rank + 1] - ordered[below_rank]))
    return ends


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("value_index", [0, 1, 2], ids=["precision", "recall", "f1"])
def test_bca_is_efrons(seed, value_index):
    masses = random_masses(seed)
    resampling = Resampling("bca", 400, seed, 0.9)
    found = intervals(masses, precision_recall_f1, resampling)[value_index]
    low, high = slow_bca(masses, value_index, resampling)
    assert found.low == pytest.approx(low, abs=1e-9)
    assert found.high == pytest.approx(high, abs=1e-9)


def test_bca_without_bias_and_acceleration_is_the_percentile():
    resampled = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    assert bca_tails(3.0, resampled, np.array([2.0, 3.0, 4.0]), (0.1, 0.9)) == pytest.approx((0.1, 0.9))


def test_bca_moves_towards_the_side_where_resamples_are_few():
    # 1 of 5 below and 1 equal: z0 = Φ⁻¹(0.3), so both tails move down by 2 z0.
    low, high = bca_tails(2.0, np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([1.0, 2.0, 3.0]), (0.1, 0.9))
    assert low == pytest.approx(norm.cdf(2 * norm.ppf(0.3) + norm.ppf(0.1)))
    assert high == pytest.approx(norm.cdf(2 * norm.ppf(0.3) + norm.ppf(0.9)))


@pytest.mark.parametrize(
    ("point", "left_out", "tails"),
    [
        pytest.param(0.5, [1.0, 2.0, 3.0], (0.1, 0.9), id="all resamples above: z0 would be −∞"),
        pytest.param(5.5, [1.0, 2.0, 3.0], (0.1, 0.9), id="all resamples below: z0 would be +∞"),
        # One unit apart from 500 others: a is nearly 1/6, its largest; z0 + z = 0.8 + 5.6.
        pytest.param(4.9, [0.0] + [1.0] * 500, (1e-8, 1 - 1e-8), id="a (z0 + z) above 1"),
    ],
)
def test_bca_falls_back_to_the_percentile(point, left_out, tails):
    resampled = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    assert bca_tails(point, resampled, np.array(left_out), tails) == tails


@pytest.mark.parametrize(
    ("left_out", "acceleration"),
    [
        pytest.param([], 0.0, id="nothing left"),
        pytest.param([0.3, 0.3, 0.3], 0.0, id="no spread"),
        pytest.param([0.3, 0.1 + 0.2, 0.3], 0.0, id="a spread of rounding only"),
        pytest.param([0.0, 0.0, 3.0], (1 + 1 - 8) / (6 * 6**1.5), id="deviations 1, 1, −2"),
    ],
)
def test_acceleration_by_hand(left_out, acceleration):
    assert jackknife_acceleration(np.array(left_out)) == pytest.approx(acceleration)


def test_leave_one_out_by_hand():
    masses = np.array([[1.0, 2.0], [1.0, 1.0], [0.0, 5.0]])
    assert leave_one_out(masses, ratio)[:, 0].tolist() == [1 / 6, 1 / 7, 2 / 3]


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize(
    ("masses", "expected"),
    [
        pytest.param([[1, 3]] * 10, Interval(1 / 3, 1 / 3), id="nothing varies"),
        pytest.param([[1, 3], [2, 6], [5, 15]], Interval(1 / 3, 1 / 3), id="masses vary, their ratio does not"),
        pytest.param([[0, 4], [0, 1], [0, 2]], Interval(0, 0), id="nothing is matched"),
        pytest.param([[0, 0]] * 5, None, id="undefined"),
        pytest.param([[1, 2]], None, id="one unit"),
    ],
)
def test_edges(method, masses, expected):
    assert intervals(np.array(masses, dtype=float), ratio, Resampling(method, 500)) == [expected]


def test_no_units_no_interval():
    assert intervals(np.zeros((0, 2)), ratio, Resampling(resamples=10)) == [None]


def test_undefined_resamples_are_left_out_and_counted():
    # Only the first of three units predicts anything: a resample without it, (2/3)^3 = 8/27 of them, has no ratio.
    masses = np.array([[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]])
    (found,) = intervals(masses, ratio, Resampling("bca", 9_000, seed=1))
    missing = sum(int((chunk[:, 0] == 0).sum()) for chunk in resample_counts(3, 9_000, seed=1))
    assert found == Interval(0.5, 0.5, undefined=missing)
    assert missing == pytest.approx(9_000 * 8 / 27, abs=4 * math.sqrt(9_000 * 8 / 27 * 19 / 27))


def test_no_defined_resample_no_interval():
    assert interval(0.5, np.array([np.nan, np.nan]), np.array([0.5]), Resampling()) is None


def test_a_higher_level_is_a_wider_interval():
    masses = random_masses(4)
    widths = []
    for level in (0.5, 0.9, 0.95, 0.99):
        found = intervals(masses, precision_recall_f1, Resampling(resamples=2000, level=level))[2]
        widths.append(found.high - found.low)
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


def test_each_comes_out_among_many_as_alone():
    # Fractional masses too: the sums are exact, so not a digit may move.
    resampling = Resampling(resamples=500, seed=6)
    generator = np.random.default_rng(0)
    scored = [(random_masses(seed) * generator.random((40, 1)), precision_recall_f1) for seed in range(7)]
    scored.append((random_masses(9)[:, :2], ratio))
    together = intervals_of_all(scored, resampling)
    assert together == [intervals(masses, statistic, resampling) for masses, statistic in scored]
    assert [len(each) for each in together] == [3] * 7 + [1]


def test_none_asked_none_given():
    assert intervals_of_all([], Resampling()) == []
