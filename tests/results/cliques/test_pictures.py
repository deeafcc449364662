"""Numbers for charts of cliques: averages, histograms and the widest cliques, computed by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import karat
from karat.metrics.oie.robust import CliqueScore, MemberScore
from karat.results import Resampling
from karat.results.cliques.pictures import averages_with_intervals, mean_histogram, widest_cliques
from karat.results.cliques.syntax import CliqueMeans, SyntaxByDiscount

MEANS = SyntaxByDiscount(
    "hws",
    (0.5, 1.0),
    (CliqueMeans("a", 1, (0.5, 0.0)), CliqueMeans("b", 3, (0.75, 1.0)), CliqueMeans("alone", 0, (None, None))),
)


def test_averages_leave_cliques_without_a_pair_out() -> None:
    low, high = averages_with_intervals(MEANS, Resampling("percentile", 500))
    assert (low.discount, low.value) == (0.5, (0.5 + 0.75) / 2)
    assert (low.low, low.high) == (0.5, 0.75)
    assert (high.value, high.low, high.high) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize(
    ("cliques", "resampling", "value"),
    [
        pytest.param(MEANS.cliques, None, 0.625, id="no intervals were asked for"),
        pytest.param(MEANS.cliques[:1], Resampling(), 0.5, id="one clique has no interval"),
        pytest.param(MEANS.cliques[2:], Resampling(), None, id="no clique has a pair"),
    ],
)
def test_averages_without_intervals(
    cliques: tuple[CliqueMeans, ...], resampling: Resampling | None, value: float | None
) -> None:
    first, _ = averages_with_intervals(replace(MEANS, cliques=cliques), resampling)
    assert (first.value, first.low, first.high) == (value, None, None)


def test_cliques_are_counted_by_their_mean() -> None:
    found = mean_histogram(MEANS, bins=4)
    assert [(each.low, each.high, each.counts) for each in found] == [
        (0.0, 0.25, (0, 1)),
        (0.25, 0.5, (0, 0)),
        (0.5, 0.75, (1, 0)),
        (0.75, 1.0, (1, 1)),
    ]


def clique(id: str, *f1: float) -> CliqueScore:
    """A clique whose members have these F1."""
    shares = map(Fraction, f1)
    return CliqueScore(id, tuple(MemberScore(f"{id}{place}", share, share) for place, share in enumerate(shares)))


def test_the_widest_cliques_come_first_and_of_equals_the_earlier() -> None:
    sample = karat.evaluate(benchmark="karat-sample-cliques", resampling=None)
    one = replace(sample.systems[0], cliques=(clique("a", 0.5, 1), clique("b", 1, 0), clique("c", 0, 0.5)))
    other = replace(sample.systems[1], cliques=(clique("a", 1, 1), clique("b", 1, 0.5), clique("c", 1, 1)))
    found = widest_cliques(replace(sample, systems=(one, other)), 3)
    assert [(each.id, each.spread) for each in found] == [
        ("b", (1 + Fraction(1, 2)) / 2),
        ("a", Fraction(1, 4)),
        ("c", Fraction(1, 4)),
    ]
    assert [score.id for score in found[0].scores] == ["b", "b"]
    assert len(widest_cliques(replace(sample, systems=(one, other)), 1)) == 1


def test_a_clique_has_the_text_of_its_original() -> None:
    sample = karat.evaluate(benchmark="karat-sample-cliques", resampling=None)
    texts = {each.id: each.text for each in widest_cliques(sample, 7)}
    assert sample.grounds is not None
    known = {sentence.id: sentence.text for sentence in sample.grounds.sentences}
    assert texts == {ground.id: known[ground.members[0]] for ground in sample.grounds.cliques}
    assert {each.text for each in widest_cliques(replace(sample, grounds=None), 7)} == {""}
