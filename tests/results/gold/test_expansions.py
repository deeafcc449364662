from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.formats.text.slots import parse_slot
from karat.model import Fact
from karat.results.gold.expansions import Expansions, is_included, more_compact, shared_expansion, written_words
from pattern_strategies import FACTS, UNTIDY_FACTS, scored, written


def fact(text):
    return Fact(*(parse_slot(part)[0] for part in text.split(" --> ")))


@pytest.mark.parametrize(
    ("facts", "lengths"),
    [
        pytest.param(["Ann --> left --> Ulm"], {3: 1}, id="nothing optional"),
        pytest.param(["[the] firm --> grew --> "], {2: 1, 3: 1}, id="one optional word, an empty slot"),
        pytest.param(["[a b] c --> d --> [e]"], {2: 1, 3: 1, 4: 1, 5: 1}, id="chunks go as a whole"),
        pytest.param(["[a] [a] --> b --> c"], {2: 1, 3: 1, 4: 1}, id="the same word twice makes no new expansion"),
        pytest.param(["[a] b --> c --> d", "a b --> c --> [d]"], {3: 2, 4: 1}, id="what two facts share, once"),
        pytest.param(["a --> b c --> d", "a b --> c --> d"], {4: 2}, id="slot borders count"),
        pytest.param([], {}, id="no fact"),
    ],
)
def test_lengths_by_hand(facts, lengths):
    assert Expansions(map(fact, facts)).lengths() == lengths


def test_forty_optional_chunks_are_counted_exactly():
    subject = " ".join(f"[w{number}]" for number in range(40))
    assert Expansions([fact(f"{subject} --> is --> it")]).count() == 2**40
    assert Expansions([fact(f"{subject} --> is --> it"), fact("w1 w0 --> is --> it")]).count() == 2**40 + 1


def test_forty_times_the_same_optional_word():
    assert Expansions([fact(" ".join(["[a]"] * 40) + " --> is --> it")]).count() == 41


def test_texts_and_words_are_counted_apart():
    facts = [fact("a  b --> c --> d"), fact("a b --> c --> d"), fact("[a] b --> c --> d")]
    assert Expansions(facts).count() == 2
    assert Expansions(facts, written_words).count() == 3


@settings(deadline=None)
@given(st.lists(FACTS, max_size=4))
def test_counting_equals_listing(facts):
    found = Expansions(facts)
    expected = scored(facts)
    assert found.count() == len(expected)
    assert found.lengths() == Counter(sum(map(len, triple)) for triple in expected)
    assert all(map(found.accepts, expected))


@settings(deadline=None)
@given(st.lists(UNTIDY_FACTS, max_size=3))
def test_counting_texts_equals_listing_them(facts):
    assert Expansions(facts, written_words).count() == len(written(facts))


@settings(deadline=None)
@given(st.lists(FACTS, max_size=3), st.lists(FACTS, max_size=3))
def test_what_is_shared_equals_the_intersection(one, other):
    both = scored(one) & scored(other)
    example = shared_expansion(Expansions(one), Expansions(other))
    assert (example is None) == (not both)
    if example is not None:
        assert example in both
        assert sum(map(len, example)) == min(sum(map(len, triple)) for triple in both)


@settings(deadline=None)
@given(st.lists(FACTS, max_size=2), st.lists(FACTS, max_size=3))
def test_inclusion_equals_that_of_the_lists(one, other):
    assert is_included(Expansions(one), Expansions(other)) == (scored(one) <= scored(other))


@pytest.mark.parametrize(
    ("one", "other", "compact"),
    [
        pytest.param("the firm", "the old firm", True, id="a subsequence"),
        pytest.param("the firm", "the firm", True, id="not strict"),
        pytest.param("firm the", "the firm", False, id="another order"),
        pytest.param("a firm", "the firm", False, id="another word"),
        pytest.param("", "the firm", True, id="nothing"),
    ],
)
def test_more_compact(one, other, compact):
    assert more_compact([one.split(), ["x"], []], [other.split(), ["x"], []]) is compact
