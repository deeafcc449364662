"""Tuples whose parts have no names: the relation comes first, or after the subject."""

from __future__ import annotations

import pytest

from karat.formats.llm.answers import parse_answer

TRIPLE = ("founded", ("Ann", "Bext"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("(Ann; founded; Bext)", id="brackets"),
        pytest.param("1. (Ann, founded, Bext)", id="a number"),
        pytest.param("- Ann; founded; Bext", id="a bullet"),
        pytest.param("Ann | founded | Bext", id="bars"),
        pytest.param('["Ann", "founded", "Bext"]', id="a list"),
        pytest.param('["(Ann; founded; Bext)"]', id="texts in a list"),
        pytest.param("So (Ann; founded; Bext) it is", id="in prose"),
        pytest.param("| a | b | c |\n|---|---|---|\n| Ann | founded | Bext |", id="a head without known names"),
        # Named, so that the order does not matter:
        pytest.param("founded(Ann, Bext)", id="a call"),
        pytest.param("- founded: Ann; Bext", id="a colon"),
        pytest.param('{"founded": ["Ann", "Bext"]}', id="a key"),
        pytest.param('["founded", ["Ann", "Bext"]]', id="arguments in a list"),
        pytest.param("| Object | Relation | Subject |\n|---|---|---|\n| Bext | founded | Ann |", id="a head"),
        pytest.param("Relation: founded\nSubject: Ann\nObject: Bext", id="labels"),
    ],
)
def test_subject_first(text):
    extractions = parse_answer(text, "subject first").extractions
    assert [(extraction.relation, extraction.arguments) for extraction in extractions] == [TRIPLE]


def test_of_a_repeated_key_one_value_is_lost_and_that_is_said():
    answer = parse_answer('[{"relation": "founded", "subject": "Ann", "subject": "Bob"}]')
    assert [extraction.arguments for extraction in answer.extractions] == [("Bob",)]
    assert answer.failure == "part unread"
