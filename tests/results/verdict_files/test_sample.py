"""The sample of sentences: evenly spaced, and the same however the sentences are divided into parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.results.verdict_files.sample import Sample


@pytest.mark.parametrize(
    ("sample", "places"),
    [
        pytest.param(Sample(4, 8), [0, 2, 4, 6], id="every second"),
        pytest.param(Sample(3, 10), [0, 3, 6], id="10 / 3, rounded down"),
        pytest.param(Sample.among(3, 1_000), [0, 1, 2], id="fewer than asked for: all"),
        pytest.param(Sample.among(0), [], id="no sentences"),
    ],
)
def test_sample_by_hand(sample: Sample, places: list[int]) -> None:
    assert list(sample) == places


@given(st.integers(0, 300), st.integers(0, 50), st.integers(1, 60))
def test_parts_hold_the_same_sentences(sentences: int, most: int, size: int) -> None:
    sample = Sample.among(sentences, most)
    parts = range(0, sentences, size)
    assert [first + place for first in parts for place in sample.within(first, first + size)] == list(sample)
