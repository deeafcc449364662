"""What holds for every metric; those for which a law does not hold are listed in the zoo with the reason."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from random_definitions import close, close_by_key, worthy
from zoo import BREAKS, DOCUMENTS, ELSEWHERE, INSTEAD, PERFECT_PROGRAMS, PROGRAMS, SHAPES, Documents, leaves

from karat import algebra as k
from karat.algebra.scores.alignment import shown
from karat.metrics import METRICS, metric_named
from karat.model import Template

QUICK = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
ALL: dict[str, tuple[k.Metric, Documents]] = {
    **{metric.name: (metric, DOCUMENTS[metric.name]) for metric in METRICS if metric.name in DOCUMENTS},
    **SHAPES,
}


every_metric = pytest.mark.parametrize(("metric", "documents"), [pytest.param(*ALL[each], id=each) for each in ALL])


def test_no_metric_is_forgotten() -> None:
    """A new metric needs documents in the zoo."""
    names = [metric.name for metric in METRICS]
    assert [name for name in names if name not in {*DOCUMENTS, *ELSEWHERE, *PROGRAMS}] == []
    assert [name for name in DOCUMENTS if name not in names] == []
    assert [name for law in BREAKS.values() for name in law if name not in ALL] == []
    assert len(set(names)) == len(names)


def perfect(metric: k.Metric, gold: Any, _: Any) -> bool:
    """Gold against itself has nothing left over."""
    score = metric(gold, gold)
    parts = list(leaves(score))
    matched = all(part.matched_predicted == part.predicted and part.matched_gold == part.gold for part in parts)
    return matched and (score.value == 1 or not all(part.gold for part in parts))


def at_most_1(metric: k.Metric, predicted: Any, gold: Any) -> bool:
    """No more is matched than there is."""
    score = metric(predicted, gold)
    for part in leaves(score):
        if not (0 <= part.matched_predicted <= part.predicted and 0 <= part.matched_gold <= part.gold):
            return False
    return score.value is None or 0 <= score.value <= 1


def symmetric(metric: k.Metric, predicted: Any, gold: Any) -> bool:
    """Precision is recall the other way round."""
    return all(
        one.masses == (other.matched_gold, other.gold, other.matched_predicted, other.predicted)
        for one, other in zip(leaves(metric(predicted, gold)), leaves(metric(gold, predicted)), strict=True)
    )


LAWS = {"perfect": perfect, "at most 1": at_most_1, "symmetric": symmetric}


@pytest.mark.parametrize(("name", "each"), [(name, each) for name in LAWS for each in ALL if each not in BREAKS[name]])
@QUICK
@given(data=st.data())
def test_the_law_holds(name: str, each: str, data: st.DataObject) -> None:
    metric, documents = ALL[each]
    assert LAWS[name](metric, data.draw(documents), data.draw(documents))


@pytest.mark.parametrize(("name", "each"), [(name, each) for name in LAWS for each in BREAKS[name]])
def test_what_is_said_to_break_a_law_breaks_it(name: str, each: str) -> None:
    metric, documents = ALL[each]
    once = settings(max_examples=2000, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
    find(st.tuples(documents, documents), lambda pair: not LAWS[name](metric, *pair), settings=once)


def test_whatever_breaks_the_law_of_gold_against_itself_is_a_published_convention() -> None:
    """Each has a metric beside it for which gold against itself is 1; that one is no exception."""
    assert set(BREAKS["perfect"]) <= set(INSTEAD)
    for name, other in INSTEAD.items():
        assert name in BREAKS["perfect"] or name in PROGRAMS
        assert other in {*ALL, *PERFECT_PROGRAMS}
        assert other not in INSTEAD
    assert set(PROGRAMS) == {*PERFECT_PROGRAMS, *INSTEAD} - set(BREAKS["perfect"])


@pytest.mark.parametrize("name", PERFECT_PROGRAMS)
@settings(QUICK, max_examples=100)
@given(data=st.data())
def test_gold_against_itself_is_1_for_programs_too(name: str, data: st.DataObject) -> None:
    gold = data.draw(PERFECT_PROGRAMS[name])
    score = metric_named(name)(gold, gold)
    assert (score.precision, score.recall, score.f1) in {(1, 1, 1), (None, None, None)}
    assert score.value is not None or not gold


# Ties between matchings are rare, and order shows only there.
@every_metric
@settings(QUICK, max_examples=60)
@given(data=st.data())
def test_order_of_elements_does_not_matter(metric: k.Metric, documents: Documents, data: st.DataObject) -> None:
    predicted, gold = data.draw(documents), data.draw(documents)
    assert metric(shuffled(predicted, data), shuffled(gold, data)) == metric(predicted, gold)


def shuffled(document: Any, data: st.DataObject) -> Any:
    """The same in another order; of a record of sets, each set as a list in some order, and so are a template's."""
    if isinstance(document, list):
        return [
            replace(each, fillers=tuple(data.draw(st.permutations(sorted(each.fillers, key=shown)))))
            if isinstance(each, Template)
            else each
            for each in data.draw(st.permutations(document))
        ]
    sets = {each.name: sorted(getattr(document, each.name), key=repr) for each in fields(document)}
    return replace(document, **{name: data.draw(st.permutations(elements)) for name, elements in sets.items()})


