"""A verdict names the first fact that accepts the extraction, or the closest one, which accepts most of its slots."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import count_different, triple_of, triple_words
from karat.model import Annotation, Extraction, Sentence, Synset
from karat.results.explanation.verdicts import judging_rule, verdicts
from pattern_strategies import UNTIDY_FACTS, texts_of

TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=3).map(" ".join)
EXTRACTIONS = st.builds(
    lambda relation, arguments: Extraction(relation, tuple(arguments)), TEXTS, st.lists(TEXTS, max_size=3)
)
SYNSETS = st.lists(st.lists(UNTIDY_FACTS, max_size=3), max_size=3)
SENTENCES = st.lists(st.tuples(st.none() | SYNSETS, st.lists(EXTRACTIONS, max_size=4)), max_size=4)


def gold_of(number: int, synsets: list | None) -> FactGold | None:
    if synsets is None:
        return None
    made = tuple(Synset(str(place), tuple(facts)) for place, facts in enumerate(synsets, 1))
    return FactGold(Annotation(Sentence(str(number), "a b"), made))


@pytest.mark.parametrize("metric", [("benchie", "default"), ("benchie", "P"), ("benchie_fl", None)], ids=str)
@given(sentences=SENTENCES)
@settings(max_examples=100, deadline=None)
def test_verdicts_are_those_of_trying_each_fact(metric, sentences):
    rule = judging_rule([metric])
    assert (rule is None) == (metric == ("benchie", "default"))
    gold = [gold_of(number, synsets) for number, (synsets, _) in enumerate(sentences)]
    found = list(verdicts([extractions for _, extractions in sentences], gold, rule))
    expected = [
        (facts, extraction, ruling)
        for facts, (_, extractions) in zip(gold, sentences, strict=True)
        if facts is not None
        for extraction, ruling in zip(
            extractions,
            [None] * len(extractions) if rule is None else rule.rulings(extractions, rule.prepared(facts)),
            strict=True,
        )
    ]
    assert [verdict.extraction for verdict in found] == [extraction for _, extraction, _ in expected]
    for verdict, (facts, extraction, ruling) in zip(found, expected, strict=True):
        places = [
            (synset_index, fact_index, agreeing(extraction, fact))
            for synset_index, synset in enumerate(facts.annotation.synsets)
            for fact_index, fact in enumerate(synset.facts)
            if ruling is None or not ruling.synsets or synset_index == ruling.synsets[0]
        ]
        first = min(places, key=lambda place: -sum(place[2]), default=(None, None, None))
        alike = [place for place in places if place[2] == first[2]]
        best = min(alike, key=lambda place: different(extraction, facts, place), default=first)
        assert (verdict.synset, verdict.fact, verdict.slots) == best
        assert verdict.correct == (best[2] == (True, True, True) if ruling is None else ruling.correct)
        if verdict.gold is not None:
            assert verdict.gold is facts.annotation.synsets[verdict.synset].facts[verdict.fact]


def agreeing(extraction, fact) -> tuple[bool, ...]:
    return tuple(
        tuple(slot.split()) in {tuple(text.split()) for text in texts_of(wanted)}
        for slot, wanted in zip(extraction.triple, fact, strict=True)
    )


def different(extraction, facts, place) -> int:
    synset, fact, _ = place
    return count_different(triple_words(triple_of(extraction)), facts.facts.words(facts.facts.number(synset, fact)))
