"""Plans of studies: formulas against simulation, and against other libraries."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.special import bdtr, ndtr

from karat.errors import InputError
from karat.results.agreement.coefficients import cohen
from karat.results.study.planning import (
    SCHEMES,
    Cells,
    design_effect,
    error_rate,
    joint,
    paired_power,
    plan_kappa,
    plan_labellers,
    plan_power,
    plan_width,
    unpaired_power,
)
from karat.results.study.report import wilson


@pytest.mark.parametrize("precision", [0.0, 0.1, 0.5, 0.62, 1.0])
@pytest.mark.parametrize("width", [0.02, 0.1, 0.4])
@pytest.mark.parametrize("effect", [1.0, 1.7])
def test_the_fewest_extractions_for_a_width(precision, width, effect):
    plan = plan_width(width, precision, design_effect=effect)

    def reached(extractions: int) -> float:
        interval = wilson(precision * extractions / effect, extractions / effect)
        assert interval is not None
        return interval.high - interval.low

    assert reached(plan.extractions) == pytest.approx(plan.reached)
    assert plan.reached <= width
    assert plan.extractions == 1 or reached(plan.extractions - 1) > width


def test_wide_samples_need_what_the_normal_approximation_says():
    plan = plan_width(0.01, 0.3)
    assert plan.by_formula == 32269  # 4 · 1.959964² · .3 · .7 / .01²
    assert plan.extractions == pytest.approx(plan.by_formula, rel=0.001)


def test_the_design_effect():
    assert design_effect(1, 0.9) == 1
    assert design_effect(5, 0.25) == 2
    assert plan_width(0.1, 0.6, design_effect=2).extractions == pytest.approx(
        2 * plan_width(0.1, 0.6).extractions, abs=2
    )


@pytest.mark.parametrize(("kappa", "prevalence"), [(0.6, 0.5), (0.4, 0.8), (0.8, 0.7), (0.0, 0.5)])
def test_the_width_of_kappa_is_that_of_simulated_studies(kappa, prevalence):
    plan = plan_kappa(0.1, kappa, prevalence)
    mixed = prevalence * (1 - prevalence) * (1 - kappa)
    cells = [prevalence - mixed, mixed, mixed, 1 - prevalence - mixed]
    drawn = np.random.default_rng(1).multinomial(plan.extractions, cells, size=3000)
    kappas = [cohen(table.reshape(2, 2).tolist()).value for table in drawn]
    assert np.mean(kappas) == pytest.approx(kappa, abs=0.005)
    assert 2 * 1.959964 * np.std(kappas) == pytest.approx(plan.reached, rel=0.06)
    assert plan.reached <= 0.1


def test_perfect_agreement_needs_extractions_too():
    """The interval of κ = 1 is [1 − 2 (1 − .025^(1/n)), 1] where half of the labels are correct."""
    plan = plan_kappa(0.2, 1.0)
    assert plan.extractions == 36
    assert plan.reached == pytest.approx(2 * (1 - 0.025 ** (1 / 36)))
    perfect = cohen([[18, 0], [0, 18]])
    assert perfect.interval.high - perfect.interval.low == pytest.approx(plan.reached)
    assert plan_kappa(0.2, 1.0, design_effect=2).extractions == 71


@pytest.mark.parametrize("kappa", [0.99, 0.999])
def test_near_full_agreement_needs_no_fewer_than_full_agreement(kappa: float) -> None:
    assert plan_kappa(0.2, kappa).extractions == plan_kappa(0.2, 1.0).extractions


@pytest.mark.parametrize(("kappa", "precision"), [(0.9, 0.5), (0.6, 0.6), (0.5, 0.85), (0.3, 0.2)])
def test_labellers_who_err_at_this_rate_have_this_kappa(kappa, precision):
    error = error_rate(kappa, precision)
    random = np.random.default_rng(2)
    truth = random.random(400_000) < precision
    one, two = (truth ^ (random.random(truth.size) < error) for _ in range(2))
    table = [[int((one & two).sum()), int((one & ~two).sum())], [int((~one & two).sum()), int((~one & ~two).sum())]]
    assert cohen(table).value == pytest.approx(kappa, abs=0.01)


@pytest.mark.parametrize(("kappa", "precision"), [(0.6, 0.6), (0.5, 0.85), (0.8, 0.3)])
def test_errors_and_bias_of_the_schemes_are_those_of_their_formulas(kappa, precision):
    for plan in plan_labellers(kappa, precision, 300, simulations=1500):
        # 450,000 labels: a share is within .003 of what is expected, 4 standard errors at most.
        assert plan.error == pytest.approx(plan.error_by_formula, abs=0.003)
        assert plan.bias == pytest.approx(plan.bias_by_formula, abs=0.003)


def test_more_labellers_err_less_and_adjudication_saves_labels():
    one, two, three = plan_labellers(0.6, 0.7, 200, simulations=500)
    assert [each.scheme for each in (one, two, three)] == list(SCHEMES)
    assert one.error > two.error
    assert two.error == pytest.approx(three.error, abs=0.005)
    # Two labellers differ in 2e(1 − e) of the extractions.
    error = error_rate(0.6, 0.7)
    assert (one.labels, three.labels) == (1, 3)
    assert two.labels == pytest.approx(2 + 2 * error * (1 - error), abs=0.005)
    assert abs(one.bias) > abs(three.bias)
    assert one.coverage < three.coverage


def test_a_perfect_adjudicator_leaves_common_errors_only():
    _, two, _ = plan_labellers(0.6, 0.7, 200, adjudicator_error=0.0, simulations=500)
    assert two.error_by_formula == pytest.approx(error_rate(0.6, 0.7) ** 2)
    assert two.error == pytest.approx(two.error_by_formula, abs=0.002)


def test_labellers_who_never_err_have_no_bias():
    for plan in plan_labellers(1.0, 0.6, 200, simulations=2000):
        assert (plan.error, plan.error_by_formula) == (0, 0)
        assert plan.coverage == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(
    ("a", "b", "paired", "extractions"),
    [
        pytest.param(0.9, 0.8, False, 196, id="a simulation of 2,000 studies stopped at 189, whose power is .786"),
        pytest.param(0.5, 0.35, True, 183, id="a simulation stopped at 178, whose power is .788"),
        pytest.param(0.9, 0.95, False, 424, id="power falls by .0025 from one size to the next"),
        pytest.param(1.0, 0.7, True, 25, id="a system that is always right"),
    ],
)
def test_plans_hold_in_studies_drawn_independently(a, b, paired, extractions):
    """200,000 studies: a share of .8 is within .0036 of it, four standard errors."""
    assert plan_power(a, b, paired=paired).extractions == extractions
    cells = joint(a, b, 0.0)
    for size in (extractions, extractions + 3, round(1.05 * extractions)):
        assert drawn_power(size, cells, paired, studies=200_000) >= 0.8 - 0.0036
    assert (paired_power if paired else unpaired_power)(extractions - 1, cells, 0.05) < 0.8


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(
    ("a", "b", "correlation"), [(0.6, 0.5, 0.3), (0.95, 0.8, 0.0), (1.0, 0.4, 0.0), (0.0, 0.2, 0.0)]
)
@pytest.mark.parametrize(("size", "significance"), [(1, 0.05), (12, 0.05), (60, 0.05), (60, 0.001), (300, 0.01)])
def test_the_power_is_that_of_drawn_studies(a, b, correlation, paired, size, significance):
    cells = joint(a, b, correlation)
    computed = (paired_power if paired else unpaired_power)(size, cells, significance)
    assert computed == pytest.approx(drawn_power(size, cells, paired, 40_000, significance), abs=0.0105)


def test_no_larger_study_finds_less():
    for a, b, power, paired in ((0.9, 0.95, 0.8, False), (0.3, 0.55, 0.9, False), (0.9, 0.1, 0.7, True)):
        plan = plan_power(a, b, power=power, paired=paired)
        power_of, cells = (paired_power if paired else unpaired_power), joint(a, b, 0.0)
        sizes = range(plan.extractions, 2 * plan.extractions + 20)
        assert min(power_of(size, cells, 0.05) for size in sizes) >= power


def drawn_power(size: int, cells: Cells, paired: bool, studies: int, significance: float = 0.05) -> float:
    """The share of drawn studies in which the test, as it is written in textbooks, finds the difference."""
    both, only_a, only_b = cells
    random = np.random.default_rng([size, paired])
    if paired:
        drawn = random.multinomial(size, [both, only_a, only_b, max(0.0, 1 - both - only_a - only_b)], size=studies)
        pairs = drawn[:, 1] + drawn[:, 2]
        p = np.minimum(1, 2 * bdtr(np.minimum(drawn[:, 1], drawn[:, 2]), pairs, 0.5))
        return float((np.where(pairs > 0, p, 1.0) < significance).mean())
    a, b = (random.binomial(size, share, studies) / size for share in (both + only_a, both + only_b))
    pooled = (a + b) / 2
    variance = 2 * pooled * (1 - pooled) / size
    z = np.divide(abs(a - b), np.sqrt(variance), out=np.zeros(studies), where=variance > 0)
    return float((2 * ndtr(-z) < significance).mean())


def test_correlated_labels_make_paired_extractions_worth_more():
    sizes = [plan_power(0.6, 0.7, correlation=correlation).extractions for correlation in (0.0, 0.3, 0.6)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == pytest.approx(plan_power(0.6, 0.7, paired=False).extractions, rel=0.1)


@pytest.mark.parametrize("paired", [True, False])
def test_equal_systems_are_rarely_told_apart(paired):
    share = (paired_power if paired else unpaired_power)(300, joint(0.6, 0.6, 0.2 if paired else 0.0), 0.05)
    assert 0.02 < share < 0.06  # McNemar's exact test stays below 5 %, the other near it


def test_the_unpaired_formula_is_that_of_statsmodels():
    peer = pytest.importorskip("statsmodels.stats.proportion")
    for a, b in ((0.6, 0.7), (0.5, 0.8), (0.1, 0.2)):
        theirs = peer.samplesize_proportions_2indep_onetail(a - b, b, 0.8, alpha=0.05, alternative="two-sided")
        assert plan_power(a, b, paired=False).by_formula == pytest.approx(np.ceil(theirs), abs=1)


def test_comparisons_share_the_significance():
    alone, among_ten = (plan_power(0.6, 0.7, comparisons=count) for count in (1, 10))
    assert among_ten.extractions > alone.extractions
    assert plan_power(0.6, 0.7, significance=0.005).extractions == among_ten.extractions


def test_plans_are_json_and_depend_on_the_seed_alone():
    plans = [plan_width(0.1), plan_kappa(0.1), *plan_labellers(0.6, 0.6, 50, simulations=50), plan_power(0.5, 0.7)]
    json.dumps([plan.to_json() for plan in plans], allow_nan=False)
    assert plan_power(0.5, 0.7) == plans[-1]
    assert plan_labellers(0.6, 0.6, 50, simulations=50, seed=1) != plan_labellers(0.6, 0.6, 50, simulations=50)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda: plan_width(0), "width: expected more than 0 and less than 1, found 0"),
        (lambda: plan_width(0.1, 1.2), "precision: expected 0 to 1, found 1.2"),
        (
            lambda: plan_width(0.1, level=1),
            "level: expected a confidence from 0.5 to less than 1, such as 0.95, found 1",
        ),
        (lambda: plan_width(0.1, design_effect=0.5), "design effect: expected 1 or more, found 0.5"),
        (
            lambda: plan_width(1e-6),
            "expected a plan with at most 1,000,000,000 extractions, found that they are not enough",
        ),
        (lambda: design_effect(0.5, 0.1), "extractions of a sentence: expected 1 or more, found 0.5"),
        (lambda: plan_kappa(0.1, -0.5), "kappa: expected 0 to 1, found -0.5"),
        (lambda: plan_kappa(0.1, 0.5, 1.0), "prevalence: expected more than 0 and less than 1, found 1.0"),
        (lambda: plan_labellers(0.5, 0.5, 0), "extractions: expected 1 or more, found 0"),
        (lambda: plan_power(0.5, 0.5), "precision: expected two that differ, found 0.5 twice"),
        (lambda: plan_power(0.5, 0.6, power=1), "power: expected more than 0 and less than 1, found 1"),
        (
            lambda: plan_power(0.9, 0.5, correlation=0.9),
            "correlation: expected -0.33 to 0.33 for precisions 0.9 and 0.5, found 0.9",
        ),
        (
            lambda: plan_power(0.5, 0.501),
            "expected a difference that 50,000 extractions can show, found one that takes 3,924,438",
        ),
    ],
)
def test_plans_that_cannot_be_made(plan, message):
    with pytest.raises(InputError) as caught:
        plan()
    assert str(caught.value) == message
