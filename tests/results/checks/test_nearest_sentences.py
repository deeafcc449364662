"""The gold sentence that a text is almost equal to."""

from __future__ import annotations

import pytest

from karat.model import Sentence
from karat.model.alignment import text_key
from karat.results.checks.nearest_sentences import NearestSentences, differing

SENTENCES = (
    Sentence("1", "Ann left the old house by the river in the spring of 1898 ."),
    Sentence("2", "Some 23.8 % of all households were made up of two people or more ."),
    Sentence("3", "安娜在春天离开了河边的老房子，搬到了山上的小村庄。"),
    Sentence("4", "अनीता ने वसंत में नदी के किनारे का पुराना घर छोड़ दिया ।"),
)
INDEX = NearestSentences(SENTENCES, text_key)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        pytest.param("ann left the old house by the river in the spring of 1898 .", "1, only case", id="lower case"),
        pytest.param("Ann left the old hose by the river in the spring of 1898.", "1", id="a letter is missing"),
        pytest.param("Ann left the old house by the river in the spring of 1899 .", None, id="another number"),
        pytest.param("Some 32.7 % of all households were made up of two people or more .", None, id="a report"),
        pytest.param("Bo left the new house by the lake in the summer of 1898 .", None, id="other words"),
        pytest.param("安娜在春天离开了河边的老房子，搬到了山下的小村庄。", "3", id="Chinese"),
        pytest.param("अनीता ने वसंत में नदी के किनारे का पुराना घर छोड दिया ।", "4", id="Hindi"),
        pytest.param("", None, id="nothing"),
        pytest.param(".", None, id="no word"),
    ],
)
def test_near(text: str, near: str | None) -> None:
    found = INDEX.find(text)
    assert (None if found is None else found.sentence.id + ", only case" * found.only_case) == near


@pytest.mark.parametrize(
    ("found", "expected", "shown"),
    [
        pytest.param("Ann left Ulm", "Ann left Ulm .", ("Ulm", "Ulm ."), id="added at the end"),
        pytest.param("left Ulm", "Ann left Ulm", ("", "Ann"), id="added at the start"),
        pytest.param("ann left ulm .", "Ann left Ulm .", ("ann left ulm", "Ann left Ulm"), id="several"),
        pytest.param("Ann  left Ulm", "Ann left Ulm", ("Ulm", "Ulm"), id="none"),
        pytest.param("", "Ann", ("", "Ann"), id="all"),
    ],
)
def test_differing(found: str, expected: str, shown: tuple[str, str]) -> None:
    assert differing(found, expected) == shown
