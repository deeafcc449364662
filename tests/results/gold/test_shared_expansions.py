"""Synsets that share an expansion are found, all of them, and few others are compared."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.model import Annotation, Chunk, Fact, Sentence, Slot, Synset
from karat.results.gold import expansions
from karat.results.gold import lint as linting
from karat.results.gold.expansions import Expansions, FactIndex, more_compact, shared_expansion, shared_expansions
from karat.results.gold.lint import MOST_OVERLAPS, FindingKind, compactness, overlaps
from pattern_strategies import FACTS as PATTERNS
from pattern_strategies import UNTIDY_FACTS

CHUNKS = st.builds(Chunk, st.sampled_from(["a", "b", "a b", "c"]), st.booleans())
SLOTS = st.builds(lambda chunks: Slot(tuple(chunks)), st.lists(CHUNKS, max_size=2))
FACTS = st.lists(st.builds(Fact, SLOTS, SLOTS, SLOTS), max_size=8)


@settings(deadline=None)
@given(FACTS)
def test_candidates_are_all_that_share_an_extraction(facts):
    index = FactIndex(facts)
    for one, other in product(range(len(facts)), repeat=2):
        if shared_expansion(Expansions([facts[one]]), Expansions([facts[other]])) is not None:
            assert other in index.may_share(facts[one])


@settings(deadline=None)
@given(FACTS)
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


def fact(text: str) -> Fact:
    """Write ``[a]`` for an optional word."""
    slots = [
        Slot(tuple(Chunk(word.strip("[]"), word.startswith("[")) for word in slot.split())) for slot in text.split(";")
    ]
    return Fact(*slots)


def annotation(texts: list[str]) -> Annotation:
    synsets = (Synset(str(number), (fact(text),)) for number, text in enumerate(texts, 1))
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
    synset = Synset("1", tuple(fact(f"s;r;o{number}") for number in range(300)))
    assert list(compactness(Annotation(Sentence("1", "a"), (synset,)))) == []
    assert len(compared) == 0


def test_overlaps_beyond_a_number_are_not_listed():
    found = list(overlaps(annotation(["s;r;o"] * 2_000)))
    assert len(found) == MOST_OVERLAPS + 1
    assert found[-1][1:] == (
        FindingKind.OVERLAP,
        "more than 1,000 pairs of synsets of this sentence overlap; the others are not shown",
    )
