"""Contingency tables: the same masses whether collections are few or many, small or large, sets or not."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import algebra as k
from karat.metrics import B_CUBED, CEAF_PHI4, MUC
from karat.model import Entity, Mention

Document = list[frozenset[int]]


def masses(metric: k.Metric, predicted: object, gold: object) -> tuple[k.Number, ...]:
    score = metric.score(predicted, gold)
    assert isinstance(score, k.Score)
    return tuple(score.masses)


@pytest.mark.parametrize("entities", [1, 5, 63, 64, 500])
def test_masses_grow_with_the_number_of_entities(entities: int) -> None:
    # Of each gold entity's three mentions two are found, together.
    gold = [frozenset((number, place) for place in range(3)) for number in range(entities)]
    predicted = [frozenset((number, place) for place in range(2)) for number in range(entities)]
    assert masses(MUC, predicted, gold) == (entities, entities, entities, 2 * entities)
    assert masses(B_CUBED, predicted, gold) == (2 * entities, 2 * entities, Fraction(4, 3) * entities, 3 * entities)
    alike = Fraction(4, 5) * entities
    assert masses(CEAF_PHI4, predicted, gold) == (alike, entities, alike, entities)


@pytest.mark.parametrize(
    ("sizes", "shared"),
    [
        pytest.param((2, 3), 2, id="small: 4/5"),
        pytest.param((41, 42), 41, id="large: 82/83, which is on no scale of small numbers"),
        pytest.param((64, 64), 1, id="large: 1/64"),
        pytest.param((1000, 1001), 999, id="very large"),
    ],
)
def test_sizes_small_and_large_stand_side_by_side(sizes: tuple[int, int], shared: int) -> None:
    one, other = sizes
    predicted = [frozenset(range(one)), frozenset({-1, -2})]
    gold = [frozenset(range(one - shared, one - shared + other)), frozenset({-1})]
    expected = Fraction(2 * shared, one + other) + Fraction(2, 3)
    for _ in range(2):  # the second time values are known
        assert masses(CEAF_PHI4, predicted, gold) == (expected, 2, expected, 2)


@st.composite
def stretches(draw: st.DrawFn) -> Document:
    """Up to four entities of neighbouring mentions, of all sizes."""
    ends = sorted(draw(st.sets(st.integers(0, 130), min_size=1, max_size=5)))
    return [frozenset(range(*ends)) for ends in pairwise(ends)]


@given(stretches(), stretches())
def test_sums_follow_the_equations(predicted: Document, gold: Document) -> None:
    overlaps = [(len(one & other), len(one), len(other)) for one in predicted for other in gold]
    links = sum(max(both - 1, 0) for both, _, _ in overlaps)
    mentions = [sum(map(len, side)) for side in (predicted, gold)]
    assert masses(MUC, predicted, gold) == (links, mentions[0] - len(predicted), links, mentions[1] - len(gold))
    assert masses(B_CUBED, predicted, gold) == (
        sum(Fraction(both**2, one) for both, one, _ in overlaps),
        mentions[0],
        sum(Fraction(both**2, other) for both, _, other in overlaps),
        mentions[1],
    )
    few, many = sorted((predicted, gold), key=len)
    best = max(
        sum(Fraction(2 * len(one & other), len(one) + len(other)) for one, other in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    assert masses(CEAF_PHI4, predicted, gold) == (best, len(predicted), best, len(gold))


MENTIONS = [Mention(0, 1), Mention(3, 3), Mention(5, 9)]


@pytest.mark.parametrize(
    ("predicted", "gold"),
    [
        pytest.param([frozenset("ab"), frozenset("c")], [frozenset("a"), frozenset("bc")], id="sets"),
        pytest.param([set("ab"), list("c")], (tuple("a"), set("bc")), id="all sorts of collections"),
        pytest.param([{None, "b"}, {"c"}, set()], [{None}, {"b", "c"}], id="an element that is none, an empty set"),
        pytest.param(
            [Entity(frozenset(MENTIONS[:2])), Entity(frozenset(MENTIONS[2:]))],
            [Entity(frozenset(MENTIONS[:1])), Entity(frozenset(MENTIONS[1:]))],
            id="entities",
        ),
        pytest.param(
            [Entity(frozenset(MENTIONS[:2])), frozenset(MENTIONS[2:])],
            [frozenset(MENTIONS[:1]), Entity(frozenset(MENTIONS[1:]))],
            id="entities and sets",
        ),
    ],
)
def test_elements_are_found_in_whatever_holds_them(predicted: object, gold: object) -> None:
    # Two of three mentions each: a|bc against ab|c.
    assert masses(MUC, predicted, gold)[::2] == (0, 0)
    assert masses(B_CUBED, predicted, gold) == (2, 3, 2, 3)
    assert masses(CEAF_PHI4, predicted, gold)[0] == Fraction(2, 3) + Fraction(2, 3)


def test_repeated_elements_are_counted_as_often_as_both_have_them() -> None:
    predicted, gold = [["a", "a", "b"], ["c"]], [["a", "a"], ["a", "c"]]
    # aab against aa: 2·2/5; c against ac: 2·1/3.
    assert masses(CEAF_PHI4, predicted, gold)[0] == Fraction(4, 5) + Fraction(2, 3)


def test_two_empty_collections_are_alike() -> None:
    sides: list[list[set[str]]] = [[set(), {"a"}], [{"a"}, set(), set()]]
    assert masses(CEAF_PHI4, *sides) == (2, 2, 2, 3)
