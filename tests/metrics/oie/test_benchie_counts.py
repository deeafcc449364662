"""Masses that are counted from bits are those of the metric's definition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.metrics.oie import pattern_indexes
from karat.metrics.oie.benchie import CREDITS, FACETS, FactGold, triples
from karat.metrics.oie.benchie_counts import count_facets
from pattern_strategies import ANNOTATIONS, EXTRACTIONS

SENTENCES = st.lists(st.tuples(ANNOTATIONS, st.lists(EXTRACTIONS, max_size=4)), max_size=3)


@pytest.mark.parametrize("few", [pattern_indexes.FEW, 0], ids=["few facts", "many facts"])
@pytest.mark.parametrize("facet", FACETS)
@pytest.mark.parametrize("credit", CREDITS)
@given(sentences=SENTENCES)
@settings(max_examples=60, deadline=None)
def test_counting_is_the_metric(few, facet, credit, sentences):
    gold = [FactGold(annotation) for annotation, _ in sentences]
    extractions = [found for _, found in sentences]
    expected = CREDITS[credit].corpus(
        [triples(found, facet) for found in extractions],
        [FactGold(annotation).synsets(facet) for annotation, _ in sentences],
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern_indexes, "FEW", few)
        counted = count_facets(extractions, gold, [facet], credit)
    assert list(counted[facet]) == list(expected)


@pytest.mark.parametrize("credit", CREDITS)
@given(annotation=ANNOTATIONS, entities=ANNOTATIONS, extractions=st.lists(EXTRACTIONS, max_size=4))
@settings(max_examples=60, deadline=None)
def test_entities_of_the_users_own_are_counted(credit, annotation, entities, extractions):
    gold = FactGold(annotation, entities)
    counted = count_facets([extractions], [gold], FACETS, credit)
    assert counted["E"][0] == CREDITS[credit](triples(extractions), FactGold(entities).synsets())
