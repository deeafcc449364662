from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.formats.text.slots import parse_slot
from karat.metrics.oie.slots import compile_slot
from karat.results.explanation.slot_differences import Mark, slot_difference
from pattern_strategies import SLOTS, WORDS, texts_of

SIGNS = {Mark.SAME: "{}", Mark.OPTIONAL: "[{}]", Mark.EXTRA: "+{}", Mark.MISSING: "-{}"}


def marked(words, slot):
    difference = slot_difference(tuple(words.split()), parse_slot(slot)[0])
    return " ".join(SIGNS[each.mark].format(each.word) for each in difference.words)


@pytest.mark.parametrize(
    ("words", "slot", "expected"),
    [
        pytest.param("the firm", "[the] firm", "[the] firm", id="optional and used"),
        pytest.param("firm", "[the] [old] firm", "firm", id="optional and not used"),
        pytest.param("a firm", "[the] firm", "+a firm", id="too many"),
        pytest.param("live in", "do not live in", "-do -not live in", id="wanting"),
        pytest.param("firm of Ulm", "firm [in Ulm]", "firm -in +of [Ulm]", id="half of an optional chunk"),
        pytest.param("opened in", "opened [in May] In", "opened -In +in", id="another case, not half of a chunk"),
        pytest.param("", "a b", "-a -b", id="empty"),
        pytest.param("a b", "", "+a +b", id="against an empty slot"),
        pytest.param("a", "[a] a", "a", id="the required one is the one that is there"),
    ],
)
def test_by_hand(words, slot, expected):
    assert marked(words, slot) == expected


@settings(deadline=None)
@given(st.lists(WORDS, max_size=5).map(tuple), SLOTS)
def test_no_edits_exactly_where_the_pattern_accepts(words, slot):
    assert slot_difference(words, slot).agrees == compile_slot(slot).accepts(words)


@settings(deadline=None)
@given(st.lists(WORDS, max_size=5).map(tuple), SLOTS)
def test_edits_are_those_of_the_nearest_expansion(words, slot):
    nearest = min(distance(words, tuple(text.split())) for text in texts_of(slot))
    assert slot_difference(words, slot).edits == nearest


def distance(one, other):
    """Words to take out and put in: both sizes less twice the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in one:
        row, above = [0], row
        for place, gold in enumerate(other):
            row.append(above[place] + 1 if word == gold else max(row[place], above[place + 1]))
    return len(one) + len(other) - 2 * row[-1]


@settings(deadline=None)
@given(st.lists(WORDS, max_size=5).map(tuple), SLOTS)
def test_all_words_are_there_in_order(words, slot):
    difference = slot_difference(words, slot)
    assert tuple(each.word for each in difference.words if each.mark is not Mark.MISSING) == words
