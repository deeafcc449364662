"""The fold of clique documents by hand, and the file of cases that the page's fold is tested with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from karat.annotate.cliques import CLIQUES
from karat.annotate.cliques.content import form
from karat.annotate.cliques.state import Tuple
from karat.annotate.event import effective_events
from karat.annotate.kind import commutes, replay

sys.path.append(str(Path(__file__).parent))

from clique_cases import CASES, FILE, FORMS, PAIRS, Made, events_of, file_text


@pytest.mark.parametrize("name", CASES)
def test_fold_by_hand(name: str) -> None:
    steps, expected, effective = CASES[name]
    events = events_of(steps)
    state = replay(CLIQUES, events)
    found = CLIQUES.to_json(state)
    assert {field: found[field] for field in expected} == expected
    assert list(found["corrections"]) == list(expected.get("corrections", found["corrections"]))
    numbers = {id(event): number for number, event in enumerate(events, 1)}
    assert [numbers[id(event)] for event in effective_events(events)] == effective
    assert CLIQUES.from_json(found) == state


@pytest.mark.parametrize("name", PAIRS)
def test_which_events_commute(name: str) -> None:
    one, other, expected = PAIRS[name]
    first, second = Made(1, *one), Made(2, *other)
    assert commutes(CLIQUES, first, second) is expected
    assert commutes(CLIQUES, second, first) is expected


@pytest.mark.parametrize(("one", "other", "same"), FORMS)
def test_form_leaves_out_case_punctuation_and_spaces(one: str, other: str, same: bool) -> None:
    assert (form(one) == form(other)) is same


def test_the_file_for_the_page_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == file_text(), "run: python tests/annotate/cliques/clique_cases.py"


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        ("nothing", None),
        ("correct and keep", "1 corrected"),
        ("add tuples, with time and place", "2 tuples"),
        ("remove", "1 tuple"),
        ("verdicts of a round", "1 wrong"),
        ("a new round opens the check again and keeps the verdicts", None),
    ],
)
def test_summary(name: str, summary: str | None) -> None:
    assert CLIQUES.summary(replay(CLIQUES, events_of(CASES[name][0]))) == summary


def test_files_have_the_relation_first_then_arguments_time_and_place() -> None:
    assert Tuple("a", "7", "opened", ("Ann", "a shop"), "in May", "in Bern").parts == (
        "opened",
        "Ann",
        "a shop",
        "in May",
        "in Bern",
    )
    assert Tuple("a", "7", "opened", ("Ann",), None, "in Bern").parts == ("opened", "Ann", "in Bern")
