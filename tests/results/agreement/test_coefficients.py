"""Coefficients of agreement: by hand, beside other libraries, and beside the definitions written out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.results.agreement.coefficients import BOOTSTRAP, COEFFICIENTS, Rated, cohen, cross_table, measure_agreement
from karat.results.statistics.resampling import Resampling

YES_NO = ("yes", "no")
CATEGORIES = ("correct", "incorrect", "none")

Labels = Sequence[Sequence[str | None]]
"""Each item's labels, one for each rater, ``None`` where a rater gave none."""


def rated(labels: Labels) -> list[Rated]:
    return [
        Rated(number, {f"r{rater}": label for rater, label in enumerate(item) if label is not None})
        for number, item in enumerate(labels)
    ]


def measured(labels: Labels, categories: Sequence[str] = CATEGORIES) -> dict[str, float | None]:
    agreement = measure_agreement(rated(labels), categories, None)
    return {name: getattr(agreement, name).value for name in COEFFICIENTS}


def test_the_check_value_of_the_specification():
    labels = [("yes", "yes")] * 900 + [("no", "no")] * 20 + [("yes", "no")] * 40 + [("no", "yes")] * 40
    agreement = measure_agreement(rated(labels), YES_NO)
    assert agreement.raw.value == 0.92
    assert agreement.cohen.value == pytest.approx(0.29078, abs=5e-6)
    assert agreement.alpha.value == pytest.approx(0.29113, abs=5e-6)
    assert agreement.ac1.value == pytest.approx(0.90983, abs=5e-6)
    assert agreement.prevalence == (("yes", 0.94), ("no", 0.06))
    assert (agreement.items, agreement.labels, agreement.raters) == (1000, 2000, ("r0", "r1"))
    for name in COEFFICIENTS:
        coefficient = getattr(agreement, name)
        assert coefficient.interval.low < coefficient.value < coefficient.interval.high


@pytest.mark.parametrize(
    ("labels", "raw", "kappa", "fleiss", "alpha", "ac1"),
    [
        pytest.param([("yes", "yes")] * 4, 1.0, None, None, None, 1.0, id="one category only"),
        pytest.param([("yes", "no")], 0.0, 0.0, -1.0, 0.0, -1.0, id="one item, different"),
        pytest.param([("yes", "yes")], 1.0, None, None, None, 1.0, id="one item, equal"),
        pytest.param([("yes", None), (None, "no")], None, None, None, None, None, id="no item with two labels"),
        pytest.param([], None, None, None, None, None, id="nothing"),
        pytest.param(
            # All pairs of the first item agree, and one of three of the second; 4 of 6 labels are yes.
            [("yes", "yes", "yes"), ("yes", "no", "no")],
            2 / 3,
            None,
            (2 / 3 - 5 / 9) / (4 / 9),
            1 - (1 / 3) / (8 / 15),
            (2 / 3 - 4 / 9) / (5 / 9),
            id="three raters",
        ),
    ],
)
def test_by_hand(labels, raw, kappa, fleiss, alpha, ac1):
    expected = {"raw": raw, "cohen": kappa, "fleiss": fleiss, "alpha": alpha, "ac1": ac1}
    assert measured(labels, YES_NO) == pytest.approx(expected)


# Clopper and Pearson's lower end where all of n agree is .025^(1/n): .158 for 2, .832 for 20; for 5 of 10 it is .187.
TWO, TWENTY = 0.025 ** (1 / 2), 0.025 ** (1 / 20)


@pytest.mark.parametrize(
    ("table", "chance", "interval"),
    [
        pytest.param([[1, 0], [0, 1]], 1 / 2, (2 * TWO - 1, 1), id="two agree"),
        pytest.param([[10, 0], [0, 10]], 1 / 2, (2 * TWENTY - 1, 1), id="twenty agree"),
        pytest.param([[19, 0], [0, 1]], 0.905, (TWENTY / 0.095 - 0.905 / 0.095, 1), id="twenty agree, nearly all yes"),
        pytest.param([[0, 10], [10, 0]], 1 / 2, (-1, 1 - 2 * TWENTY), id="twenty differ"),
        pytest.param([[0, 1, 0], [0, 0, 1], [1, 0, 0]], 1 / 3, (-0.5, 1.5 * (1 - 0.025 ** (1 / 3)) - 0.5), id="round"),
        pytest.param([[0, 1], [0, 0]], 0, None, id="one item shows no variance"),
    ],
)
def test_kappa_without_variance_has_the_interval_of_raw_agreement(table, chance, interval):
    """Each end x of the interval of raw agreement becomes (x − chance) / (1 − chance)."""
    found = cohen(table)
    assert chance == pytest.approx(float(np.sum(table, axis=1) @ np.sum(table, axis=0)) / np.sum(table) ** 2)
    assert (found.interval and (found.interval.low, found.interval.high)) == (interval and pytest.approx(interval))


