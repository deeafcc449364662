"""Answers with brackets inside brackets without end: no error, no long wait, and what is lost is said."""

from __future__ import annotations

import sys

import pytest

from karat.formats.llm.answers import parse_answer
from processor_time import at_most

OPENINGS = ["[", "{", "［", '{"a":', '[{"a":', '[["a"],', "[(", "(", '["a",', "<", "- [", "\\[", '"[']
LIMIT = 10
"""Seconds of the processor that one answer may take; before, some took minutes."""


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("end", ["", "]", '"x"'], ids=["cut off", "closed", "a text"])
def test_no_depth_breaks_the_reader(opening: str, end: str) -> None:
    for depth in (20, 200, sys.getrecursionlimit(), 20_000):
        text = opening * depth + end * (depth if end == "]" else 1)
        with at_most(LIMIT):
            answer = parse_answer(text)
        assert answer.failure is not None or answer.extractions or "[]" in text  # which says that there is nothing


@pytest.mark.parametrize(
    ("deep", "failure"),
    [
        ("[" * 200, "cut off"),
        ("[" * 2_000 + "]" * 2_000, "part unread"),
        ('{"a":' * 2_000, "cut off"),
        ("[" * 20 + "]" * 20, "part unread"),
    ],
    ids=["run", "closed", "objects", "twenty"],
)
def test_a_tuple_beside_too_deep_brackets_is_read(deep: str, failure: str) -> None:
    answer = parse_answer(f'[["founded", "Ann", "Bext"]]\n{deep}')
    assert [(each.relation, each.arguments) for each in answer.extractions] == [("founded", ("Ann", "Bext"))]
    assert answer.failure == failure


def test_levels_that_models_write() -> None:
    answer = parse_answer("[" * 8 + '"founded", "Ann", "Bext"' + "]" * 8)
    assert [each.arguments for each in answer.extractions] == [("Ann", "Bext")]
