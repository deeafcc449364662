"""WiRe57 by hand: what two tuples share, which pairs are matched, and what they count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.errors import InputError
from karat.metrics.oie.wire57 import (
    WIRE57,
    WIRE57_CLIPPED,
    WIRE57_EXACT,
    Overlap,
    of_pairs,
    overlap,
    wire57,
    wire_gold,
    wire_tuple,
)
from karat.model import Extraction

# Ann founded Bext in Ulm , a brewery : the annotator adds "is" to the last fact.
FOUNDED = wire_tuple(Extraction("founded", ("Ann", "Bext", "in Ulm")))
BREWERY = wire_tuple(Extraction("is", ("Bext", "a brewery")), inferred=(1, 0, 0))
GOLD = [FOUNDED, BREWERY]


def found(relation: str, *arguments: str) -> object:
    return wire_tuple(Extraction(relation, arguments))


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        pytest.param(found("founded", "Ann", "Bext", "in Ulm"), FOUNDED, Overlap(5, 5, 5), id="identical"),
        pytest.param(found("founded", "Ann", "Bext"), FOUNDED, Overlap(3, 3, 5), id="the gold has one argument more"),
        pytest.param(found("founded", "Ann", "Bext", "at once"), FOUNDED, Overlap(3, 5, 5), id="others need not agree"),
        pytest.param(
            found("founded", "Ann", "Bext", "in", "1999"), FOUNDED, Overlap(4, 4, 5), id="further ones cost 0"
        ),
        pytest.param(found("founded", "Bo", "Bext"), FOUNDED, None, id="a slot without a shared word"),
        pytest.param(found("Founded", "Ann", "Bext"), FOUNDED, None, id="case counts"),
        pytest.param(found("founded", "Ann"), FOUNDED, None, id="an empty slot where the gold has real words"),
        pytest.param(found("founded", "Ann Ann", "Bext"), FOUNDED, Overlap(4, 4, 5), id="each repetition is found"),
        pytest.param(
            found("is", "Bext", "a brewery"), BREWERY, Overlap(4, 4, 3), id="an inferred word is found, not asked"
        ),
        pytest.param(found("", "Bext", "a brewery"), BREWERY, Overlap(3, 3, 3), id="an empty slot, wholly inferred"),
        pytest.param(found("was", "Bext", "a brewery"), BREWERY, Overlap(3, 4, 3), id="another word, wholly inferred"),
    ],
)
def test_what_two_tuples_share(predicted: object, gold: object, expected: Overlap | None) -> None:
    assert overlap(predicted, gold) == expected  # type: ignore[arg-type]


def test_as_a_multiset_a_repeated_word_is_found_once() -> None:
    assert overlap(found("founded", "Ann Ann", "Bext"), FOUNDED, multiset=True) == Overlap(3, 4, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("predicted", "matched_predicted", "matched_gold"),
    [
        pytest.param(GOLD, 1 + 1, 1 + Fraction(4, 3), id="gold against itself: the inferred word takes recall above 1"),
        pytest.param([found("founded", "Ann", "Bext")], 1, Fraction(3, 5), id="one of two"),
        pytest.param([found("founded", "Ann", "Bext")] * 2, 1, Fraction(3, 5), id="one to one: a duplicate is in vain"),
        pytest.param(
            [found("founded", "Ann", "Bext"), found("founded", "Ann", "Bext", "in Ulm")], 1, 1, id="the best F1 first"
        ),
        pytest.param([found("sold", "Ann", "Bext")], 0, 0, id="nothing shared in the relation"),
        pytest.param([], 0, 0, id="nothing predicted"),
    ],
)
def test_wire57_by_hand(
    predicted: list[object], matched_predicted: Fraction | int, matched_gold: Fraction | int
) -> None:
    score = WIRE57(predicted, GOLD)
    assert score.masses == (matched_predicted, len(predicted), matched_gold, 2)


def test_ties_go_to_the_first_gold_tuple_then_to_the_first_prediction() -> None:
    """Both gold tuples give F1 4/6 with either prediction; the pairs differ in what is left for the second."""
    gold = [wire_tuple(Extraction("met", ("Ann", each))) for each in ("Bo today", "Bo early")]
    predicted = [found("met", "Ann", "Bo now"), found("met", "Ann", "Bo then")]
    matches = WIRE57.alignment(predicted, gold).matches
    assert [(predicted.index(each.predicted), gold.index(each.gold)) for each in matches] == [(0, 0), (1, 1)]


def test_a_sentence_without_gold_costs_precision() -> None:
    assert WIRE57([found("met", "Ann", "Bo")], []).masses == (0, 1, 0, 0)


def test_a_pair_with_nothing_real_scores_nothing() -> None:
    inferred = wire_tuple(Extraction("is", ("she", "old")), inferred=(1, 1, 1))
    assert WIRE57([found("is", "she", "old")], [inferred]).masses == (0, 1, 0, 1)


def test_clipped_recall_stays_at_1() -> None:
    assert WIRE57_CLIPPED(GOLD, GOLD).masses == (2, 2, 2, 2)


def test_an_optimal_matching_can_beat_the_greedy_one() -> None:
    """Greedy takes the pair with F1 1, and the other two share nothing; crossed, F1 is 3/4 and 6/7."""
    gold = [wire_tuple(Extraction("met", ("Ann", each))) for each in ("Bo Berg", "Berg now")]
    predicted = [found("met", "Ann", "Bo Berg"), found("met", "Ann", "Bo")]
    assert WIRE57(predicted, gold).masses == (1, 2, 1, 2)
    assert wire57(optimal=True)(predicted, gold).masses == (Fraction(3, 4) + 1, 2, Fraction(3, 4) + Fraction(3, 4), 2)


@pytest.mark.parametrize(
    ("predicted", "exact_predicted", "exact_gold"),
    [
        pytest.param(GOLD, 2, 2, id="identical, inferred words included"),
        pytest.param([FOUNDED, FOUNDED], 2, 1, id="duplicates: two predictions, one gold tuple"),
        pytest.param([found("founded", "Ann", "Bext")], 0, 0, id="the gold has one argument more"),
        pytest.param([found("is", "Bext", "a brewery", "in Ulm")], 1, 1, id="the prediction has one argument more"),
    ],
)
def test_exact_matches(predicted: list[object], exact_predicted: int, exact_gold: int) -> None:
    assert WIRE57_EXACT(predicted, GOLD).masses == (exact_predicted, len(predicted), exact_gold, 2)


def test_tuples_without_a_word_are_the_same() -> None:
    empty = wire_tuple(Extraction("", ("", "")))
    assert WIRE57_EXACT([empty], [empty]).masses == (1, 1, 1, 1)


def test_means_over_the_pairs_alone() -> None:
    predicted = [found("founded", "Ann", "Bext"), found("sold", "Ann", "Bext")]
    means = of_pairs([(predicted, GOLD), ([], GOLD)])  # type: ignore[list-item]
    assert (means.pairs, means.precision, means.recall) == (1, 3 / 3, 3 / 5)
    assert of_pairs([([], GOLD)]).precision is None


@pytest.mark.parametrize("words", ["[[[", "5", "[5]", "[" * 100_000, "9" * 5_000])
def test_gold_whose_own_words_are_no_list_is_refused(words: str) -> None:
    fields = [(f"{slot}.{key}", "[]") for slot in ("arg1", "rel", "arg2") for key in ("words", "words_indexes")]
    gold = Extraction("founded", ("Ann", "Bext"), other=(("arg1.words", words), *fields[1:]))
    with pytest.raises(InputError, match=r"gold's field 'arg1\.words': expected a list of words in JSON, found"):
        wire_gold(gold)
