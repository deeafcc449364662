"""What the paper defines without naming a metric: sequences (37), graphs (A.2), types in a hierarchy (38, 39)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat import algebra as k

SEQUENCE = k.match(k.equal, order=k.SEQUENCE)


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param([1, 2, 3, 4, 5], [1, 3, 5, 7, 9], 3, id="the paper's example"),
        pytest.param([3, 2, 1], [1, 2, 3], 1, id="turned round"),
        pytest.param([1, 2, 1], [2, 1, 2], 2, id="repeated elements"),
        pytest.param([], [1], 0, id="nothing"),
    ],
)
def test_sequences_by_hand(predicted: list[int], gold: list[int], matched: int) -> None:
    score = SEQUENCE.f1(predicted, gold)
    assert score.exact == Fraction(2 * matched, len(predicted) + len(gold))
    assert len(score.alignment.matches) == matched


def test_a_weighted_sequence_prefers_the_heavier_pair() -> None:
    """a b against b a: one of the two can be kept, and b weighs 3."""
    weights = {"a": 1, "b": 3}
    metric = k.match(k.equal.weighted(weights.__getitem__, "weight"), order=k.SEQUENCE)
    assert metric(["a", "b"], ["b", "a"]).exact == 3


Graph = tuple[str, list[tuple[int, int]]]
GRAPH = k.match(k.equal, order=k.Reachable(nodes=lambda graph: list(graph[0]), edges=lambda graph: graph[1]))


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param(("abc", [(0, 1), (1, 2)]), ("abc", [(0, 1), (1, 2)]), 3, id="a chain with itself"),
        # In the gold b and c are sisters: b reaches c on one side only.
        pytest.param(("abc", [(0, 1), (1, 2)]), ("abc", [(0, 1), (0, 2)]), 2, id="a chain and a fork"),
        pytest.param(("ac", [(0, 1)]), ("abc", [(0, 1), (1, 2)]), 2, id="a node left out of a chain"),
        pytest.param(("ab", [(0, 1), (1, 0)]), ("ab", [(0, 1)]), 1, id="a circle and an edge"),
        pytest.param(("", []), ("a", []), 0, id="nothing"),
    ],
)
def test_graphs_by_hand(predicted: Graph, gold: Graph, matched: int) -> None:
    score = GRAPH.f1(predicted, gold)
    assert score.exact == Fraction(2 * matched, len(predicted[0]) + len(gold[0]))
    assert score.optimal


KINDS = k.hierarchy({"hare": "mammal", "mouse": "mammal", "mammal": "animal", "trout": "animal"})


@pytest.mark.parametrize(
    ("predicted", "gold", "subtype", "supertypes"),
    [
        pytest.param("hare", "hare", Fraction(1), Fraction(1), id="the same"),
        pytest.param("hare", "mammal", Fraction(1, 2), Fraction(2 * 2, 3 + 2), id="below the gold type"),
        pytest.param("mammal", "hare", Fraction(0), Fraction(2 * 2, 2 + 3), id="above the gold type"),
        pytest.param("hare", "mouse", Fraction(0), Fraction(2 * 2, 3 + 3), id="sisters"),
        pytest.param("hare", "trout", Fraction(0), Fraction(2 * 1, 3 + 2), id="only the root in common"),
        pytest.param("hare", "stone", Fraction(0), Fraction(0), id="nothing in common"),
    ],
)
def test_types_by_hand(predicted: str, gold: str, subtype: Fraction, supertypes: Fraction) -> None:
    assert k.subtype(KINDS).similarity(predicted, gold) == subtype
    assert k.supertypes(KINDS).similarity(predicted, gold) == supertypes
