"""Two spellings of a sentence are equal after normalising; two sentences are not."""

from __future__ import annotations

import pytest

from karat.model import Extraction, Row, Sentence, align
from karat.model.alignment import SPELLINGS, different_spellings, normalise_spelling

LEFT = Extraction("left", ("Ann", "Ulm"))


@pytest.mark.parametrize(
    ("first", "second", "kinds"),
    [
        pytest.param("Ann  left .", "Ann left.", ["white space"], id="tokenised"),
        pytest.param("`` No '' , she said", '"No", she said', ["quotation marks", "white space"], id="Penn quotes"),
        pytest.param("It’s “here”", 'It\'s "here"', ["quotation marks"], id="typographic quotes"),
        pytest.param("1898–1901", "1898-1901", ["dashes"], id="dash"),
        pytest.param("Ann -- and Bo —", "Ann - and Bo -", ["dashes"], id="two dashes for one"),
        pytest.param("Ulm -LRB- Bavaria -rrb-", "Ulm ( Bavaria )", ["bracket codes"], id="bracket codes"),
        pytest.param(r"1\/2", "1/2", ["escaped slashes"], id="escaped slash"),
        pytest.param("Zu\u0308rich", "Zürich", ["Unicode composition"], id="decomposed"),
        pytest.param("Wait…", "Wait...", ["dots"], id="dots"),
        pytest.param("re\u00ading\ufeff", "reing", ["invisible characters"], id="soft hyphen"),
    ],
)
def test_spellings_of_one_sentence(first: str, second: str, kinds: list[str]) -> None:
    assert normalise_spelling(first) == normalise_spelling(second)
    assert different_spellings(first, second, str) == kinds
    assert different_spellings(second, first, str) == kinds


@pytest.mark.parametrize(
    ("first", "second"),
    [("ann left .", "Ann left ."), ("Ann left .", "Ann left !"), ("in 1898", "in 1899"), ("Ulm", "Ulm ( Bavaria )")],
)
def test_other_sentences(first: str, second: str) -> None:
    assert normalise_spelling(first) != normalise_spelling(second)


def test_normalising_again_changes_nothing() -> None:
    text = "`` Zu\u0308rich -LRB- 1898--1901 -RRB- … '' 1\\/2"
    assert normalise_spelling(normalise_spelling(text)) == normalise_spelling(text)
    assert set(SPELLINGS) >= {"white space", "quotation marks", "dashes", "bracket codes", "Unicode composition"}


def test_rows_find_a_sentence_by_another_spelling() -> None:
    sentences = (Sentence("1", "Ann left Ulm ( Bavaria ) ."), Sentence("2", "It rained ."))
    text = "Ann left Ulm -LRB- Bavaria -RRB- ."
    aligned = align([Row(LEFT, sentence=text), Row(None, sentence=text)], sentences)
    assert aligned.extractions == ((LEFT,), ())
    assert aligned.respelt == ((text, 0),)


def test_sentences_that_differ_only_in_spelling_are_told_apart_by_their_texts() -> None:
    sentences = (Sentence("1", "Ann - left"), Sentence("2", "Ann – left"))
    assert align([Row(LEFT, sentence="Ann – left")], sentences).extractions == ((), (LEFT,))
    ambiguous = Row(LEFT, sentence="Ann — left")
    assert align([ambiguous], sentences).unmatched == (ambiguous,)


def test_a_text_without_a_word_is_not_matched_by_its_spelling() -> None:
    mark = Row(LEFT, sentence="”")
    assert align([mark], (Sentence("1", "."),), key=lambda text: text.strip('."')).unmatched == (mark,)
