"""Ranks and groups of systems, from p-values that a reader can follow."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace

import pytest

import karat
from karat.results import Resampling
from karat.results.statistics.comparison import Comparison
from karat.results.statistics.ranking import listed_names, rank_systems
from karat.results.statistics.systems import Pair, significantly_below_best

KEY = ("benchie", "default")


class System(SimpleNamespace):
    """A system with nothing but a name and an F1."""

    def __getitem__(self, key):
        return SimpleNamespace(f1=SimpleNamespace(value=self.value))


def ranking(values, differ, tested=True):
    """Rank systems by their values; ``differ`` are the pairs that the test tells apart, as ``"ac"``."""
    systems = [System(name=name, value=value) for name, value in values.items()]
    return rank_systems(systems, pairs_of(values, differ, tested), KEY)


def pairs_of(values, differ, tested=True):
    """Pairs as they come from a test that tells ``differ`` apart."""
    pairs = []
    for a, b in combinations(values, 2):
        defined = values[a] is not None and values[b] is not None
        difference = values[a] - values[b] if defined else None
        p = (0.01 if {a, b} in map(set, differ) else 0.5) if defined and tested else None
        pairs.append(Pair(a, b, *KEY, Comparison(difference, None, None, p, p, "t")))
    return pairs


@pytest.mark.parametrize(
    ("values", "differ", "ranks", "letters", "sentence"),
    [
        pytest.param(
            {"a": 0.3, "b": 0.5}, [], [("b", 1), ("a", 1)], ["a", "a"], "b and a cannot be told apart", id="tie"
        ),
        pytest.param({"a": 0.3, "b": 0.5}, ["ab"], [("b", 1), ("a", 2)], ["a", "b"], "b is above a", id="two apart"),
        pytest.param(
            {"a": 0.5, "b": 0.4, "c": 0.3},
            ["ac"],
            [("a", 1), ("b", 1), ("c", 2)],
            ["a", "ab", "b"],
            "a and b cannot be told apart; one is below",
            id="not transitive: b is tied with both, and in both groups",
        ),
        pytest.param(
            {"a": 0.5, "b": 0.4, "c": 0.3},
            ["bc"],
            [("a", 1), ("b", 1), ("c", 2)],
            ["ab", "a", "b"],
            "a and b cannot be told apart; one is below another, none below the best",
            id="c is below b only: it is below, without a star",
        ),
        pytest.param(
            {"a": 0.5, "b": 0.4, "c": 0.3, "d": 0.2},
            ["bc", "bd", "ad"],
            [("a", 1), ("b", 1), ("c", 2), ("d", 3)],
            ["ab", "a", "bc", "c"],
            "a and b cannot be told apart; two are below another, one below the best",
            id="two are below b, and only d has a star",
        ),
        pytest.param(
            {"a": 0.5, "b": 0.4, "c": 0.3, "d": 0.2},
            ["ab", "bc", "ac", "ad"],
            [("a", 1), ("b", 2), ("c", 3), ("d", 2)],
            ["a", "b", "c", "bc"],
            "a is above all three others",
            id="ranks count who is above, so that a lower F1 can have the better rank",
        ),
        pytest.param(
            {"a": 0.5, "b": 0.4, "c": 0.3},
            ["ab", "bc"],
            [("a", 1), ("b", 2), ("c", 2)],
            ["a", "b", "a"],
            "a leads; two are below another, one below the best",
            id="one leader who is tied with the last",
        ),
        pytest.param(
            {"a": 0.5, "b": 0.5, "c": 0.1},
            ["ac", "bc"],
            [("a", 1), ("b", 1), ("c", 3)],
            ["a", "a", "b"],
            "a and b cannot be told apart; one is below",
            id="equal values keep their order and are tied",
        ),
        pytest.param(
            {"a": None, "b": 0.5, "c": 0.1},
            ["bc"],
            [("b", 1), ("c", 2)],
            ["a", "b"],
            "b is above c",
            id="an undefined value has no rank",
        ),
    ],
)
def test_ranks_and_groups_by_hand(values, differ, ranks, letters, sentence):
    found = ranking(values, differ)
    assert [(rank.system, rank.rank) for rank in found.ranks] == ranks
    assert [rank.letters for rank in found.ranks] == letters
    assert found.sentence == sentence
    stars = significantly_below_best(pairs_of(values, differ), KEY, values)
    assert set(found.below_best) == stars
    assert found.undefined == tuple(name for name, value in values.items() if value is None)


def test_without_a_test_there_are_no_groups():
    assert ranking({"a": 0.5, "b": 0.1}, [], tested=False) is None


@pytest.mark.parametrize(
    "differ",
    [(), ("ab",), ("ab", "cd"), ("ab", "bc", "cd", "de"), ("ae", "bd"), ("ac", "ad", "ae", "bd", "be", "ce")],
)
def test_two_systems_share_a_group_exactly_if_they_cannot_be_told_apart(differ):
    names = "abcde"
    found = ranking({name: 0.9 - 0.1 * index for index, name in enumerate(names)}, differ)
    for a, b in combinations(names, 2):
        together = any(a in group and b in group for group in found.groups)
        assert together == (a + b not in differ)
    for one, other in combinations(found.groups, 2):
        assert not set(one) <= set(other), "groups are as large as they can be"
        assert not set(other) <= set(one)


def test_a_long_list_is_cut():
    assert listed_names(list("abcdef")) == "a, b, c, d, e and f"
    assert listed_names(list("abcdefgh")) == "a, b, c, d, e and three more"


def test_an_evaluation_ranks_its_systems():
    evaluation = karat.evaluate(benchmark="karat-sample", resampling=Resampling())
    found = evaluation.ranking()
    assert found is not None
    assert (found.metric, found.facet) == evaluation.labels[0]
    assert [rank.value for rank in found.ranks] == sorted((system.f1.value for system in evaluation), reverse=True)
    below = {
        name
        for pair in evaluation.comparisons
        if pair.key == evaluation.labels[0] and pair.comparison.p_holm < 0.05
        for name in [pair.b if pair.comparison.difference > 0 else pair.a]
    }
    assert set(found.below) == below
    document = evaluation.to_json()
    assert [entry["metric"] for entry in document["rankings"]] == [metric for metric, _ in evaluation.labels]
    assert document["rankings"][0]["sentence"] == found.sentence
    assert karat.evaluate(benchmark="karat-sample", resampling=None).ranking() is None
