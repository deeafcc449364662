"""Sentences are found by their ids and texts, without the texts being kept."""

from __future__ import annotations

from random import Random

from karat.model.alignment import text_key
from karat.results.blocks.gold import SentenceIndex

SENTENCES = [("1", "Ann left ."), ("2", "Bo sang ."), ("x", "Ann left ."), ("2", "Cem slept ."), ("", "")]


def test_ids_and_texts() -> None:
    index = SentenceIndex(text_key)
    for id, text in SENTENCES:
        index.add(id, text)
    assert [index.find_id(id) for id in ("1", "2", "x", "", "3")] == [0, 3, 2, 4, None]
    assert list(index.with_id("2")) == [1, 3]
    assert [index.find_text(text) for text in ("Ann  left .", "Bo sang .", "", "Nobody")] == [0, 1, 4, None]
    assert list(index.with_text("Ann left .")) == [0, 2]
    assert list(index.with_text("Ann left . ")) == [0, 2]
    assert [index.has_text(place) for place in range(5)] == [True, True, True, True, False]


def test_many_sentences() -> None:
    draw = Random(1)
    texts = [f"{draw.random()} and {draw.random()}" for _ in range(3000)]
    index = SentenceIndex(text_key)
    for number, text in enumerate(texts):
        index.add(f"s{number}", text)
    assert [index.find_text(text) for text in texts] == list(range(3000))
    assert [index.find_id(f"s{number}") for number in range(3001)] == [*range(3000), None]


def test_added_sentences_are_found_after_a_search() -> None:
    index = SentenceIndex(text_key)
    index.add("1", "Ann left .")
    assert index.find_id("2") is None
    index.add("2", "Bo sang .")
    assert index.find_id("2") == index.find_text("Bo sang .") == 1
