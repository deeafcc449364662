"""Masses that are counted from bits are those of the metric's definition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.formats.json import jsonl
from karat.formats.json.plain_synsets import plain_facts
from karat.metrics.oie import benchie_counts, pattern_indexes
from karat.metrics.oie.benchie import CREDITS, FACETS, FactGold, triples
from karat.metrics.oie.benchie_counts import count_facets
from karat.metrics.oie.bulk import bulk_gold, matching, ragged, triple_arrays
from karat.metrics.oie.unread_facts import UnreadFacts
from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Synset
from pattern_strategies import ANNOTATIONS, EXTRACTIONS, UNTIDY_FACTS

SENTENCES = st.lists(st.tuples(ANNOTATIONS, st.lists(EXTRACTIONS, max_size=4)), max_size=3)
UNTIDY_ANNOTATIONS = st.lists(st.lists(UNTIDY_FACTS, max_size=3), max_size=3).map(
    lambda synsets: Annotation(
        Sentence("1", "a b"), tuple(Synset(str(number), tuple(facts)) for number, facts in enumerate(synsets, 1))
    )
)
UNTIDY_TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=4).map(" ".join)
UNTIDY_EXTRACTIONS = st.builds(
    lambda relation, arguments: Extraction(relation, tuple(arguments)),
    UNTIDY_TEXTS,
    st.lists(UNTIDY_TEXTS, max_size=3),
)
UNTIDY_SENTENCES = st.lists(st.tuples(UNTIDY_ANNOTATIONS, st.lists(UNTIDY_EXTRACTIONS, max_size=4)), max_size=4)


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


LIMITS = {
    "as usual": [],
    "words that share a bit": [(ragged, "BITS", 1)],
    "small blocks": [(matching, "MOST_PAIRS", 2), (matching, "MOST_MATCHED", 1)],
    "some counted alone": [(bulk_gold, "MANY_FACTS", 3), (triple_arrays, "MOST_WORDS", 4)],
}


@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
@pytest.mark.parametrize("credit", CREDITS)
@given(sentences=UNTIDY_SENTENCES, others=st.lists(UNTIDY_EXTRACTIONS, max_size=4))
@settings(max_examples=100, deadline=None)
def test_counting_together_is_counting_one_by_one(limits, credit, sentences, others):
    gold = [FactGold(annotation) for annotation, _ in sentences]
    written = [_unread(annotation) or FactGold(annotation) for annotation, _ in sentences]
    systems = [[found for _, found in sentences], [others for _ in sentences]]
    expected = [
        {facet: list(scores) for facet, scores in count_facets(found, gold, FACETS, credit).items()}
        for found in systems
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchie_counts, "FEW_EXTRACTIONS", 1)
        for module, name, value in limits:
            patch.setattr(module, name, value)
        for found, scores in zip(systems, expected, strict=True):
            for facts in gold, written:
                counted = count_facets(found, facts, FACETS, credit)
                assert {facet: list(corpus) for facet, corpus in counted.items()} == scores


@given(annotation=UNTIDY_ANNOTATIONS)
@settings(deadline=None)
def test_facts_that_are_not_read_are_those_of_their_line(annotation):
    unread = _unread(annotation)
    if unread is not None:
        read = FactGold(annotation)
        assert set(unread.slot_words) == set(read.slot_words)
        assert (unread.sentence, unread.annotation, unread.entities) == (read.sentence, annotation, None)


def test_words_beyond_the_bits_are_counted():
    numbers = [f"w{number}" for number in range(100)]
    facts = [fact for synset in _annotation(numbers).synsets for fact in synset.facts]
    assert len(facts) == 100
    found = [Extraction("r", ("s", number)) for number in numbers] + [Extraction("r", ("s", " ".join(numbers)))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchie_counts, "FEW_EXTRACTIONS", 0)
        counted = count_facets([found], [FactGold(_annotation(numbers))], FACETS, "first")
    assert all(tuple(counted[facet].total.masses) == (100, 101, 100, 100) for facet in FACETS)


def test_gold_in_another_order_is_prepared_anew():
    one, other = FactGold(_annotation(["a"])), FactGold(_annotation(["b", "c"]))
    found = {"a": [Extraction("r", ("s", "a"))], "b": [Extraction("r", ("s", "b"))]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchie_counts, "FEW_EXTRACTIONS", 0)
        first = count_facets([found["a"], found["b"]], [one, other], ["default"], "first")["default"]
        again = count_facets([found["a"], found["a"]], [one, one], ["default"], "first")["default"]
    assert [tuple(score.masses) for score in first] == [(1, 1, 1, 1), (1, 1, 1, 2)]
    assert [tuple(score.masses) for score in again] == [(1, 1, 1, 1)] * 2


def test_extractions_that_change_are_counted_anew():
    gold = [FactGold(_annotation(["a", "b"]))]
    found = [[Extraction("r", ("s", "a"))]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchie_counts, "FEW_EXTRACTIONS", 0)
        matched = []
        for object_ in ["a", "c", "b"]:
            found[0][0] = Extraction("r", ("s", object_))
            matched.append(count_facets(found, gold, ["default"], "first")["default"].total.masses[0])
    assert matched == [1, 0, 1]


def _unread(annotation: Annotation) -> UnreadFacts | None:
    """The facts of an annotation's line before they are read; ``None`` if the line must be read."""
    facts = plain_facts(next(jsonl.render([annotation])).removesuffix("\n"), 1)
    return None if facts is None else UnreadFacts(facts)


def _annotation(objects: list[str]) -> Annotation:
    synsets = (
        Synset(str(number), (Fact(*(Slot((Chunk(text),)) for text in ("s", "r", object_))),))
        for number, object_ in enumerate(objects, 1)
    )
    return Annotation(Sentence("1", "s r"), tuple(synsets))
