"""Wrong use is refused, in one clear line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from karat import algebra as k
from karat.errors import DefinitionError, InputError, KaratError, SimilarityError

RELATION = k.match(k.product(type=k.equal, subject=k.equal)).f1


@pytest.mark.parametrize(
    ("build", "message"),
    [
        pytest.param(lambda: k.match(lambda x, y: 1), "match: expected a similarity, found function", id="a function"),
        pytest.param(
            lambda: k.match(k.equal, "1:1"), "match: expected a constraint such as ONE_TO_ONE, found '1:1'", id="text"
        ),
        pytest.param(lambda: k.product(type=str), "field 'type': expected a similarity, found type", id="a type"),
        pytest.param(
            lambda: k.product(),
            "a product is over named fields or over positions: expected one of the two",
            id="a product of nothing",
        ),
        pytest.param(
            lambda: k.product(k.equal, name=k.equal),
            "a product is over named fields or over positions: expected one of the two",
            id="a product of both",
        ),
        pytest.param(
            lambda: k.equal.at_least(0), "a threshold must leave out 0: expected more than 0, found 0", id="at least 0"
        ),
        pytest.param(
            lambda: k.equal.above(-1), "a threshold must leave out 0: expected more than 0, found -1", id="below 0"
        ),
        pytest.param(
            lambda: k.equal.above(float("nan")),
            "a threshold must leave out 0: expected more than 0, found nan",
            id="a threshold that is no number",
        ),
        pytest.param(
            lambda: k.equal.excess(-0.5), "an excess is over a base: expected 0 or more, found -0.5", id="excess"
        ),
        pytest.param(
            lambda: k.match(k.equal, k.GREEDY, order=k.SEQUENCE),
            "match: a greedy matching keeps no order; expected ↔, →, ← or ~",
            id="a greedy sequence",
        ),
        pytest.param(
            lambda: k.match(k.equal, order=k.SEQUENCE, by=k.equal),
            "match: a matching that keeps an order is aligned by itself; expected no `by`",
            id="a sequence aligned by another similarity",
        ),
        pytest.param(
            lambda: k.match(k.equal, order=k.Reachable(list, list), distinct=True),
            "match: nodes of a graph are distinct as they are; expected no `distinct`",
            id="distinct nodes",
        ),
        pytest.param(
            lambda: k.match(k.equal, order="sequence"),
            "match: expected SEQUENCE or Reachable(…) for `order`, found 'sequence'",
            id="an order in words",
        ),
        pytest.param(
            lambda: k.match(k.equal, k.N_TO_ONE, ties="first"),
            "match: expected SPREAD or FIRST for `ties`, found 'first'",
            id="ties in words",
        ),
        pytest.param(
            lambda: k.match(k.equal, by=len),
            "match: by: expected a similarity, found builtin_function_or_method",
            id="aligned by a function",
        ),
        *(
            pytest.param(
                lambda constraint=constraint, order=order: k.match(k.equal, constraint, ties=k.FIRST, order=order),
                "match: ties are between partners that others may share, without an order; expected → or ←",
                id=f"ties that are none: {name}",
            )
            for name, constraint, order in (
                ("one to one", k.ONE_TO_ONE, None),
                ("greedy", k.GREEDY, None),
                ("all with all", k.N_TO_N, None),
                ("a sequence", k.N_TO_ONE, k.SEQUENCE),
            )
        ),
        pytest.param(
            lambda: k.match(k.latent, k.N_TO_ONE, ties=k.FIRST).plan,
            "a matching with latent variables spreads ties; expected no `ties`",
            id="ties with variables",
        ),
        pytest.param(lambda: k.union({}), "a union has cases: expected at least one, found none", id="no cases"),
        pytest.param(
            lambda: k.union({"int": k.equal}),
            "a union has a case for each type: expected a type, found 'int'",
            id="a case in words",
        ),
        pytest.param(
            lambda: k.union({int: k.equal, bool: k.subset}),
            "case bool: expected it before int, which takes all its objects, found it behind",
            id="a case that is never reached",
        ),
        pytest.param(
            lambda: k.transform(k.equal),
            "a transform is of both sides or of each: expected one of the two",
            id="a transform of nothing",
        ),
        pytest.param(
            lambda: k.transform(k.equal, str, gold=str),
            "a transform is of both sides or of each: expected one of the two",
            id="a transform of both and of one",
        ),
        pytest.param(
            lambda: k.counted(lambda shared, predicted, gold: 1, "always").plan,
            "always: expected 0 where nothing is shared, found 1",
            id="a count of nothing",
        ),
        pytest.param(
            lambda: k.counted(max, inner=k.function(lambda x, y: 0.5)).plan,
            "max: expected elements that are equal or not, as under δ",
            id="a count of what is more or less alike",
        ),
        pytest.param(
            lambda: k.match(k.latent, k.GREEDY).plan,
            "a matching with latent variables is exact: expected ↔, →, ← or ~, found greedy",
            id="greedy with variables",
        ),
        pytest.param(
            lambda: k.match(k.latent, order=k.SEQUENCE).plan,
            "a matching with latent variables keeps no order and is aligned by itself",
            id="a sequence with variables",
        ),
        pytest.param(lambda: k.function(3), "expected a function, found int: 3", id="a number for a function"),
        pytest.param(lambda: k.function(3, "three"), "expected a function, found int: 3", id="a named number"),
        pytest.param(lambda: k.equal.weighted(2), "expected a function, found int: 2", id="a number for a weight"),
        pytest.param(lambda: k.transform(k.equal, 3), "expected a function, found int: 3", id="a number for a side"),
        pytest.param(
            lambda: k.transform(len, k.equal),
            "expected a function, found Equal: <δ>",
            id="turned round",
        ),
        pytest.param(
            lambda: k.transform(len, len),
            "transform: expected a similarity, found builtin_function_or_method",
            id="a transform of a function",
        ),
        pytest.param(lambda: k.union({int: 3}), "case int: expected a similarity, found int", id="a case"),
        pytest.param(lambda: k.maximum(3), "maximum: expected a similarity, found int", id="a maximum"),
        pytest.param(
            lambda: k.sides(precision=3, recall=k.match(k.equal)),
            "precision: expected a similarity, found int",
            id="a side",
        ),
        pytest.param(lambda: k.mean(), "mean: expected metrics, found none", id="a mean of nothing"),
        pytest.param(
            lambda: k.times(k.equal.f1, k.equal), "product: expected metrics, found Equal", id="a factor without value"
        ),
        pytest.param(lambda: k.equal.f(-1), "β: expected a number of at least 0, found -1", id="β below 0"),
        pytest.param(lambda: k.equal.f(float("nan")), "β: expected a number of at least 0, found nan", id="β is NaN"),
        pytest.param(
            lambda: k.equal.f1.with_empty(7), "empty: expected a value from 0 to 1, or None, found 7", id="empty is 7"
        ),
        pytest.param(
            lambda: k.equal.f1(1, 1) + k.equal.precision(1, 1),
            "scores of one metric add: expected FMeasure(empty=None, beta=1), found Precision(empty=None)",
            id="scores of two metrics",
        ),
        pytest.param(
            lambda: k.mean(k.equal.f1)(1, 1) + k.times(k.equal.f1)(1, 1),
            "scores of one metric add: expected the same parts",
            id="composite scores of two metrics",
        ),
    ],
)
def test_what_cannot_be_defined(build: Callable[[], object], message: str) -> None:
    with pytest.raises(DefinitionError) as refused:
        build()
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("metric", "predicted", "gold", "message"),
    [
        pytest.param(k.match(k.equal).f1, "abc", ["a"], "expected a collection, found str: 'abc'", id="text"),
        pytest.param(k.match(k.equal).f1, ["a"], 3, "expected a collection, found int: 3", id="a number"),
        pytest.param(k.match(k.equal).f1, None, [], "expected a collection, found NoneType: None", id="nothing"),
        pytest.param(
            k.match(k.equal).f1, {"a": 1}, ["a"], "expected a collection, found dict: {'a': 1}", id="a mapping"
        ),
        pytest.param(
            k.match(k.match(k.equal)).f1,
            ["ab"],
            [["a", "b"]],
            "expected a collection, found str: 'ab'",
            id="text inside a collection",
        ),
        pytest.param(
            RELATION,
            [{"type": "knows"}],
            [],
            "expected an object with the field 'subject', found dict: {'type': 'knows'}",
            id="a field that is missing",
        ),
        pytest.param(
            RELATION, [3], [4], "expected an object with the field 'type', found int: 3", id="no record at all"
        ),
        pytest.param(
            k.match(k.product(k.equal, k.equal)).f1,
            [(1,)],
            [(1, 2)],
            "expected an object with position 1, found tuple: (1,)",
            id="a tuple that is too short",
        ),
        pytest.param(
            k.match(k.union({int: k.equal, str: k.equal})).f1,
            [1.5],
            [1],
            "expected one of int, str, found float: 1.5",
            id="a case that is not there",
        ),
        pytest.param(
            k.match(k.equal, order=k.SEQUENCE).f1,
            {1},
            [1],
            "expected a sequence, found set, which has no order: {1}",
            id="a set for a sequence",
        ),
        pytest.param(k.match(k.token_f1).f1, [1], ["a"], "expected a text, found int: 1", id="no text, for words"),
        pytest.param(
            k.match(k.levels).f1,
            ["Conflict.Attack"],
            ["Conflict.Meet"],
            "levels: expected a path such as ('Conflict', 'Attack'), found a text: 'Conflict.Attack'",
            id="a text for a path: its letters are no levels",
        ),
        pytest.param(
            k.match(k.string_similarity()).f1, ["a"], [2], "expected a text, found int: 2", id="no text, for letters"
        ),
        pytest.param(
            k.derive(dict[str, int]), [1], {}, "expected a mapping, found list: [1]", id="a list for a mapping"
        ),
    ],
)
def test_what_cannot_be_scored(metric: k.Metric, predicted: Any, gold: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        metric(predicted, gold)
    assert str(refused.value) == message


@pytest.mark.parametrize("limit", [-1, float("nan"), "1"])
def test_a_time_limit_is_in_seconds(limit: Any) -> None:
    metric = k.match(k.product(k.latent, k.equal)).f1
    with pytest.raises(InputError, match=re.escape(f"time_limit: expected seconds, 0 or more, found {limit!r}")):
        metric([(k.Variable("x"), 1)], [(k.Variable("y"), 1)], time_limit=limit)


def returning(value: Any) -> k.Similarity:
    return k.function(lambda x, y: 1 if x == y else value, "odd")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(-0.5, "odd: expected a number of at least 0, found -0.5", id="negative"),
        pytest.param(float("nan"), "odd: expected a number of at least 0, found nan", id="NaN"),
        pytest.param(float("inf"), "odd: expected a number of at least 0, found inf", id="infinite"),
        pytest.param("0.5", "odd: expected a number of at least 0, found '0.5'", id="text"),
        pytest.param(None, "odd: expected a number of at least 0, found None", id="nothing"),
        pytest.param(2, "odd: expected at most φ(x, x) = 1, found 2 for 'a' and 'b'", id="more than with itself"),
    ],
)
def test_what_is_no_similarity(value: Any, message: str) -> None:
    with pytest.raises(SimilarityError) as refused:
        k.match(returning(value)).f1(["a"], ["b"])
    assert str(refused.value) == message


def test_the_check_against_itself_is_on_both_objects() -> None:
    size = k.function(lambda x, y: max(x, y), "larger")
    with pytest.raises(SimilarityError, match=re.escape("larger: expected at most φ(x, x) = 1, found 3 for 1 and 3")):
        size.similarity(1, 3)


def test_a_count_is_checked_against_itself() -> None:
    odd = k.counted(lambda shared, predicted, gold: 5 * shared if shared < predicted else shared, "odd")
    message = "odd: expected at most φ(x, x) = 2, found 5 for 1 shared elements of 2 and 2"
    with pytest.raises(SimilarityError, match=re.escape(message)):
        k.match(odd).f1([[1, 2]], [[1, 3]])
    unchecked = k.counted(odd.formula, "odd", checked=False)
    assert k.match(unchecked).f1([[1, 2]], [[1, 3]]).masses == (5, 2, 5, 2)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_in_definitions_are_finite(number: float) -> None:
    with pytest.raises(SimilarityError, match="expected a number of at least 0, found"):
        k.subtype(k.hierarchy({"a": "b"}), number)
    with pytest.raises((SimilarityError, DefinitionError)):
        k.match(k.equal.above(number)).f1([1], [1])
    with pytest.raises((SimilarityError, DefinitionError)):
        k.match(k.equal.excess(number)).f1([1], [1])


def test_the_check_can_be_left_out() -> None:
    assert k.function(lambda x, y: 2, "odd", own=1, checked=False).similarity("a", "b") == 2


@pytest.mark.parametrize("weight", [-1, float("nan"), "1"])
def test_a_weight_is_a_number(weight: Any) -> None:
    with pytest.raises(SimilarityError, match="worth: expected a number of at least 0"):
        k.match(k.equal.weighted(lambda _: weight, "worth")).f1(["a"], ["a"])


def test_a_variable_means_nothing_by_itself() -> None:
    with pytest.raises(DefinitionError, match="only be compared inside the collection that it runs through"):
        k.latent.similarity(k.Variable("x"), k.Variable("y"))


def test_a_score_and_a_number_do_not_add() -> None:
    with pytest.raises(TypeError):
        k.equal.f1(1, 1) + 1


def test_every_refusal_is_karats_own() -> None:
    for kind in (DefinitionError, InputError, SimilarityError):
        assert issubclass(kind, KaratError)


@pytest.mark.parametrize(
    "document", [{"x": 1}, {"masses": [1, 2]}, "{", {"masses": "abcd", "normaliser": {"kind": "no"}}]
)
def test_what_is_no_score_is_refused(document: Any) -> None:
    with pytest.raises(InputError, match="expected a score as to_json writes it, found"):
        k.from_json(document)
