"""ROUGE by hand, and the search by bounds against trying all."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.cliques.bank import ParseBank
from karat.cliques.parses import parse_tokens
from karat.cliques.rouge import WEIGHTS, Weights, longest_common, rouge
from karat.cliques.similarity import Similar, SourceIndex
from karat.errors import InputError

A = ["(", "S", "(", "NP", ")", "(", "VP", ")", ")"]
B = ["(", "S", "(", "VP", ")", "(", "NP", ")", ")"]
C = ["(", "S", "(", "NP", ")", ")"]


@pytest.mark.parametrize(
    ("a", "b", "one", "two", "longest"),
    [
        pytest.param(A, A, 1, 1, 1, id="itself"),
        pytest.param(A, B, 9 * 2 / 18, 8 * 2 / 16, 7 * 2 / 18, id="the same in another order"),
        pytest.param(A, C, 6 * 2 / 15, 5 * 2 / 13, 6 * 2 / 15, id="a part of it"),
        pytest.param(["x"], ["y"], 0, 1, 0, id="nothing shared, and no neighbours at all"),
    ],
)
def test_rouge_by_hand(a: list[str], b: list[str], one: float, two: float, longest: float) -> None:
    assert rouge(a, b, Weights(1, 0, 0)) == pytest.approx(one)
    assert rouge(a, b, Weights(0, 1, 0)) == pytest.approx(two)
    assert rouge(a, b, Weights(0, 0, 1)) == pytest.approx(longest)
    assert rouge(a, b) == rouge(b, a) == pytest.approx(0.2 * one + 0.3 * two + 0.5 * longest)


def test_only_proportions_of_weights_matter() -> None:
    assert rouge(A, C, Weights(2, 3, 5)) == rouge(A, C, WEIGHTS)


@pytest.mark.parametrize("weights", [(0, 0, 0), (-1, 1, 1), (float("nan"), 1, 1), (float("inf"), 0, 0)])
def test_weights_that_are_none(weights: tuple[float, float, float]) -> None:
    with pytest.raises(InputError, match="weights: expected three numbers from 0, not all of them 0, found"):
        Weights(*weights)


def longest_by_trying(a: str, b: str) -> int:
    for size in range(len(a), 0, -1):
        for places in combinations(range(len(a)), size):
            rest = iter(b)
            if all(a[place] in rest for place in places):
                return size
    return 0


@given(st.text("abc", max_size=7), st.text("abc", max_size=9))
def test_longest_common_subsequence(a: str, b: str) -> None:
    assert longest_common(a, b) == longest_by_trying(a, b)


def parses(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    labels = ["NP", "VP", "PP", "SBAR", "S", "."]
    found: set[str] = set()
    while len(found) < count:
        middle = [
            f"({chance.choice(labels)} {' '.join(f'({chance.choice(labels)})' for _ in range(chance.randrange(4)))})"
            for _ in range(chance.randrange(1, 5))
        ]
        found.add(f"(S {' '.join(middle)})".replace(" )", ")"))
    return sorted(found)


@pytest.mark.parametrize("weights", [WEIGHTS, Weights(1, 0, 0), Weights(0, 0, 1), Weights(0, 1, 0)])
@pytest.mark.parametrize("wanted", [1, 2, 7])
def test_the_search_is_exact(weights: Weights, wanted: int) -> None:
    chance = random.Random(wanted)
    known = parses(150, seed=1)
    counts = {parse: chance.randrange(1, 4) for parse in known}
    index = SourceIndex(ParseBank(3, {parse: {"(S)": counts[parse]} for parse in known}), weights)
    for parse in [*parses(6, seed=2), "(X (Y))", known[7]]:
        tokens = parse_tokens(parse)
        every = [Similar(each, rouge(tokens, parse_tokens(each), weights), counts[each]) for each in known]
        best = sorted(every, key=lambda each: (-each.score, -each.count, each.parse))
        assert index.most_similar(parse, wanted) == tuple(best[:wanted])


def test_ties_go_by_count_then_name() -> None:
    bank = ParseBank(2, {"(S (B))": {"(S)": 1}, "(S (A))": {"(S)": 1}, "(S (C))": {"(S)": 2}, "(X)": {"(S)": 9}})
    assert [each.parse for each in SourceIndex(bank).most_similar("(S (Z))", 3)] == ["(S (C))", "(S (A))", "(S (B))"]


def test_more_wanted_than_there_are() -> None:
    index = SourceIndex(ParseBank(2, {"(S)": {"(S)": 1}}))
    assert index.most_similar("(S)", 5) == (Similar("(S)", 1.0, 1),)
    with pytest.raises(InputError, match="expected at least 1 source parse, found 0"):
        index.most_similar("(S)", 0)
