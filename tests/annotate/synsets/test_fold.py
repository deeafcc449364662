"""The fold, undo and redo by hand, and the file of cases that the page's fold is tested with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from karat.annotate.event import effective_events
from karat.annotate.kind import commutes, replay
from karat.annotate.synsets import SYNSETS

sys.path.append(str(Path(__file__).parent))

from fold_cases import CASES, FILE, PAIRS, Made, events_of, file_text, id_of


@pytest.mark.parametrize("name", CASES)
def test_fold_by_hand(name: str) -> None:
    steps, synsets, effective = CASES[name]
    events = events_of(steps)
    state = replay(SYNSETS, events)
    found = {synset.id: [triple.id for triple in synset.triples] for synset in state.synsets}
    assert found == {id_of(synset): [id_of(each) for each in names.split()] for synset, names in synsets.items()}
    assert list(found) == [id_of(synset) for synset in synsets]
    assert [events.index(event) + 1 for event in effective_events(events)] == effective


@pytest.mark.parametrize("name", PAIRS)
def test_which_events_commute(name: str) -> None:
    one, other, expected = PAIRS[name]
    first, second = Made(1, *one), Made(2, *other)
    assert commutes(SYNSETS, first, second) is expected
    assert commutes(SYNSETS, second, first) is expected


def state_after(name: str) -> dict:
    return SYNSETS.to_json(replay(SYNSETS, events_of(CASES[name][0])))


def test_what_events_set() -> None:
    assert state_after("change")["synsets"][0]["triples"][1]["subject"][0]["text"] == "Eve"
    assert [each["wholesome"] for each in state_after("mark, and unmark")["synsets"][0]["triples"]] == [False, None]
    merged = state_after("merge joins triples and notes in the order given")
    assert merged["synsets"][0]["note"] == "two\nthree"
    notes = state_after("notes")
    assert (notes["note"], notes["synsets"][0]["note"]) == ("all", "one")
    decided = state_after("accept a candidate into a new synset, reject another")["decisions"]
    assert decided == {
        "1": {"accepted": True, "triple": id_of("a")},
        "2": {"accepted": False, "triple": None},
        "3": {"accepted": True, "triple": id_of("b")},
    }
    translated = state_after("translate first, then done")
    assert (translated["translation"], translated["done"]) == ("Ann sold the old house .", True)
    assert state_after("reopen")["done"] is False
    assert {(each["label"], each["note"]) for each in state_after("import keeps labels and notes")["synsets"]} == {
        ("7", "from a file")
    }


def test_the_file_for_the_page_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == file_text(), "run: python tests/annotate/synsets/fold_cases.py"


def test_the_file_is_plain_json() -> None:
    assert set(json.loads(FILE.read_text(encoding="utf-8"))) == {"cases", "commutes"}
