"""Smatch by hand (Chen et al., 2023, equations 34 to 36)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.metrics import SMATCH
from karat.model import AMR, Triple, Variable


def graph(*rows: str) -> list[Triple]:
    """Triples from lines such as ``w instance want-01``; a single letter is a variable."""
    triples = []
    for row in rows:
        source, role, target = row.split()
        triples.append(Triple(Variable(source), role, Variable(target) if len(target) == 1 else target))
    return triples


# The cat wants to sleep.
GOLD = graph("w instance want-01", "c instance cat", "s instance sleep-01", "w ARG0 c", "w ARG1 s", "s ARG0 c")


@pytest.mark.parametrize(
    ("predicted", "matched"),
    [
        pytest.param(GOLD, 6, id="identical"),
        pytest.param(
            graph("a instance want-01", "b instance cat", "x instance sleep-01", "a ARG0 b", "a ARG1 x", "x ARG0 b"),
            6,
            id="other names",
        ),
        # The dog wants to sleep: all but one concept.
        pytest.param(
            graph("w instance want-01", "c instance dog", "s instance sleep-01", "w ARG0 c", "w ARG1 s", "s ARG0 c"),
            5,
            id="a concept wrong",
        ),
        pytest.param(
            graph("w instance want-01", "c instance cat", "s instance sleep-01", "w ARG0 s", "w ARG1 c", "s ARG0 c"),
            4,
            id="two roles exchanged",
        ),
        pytest.param(graph("c instance cat"), 1, id="one node"),
        pytest.param(graph("x instance dog", "x polarity minus"), 0, id="nothing alike"),
    ],
)
def test_smatch_by_hand(predicted: list[Triple], matched: int) -> None:
    score = SMATCH(predicted, GOLD)
    assert score.exact == Fraction(2 * matched, len(predicted) + 6)
    assert score.optimal
    assert score.bound == matched


def test_a_variable_is_mapped_once() -> None:
    """Two nodes of one concept, one of them loved: b can be mapped to the lover or to the loved, not to both."""
    gold = graph("b instance boy", "c instance boy", "b loves c")
    predicted = graph("b instance boy", "b loves b")
    assert SMATCH(predicted, gold).masses == (1, 2, 1, 3)


def test_a_triple_written_twice_counts_once() -> None:
    assert SMATCH([*GOLD, GOLD[0]], GOLD).masses == (6, 6, 6, 6)


def test_a_graph_is_its_triples() -> None:
    assert SMATCH(AMR(frozenset(GOLD)), AMR(frozenset(GOLD[1:]))).masses == (5, 6, 5, 5)


def test_the_mapping_is_told() -> None:
    predicted = graph("x instance cat", "y instance sleep-01", "y ARG0 x")
    mapping = dict(SMATCH(predicted, GOLD).alignment.variables)
    assert mapping == {Variable("x"): Variable("c"), Variable("y"): Variable("s")}
