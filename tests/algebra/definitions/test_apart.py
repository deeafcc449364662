"""Sides that are counted by two similarities: one aligns and counts what is predicted, the other counts the gold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import algebra as k
from karat.errors import DefinitionError

# Sets of numbers: the predicted side counts every number that the gold has too, the gold side each number once.
numbers = k.apart(predicted=k.match(k.equal, k.N_TO_ONE), gold=k.match(k.equal, distinct=True))
METRIC = k.match(numbers).f1
BAGS = st.lists(st.lists(st.integers(0, 2), max_size=3), max_size=3)


def alignments(rows: int, columns: int) -> Iterator[dict[int, int]]:
    if not rows:
        yield {}
        return
    for found in alignments(rows - 1, columns):
        yield found
        for column in set(range(columns)) - set(found.values()):
            yield {**found, rows - 1: column}


@settings(deadline=None)
@given(BAGS, BAGS)
def test_the_first_aligns_and_the_second_breaks_ties(predicted: list[list[int]], gold: list[list[int]]) -> None:
    options = []
    for pairs in alignments(len(predicted), len(gold)):
        right = sum(each in gold[column] for row, column in pairs.items() for each in predicted[row])
        found = sum(
            len(set(predicted[row]) & set(gold[column]))
            for row, column in pairs.items()
            if set(predicted[row]) & set(gold[column])
        )
        options.append((right, found))
    right, found = max(options)
    masses = (right, sum(map(len, predicted)), found, sum(len(set(each)) for each in gold))
    assert METRIC(predicted, gold).masses == masses
    assert METRIC.corpus([predicted], [gold]).total.masses == masses
    assert METRIC(predicted[::-1], gold[::-1]).masses == masses


def test_by_itself() -> None:
    assert numbers.f1([1, 1, 2], [1, 3]).masses == (2, 3, 1, 2)
    assert str(numbers.f1) == "F[(P: Σ→[δ], R: Σ↔[δ])]"
    assert numbers.f1.latex().startswith(r"\mathrm{F}[(P: \Sigma^{\rightarrow}[\delta], R: ")
    assert numbers.f1.explain([1, 1, 2], [1, 3]).count("= 1") == 2


def test_other_things_are_refused() -> None:
    with pytest.raises(DefinitionError, match="gold: expected a similarity, found int"):
        k.apart(predicted=k.equal, gold=1)
