"""Elements without a hash score as their hashable twins do, in every plan that looks keys up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from karat import algebra as k
from karat.algebra.plans.reading import by_hash, once
from karat.metrics import B_CUBED


@dataclass  # compared by its fields, without a hash
class Note:
    text: str
    tags: Any = ()


def bare(value: Any) -> Any:
    """The same with tuples for lists, which can be hashed."""
    return tuple(map(bare, value)) if isinstance(value, list | tuple) else value


word_pairs = k.product(k.equal, k.match(k.equal).f1)
SAME = k.function(lambda x, y: int(x == y), "same", keys=lambda value: [value])


@pytest.mark.parametrize(
    ("metric", "predicted", "gold"),
    [
        pytest.param(k.match(k.equal).f1, [["a"], ["b"], ["b"]], [["b"], ["b"], ["c"]], id="discrete"),
        pytest.param(k.match(k.equal, distinct=True).f1, [["a"], ["a"], ["b"]], [["a"]], id="discrete, distinct"),
        pytest.param(k.match(k.equal, k.N_TO_ONE).f1, [["a"], ["a"], ["b"]], [["a"], ["c"]], id="pairs under keys"),
        pytest.param(
            k.match(word_pairs).f1, [[["x"], ["a", "b"]], [["y"], ["c"]]], [[["x"], ["b"]], [["z"], ["c"]]], id="keyed"
        ),
        pytest.param(
            k.match(word_pairs).f1, [[["x"], ["a"]], [["x"], ["b"]]], [[["x"], ["b"]], [["x"], ["b"]]], id="keyed twice"
        ),
        pytest.param(
            k.match(k.match(k.equal).f1).f1, [[["a"], ["b"]], [["c"]]], [[["b"]], [["c"], ["a"]]], id="counted"
        ),
        pytest.param(k.match(k.subset).f1, [[["a"]], [["a"], ["d"]]], [[["a"], ["b"]]], id="subset"),
        pytest.param(k.match(SAME).f1, [["a"], ["b"]], [["b"], ["c"]], id="tokens"),
        pytest.param(
            k.match(k.product(k.latent, k.equal)).f1, [["x", ["a"]]], [["y", ["a"]], ["z", ["b"]]], id="latent"
        ),
        pytest.param(B_CUBED, [[["a"], ["b"]]], [[["a"]], [["b"]]], id="memberships"),
    ],
)
def test_lists_score_as_tuples(metric: Any, predicted: Any, gold: Any) -> None:
    assert metric(predicted, gold).masses == metric(bare(predicted), bare(gold)).masses
    several = metric.corpus([predicted, gold], [gold, gold])
    assert [score.masses for score in several] == [metric(predicted, gold).masses, metric(gold, gold).masses]


def test_one_key_without_a_hash_changes_nothing_for_the_others() -> None:
    """A set equals a frozenset, but only one of them can be hashed."""
    metric = k.match(k.equal).f1
    assert metric([{"a"}, "b", frozenset("c")], [frozenset("a"), "b", {"c"}]).masses == (3, 3, 3, 3)


def test_objects_without_a_hash() -> None:
    metric = k.match(k.equal).f1
    assert metric([Note("a"), Note("b", ["x"])], [Note("b", ["x"]), Note("c")]).masses == (1, 2, 1, 2)


def test_elements_are_compared_once_each() -> None:
    assert once([[1], [2], [1]]) == [[1], [2]]
    assert once([1, 2, 1]) == [1, 2]


def test_an_error_with_another_cause_is_not_hidden() -> None:
    def fail(keys: list[Any], _: list[Any]) -> None:
        raise TypeError("no number")

    with pytest.raises(TypeError, match="no number"):
        by_hash(fail, ["a"], ["b"])
    with pytest.raises(TypeError, match="not supported between"):
        k.match(k.product(key=k.equal, size=k.function(lambda x, y: abs(x - y) < "1"))).f1(  # type: ignore[operator]
            [{"key": [1], "size": 1}], [{"key": [1], "size": 2}]
        )
