"""Broken answers of megabytes are read in time proportional to their length, with the same values as short ones."""

from __future__ import annotations

import json

import pytest

from karat.formats.llm.loose_json import FIRST_PIECE, find_json
from processor_time import at_most

LENGTH = 600_000
LIMIT = 6
"""Seconds of the processor: a quadratic reader takes longer for each of these."""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[1, x" * (LENGTH // 5), id="a mistake in each list"),
        pytest.param("[" * 2 * LENGTH, id="brackets that are opened"),
        pytest.param('["a"' + "\n" * (LENGTH // 10) + "x", id="line breaks behind a quotation mark"),
    ],
)
def test_long_and_broken(text: str) -> None:
    with at_most(LIMIT):
        assert find_json(text).values == ()


@pytest.mark.parametrize("length", [1, 7, 8])
@pytest.mark.parametrize("piece", ['["Ann", "saw", "Bo"]', '{"a": [12, true, null, -3.5]}', '"\\u4e2d \\" text"', "[]"])
def test_values_of_any_length(length: int, piece: str) -> None:
    """The strict reader gets a longer piece as long as the value may go on, wherever the piece ends."""
    for count in range(length * FIRST_PIECE // len(piece) - 3, length * FIRST_PIECE // len(piece) + 3):
        text = f"[{', '.join([piece] * count)}]"
        found = find_json(f"Here: {text} and more")
        expected = json.loads(text, parse_int=str, parse_float=str)
        assert (found.values, found.cut_off) == ((expected,), False)
