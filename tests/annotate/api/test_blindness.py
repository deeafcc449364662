"""Nobody reaches another's work on a sentence through any route before all are done."""

from __future__ import annotations

import pytest
from addresses import readable_paths
from office import Browser, Office, done, note

MARKER = "zebrafinch"
"""A word that only Ben wrote."""


@pytest.fixture
def bens_work(office: Office) -> int:
    """Ben's document, with the marker in a note, in a triple, and in something he undid."""
    ben, document = office.browser("Ben"), office.document("Ben")
    office.store.change_project(office.project.id, settings={"explicit_only": False, "tagger": "none"})
    triple = {
        "id": "tripleofbens1",
        **{slot: [{"text": MARKER, "optional": False, "at": None}] for slot in ("subject", "relation", "object")},
        "wholesome": None,
        "origin": {"round": 1, "way": "hand", "source": None},
    }
    events = [
        note(f"{MARKER} note", 0),
        note(f"{MARKER} undone", 1),
        {**note("", 2), "kind": "undo", "payload": {}},
        {**note("", 3), "kind": "add", "payload": {"synset": "synsetofbens1", "triples": [triple]}},
    ]
    answer = ben.post(f"/api/documents/{document}/events", json={"events": events})
    assert answer.status_code == 201, answer.text
    return document


def find_marker(office: Office, browser: Browser) -> list[str]:
    """The addresses whose answer shows Ben's work."""
    found = []
    for path in readable_paths(office):
        answer = browser.get(path)
        if MARKER in answer.text or MARKER in str(answer.headers):
            found.append(path)
    return found


@pytest.mark.parametrize("name", ["Ann", "Eve", None])
def test_no_route_shows_what_others_wrote(office: Office, bens_work: int, name: str | None) -> None:
    assert len(readable_paths(office)) > 30
    assert find_marker(office, office.browser(name)) == []


def test_a_curator_who_annotates_is_blind_as_well(office: Office, bens_work: int) -> None:
    cleo = office.browser("Cleo")
    assert find_marker(office, cleo) != [], "she may see it while she has no part in it"
    office.store.assign(office.project.id, office.people["Cleo"].id)
    assert find_marker(office, cleo) == []


@pytest.mark.parametrize("on", [0, 4, 99])
@pytest.mark.parametrize("name", ["Ann", "Eve"])
def test_a_conflict_does_not_show_what_others_wrote(office: Office, bens_work: int, name: str, on: int) -> None:
    """A conflict answers with the events since: not to somebody who may not read them."""
    answer = office.browser(name).post(f"/api/documents/{bens_work}/events", json={"events": [note("x", on)]})
    assert (answer.status_code, answer.json()) == (404, {"error": f"there is no document {bens_work}"})
    assert len(office.store.events(bens_work)) == 4


def test_a_document_of_others_and_one_that_is_not_there_look_alike(office: Office, bens_work: int) -> None:
    ann = office.browser("Ann")
    for path in ("", "/events"):
        hidden = ann.get(f"/api/documents/{bens_work}{path}")
        absent = ann.get(f"/api/documents/999{path}")
        assert (hidden.status_code, hidden.text.replace(str(bens_work), "999")) == (absent.status_code, absent.text)


def test_once_all_are_done_they_see_each_others_work(office: Office, bens_work: int) -> None:
    ann, ben = office.browser("Ann"), office.browser("Ben")
    ben.post(f"/api/documents/{bens_work}/events", json={"events": [done(4)]})
    assert find_marker(office, ann) == [], "Ann is not done"
    ann.post(f"/api/documents/{office.document('Ann')}/events", json={"events": [done(0)]})
    assert f"/api/documents/{bens_work}" in find_marker(office, ann)
    assert find_marker(office, office.browser("Eve")) == []
