"""The protocol of batches: dealing, sampling and deciding, by hand and for all inputs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.cliques.batches import (
    Accuracy,
    check_experts,
    deal,
    draw_sample,
    measure_accuracy,
    sample_size,
)
from karat.annotate.cliques.options import Options
from karat.errors import InputError

CLIQUES = st.lists(st.integers(1, 10_000), min_size=1, max_size=60, unique=True)
PEOPLE = st.lists(st.integers(1, 99), min_size=1, max_size=9, unique=True)
SEEDS = st.integers(0, 2**31)


@pytest.mark.parametrize(
    ("right", "total", "accepted"),
    [
        pytest.param(9, 10, False, id="90 % is not above 90 %"),
        pytest.param(10, 11, True, id="90.9 %"),
        pytest.param(899, 1000, False, id="89.9 %"),
        pytest.param(900, 1000, False, id="exactly 90 %"),
        pytest.param(901, 1000, True, id="90.1 %"),
        pytest.param(90 * 10**17, 100 * 10**17, False, id="no rounding with large numbers"),
        pytest.param(90 * 10**17 + 1, 100 * 10**17, True, id="one more of many"),
        pytest.param(0, 0, False, id="nothing was checked"),
    ],
)
def test_accepted_strictly_above(right: int, total: int, accepted: bool) -> None:
    assert Accuracy(right, total).is_above(90) is accepted


@given(st.integers(0, 500), st.integers(1, 500), st.integers(0, 99))
def test_the_comparison_is_exact(right: int, total: int, percent: int) -> None:
    assert Accuracy(right, total).is_above(percent) is (Fraction(right, total) > Fraction(percent, 100))


@pytest.mark.parametrize(
    ("rule", "right", "total"), [pytest.param("all", 1, 3, id="all"), pytest.param("mean", 4, 6, id="mean")]
)
def test_accuracy_by_hand(rule: str, right: int, total: int) -> None:
    verdicts = [(True, True), (True, False), (False, True)]
    assert measure_accuracy(verdicts, rule) == Accuracy(right, total)


@given(st.integers(1, 4).flatmap(lambda experts: st.lists(st.lists(st.booleans(), min_size=experts, max_size=experts))))
def test_all_is_never_more_lenient_than_mean(verdicts: list[list[bool]]) -> None:
    strict, mean = measure_accuracy(verdicts, "all"), measure_accuracy(verdicts, "mean")
    assert strict.right * mean.total <= mean.right * strict.total
    if verdicts:
        experts = list(zip(*verdicts, strict=True))
        each = [Fraction(sum(of_expert), len(of_expert)) for of_expert in experts]
        assert Fraction(mean.right, mean.total) == sum(each) / len(each)


def test_wrong_verdicts() -> None:
    with pytest.raises(InputError, match="found a sentence without"):
        measure_accuracy([(True,), ()], "all")
    with pytest.raises(InputError, match="found fewer on one"):
        measure_accuracy([(True,), (True, False)], "mean")
    with pytest.raises(InputError, match="unknown rule 'most'"):
        measure_accuracy([], "most")


@given(CLIQUES, PEOPLE, SEEDS)
def test_each_clique_is_dealt_to_one_and_nobody_gets_two_more(cliques: list[int], people: list[int], seed: int) -> None:
    dealt = deal(cliques, people, seed)
    assert list(dealt) == cliques
    counts = Counter(dealt.values())
    assert set(counts) <= set(people)
    assert len(counts) == min(len(people), len(cliques))
    shares = [counts[person] for person in people]
    assert max(shares) - min(shares) <= 1
    assert deal(cliques, people, seed) == dealt


def test_the_seed_deals() -> None:
    cliques = list(range(20))
    assert len({tuple(deal(cliques, [1, 2, 3], seed).values()) for seed in range(10)}) > 5


@pytest.mark.parametrize(
    ("workers", "message"),
    [
        ([1, 2], "workers: expected at least 3 people, found 2"),
        ([1, 2, 2], "workers: expected each person once, found one twice"),
    ],
)
def test_too_few_workers(workers: list[int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        deal([1, 2, 3], workers, 0, least=3)
    assert str(caught.value) == message


@given(CLIQUES, st.integers(1, 100), SEEDS, st.integers(1, 9))
def test_a_sample_is_a_share_rounded_up(cliques: list[int], percent: int, seed: int, number: int) -> None:
    drawn = draw_sample(cliques, percent, seed, number)
    assert len(drawn) == sample_size(len(cliques), percent)
    assert (
        Fraction(percent, 100)
        <= Fraction(len(drawn), len(cliques))
        < Fraction(percent, 100) + Fraction(1, len(cliques))
    )
    assert drawn == [clique for clique in cliques if clique in set(drawn)]
    assert draw_sample(cliques, percent, seed, number) == drawn


def test_every_round_draws_anew() -> None:
    cliques = list(range(20))
    assert len({tuple(draw_sample(cliques, 40, 5, number)) for number in range(1, 11)}) > 8


def test_every_clique_is_drawn_as_often() -> None:
    counts = Counter(clique for seed in range(2_000) for clique in draw_sample(list(range(10)), 40, seed, 1))
    assert set(counts) == set(range(10))
    # 800 expected, standard deviation 22
    assert all(700 < count < 900 for count in counts.values())


@pytest.mark.parametrize(
    ("experts", "message"),
    [
        ([8], "experts: expected at least 2 people, found 1"),
        ([8, 8], "experts: expected each person once, found one twice"),
        ([8, 1], "experts: expected people who do not work on the batch, found one of its workers"),
    ],
)
def test_wrong_experts(experts: list[int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        check_experts(experts, [1, 2, 3], 2)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sample": 0}, "option sample: expected a number from 1 to 100, found 0"),
        ({"accept_above": 100}, "option accept_above: expected a number from 0 to 99, found 100"),
        ({"workers": True}, "option workers: expected a number from 1 to 20, found True"),
        ({"rule": "most"}, "option rule: expected one of all, mean, found 'most'"),
        ({"size": 3}, "unknown option of a clique project 'size'; did you mean 'batch_size'?"),
    ],
)
def test_wrong_options(options: dict, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Options.from_json(options)
    assert str(caught.value).startswith(message)


def test_options_are_those_of_the_paper_unless_told() -> None:
    assert Options.from_json({}) == Options(20, 3, 2, 40, 90, "all")
    assert Options.from_json(Options(batch_size=5).to_json()) == Options(batch_size=5)
