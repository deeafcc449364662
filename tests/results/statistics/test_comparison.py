from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from karat.errors import UnknownNameError
from karat.results.statistics.comparison import MOST_ENUMERATED, Comparison, compare, compare_all, holm
from karat.results.statistics.resampling import Resampling, bootstrap_sums, resample_counts
from karat.results.statistics.shares import Shares

QUICK = Resampling("bca", resamples=2000, seed=3)


ratio = Shares(lambda sums: sums[..., :1] / sums[..., 1:2], ceilings=(1, 1))
"""Column 0 over column 1."""


def ones(matched: list[int]) -> np.ndarray:
    """One prediction a unit, right or wrong."""
    return np.array([[float(right), 1.0] for right in matched])


def random_system(seed: int, units: int = 60) -> np.ndarray:
    generator = np.random.default_rng(seed)
    predicted = generator.poisson(2, units) + 1
    return np.stack([generator.binomial(predicted, 0.4), predicted], axis=1).astype(float)


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        pytest.param([], [], id="none"),
        pytest.param([0.2], [0.2], id="one: as it is"),
        pytest.param([0.01, 0.02, 0.03], [3 * 0.01, 2 * 0.02, 2 * 0.02], id="the third may not fall below the second"),
        pytest.param([0.03, 0.01, 0.02], [2 * 0.02, 3 * 0.01, 2 * 0.02], id="the order stays"),
        pytest.param([0.4, 0.6], [0.8, 0.8], id="the last is not less than the one before"),
        pytest.param([0.9, 0.7], [1.0, 1.0], id="never above 1"),
        pytest.param([0.02, None, 0.01], [0.02, None, 2 * 0.01], id="no test does not count"),
        pytest.param([None], [None], id="no test at all"),
        pytest.param([0.01, 0.01], [0.02, 0.02], id="equal p"),
    ],
)
def test_holm_by_hand(p_values, adjusted):
    assert holm(p_values) == pytest.approx(adjusted)


@pytest.mark.parametrize(
    ("a", "b", "difference", "p", "swaps"),
    [
        pytest.param([1, 1, 0], [1, 1, 0], 0, 1, 1, id="equal: nothing to swap"),
        pytest.param([1, 1, 1], [0, 1, 1], 1 / 3, 2 / 2, 2, id="one differs: ±1/3"),
        pytest.param([1, 1, 1, 0], [0, 0, 0, 0], 3 / 4, 2 / 8, 8, id="three differ: only all or none give ±3/4"),
        pytest.param([1, 1, 1, 0], [0, 0, 0, 1], 2 / 4, 10 / 16, 16, id="3 against 1: |d| ≥ 2 in 16 − C(4,2)"),
        pytest.param([1] * 5, [0] * 5, 1, 2 / 32, 32, id="five differ"),
    ],
)
def test_exact_p_by_hand(a, b, difference, p, swaps):
    found = compare(ones(a), ones(b), ratio, 0, QUICK, "randomisation")
    assert found.difference == pytest.approx(difference)
    assert (found.method, found.resamples) == ("exact", swaps)
    assert found.p == pytest.approx(p)
    assert found.p_holm is None


@pytest.mark.parametrize("seed", range(4))
def test_exact_p_by_enumeration(seed):
    # Masses of both columns swap together, so the denominators move too.
    a, b = random_system(seed, units=6), random_system(seed + 100, units=6)
    observed = abs(float(ratio(a.sum(axis=0))[0] - ratio(b.sum(axis=0))[0]))
    extreme = 0
    for swap in itertools.product([False, True], repeat=6):
        mask = np.array(swap)[:, np.newaxis]
        first, second = np.where(mask, b, a).sum(axis=0), np.where(mask, a, b).sum(axis=0)
        extreme += abs(float(ratio(first)[0] - ratio(second)[0])) >= observed - 1e-12
    assert compare(a, b, ratio, 0, QUICK, "randomisation").p == pytest.approx(extreme / 2**6)


def test_sampled_swaps_come_near_the_exact_p(monkeypatch):
    a, b = random_system(1, units=MOST_ENUMERATED), random_system(2, units=MOST_ENUMERATED)
    exact = compare(a, b, ratio, 0, QUICK, "randomisation")
    monkeypatch.setattr("karat.results.statistics.comparison.MOST_ENUMERATED", 0)
    sampled = compare(a, b, ratio, 0, Resampling("bca", resamples=20_000), "randomisation")
    assert (exact.method, sampled.method) == ("exact", "randomisation")
    assert sampled.p == pytest.approx(exact.p, abs=4 * math.sqrt(0.25 / 20_000))
    assert 0.05 < exact.p < 0.95  # else the line above would say little


def test_fractional_ties_count_as_ties():
    # Each unit's 1/10 and 2/10 swap: by symmetry all 2^3 differences are ±0.1 or ±0.3, in floats not to the digit.
    a, b = np.array([[0.1, 1.0], [0.2, 1.0], [0.3, 1.0]]), np.array([[0.2, 1.0], [0.1, 1.0], [0.2, 1.0]])
    assert compare(a, b, ratio, 0, QUICK, "randomisation").p == 1.0


