from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.formats.text.slots import parse_slot
from karat.model import Annotation, Chunk, Fact, Sentence, Slot, Synset
from karat.results.gold import expansions
from karat.results.gold import lint as linting
from karat.results.gold.expansions import (
    Expansions,
    FactIndex,
    is_included,
    more_compact,
    shared_expansion,
    shared_expansions,
    written_words,
)
from karat.results.gold.lint import MOST_OVERLAPS, FindingKind, compactness, overlaps
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


# Many synsets: all that share an expansion are found, and few others are compared

CHUNKS = st.builds(Chunk, st.sampled_from(["a", "b", "a b", "c"]), st.booleans())
SLOTS = st.builds(lambda chunks: Slot(tuple(chunks)), st.lists(CHUNKS, max_size=2))
PATTERNS = st.builds(Fact, SLOTS, SLOTS, SLOTS)


@settings(deadline=None)
@given(st.lists(PATTERNS, max_size=8))
def test_candidates_are_all_that_contain_a_facts_words(facts):
    index = FactIndex(facts)
    words = [[slot.words for slot in fact] for fact in facts]
    for one, other in product(range(len(facts)), repeat=2):
        if more_compact(words[one], words[other]):
            assert other in index.may_contain(facts[one])


SIDES = st.lists(st.lists(PATTERNS | UNTIDY_FACTS, max_size=3), max_size=3)


@given(SIDES, SIDES)
def test_shared_expansions_are_of_both_and_no_pair_is_left_out(one, other):
    found = {(row, column): expansion for row, column, expansion in shared_expansions(one, other)}
    for row, column in product(range(len(one)), range(len(other))):
        first, second = Expansions(one[row]), Expansions(other[column])
        example = found.get((row, column))
        assert (example is None) is (shared_expansion(first, second) is None)
        assert example is None or (first.accepts(example) and second.accepts(example))


def slots_of(text: str) -> Fact:
    """Write ``[a]`` for an optional word."""
    slots = [
        Slot(tuple(Chunk(word.strip("[]"), word.startswith("[")) for word in slot.split())) for slot in text.split(";")
    ]
    return Fact(*slots)


def annotation(texts: list[str]) -> Annotation:
    synsets = (Synset(str(number), (slots_of(text),)) for number, text in enumerate(texts, 1))
    return Annotation(Sentence("1", "a"), tuple(synsets))


@pytest.mark.parametrize(
    "pattern", ["s{0};r{0};o{0}", "s;r;o{0}", "s;r;o{0} [x]", "[the] s;r;{0} [y]"], ids=lambda pattern: pattern
)
def test_synsets_with_other_words_are_not_compared(pattern, monkeypatch):
    """All pairs of 10,000 synsets took minutes."""
    compared = []
    monkeypatch.setattr(expansions, "shared_expansion", lambda *pair: compared.append(pair))
    assert list(overlaps(annotation([pattern.format(number) for number in range(300)]))) == []
    assert len(compared) == 0


def test_facts_with_other_words_are_not_compared(monkeypatch):
    compared = []
    monkeypatch.setattr(linting, "more_compact", lambda *pair: compared.append(pair))
    synset = Synset("1", tuple(slots_of(f"s;r;o{number}") for number in range(300)))
    assert list(compactness(Annotation(Sentence("1", "a"), (synset,)))) == []
    assert len(compared) == 0


def test_overlaps_beyond_a_number_are_not_listed():
    found = list(overlaps(annotation(["s;r;o"] * 2_000)))
    assert len(found) == MOST_OVERLAPS + 1
    assert found[-1][1:] == (
        FindingKind.OVERLAP,
        "more than 1,000 pairs of synsets of this sentence overlap; the others are not shown",
    )
