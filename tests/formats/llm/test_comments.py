"""Comments in a model's JSON are left out, wherever a space may be; signs of comments in texts are text."""

from __future__ import annotations

import pytest

from karat.formats.llm.answers import parse_answer
from karat.formats.llm.loose_json import find_json
from processor_time import at_most

TRIPLE = ["Ann", "founded", "Bext"]


@pytest.mark.parametrize(
    "text",
    [
        '["Ann", "founded", "Bext"] // the founder',
        '[\n  "Ann", // who\n  "founded",\n  "Bext" // what\n]',
        '[ // who, what, whom\n"Ann", "founded", "Bext"]',
        '["Ann", # who\n "founded", # what\n # and whom\n "Bext" # at last\n]',
        '["Ann", "founded" /* in Ulm */, "Bext" /* a firm */]',
        '["Ann",\n/* two\nlines */\n"founded", "Bext"]',
        '["Ann" // "Bo"?\n, "founded", "Bext"]',
    ],
)
def test_comments_are_left_out(text: str) -> None:
    found = find_json(text)
    assert (found.values, found.cut_off, found.lost) == ((TRIPLE,), False, 0)


def test_comments_in_an_object() -> None:
    text = '{\n  "subject": "Ann", // who\n  "relation": "founded", # what\n  "object": "Bext" /* whom */\n}'
    (extraction,) = parse_answer(text).extractions
    assert extraction.triple == ("Ann", "founded", "Bext")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('["see http://a.org", "is", "#1"]', ["see http://a.org", "is", "#1"]),
        ("['a /* b */', 'c # d', 'e']", ["a /* b */", "c # d", "e"]),
        ("[1,]  # one", ["1"]),
    ],
)
def test_signs_of_comments_in_texts(text: str, value: list[str]) -> None:
    assert find_json(text).values == (value,)


def test_a_reference_in_prose_is_no_comment() -> None:
    assert find_json('As in [#12]:\n["Ann", "founded", "Bext"]').values == (TRIPLE,)


@pytest.mark.parametrize("piece", ["[//", "[/*", "[ #", '["a" //', "[//\n", "[// x\n/* y */", '["a" /*'])
def test_comments_without_an_end(piece: str) -> None:
    """Each of these would take minutes if comments were searched to the end of the text from each of them."""
    with at_most(6):
        assert find_json(piece * (100_000 // len(piece)) + "x").values == ()