@every_metric
@QUICK
@given(data=st.data())
def test_sums_add_over_documents(metric: k.Metric, documents: Documents, data: st.DataObject) -> None:
    corpus = data.draw(st.lists(st.tuples(documents, documents), min_size=1, max_size=5))
    cut = data.draw(st.integers(0, len(corpus)))
    scores = metric.corpus([one for one, _ in corpus], [other for _, other in corpus])
    assert list(scores) == [metric(one, other) for one, other in corpus]
    whole = sum(scores)
    parts = [sum(part) for part in (list(scores)[:cut], list(scores)[cut:]) if part]
    assert sum(parts) == whole == sum(reversed(list(scores)))
    for index, part in enumerate(leaves(whole)):
        singles = [list(leaves(score))[index].masses for score in scores]
        assert part.masses == tuple(map(sum, zip(*singles, strict=True)))


@every_metric
@QUICK
@given(data=st.data())
def test_scores_come_back_from_json(metric: k.Metric, documents: Documents, data: st.DataObject) -> None:
    score = metric(data.draw(documents), data.draw(documents))
    assert k.from_json(json.loads(json.dumps(score.to_json()))) == score


@every_metric
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_score_can_be_explained(metric: k.Metric, documents: Documents, data: st.DataObject) -> None:
    predicted, gold = data.draw(documents), data.draw(documents)
    first, *_ = metric.explain(predicted, gold).splitlines()
    assert str(metric) in first
    assert metric.explain(predicted, gold) == metric.explain(predicted, gold)


# --- laws of matchings ---

PHI = [
    pytest.param(k.equal, id="δ"),
    pytest.param(close, id="graded"),
    pytest.param(close_by_key, id="graded, with keys"),
    pytest.param(worthy, id="weighted"),
]
numbers = st.lists(st.integers(0, 3), max_size=6)


@pytest.mark.parametrize("order", [None, k.SEQUENCE], ids=["set", "sequence"])
@pytest.mark.parametrize("phi", PHI)
@QUICK
@given(predicted=numbers, gold=numbers)
def test_a_looser_constraint_never_matches_less(
    phi: k.Similarity, order: Any, predicted: list[int], gold: list[int]
) -> None:
    def total(constraint: k.Constraint) -> k.Number:
        return k.match(phi, constraint, order=order).similarity(predicted, gold)

    for between in (k.N_TO_ONE, k.ONE_TO_N):
        assert total(k.ONE_TO_ONE) <= total(between) <= total(k.N_TO_N)


@pytest.mark.parametrize("phi", PHI)
@pytest.mark.parametrize("constraint", [k.ONE_TO_ONE, k.N_TO_ONE, k.ONE_TO_N, k.N_TO_N])
@QUICK
@given(predicted=numbers, gold=numbers)
def test_order_can_only_cost(
    phi: k.Similarity, constraint: k.Constraint, predicted: list[int], gold: list[int]
) -> None:
    in_order = k.match(phi, constraint, order=k.SEQUENCE).similarity(predicted, gold)
    assert in_order <= k.match(phi, constraint).similarity(predicted, gold)


@pytest.mark.parametrize("phi", PHI)
@QUICK
@given(predicted=numbers, gold=numbers)
def test_greedy_is_at_least_half_of_the_best(phi: k.Similarity, predicted: list[int], gold: list[int]) -> None:
    greedy, best = (k.match(phi, each).similarity(predicted, gold) for each in (k.GREEDY, k.ONE_TO_ONE))
    assert best / Fraction(2) <= greedy <= best


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=9), st.lists(st.integers(0, 5), max_size=9))
def test_a_sequence_of_distinct_elements_is_its_longest_common_subsequence(one: list[int], other: list[int]) -> None:
    length = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            length[i + 1][j + 1] = length[i][j] + 1 if x == y else max(length[i][j + 1], length[i + 1][j])
    assert k.match(k.equal, order=k.SEQUENCE).similarity(one, other) == length[-1][-1]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 9), max_size=9), st.lists(st.integers(0, 9), max_size=9))
def test_overlap_of_sets_is_their_intersection(one: list[int], other: list[int]) -> None:
    """Equation 14."""
    assert k.match(k.equal).similarity(set(one), set(other)) == len(set(one) & set(other))
