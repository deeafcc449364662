"""Contingency tables: the same masses whether collections are few or many, small or large, sets or not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import algebra as k
from karat.algebra.plans.counting import count
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


def test_a_large_entity_against_nothing() -> None:
    assert masses(MUC, [], [frozenset(range(1000))]) == (0, 0, 0, 999)
    assert masses(CEAF_PHI4, [frozenset(range(1000))], []) == (0, 1, 0, 0)


def test_two_empty_collections_are_alike() -> None:
    sides: list[list[set[str]]] = [[set(), {"a"}], [{"a"}, set(), set()]]
    assert masses(CEAF_PHI4, *sides) == (2, 2, 2, 3)


@pytest.mark.parametrize(
    ("own", "sizes", "expected"),
    [
        pytest.param(lambda size: size, (1, 2, 5), 1 + 2 + 5, id="as many as there are"),
        pytest.param(lambda size: 1, (1, 2, 5), 3, id="each the same"),
        pytest.param(lambda size: max(size - 1, 0), (0, 1, 5), 0 + 0 + 4, id="steps that an empty one does not keep"),
        pytest.param(lambda size: size * size, (1, 2, 5), 1 + 4 + 25, id="steps that grow"),
        pytest.param(lambda size: min(size, 300), (1, 300, 310), 1 + 300 + 300, id="steps that end"),
        pytest.param(lambda size: Fraction(size, 2), (1, 2, 5), Fraction(8, 2), id="steps of a half"),
        pytest.param(lambda size: size, (1, 2000), 2001, id="more than is tried"),
        pytest.param(lambda size: 12 // (size - 1), (2, 4, 5), 12 + 4 + 3, id="a formula that singletons break"),
    ],
)
def test_what_collections_have_with_themselves(
    own: Callable[[int], k.Number], sizes: tuple[int, ...], expected: k.Number
) -> None:
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    document = [frozenset(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]
    metric = k.match(k.counted(lambda both, one, other: own(both) if both else 0)).f1
    for _ in range(2):  # the second time the steps are known
        assert masses(metric, document, document) == (expected,) * 4


@pytest.mark.parametrize(
    ("predicted", "gold", "pairs"),
    [
        pytest.param(["ab", "cd"], ["abcd"], {(0, 0): 2, (1, 0): 2}, id="two in one"),
        pytest.param(["abcde"], ["ab", "c", "de"], {(0, 0): 2, (0, 1): 1, (0, 2): 2}, id="one in three"),
        pytest.param(["xay", "bz"], ["a", "b"], {(0, 0): 1, (1, 1): 1}, id="beside elements of no one"),
        pytest.param(["xy", "", "a"], ["b", "a"], {(2, 1): 1}, id="after some that share nothing"),
        pytest.param(["ab", "b"], ["ab"], {(0, 0): 2, (1, 0): 1}, id="an element in two"),
        pytest.param(["", "a"], ["a", ""], {(0, 1): 0, (1, 0): 1}, id="two that are empty"),
        pytest.param([], ["a"], {}, id="none"),
    ],
)
def test_tables_by_hand(predicted: list[str], gold: list[str], pairs: dict[tuple[int, int], int]) -> None:
    table = count(list(map(frozenset, predicted)), list(map(frozenset, gold)))
    found = zip(table.rows, table.columns, table.shared, strict=True)
    assert {(row, column): shared for row, column, shared in found} == pairs
    first = table.rows[: table.leading]
    assert first == sorted(set(first))
    assert not table.leading or set(first) == set(table.rows)
    assert all(len(predicted[row]) == size for row, (_, size, _) in zip(table.rows, table.kinds(), strict=True))
