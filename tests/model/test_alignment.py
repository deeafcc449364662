from __future__ import annotations

import pytest

from karat.model import Extraction, Row, Sentence, align

SENTENCES = (Sentence("1", "Ann left ."), Sentence("2", "It rained ."), Sentence("3", "Ann left ."))
LEFT = Extraction("left", ("Ann",))
RAINED = Extraction("rained", ("It",))


@pytest.mark.parametrize(
    ("rows", "extractions"),
    [
        pytest.param([], ((), (), ()), id="nothing"),
        pytest.param([Row(LEFT, "3"), Row(RAINED, "2")], ((), (RAINED,), (LEFT,)), id="by id"),
        pytest.param([Row(RAINED, sentence="It  rained .\t")], ((), (RAINED,), ()), id="by text, white space folded"),
        pytest.param([Row(LEFT, sentence="Ann left .")], ((LEFT,), (), ()), id="the first of two with the same text"),
        pytest.param([Row(LEFT, "3", "Ann left .")], ((), (), (LEFT,)), id="the id of two with the same text"),
        pytest.param([Row(LEFT, "3", "ann left")], ((), (), (LEFT,)), id="the id beside an unknown text"),
        pytest.param([Row(RAINED, "3", "It rained .")], ((), (RAINED,), ()), id="the text before another's id"),
        pytest.param([Row(LEFT, "9", "Ann left .")], ((LEFT,), (), ()), id="the text beside an unknown id"),
        pytest.param([Row(LEFT, "1"), Row(RAINED, "1")], ((LEFT, RAINED), (), ()), id="in the order of the rows"),
        pytest.param([Row(None, "1")], ((), (), ()), id="a sentence without extractions"),
        pytest.param(
            [Row(RAINED, "3", "It rained .", system="echo"), Row(LEFT, "3", "Ann left .", system="echo")],
            ((), (RAINED,), (LEFT,)),
            id="the text in a run; the id of two with the same text",
        ),
    ],
)
def test_rows_find_their_sentence(rows, extractions):
    aligned = align(rows, SENTENCES)
    assert aligned.extractions == extractions
    assert aligned.unmatched == ()


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(Row(LEFT, "9"), id="unknown id"),
        pytest.param(Row(LEFT, "9", "Bob left ."), id="unknown id and text"),
        pytest.param(Row(LEFT, sentence="Bob left ."), id="unknown text"),
        pytest.param(Row(LEFT), id="neither id nor text"),
        pytest.param(Row(LEFT, "1", "Bob left .", system="echo"), id="unknown text with a known id, in a run"),
        pytest.param(Row(None, "9"), id="unknown id without an extraction"),
    ],
)
def test_rows_that_find_none_are_reported(row):
    aligned = align([Row(RAINED, "2"), row], SENTENCES)
    assert aligned.unmatched == (row,)
    assert aligned.extractions == ((), (RAINED,), ())


def test_another_key():
    row = Row(LEFT, sentence="ANN LEFT .")
    assert align([row], SENTENCES).unmatched == (row,)
    assert align([row], SENTENCES, key=str.lower).extractions == ((LEFT,), (), ())


def test_a_run_over_gold_without_texts_goes_by_its_ids():
    row = Row(LEFT, "2", "Ann left .", system="echo")
    assert align([row], (Sentence("1", ""), Sentence("2", ""))).extractions == ((), (LEFT,))
