from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from karat.errors import InputError, UnknownNameError
from karat.results.statistics.resampling import (
    Resampling,
    bootstrap_sums,
    mass_array,
    resample_counts,
    summable,
    swapped_sums,
    unless_off,
    values_of,
)

LEVEL = "level: expected a confidence from 0.5 to less than 1, such as 0.95"


def counts(units: int, resamples: int, seed: int) -> np.ndarray:
    return np.vstack(list(resample_counts(units, resamples, seed)))


@pytest.mark.parametrize(
    ("resampling", "signature"),
    [
        pytest.param(Resampling(), "ci:korn-graubard/95", id="default: nothing is resampled"),
        pytest.param(Resampling("bca"), "ci:bca/10000/seed:0/95", id="a bootstrap"),
        pytest.param(Resampling("percentile", 2000, 7, 0.9), "ci:percentile/2000/seed:7/90", id="all said"),
        pytest.param(Resampling(level=0.995), "ci:korn-graubard/99.5", id="a level between"),
    ],
)
def test_the_signature_names_every_choice(resampling, signature):
    assert resampling.signature() == signature


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        pytest.param({"resamples": -1}, "resamples: expected 0 or more, found -1", id="fewer than none"),
        pytest.param({"seed": -1}, "seed: expected 0 or more, found -1", id="negative seed"),
        pytest.param({"level": 95}, f"{LEVEL}, found 95; did you mean 0.95?", id="level in per cent"),
        pytest.param({"level": 0.05}, f"{LEVEL}, found 0.05; did you mean 0.95?", id="significance for level"),
        pytest.param({"level": 0.0}, f"{LEVEL}, found 0", id="no level"),
    ],
)
def test_what_cannot_be_resampled_is_refused(wrong, message):
    with pytest.raises(InputError) as caught:
        Resampling(**wrong)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("resampling", "off"),
    [(None, True), (Resampling(resamples=0), True), (Resampling("bca", 0), True), (Resampling("bca", 1), False)],
)
def test_no_resamples_are_as_none(resampling, off):
    assert unless_off(resampling) == (None if off else resampling)


def test_an_unknown_method_is_named_with_the_nearest():
    with pytest.raises(UnknownNameError, match="unknown interval method 'bac'; did you mean 'bca'"):
        Resampling(method="bac")


def test_a_resample_takes_as_many_units_as_there_are():
    drawn = counts(units=7, resamples=500, seed=3)
    assert drawn.shape == (500, 7)
    assert (drawn.sum(axis=1) == 7).all()
    assert (drawn >= 0).all()


def test_every_resample_of_three_units_is_as_likely_as_it_should_be():
    # 3^3 = 27 equally likely draws: counts (3, 0, 0) come from 1 of them, (2, 1, 0) from 3, (1, 1, 1) from 6.
    resamples = 54_000
    seen, often = np.unique(counts(3, resamples, seed=11), axis=0, return_counts=True)
    ways = {3: 1, 2: 3, 1: 6}
    expected = np.array([resamples * ways[int(row.max())] / 27 for row in seen])
    assert len(seen) == 10
    chi_square = ((often - expected) ** 2 / expected).sum()
    assert chi_square < 27.9  # 9 degrees of freedom, one in a thousand


def test_the_random_stream_is_pinned():
    # Published intervals name their seed: these rows must never change.
    assert counts(5, 3, seed=0).tolist() == [[0, 2, 1, 1, 1], [4, 0, 0, 0, 1], [0, 0, 1, 2, 2]]
    assert swapped_sums(np.eye(4), range(4), 3, seed=0).tolist() == [[1, 0, 0, 0], [0, 0, 1, 1], [1, 1, 1, 1]]


@pytest.mark.parametrize("units", [2, 5, 300, 70_001])
def test_more_resamples_begin_with_the_fewer(units):
    # 70,001 units make chunks of 3 resamples, with an odd number of draws each.
    assert (counts(units, 8, seed=5)[:5] == counts(units, 5, seed=5)).all()


def test_seeds_differ():
    assert (counts(30, 10, seed=1) != counts(30, 10, seed=2)).any()


def test_bootstrap_sums_by_hand():
    masses = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]])
    chunks = [np.array([[1.0, 1.0, 1.0], [3.0, 0.0, 0.0]]), np.array([[0.0, 1.0, 2.0]])]
    assert bootstrap_sums(masses, chunks).tolist() == [[7, 70], [3, 30], [10, 100]]


def test_chunks_sum_as_the_whole_would():
    generator = np.random.default_rng(0)
    masses = summable(generator.random((3000, 5)))
    whole = counts(3000, 400, seed=9)
    assert len(list(resample_counts(3000, 400, seed=9))) > 1
    assert (bootstrap_sums(masses, resample_counts(3000, 400, seed=9)) == whole @ masses).all()


def test_whole_masses_stay_as_they_are():
    masses = np.random.default_rng(1).integers(0, 5000, (300, 4)).astype(float)
    assert (summable(masses) == masses).all()


def test_other_masses_hardly_move_and_then_sum_exactly():
    masses = mass_array([[Fraction(1, unit + 1)] for unit in range(300)], columns=1)
    rounded = summable(masses)
    assert np.abs(rounded - masses).max() < 1e-12 / 2
    for row in counts(300, 20, seed=0):
        exact = sum(int(count) * Fraction(float(mass)) for count, mass in zip(row, rounded[:, 0], strict=True))
        assert Fraction(float(row @ rounded[:, 0])) == exact


def test_masses_of_all_kinds_become_floats():
    masses = mass_array([[1, 2.5, Fraction(1, 3), 0]])
    assert masses.tolist() == [[1.0, 2.5, 1 / 3, 0.0]]
    assert mass_array([]).shape == (0, 4)


def test_a_unit_is_swapped_half_the_time_and_apart_from_others():
    swaps = swapped_sums(np.eye(6), range(6), 20_000, seed=4)
    assert set(np.unique(swaps)) == {0.0, 1.0}
    # Four standard errors of a share: 4 · √(1/4 / 20,000) = 0.0141; of a correlation: 4 / √20,000 = 0.0283.
    assert np.abs(swaps.mean(axis=0) - 0.5).max() < 0.0141
    assert np.abs(np.corrcoef(swaps.T) - np.eye(6)).max() < 0.0283


def test_leaving_units_out_changes_no_other_units_swaps():
    of_all = swapped_sums(np.eye(400), range(400), 1000, seed=4)
    some = [0, 3, 200, 399]
    assert (swapped_sums(np.eye(400), some, 1000, seed=4)[:, some] == of_all[:, some]).all()


def test_what_is_no_number_is_undefined():
    values = values_of(lambda sums: sums[..., :1] / sums[..., 1:], np.array([[1.0, 2.0], [0.0, 0.0], [1.0, 0.0]]))
    assert values[0, 0] == 0.5
    assert np.isnan(values[1:]).all()
