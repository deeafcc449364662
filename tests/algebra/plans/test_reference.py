"""Compiled equals interpreted: random definitions on random data, against the equations taken at their word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from random_definitions import CONSTRAINTS, Record, close, documents, normalised

from karat import algebra as k
from karat.algebra.definitions import structures as s
from karat.algebra.definitions.similarity import Transformed
from reference import AmbiguousError, elements, masses, normalise, read, transformed, value

LENIENT = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@settings(max_examples=250, **LENIENT)
@given(st.data())
def test_compiled_equals_interpreted(data: st.DataObject) -> None:
    compare(data)


@pytest.mark.long
@settings(max_examples=10_000, **LENIENT)
@given(st.data())
def test_compiled_equals_interpreted_at_length(data: st.DataObject) -> None:
    compare(data)


def compare(data: st.DataObject) -> None:
    """Masses, value and alignment of a random definition on random data."""
    metric, things = data.draw(normalised(documents()))
    predicted, gold = data.draw(things), data.draw(things)
    try:
        expected = masses(metric.inner, predicted, gold)
    except AmbiguousError:
        assume(False)
    score = metric(predicted, gold)
    assert score.masses in expected, str(metric)
    assert score.exact == normalise(metric.normaliser, score.masses)
    turned = metric(gold, predicted).masses
    from_corpus = metric.corpus([predicted, gold, predicted], [gold, predicted, gold])
    assert [each.masses for each in from_corpus] == [score.masses, turned, score.masses]
    with k.sharing():
        assert [metric(predicted, gold).masses for _ in range(2)] == [score.masses, score.masses]
    check(metric.inner, predicted, gold, score.alignment)


def check(phi: k.Similarity, predicted: Any, gold: Any, alignment: k.Alignment) -> None:
    """An alignment is a matching of the definition, with its credit, at every depth."""
    match phi:
        case Transformed():
            check(phi.inner, *transformed(phi, predicted, gold), alignment)
        case s.Product(fields=((field, only),)):
            check(only, read(predicted, field), read(gold, field), alignment)
        case k.Normalised():
            check(phi.inner, predicted, gold, alignment)
        case k.Matching():
            check_matching(phi, predicted, gold, alignment)
        case _:
            assert alignment.credit == value(phi, predicted, gold)
            for match in alignment.matches:
                check_inside(phi, match)


def check_matching(phi: k.Matching, predicted: Any, gold: Any, alignment: k.Alignment) -> None:
    assert alignment.credit == value(phi, predicted, gold)
    mine, theirs = elements(phi, predicted), elements(phi, gold)
    for match in alignment.matches:
        assert match.credit == value(phi.inner, match.predicted, match.gold) > 0
        check_inside(phi.inner, match)
    for one_partner, given_, matched, left in (
        (
            phi.constraint.one_per_predicted,
            mine,
            [each.predicted for each in alignment.matches],
            alignment.unmatched_predicted,
        ),
        (phi.constraint.one_per_gold, theirs, [each.gold for each in alignment.matches], alignment.unmatched_gold),
    ):
        assert not Counter(left) - Counter(given_)
        if one_partner:
            assert Counter(matched) + Counter(left) == Counter(given_)
        else:
            assert set(matched) | set(left) == set(given_)


def check_inside(phi: k.Similarity, match: k.Match) -> None:
    if isinstance(phi, s.Product):
        fields = {str(name): (name, each) for name, each in phi.fields}
        for name, inner in match.inner:
            field, each = fields[name]
            check(each, read(match.predicted, field), read(match.gold, field), inner)
    elif isinstance(phi, k.Matching):
        ((_, inner),) = match.inner
        check(phi, match.predicted, match.gold, inner)


@settings(max_examples=100, **LENIENT)
@given(st.data())
def test_unhashable_elements_score_alike(data: st.DataObject) -> None:
    metric, things = data.draw(normalised(documents().filter(lambda shape: "∘" not in str(shape[0]))))
    predicted, gold = thawed(data.draw(things)), thawed(data.draw(things))
    try:
        expected = masses(metric.inner, predicted, gold)
    except AmbiguousError:
        assume(False)
    assert metric(predicted, gold).masses in expected


def thawed(thing: Any) -> Any:
    """The same with lists, which cannot be hashed, in the place of tuples and sets."""
    if isinstance(thing, (tuple, frozenset)):
        return [thawed(each) for each in thing]
    return Record(thawed(thing.a), thawed(thing.b)) if isinstance(thing, Record) else thing


@pytest.mark.parametrize("constraint", [k.ONE_TO_ONE, k.N_TO_ONE, k.ONE_TO_N, k.N_TO_N])
@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=4), st.lists(st.integers(0, 3), max_size=4))
def test_alignment_by_another_similarity(constraint: k.Constraint, predicted: list[int], gold: list[int]) -> None:
    """Of the alignments that are best by one similarity, one is credited by another."""
    phi = k.match(k.equal, constraint, by=k.function(lambda x, y: 4 - abs(x - y), "near"))
    assert phi.f1(predicted, gold).masses in masses(phi, predicted, gold)


def knows(latent: k.Similarity) -> k.Similarity:
    return k.product(latent, k.equal, latent)


def first_only(latent: k.Similarity) -> k.Similarity:
    return k.product(latent, close)


def same_name(latent: k.Similarity) -> k.Similarity:
    return k.product(k.union({str: latent, int: k.equal}).on(lambda x: x or "z"), k.equal)


def mappings(here: list[Any], there: list[Any]) -> Iterator[dict[Any, Any]]:
    """All one-to-one mappings of some of the variables."""
    if not here:
        yield {}
        return
    first, *rest = here
    for mapping in mappings(rest, there):
        yield mapping
        for each in there:
            if each not in mapping.values():
                yield {**mapping, first: each}


triples = st.tuples(st.sampled_from("xyz"), st.integers(0, 1), st.sampled_from("xyz"))


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("build", [knows, first_only, same_name])
@settings(max_examples=25, **LENIENT)
@given(predicted=st.lists(triples, max_size=3), gold=st.lists(triples, max_size=3))
def test_latent_variables_are_mapped_as_well_as_can_be(
    build: Callable[[k.Similarity], k.Similarity], constraint: k.Constraint, predicted: list[Any], gold: list[Any]
) -> None:
    """Equation 36: the best over all one-to-one mappings of variables, each matching taken at its word."""

    def under(mapping: dict[Any, Any]) -> Fraction:
        mapped = k.function(lambda x, y: int(mapping.get(x) == y), own=1)
        return value(k.match(build(mapped), constraint), predicted, gold)

    best = max(map(under, mappings(list("xyz"), list("xyz"))))
    phi = k.match(build(k.latent), constraint)
    assert phi.similarity(predicted, gold) == best
    assert phi(predicted, gold).optimal
    assert phi.similarity(thawed(predicted), thawed(gold)) == best