def test_a_rater_of_one_category_leaves_kappa_uncertain():
    """κ is 0 whatever the other says; raw agreement of 5 of 10 is [.158, .842] over items, with which chance is .5."""
    found = cohen([[5, 5], [0, 0]])
    raw = measure_agreement(rated([("yes", "yes"), ("yes", "no")] * 5), YES_NO).raw
    assert (found.interval.low, found.interval.high) == pytest.approx(
        [2 * raw.interval.low - 1, 2 * raw.interval.high - 1]
    )


def test_all_coefficients_of_perfect_agreement_are_uncertain():
    """Two labellers, 20 items in 10 sentences: raw [.025^(1/10), 1], with chance 1/2, for α (20·19 + 20·19)/(40·39)."""
    items = [Rated(number // 2, {"a": label, "b": label}) for number, label in enumerate(["yes", "no"] * 10)]
    found = measure_agreement(items, YES_NO)
    raw, drawn = 0.025 ** (1 / 10), 19 / 39
    assert found.raw.interval.low == pytest.approx(raw)
    for name in ("cohen", "fleiss", "ac1"):
        assert getattr(found, name).interval.low == pytest.approx(2 * raw - 1)
    assert found.alpha.interval.low == pytest.approx((raw - drawn) / (1 - drawn))
    off = measure_agreement(items, YES_NO, Resampling("bca", resamples=0))
    assert off.fleiss.interval is None


@pytest.mark.parametrize("error", [0.005, 0.01, 0.03])
@pytest.mark.parametrize("items", [5, 10, 20, 50])
def test_kappa_of_careful_labellers_is_held(items, error):
    """Two labellers who rarely err, half of the items correct; without the rule, [1, 1] held κ in 5 to 94 of 100."""
    true = 1 - 4 * error * (1 - error)
    both = (1 - 2 * error * (1 - error)) / 2
    drawn = np.random.default_rng([items, round(1000 * error)])
    tables = drawn.multinomial(items, [both, 0.5 - both, 0.5 - both, both], size=1000)
    found = [cohen(table.reshape(2, 2).tolist()).interval for table in tables]
    known = [interval for interval in found if interval is not None]
    held = sum(interval.low <= true <= interval.high for interval in known)
    assert held / len(known) >= 0.95


def test_a_scale_of_one_category_has_no_coefficient_but_raw_agreement():
    assert measured([("yes", "yes")] * 3, ("yes",)) == {
        "raw": 1.0,
        "cohen": None,
        "fleiss": None,
        "alpha": None,
        "ac1": None,
    }


def test_the_worked_example_of_krippendorff():
    """Four raters, 12 items, labels missing: nominal α is .743 (Krippendorff 2011), AC1 .775 (Gwet 2014)."""
    raters = [
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    ]
    labels = [[None if label == "." else label for label in item] for item in zip(*map(str.split, raters), strict=True)]
    values = measured(labels, tuple("12345"))
    assert values["alpha"] == pytest.approx(0.743, abs=5e-4)
    assert values["ac1"] == pytest.approx(0.775, abs=5e-4)


# The definitions, written out over pairs of labels


def alpha_by_definition(labels: Labels) -> float | None:
    """One minus observed over expected disagreement, where expected pairs are drawn from all pairable labels."""
    units = [[label for label in item if label is not None] for item in labels]
    units = [unit for unit in units if len(unit) > 1]
    pooled = [label for unit in units for label in unit]
    if not pooled:
        return None
    observed = sum((one != other) / (len(unit) - 1) for unit in units for one, other in permutations(unit, 2)) / len(
        pooled
    )
    pairs = list(permutations(range(len(pooled)), 2))
    expected = sum(pooled[one] != pooled[other] for one, other in pairs) / len(pairs)
    return 1 - observed / expected if expected else None


def ac1_by_definition(labels: Labels, categories: Sequence[str]) -> float | None:
    """Agreement of random pairs, corrected by that of raters of whom a share guesses each category alike."""
    units = [[label for label in item if label is not None] for item in labels]
    units = [unit for unit in units if unit]
    pairable = [list(combinations(unit, 2)) for unit in units if len(unit) > 1]
    if not pairable or len(categories) < 2:
        return None
    agreement = sum(sum(one == other for one, other in pairs) / len(pairs) for pairs in pairable) / len(pairable)
    chance = 0.0
    for category in categories:
        prevalence = sum(unit.count(category) / len(unit) for unit in units) / len(units)
        chance += prevalence * (1 - prevalence) / (len(categories) - 1)
    return (agreement - chance) / (1 - chance)


ITEMS = st.lists(st.lists(st.sampled_from([*CATEGORIES, None]), min_size=4, max_size=4), max_size=12)


@given(ITEMS)
def test_alpha_and_ac1_are_their_definitions(labels):
    values = measured(labels)
    assert values["alpha"] == pytest.approx(alpha_by_definition(labels), abs=1e-9)
    assert values["ac1"] == pytest.approx(ac1_by_definition(labels, CATEGORIES), abs=1e-9)


def tables(raters: int) -> st.SearchStrategy[list[list[str]]]:
    return st.lists(st.lists(st.sampled_from(CATEGORIES), min_size=raters, max_size=raters), min_size=1, max_size=15)


@given(st.integers(2, 5).flatmap(tables))
def test_fleiss_is_that_of_statsmodels(labels):
    peer = pytest.importorskip("statsmodels.stats.inter_rater")
    table = np.array([[item.count(category) for category in CATEGORIES] for item in labels])
    value = measured(labels)["fleiss"]
    if value is None:
        assert len({label for item in labels for label in item}) == 1
    else:
        assert value == pytest.approx(peer.fleiss_kappa(table), abs=1e-9)


PAIRS = st.lists(st.tuples(st.sampled_from(CATEGORIES), st.sampled_from(CATEGORIES)), min_size=1, max_size=40)


@given(PAIRS)
def test_cohen_is_that_of_scikit_learn(pairs):
    metrics = pytest.importorskip("sklearn.metrics")
    value = cohen(cross_table(pairs, CATEGORIES)).value
    if value is None:
        assert len(set(pairs)) == 1
        assert pairs[0][0] == pairs[0][1]
    else:
        assert value == pytest.approx(metrics.cohen_kappa_score(*zip(*pairs, strict=True)), abs=1e-9)


@given(PAIRS, st.sampled_from([0.9, 0.95, 0.99]))
def test_the_interval_of_cohen_is_that_of_statsmodels(pairs, level):
    peer = pytest.importorskip("statsmodels.stats.inter_rater")
    table = cross_table(pairs, CATEGORIES)
    ours = cohen(table, level)
    if ours.value is None:
        return
    with np.errstate(all="ignore"):  # statsmodels tests against 0, too, which may be undefined
        theirs = peer.cohens_kappa(np.array(table), return_results=True)
    assert ours.value == pytest.approx(theirs.kappa, abs=1e-9)
    if theirs.var_kappa < 1e-12:  # theirs is a point, or undefined
        assert len(pairs) == 1 or ours.interval.high - ours.interval.low > 0.1
        return
    spread = NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(theirs.var_kappa)
    assert ours.interval is not None
    assert ours.interval.low == pytest.approx(max(-1, theirs.kappa - spread), abs=1e-6)
    assert ours.interval.high == pytest.approx(min(1, theirs.kappa + spread), abs=1e-6)


def test_intervals_respect_sentences():
    """Ten items of a sentence that agree or differ together say less than ten that stand alone."""
    labels = [("yes", "yes"), ("no", "no"), ("yes", "no"), ("yes", "yes")] * 5
    apart = [Rated(number, {"a": one, "b": other}) for number, (one, other) in enumerate(labels * 10)]
    together = [Rated(number % 20, each.labels) for number, each in enumerate(apart)]
    narrow, wide = (measure_agreement(items, YES_NO) for items in (apart, together))
    for name in ("raw", "fleiss", "alpha", "ac1"):
        one, other = getattr(narrow, name), getattr(wide, name)
        assert one.value == pytest.approx(other.value)
        assert other.interval.high - other.interval.low > 2 * (one.interval.high - one.interval.low)


def test_the_level_and_the_seed_reach_the_intervals():
    items = rated([("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", "no")] * 10)
    base = measure_agreement(items, YES_NO, BOOTSTRAP)
    wider = measure_agreement(items, YES_NO, Resampling("bca", 2000, level=0.99))
    for name in COEFFICIENTS:
        one, other = getattr(base, name).interval, getattr(wider, name).interval
        assert other.low < one.low
        assert other.high > one.high
    assert measure_agreement(items, YES_NO, BOOTSTRAP) == base
    assert measure_agreement(items, YES_NO, Resampling("bca", 2000, seed=1)).alpha != base.alpha
