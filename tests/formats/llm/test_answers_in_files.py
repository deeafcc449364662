"""Answers of language models in files: commas inside the parts of tuples, and answers in a list."""

from __future__ import annotations

import json

import pytest

from karat.formats import Problems, read_rows

MORE = "more than 3 parts, though a comma may be inside one"


def answers_in(path, sentences=None):
    """The sentences with their tuples, and what was noted."""
    problems = Problems()
    rows = read_rows(path, problems=problems, sentences=sentences)
    found = [(row.sentence_id or row.sentence, *_parts(row.extraction)) for row in rows]
    return found, [str(repair).removeprefix(f"{path}") for repair in problems.repairs]


def _parts(extraction):
    return () if extraction is None else (extraction.subject, extraction.relation, *extraction.arguments[1:])


@pytest.mark.parametrize(
    ("answer", "parts", "noted"),
    [
        pytest.param("(Bext, Inc., is in, Ulm)", ("Bext, Inc.", "is in", "Ulm"), False, id="a company"),
        pytest.param("(Ulm, is home of, Bext, LLC)", ("Ulm", "is home of", "Bext, LLC"), False, id="at the end"),
        pytest.param("(Bo Lee, Ph.D., leads, Bext, Ltd.)", ("Bo Lee, Ph.D.", "leads", "Bext, Ltd."), False, id="two"),
        pytest.param("(Bo Lee,Jr.,left,Ulm)", ("Bo Lee, Jr.", "left", "Ulm"), False, id="no spaces"),
        pytest.param("left(Bo Lee, Jr., Ulm)", ("Bo Lee, Jr.", "left", "Ulm"), False, id="a call"),
        pytest.param("(Ann, a chemist, founded, Bext)", ("Ann", "a chemist", "founded", "Bext"), True, id="a doubt"),
        pytest.param("(Bext, Inc., is, in, Ulm)", ("Bext", "Inc.", "is", "in", "Ulm"), True, id="four parts are left"),
        pytest.param("(Bext, Inc., grows)", ("Bext", "Inc.", "grows"), False, id="two parts would be left"),
        pytest.param("(Ann; left; Ulm; in May)", ("Ann", "left", "Ulm", "in May"), False, id="semicolons"),
        pytest.param('("Ann", "left", "Ulm", "in May")', ("Ann", "left", "Ulm", "in May"), False, id="quotes"),
    ],
)
def test_commas_inside_a_part(file, answer, parts, noted):
    found, notes = answers_in(file(json.dumps([{"id": "1", "answer": f"<think>hm</think>\n{answer}"}]), "out.json"))
    assert found == [("1", *parts)]
    assert notes == ([f":1: read '{', '.join(parts)}' as {MORE}"] if noted else [])


def test_commas_in_lines_of_tuples(file):
    found, notes = answers_in(file("(Bext, Inc., is in, Ulm)\n(Ann, a chemist, founded, Bext)\n", "out.txt"))
    assert found == [(None, "Bext, Inc.", "is in", "Ulm"), (None, "Ann", "a chemist", "founded", "Bext")]
    assert notes == [f":2: read 'Ann, a chemist, founded, Bext' as {MORE}"]


def test_a_list_of_answers_has_one_for_each_sentence(file):
    answers = [
        "Here they are:\n1. (Ann, founded, Bext)\n2. (Bext, Inc., is in, Ulm)",
        '```json\n[["Bo", "left", "Ulm"]]\n```',
        "None.",
        None,
        "I am sorry, but I cannot help.",
        "(Cy; met; Bo)",
    ]
    sentences = file("one\ntwo\nthree\nfour\nfive\nsix\n", "input.txt")
    found, notes = answers_in(file(json.dumps(answers), "out.json"), sentences)
    assert found == [
        ("one", "Ann", "founded", "Bext"),
        ("one", "Bext, Inc.", "is in", "Ulm"),
        ("two", "Bo", "left", "Ulm"),
        ("three",),
        ("four",),
        ("five",),
        ("six", "Cy", "met", "Bo"),
    ]
    assert [note.partition("(")[2].partition(":")[0] for note in notes] == ["missing", "refusal"]


def test_no_line_of_an_answer_in_a_list_is_lost(file):
    """Each answer begins with a tuple, so that the list could be taken for one of tuples."""
    answers = ["(Ann; founded; Bext)\n(Bext; is in; Ulm)", "(Bo; left; Ulm)"]
    sentences = file("one\ntwo\n", "input.txt")
    expected = [("one", "Ann", "founded", "Bext"), ("one", "Bext", "is in", "Ulm"), ("two", "Bo", "left", "Ulm")]
    assert answers_in(file(json.dumps(answers), "out.json"), sentences)[0] == expected
    record = {"sentence": "one", "triples": answers}
    assert answers_in(file(json.dumps(record), "named.json"))[0] == [("one", *parts) for _, *parts in expected]


@pytest.mark.parametrize("parts", [["Ann", "founded", "Bext (Ulm)"], ["f(x)", "equals", "y"], ["a;b", "is", "c", "d"]])
def test_a_list_of_parts_is_one_tuple(file, parts):
    assert answers_in(file(json.dumps(parts), "out.json"))[0] == [(None, *parts)]