def test_units_that_do_not_differ_change_no_p():
    a, b = random_system(1, 40), random_system(2, 40)
    a[20:] = b[20:]
    first = compare(a, b, Shares(lambda sums: sums[..., :1], (1, 1)), 0, QUICK, "randomisation")
    same = np.vstack([b[20:]] * 10)
    more = compare(
        np.vstack([a, same]),
        np.vstack([b, same]),
        Shares(lambda sums: sums[..., :1], (1, 1)),
        0,
        QUICK,
        "randomisation",
    )
    assert first.method == "randomisation"
    assert more.p == first.p


def test_the_least_p_is_one_over_all_swaps_and_what_was_seen():
    found = compare(ones([1] * 40), ones([0] * 40), ratio, 0, QUICK, "randomisation")
    assert (found.p, found.resamples, found.seed) == (1 / 2001, 2000, 3)
    assert found.signature() == "test:randomisation/2000/seed:3"


def test_bootstrap_p_and_interval_by_their_definition():
    a, b = random_system(5), random_system(6)
    resampling = Resampling("percentile", 999, seed=8, level=0.9)
    found = compare(a, b, ratio, 0, resampling, "bootstrap")
    counts = np.vstack(list(resample_counts(60, 999, seed=8)))
    drawn = (ratio(bootstrap_sums(a, counts)) - ratio(bootstrap_sums(b, counts)))[:, 0]
    difference = float(ratio(a.sum(axis=0))[0] - ratio(b.sum(axis=0))[0])
    assert found.difference == difference
    assert found.p == (1 + np.sum(np.abs(drawn - difference) >= abs(difference))) / 1000
    # 999 resamples: the tails of 5 % are the 50th from below and from above.
    assert (found.low, found.high) == (np.sort(drawn)[49], np.sort(drawn)[949])
    assert found.signature() == "test:bootstrap/999/seed:8"


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_turning_the_pair_round_turns_the_sign(test):
    a, b = random_system(5), random_system(6)
    resampling = Resampling("percentile", 999)
    forth, back = compare(a, b, ratio, 0, resampling, test), compare(b, a, ratio, 0, resampling, test)
    assert forth.p == back.p
    assert (forth.difference, forth.low, forth.high) == pytest.approx((-back.difference, -back.high, -back.low))


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_each_pair_comes_out_among_many_as_alone(test):
    # Fractional masses too: the sums are exact, so not a digit may move.
    scale = np.random.default_rng(0).random((60, 1))
    systems = [random_system(seed) * scale for seed in range(5)]
    systems[4] = systems[3].copy()
    systems[4][:3] = random_system(9)[:3]
    together = compare_all(systems, ratio, 0, QUICK, test)
    pairs = list(itertools.combinations(range(5), 2))
    for (a, b), found in zip(pairs, together, strict=True):
        alone = compare(systems[a], systems[b], ratio, 0, QUICK, test)
        assert (alone.difference, alone.low, alone.high, alone.p) == (
            found.difference,
            found.low,
            found.high,
            found.p,
        )
        assert alone.method == found.method
    assert [found.p_holm for found in together] == holm([found.p for found in together])
    some = compare_all(systems, ratio, 0, QUICK, test, pairs=[(3, 1)])
    assert some[0].p == together[pairs.index((1, 3))].p
    assert some[0].p_holm == some[0].p


def test_an_undefined_value_has_no_comparison():
    silent = np.zeros((20, 2))
    found = compare_all([random_system(1, 20), silent, random_system(2, 20)], ratio, 0, QUICK, "randomisation")
    assert [each.difference is None for each in found] == [True, False, True]
    assert (found[0].low, found[0].high, found[0].p, found[0].p_holm) == (None, None, None, None)
    assert found[1].p_holm == found[1].p  # the only test


def test_undefined_swaps_are_left_out():
    # No swap gives 1/1 − 1/2, both give 1/2 − 1/1; a single one leaves a side without predictions: 2 of 2, not of 4.
    a, b = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([[1.0, 2.0], [0.0, 0.0]])
    assert compare(a, b, ratio, 0, QUICK, "randomisation").p == 1.0


def test_one_unit_has_no_interval():
    found = compare(ones([1]), ones([0]), ratio, 0, QUICK, "randomisation")
    assert found == Comparison(1.0, None, None, 1.0, None, "exact", 2, 3)
    assert found.signature() == "test:exact/2"


def test_equal_systems():
    system = random_system(1)
    assert compare(system, system, ratio, 0, QUICK, "randomisation") == Comparison(
        0.0, 0.0, 0.0, 1.0, None, "exact", 1, 3
    )
    assert compare(system, system, ratio, 0, QUICK, "bootstrap").p == 1.0


def test_nothing_to_compare():
    assert compare_all([random_system(1)], ratio, 0, QUICK, "randomisation") == []


def test_an_unknown_test_is_named_with_the_nearest():
    with pytest.raises(UnknownNameError, match="unknown paired test 'randomization'; did you mean 'randomisation'"):
        compare(ones([1]), ones([0]), ratio, 0, QUICK, "randomization")
