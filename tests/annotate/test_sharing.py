"""Sharing items out, by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from karat.annotate.sharing import share_out

ANN, BEN, CLEO, DORA = range(1, 5)


@pytest.mark.parametrize(
    ("items", "people", "wanted", "loads", "shares"),
    [
        pytest.param(
            [(1, []), (2, []), (3, [])], [ANN, BEN, CLEO], 2, {}, {ANN: [1, 2], BEN: [1, 3], CLEO: [2, 3]}, id="in turn"
        ),
        pytest.param([(1, []), (2, [])], [ANN, BEN], 1, {ANN: 5}, {ANN: [], BEN: [1, 2]}, id="who has least to do"),
        pytest.param([(1, [ANN]), (2, [CLEO])], [ANN, BEN], 2, {}, {ANN: [2], BEN: [1]}, id="who has it counts"),
        pytest.param([(1, [ANN, BEN])], [CLEO], 2, {}, {CLEO: []}, id="enough already"),
        pytest.param([(1, [])], [ANN, BEN], 3, {}, {ANN: [1], BEN: [1]}, id="fewer people than wanted"),
    ],
)
def test_shares(items, people, wanted, loads, shares) -> None:
    assert share_out(items, people, wanted, loads) == shares


def test_everybody_meets_everybody_and_has_as_much_to_do() -> None:
    people = [ANN, BEN, CLEO, DORA]
    shares = share_out([(item, []) for item in range(24)], people, 2, {})
    assert {len(mine) for mine in shares.values()} == {12}
    met = {pair: len({*shares[pair[0]]} & {*shares[pair[1]]}) for pair in combinations(people, 2)}
    assert set(met.values()) == {4}
