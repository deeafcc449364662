"""Means within cliques, averages by discount, and correlations, each by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.errors import InputError, UnknownNameError
from karat.formats.text.brackets import parse_tree
from karat.model import Clique, Member, Sentence, Tree
from karat.results.cliques.syntax import (
    DISCOUNTS,
    CliqueMeans,
    IntervalMean,
    clique_distance,
    clique_similarity,
    hws_means,
    interval_means,
    kernel_means,
    pearson,
    subset_correlation,
    syntax_by_discount,
    variance_by_distance,
)
from karat.syntax.hws import hws
from karat.syntax.kernel import similarity

ANN = parse_tree("(ROOT (S (NP Ann) (VP left)))")
BOB = parse_tree("(ROOT (S (NP Bob) (VP left)))")
QUESTION = parse_tree("(ROOT (SQ (VB Did) (NP Ann) (VP leave)))")


def clique(id: str, *trees: Tree | None) -> Clique:
    members = (Member(Sentence(f"{id}.{number}", "a text"), (), tree) for number, tree in enumerate(trees))
    return Clique(id, tuple(members))


def test_hws_means_by_hand():
    # Ann and Bob: S NP VP twice, 0. Each of them and the question, SQ VB NP VP: NP VP of three, 1 - 2/3
    assert hws_means([ANN, BOB, QUESTION], (0.5, 1)) == pytest.approx(((0 + 1 / 3 + 1 / 3) / 3,) * 2)


def test_kernel_means_by_hand():
    # fragments: of Ann 6, of Bob 6, of the question 1 + 3 + (2·2·2 − 1); in common 3, 1 (NP→Ann) and 0
    own = 3 + 2**3
    expected = (3 / 6 + 1 / (6 * own) ** 0.5 + 0) / 3
    assert kernel_means([ANN, BOB, QUESTION], (1,)) == pytest.approx((expected,))


def test_options_reach_the_measures():
    assert hws_means([ANN, QUESTION], height=1) == (1,)
    assert hws_means([ANN, QUESTION], min_run=3) == (1,)
    assert kernel_means([ANN, BOB], words=False) == (1,)


def test_by_discount():
    found = syntax_by_discount([clique("a", ANN, QUESTION), clique("b", ANN, BOB), clique("c", ANN)], "hws", (0.5, 1))
    assert found.cliques == (
        CliqueMeans("a", 1, (hws(ANN, QUESTION),) * 2),
        CliqueMeans("b", 1, (0, 0)),
        CliqueMeans("c", 0, (None, None)),
    )
    assert found.averages == pytest.approx(((1 / 3 + 0) / 2,) * 2)
    assert [len(column) for column in found.columns] == [2, 2]


@pytest.mark.parametrize("measure", ["hws", "kernel"])
def test_all_discounts_at_once_are_as_one_by_one(measure):
    trees = [grown(random.Random(seed), 12) for seed in range(4)]
    found = syntax_by_discount([clique("a", *trees)], measure)
    single = hws if measure == "hws" else similarity
    for discount, value in zip(DISCOUNTS, found.averages, strict=True):
        pairs = [single(a, b, discount) for place, a in enumerate(trees) for b in trees[:place]]
        assert value == pytest.approx(sum(pairs) / 6)


def test_the_discounts_are_those_of_the_figures():
    assert DISCOUNTS == (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@pytest.mark.parametrize(
    ("given_clique", "distance", "similar"),
    [
        pytest.param(clique("a", ANN, QUESTION), 1 / 3, similarity(ANN, QUESTION), id="a pair"),
        pytest.param(clique("a", ANN), None, None, id="no pair"),
        pytest.param(clique("a", ANN, None, BOB), None, None, id="a tree is missing"),
    ],
)
def test_one_clique(given_clique, distance, similar):
    assert clique_distance(given_clique) == (None if distance is None else pytest.approx(distance))
    assert clique_similarity(given_clique) == similar


def test_what_cannot_be_measured():
    with pytest.raises(InputError, match=r"^clique 'a', sentence 'a\.1': expected a tree, found none$"):
        syntax_by_discount([clique("a", ANN, None)])
    with pytest.raises(UnknownNameError, match="did you mean 'hws'"):
        syntax_by_discount([], "hwz")


@pytest.mark.parametrize(
    ("x", "y", "r", "p"),
    [
        pytest.param([1, 2, 3], [2, 4, 6], 1, 0, id="a line up"),
        pytest.param([1, 2, 3], [3, 2, 1], -1, 0, id="a line down"),
        # deviations −1.5 −.5 .5 1.5 and −1.5 .5 −.5 1.5: r = (2.25 − .25 − .25 + 2.25) / 5, and with two degrees of
        # freedom p = 1 − |r|
        pytest.param([1, 2, 3, 4], [1, 3, 2, 4], 0.8, 0.2, id="p by hand"),
        # t with one degree of freedom is Cauchy's: p = 1 − 2/π · atan(t), t = .5 / √(3/4) = 1/√3, so 2/3
        pytest.param([1, 2, 3], [1, 3, 2], 0.5, 2 / 3, id="three points"),
        pytest.param([1, 2], [1, 5], 1, None, id="two points"),
        pytest.param([1, 2, 3], [5, 5, 5], None, None, id="one side constant"),
        pytest.param([1], [1], None, None, id="one point"),
        pytest.param([], [], None, None, id="none"),
    ],
)
def test_pearson_by_hand(x, y, r, p):
    found = pearson(x, y)
    assert found.count == len(x)
    assert found.r == (None if r is None else pytest.approx(r))
    assert found.p == (None if p is None else pytest.approx(p, abs=1e-7))


@settings(deadline=None)  # the first example waits for scipy to load
@given(st.lists(st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)), min_size=3, max_size=40))
def test_pearson_is_scipys(pairs):
    from scipy.stats import pearsonr

    x, y = [float(one) for one, _ in pairs], [float(one) for _, one in pairs]
    found = pearson(x, y)
    if found.r is None:
        assert len(set(x)) == 1 or len(set(y)) == 1
    else:
        expected = pearsonr(x, y)
        assert found.r == pytest.approx(expected.statistic, abs=1e-9)
        assert found.p == pytest.approx(expected.pvalue, abs=1e-6)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        pytest.param(
            [0, 0.1, 0.2, 0.9, 1],
            [1, 3, 5, 7, 9],
            [(0, 0.2, 2, 2), (0.2, 0.4, 1, 5), (0.4, 0.6, 0, None), (0.6, 0.8, 0, None), (0.8, 1, 2, 8)],
            id="an edge belongs to the interval above, the end to the last",
        ),
        pytest.param([3, 3], [1, 2], [(3, 3, 2, 1.5)], id="no range"),
        pytest.param([], [], [], id="nothing"),
    ],
)
def test_intervals_by_hand(x, y, expected):
    found = interval_means(x, y)
    assert [(each.count, each.mean) for each in found] == [(count, mean) for _, _, count, mean in expected]
    assert [(each.low, each.high) for each in found] == [pytest.approx((low, high)) for low, high, _, _ in expected]


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30), st.integers(1, 7))
def test_every_value_is_in_one_interval(x, intervals):
    found = interval_means(x, x, intervals)
    assert sum(each.count for each in found) == len(x)
    for each in found:
        assert each.mean is None or each.low - 1e-9 <= each.mean <= each.high + 1e-9


def test_variance_by_distance_leaves_out_cliques_without_distance():
    found = variance_by_distance([0, None, 1, 0.5, None], [0.1, 9, 0.3, 0.2, 9], intervals=2)
    assert found.intervals == (IntervalMean(0, 0.5, 1, 0.1), IntervalMean(0.5, 1, 2, 0.25))
    assert (found.cliques.count, found.cliques.r) == (3, pytest.approx(1))
    assert (found.means.count, found.means.r) == (2, pytest.approx(1))


def test_subsets_grow_by_a_step():
    found = subset_correlation([0.25] * 1272)
    assert found.sizes == tuple(range(100, 1101, 100))
    assert found.means == (0.25,) * 11
    assert found.correlation.r is None


def test_subsets_follow_from_the_seed():
    scores = [number / 1272 for number in range(1272)]
    found = subset_correlation(scores, seed=1)
    assert found == subset_correlation(scores, seed=1)
    assert found != subset_correlation(scores, seed=2)
    assert found.correlation == pearson(found.sizes, found.means)
    assert all(abs(mean - 0.5) < 0.1 for mean in found.means)


def test_a_subset_has_no_clique_twice():
    assert subset_correlation([0, 1, 2, 3], subsets=2, step=2).means[1] == 6 / 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({}, r"expected at least 1,100 cliques \(11 × 100\), found 3", id="too few"),
        pytest.param({"step": 0}, "subsets and step: expected at least 1 each, found 11 and 0", id="step"),
        pytest.param({"seed": -1}, "seed: expected 0 or more, found -1", id="seed"),
    ],
)
def test_subsets_that_cannot_be_drawn(options, message):
    with pytest.raises(InputError, match=message):
        subset_correlation([0.1, 0.2, 0.3], **options)


def test_lists_of_different_length():
    with pytest.raises(InputError, match="expected two lists of the same length, found 2 and 1"):
        pearson([1, 2], [1])


def grown(draw: random.Random, words: int) -> Tree:
    """A random tree over so many words."""
    if words == 1:
        return Tree(draw.choice(["DT", "NN", "VBD", "IN", "JJ"]), (Tree(f"w{draw.randrange(30)}"),))
    cut = draw.randrange(1, words)
    return Tree(draw.choice(["S", "NP", "VP", "PP"]), (grown(draw, cut), grown(draw, words - cut)))
