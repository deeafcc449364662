"""The rule of Naive OIE on words tagged by hand."""

from __future__ import annotations

import pytest

from karat.model import Word
from karat.systems.naive.extraction import find_words, is_mark, is_verb, triples


def words(text: str) -> tuple[Word, ...]:
    """Read ``form/tag`` for each word."""
    pairs = [part.rsplit("/", 1) for part in text.split()]
    return tuple(Word(form, form, "_", tag, (), 0, "_") for form, tag in pairs)


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        pytest.param("Ann/NNP left/VBD Ulm/NNP", [("Ann", "left", "Ulm")], id="one verb"),
        pytest.param(
            "Ann/NNP was/VBD seen/VBN there/RB",
            [("Ann", "was", "seen there"), ("Ann was", "seen", "there")],
            id="every verb, auxiliaries too",
        ),
        pytest.param("Ann/NNP can/MD sing/VB well/RB", [("Ann can", "sing", "well")], id="an English modal is no verb"),
        pytest.param("Leave/VB Ulm/NNP", [], id="a first verb has no subject"),
        pytest.param("Ann/NNP left/VBD", [], id="a last verb has no object"),
        pytest.param("left/VBD", [], id="one word"),
        pytest.param("", [], id="no word"),
        pytest.param(
            "Ann/NE muss/VMFIN gehen/VVINF bald/ADV",
            [("Ann", "muss", "gehen bald"), ("Ann muss", "gehen", "bald")],
            id="German modals are verbs",
        ),
        pytest.param("他/r 研究/vn 计划/n", [], id="a Chinese verb used as a noun"),
    ],
)
def test_triples_by_hand(tagged: str, expected: list[tuple[str, str, str]]) -> None:
    assert [extraction.triple for extraction in triples(words(tagged))] == expected


@pytest.mark.parametrize(
    ("text", "tagged", "expected"),
    [
        pytest.param("Ann left the well-known inn", "Ann/NNP left/VBD the/DT well/RB -/HYPH known/VBN inn/NN",
            [("Ann", "left", "the well-known inn"), ("Ann left the well-", "known", "inn")], id="no space is added"),
        pytest.param("他 曾 担 任 总 理", "他/r 曾/d 担任/v 总理/n", [("他 曾", "担 任", "总 理")], id="none is lost"),
        pytest.param("  Ann\tleft   old\u00a0Ulm ", "Ann/NNP left/VBD old/JJ Ulm/NNP",
            [("Ann", "left", "old Ulm")], id="all white space is one space"),
        pytest.param('"Ann" left Ulm', "``/`` Ann/NNP ''/'' left/VBD Ulm/NNP",
            [("`` Ann ''", "left", "Ulm")], id="words that are not in the text are joined"),
    ],
)  # fmt: skip
def test_slots_are_cut_from_the_text(text: str, tagged: str, expected: list[tuple[str, str, str]]) -> None:
    assert [extraction.triple for extraction in triples(words(tagged), text)] == expected


def test_words_are_found_only_if_all_are_there() -> None:
    assert find_words(words("Ann/NNP left/VBD"), "Ann left Ulm") == [(0, 3), (4, 8)]
    assert find_words(words("Ann/NNP left/VBD"), "Ann") is None
    assert find_words(words("Ann/NNP left/VBD"), "Ann has left") is None


@pytest.mark.parametrize(
    ("upos", "xpos", "expected"),
    [
        ("VERB", "VBZ", True),
        ("AUX", "VBZ", True),
        ("AUX", "MD", False),
        ("AUX", "NNP", False),
        ("NOUN", "NN", False),
        ("VERB", "動詞", True),
        ("VERB", "vn", False),
        ("X", "", False),
    ],
)
def test_verbs(upos: str, xpos: str, expected: bool) -> None:
    assert is_verb(Word("x", "x", upos, xpos, (), 0, "_")) is expected


@pytest.mark.parametrize(
    ("form", "expected"), [(".", True), ("...", True), ("``", True), ("？", True), ("😀", False), ("Inc.", False)]
)
def test_marks(form: str, expected: bool) -> None:
    assert is_mark(form) is expected
