"""Extractions that are in an output more than once."""

from __future__ import annotations

import pytest

import karat
from karat.benchmarks import sample_path
from karat.model import Extraction
from karat.results.checks.plausibility import count_repeats, note_repeats

BY_ID = [tuple(line.split("\t")) for line in sample_path("en/naive.tsv").read_text(encoding="utf-8").splitlines()]
LEFT, SLEPT, RAINED = (Extraction(relation, ("Ann",)) for relation in ("left", "slept", "rained"))
MANY = "most metrics count each: did the system repeat itself, or was its file written twice?"


@pytest.mark.parametrize(
    ("by_sentence", "expected"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([[LEFT], [LEFT], []], [], id="in two sentences"),
        pytest.param([[LEFT, Extraction("left", ("Ann", "Ulm"))]], [], id="with another argument"),
        pytest.param(
            [[LEFT, SLEPT, LEFT]],
            [(f"1 of 3 extractions repeats an earlier one of its sentence, and {MANY}", True)],
            id="one",
        ),
        pytest.param(
            [[LEFT, LEFT, Extraction("left", ("Ann",), confidence=0.5)]],
            [(f"2 of 3 extractions repeat an earlier one of their sentence, and {MANY}", True)],
            id="the confidence does not matter",
        ),
        pytest.param(
            [[LEFT, LEFT], [LEFT, SLEPT]],
            [("1 of 4 extractions repeats an earlier one of its sentence, and most metrics count each", False)],
            id="a quarter is a note",
        ),
        pytest.param([[LEFT, LEFT], *[[RAINED]] * 48], [], id="one in fifty is nothing"),
        pytest.param(
            [[LEFT, LEFT], *[[RAINED]] * 47],
            [("1 of 49 extractions repeats an earlier one of its sentence, and most metrics count each", False)],
            id="more than one in fifty is a note",
        ),
    ],
)
def test_repeats(by_sentence: list[list[Extraction]], expected: list[tuple[str, bool]]) -> None:
    notes = note_repeats(sum(map(len, by_sentence)), count_repeats(by_sentence))
    assert [(str(note), note.warning) for note in notes] == expected


def test_an_output_that_was_written_twice() -> None:
    evaluation = karat.evaluate({"once": BY_ID, "twice": BY_ID * 2}, "karat-sample", resampling=None)
    assert evaluation.warnings() == [
        f"twice: 52 of 104 extractions repeat an earlier one of their sentence, and {MANY}"
    ]
    assert evaluation["twice"].precision.value < evaluation["once"].precision.value
