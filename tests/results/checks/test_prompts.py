"""Sentences that stand inside a prompt."""

from __future__ import annotations

import pytest

import karat
from karat.errors import AlignmentError

GOLD = {
    "Ann left Ulm .": [("Ann", "left", "Ulm")],
    "Ann saw Bo .": [("Ann", "saw", "Bo")],
}


@pytest.mark.parametrize(
    ("before", "after", "removed"),
    [
        pytest.param("Extract triples from: ", "", "'Extract triples from:'", id="before"),
        pytest.param("", " Answer in JSON.", "'Answer in JSON.'", id="after"),
        pytest.param("Text: «", "» Triples:", "'Text: «' and '» Triples:'", id="around"),
    ],
)
def test_words_around_all_sentences_are_removed(before: str, after: str, removed: str) -> None:
    """The sentences themselves begin and end alike, which is not removed."""
    mine = [(f"{before}{sentence}{after}", *triples[0]) for sentence, triples in GOLD.items()]
    system = karat.evaluate({"mine": mine}, gold=GOLD, resampling=None)["mine"]
    assert system.f1.value == 1
    assert str(system.notes[0]) == f"2 sentences read without {removed}, which is around each of them"


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["Text: Ann left Ulm .", "Input: Ann saw Bo ."], id="not the same words"),
        pytest.param(["Text: Ann left Ulm .", "Text: Bo slept ."], id="one is no sentence of the gold"),
    ],
)
def test_other_texts_are_refused(texts: list[str]) -> None:
    with pytest.raises(AlignmentError):
        karat.evaluate({"mine": [(text, "Ann", "left", "Ulm") for text in texts]}, gold=GOLD, resampling=None)
