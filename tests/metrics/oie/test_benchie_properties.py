"""What BenchIE's facets and counts promise, on random small gold."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from karat.formats.benchmarks.benchie_gold import read
from karat.metrics.oie.benchie import CREDITS, FACETS, FactGold, accepted, triples
from karat.model import Extraction
from pattern_strategies import ANNOTATIONS, EXTRACTIONS, scored, texts_of

LISTS = st.lists(EXTRACTIONS, max_size=4)


def accepts(gold, extraction, facet):
    (triple,) = triples([extraction], facet)
    return any(synset.accepting(triple) is not None for synset in gold.synsets(facet))


def score(extractions, gold, facet="default", credit="first"):
    return CREDITS[credit](triples(extractions, facet), gold.synsets(facet))


@settings(deadline=None)
@given(ANNOTATIONS, EXTRACTIONS)
def test_matching_equals_listing_the_expansions(annotation, extraction):
    gold = FactGold(annotation)
    (triple,) = triples([extraction])
    expected = [triple in scored(synset.facts) for synset in annotation.synsets]
    assert [synset.accepting(triple) is not None for synset in gold.synsets()] == expected


@settings(deadline=None)
@given(ANNOTATIONS, EXTRACTIONS)
def test_c_is_listing_the_expansions_without_their_borders(annotation, extraction):
    (triple,) = triples([extraction], "C")
    expected = [
        triple in {(subject + relation + object_,) for subject, relation, object_ in scored(synset.facts)}
        for synset in annotation.synsets
    ]
    assert [each.accepting(triple) is not None for each in FactGold(annotation).synsets("C")] == expected


@settings(deadline=None)
@given(ANNOTATIONS, EXTRACTIONS)
def test_m_is_listing_what_is_required(annotation, extraction):
    (triple,) = triples([extraction], "M")
    expected = [
        triple in {tuple(slot.required for slot in fact) for fact in synset.facts} for synset in annotation.synsets
    ]
    assert [each.accepting(triple) is not None for each in FactGold(annotation).synsets("M")] == expected


@pytest.mark.parametrize("facet", FACETS)
@settings(deadline=None)
@given(annotation=ANNOTATIONS, extractions=LISTS)
def test_accepted_pairs_are_those_that_accept_one_by_one(facet, annotation, extractions):
    found, synsets = triples(extractions, facet), FactGold(annotation).synsets(facet)
    expected = [
        (row, column)
        for row, triple in enumerate(found)
        for column, synset in enumerate(synsets)
        if synset.accepting(triple) is not None
    ]
    assert list(accepted(found, synsets)) == expected


@settings(deadline=None)
@given(ANNOTATIONS, LISTS)
def test_the_first_synset_that_accepts_gets_the_credit(annotation, extractions):
    languages = [scored(synset.facts) for synset in annotation.synsets]
    firsts = [
        next((place for place, language in enumerate(languages) if triple in language), None)
        for triple in triples(extractions)
    ]
    found = score(extractions, FactGold(annotation)).masses
    assert found.matched_gold == len(set(firsts) - {None})
    assert found.matched_predicted == sum(first is not None for first in firsts)
    assert (found.predicted, found.gold) == (len(extractions), len(languages))


@settings(deadline=None)
@given(ANNOTATIONS, EXTRACTIONS)
def test_c_accepts_whatever_default_accepts_and_e_and_m_nothing_else(annotation, extraction):
    gold = FactGold(annotation)
    default = accepts(gold, extraction, "default")
    assert not default or accepts(gold, extraction, "C")
    assert default or not accepts(gold, extraction, "E")
    assert default or not accepts(gold, extraction, "M")


@pytest.mark.parametrize("facet", FACETS)
@pytest.mark.parametrize("credit", CREDITS)
@settings(max_examples=50, deadline=None)
@given(annotation=ANNOTATIONS, extractions=LISTS, data=st.data())
def test_a_right_extraction_once_more_changes_nothing(facet, credit, annotation, extractions, data):
    gold = FactGold(annotation)
    facts = [fact for synset in gold.synsets(facet) for fact in synset.synset.facts]
    assume(facts)
    fact = data.draw(st.sampled_from(facts))
    texts = (
        " ".join(slot.required) if facet == "M" else data.draw(st.sampled_from(sorted(texts_of(slot)))) for slot in fact
    )
    subject, relation, object_ = texts
    extraction = Extraction(relation, (subject, object_))
    assert accepts(gold, extraction, facet)
    once, twice = (score([*extractions, *[extraction] * times], gold, facet, credit) for times in (1, 2))
    assert (once.precision, once.recall, once.f1) == (twice.precision, twice.recall, twice.f1)


@pytest.mark.parametrize("facet", FACETS)
@settings(max_examples=50, deadline=None)
@given(annotation=ANNOTATIONS, extractions=LISTS, extraction=EXTRACTIONS)
def test_a_wrong_extraction_lowers_precision_only(facet, annotation, extractions, extraction):
    gold = FactGold(annotation)
    assume(not accepts(gold, extraction, facet))
    before, after = score(extractions, gold, facet), score([*extractions, extraction], gold, facet)
    assert after.recall == before.recall
    assert after.precision is not None
    if before.precision:
        assert after.precision < before.precision
    else:
        assert after.precision == 0


def test_forty_optional_chunks_score_like_any_other(tmp_path):
    words = [f"w{number}" for number in range(40)]
    path = tmp_path / "gold.txt"
    subject = " ".join(f"[{word}]" for word in words)
    path.write_text(f"sent_id:1\tit\n1--> Cluster 1:\n{subject} --> is --> it\n")
    (annotation,) = read(path)
    gold = FactGold(annotation)
    right = Extraction("is", (" ".join(words[::2]), "it"))
    wrong = Extraction("is", (" ".join(reversed(words)), "it"))
    masses = score([right, wrong], gold).masses
    assert (masses.matched_gold, masses.matched_predicted, masses.predicted) == (1, 1, 2)
