"""Pages of work, documents and their events."""

from __future__ import annotations

import pytest
from office import Browser, Office, added, done, note

from karat.annotate.project import NewItem


def send(browser: Browser, document: int, *events: dict[str, object]) -> object:
    return browser.post(f"/api/documents/{document}/events", json={"events": list(events)})


def test_a_sentence_is_worked_on_and_read_back(both_offices: Office) -> None:
    office = both_offices
    ann = office.browser("Ann")
    work = ann.get(f"{office.path}/items/{office.item()}").json()
    assert work["item"]["text"] == "Ann met Ben in Oslo ."
    assert (work["document"]["version"], work["document"]["locked"], work["others"]) == (0, False, [])
    event = added(on=0)
    answer = send(ann, work["document"]["id"], event)
    assert (answer.status_code, answer.json()) == (201, {"version": 1, "numbers": [1]})
    document = ann.get(f"/api/documents/{work['document']['id']}").json()
    assert document["state"]["synsets"][0]["triples"] == event["payload"]["triples"]
    stored = ann.get(f"/api/documents/{document['id']}/events").json()
    assert stored["version"] == 1
    assert {key: stored["events"][0][key] for key in event} == event
    assert stored["events"][0]["author"] == office.people["Ann"].id
    row = ann.get(f"{office.path}/items").json()["items"][0]
    assert (row["status"], row["synsets"], row["triples"], row["version"]) == ("started", 1, 1, 1)


def test_the_same_event_sent_again_is_stored_once(office: Office) -> None:
    ann, document = office.browser("Ann"), office.document("Ann")
    event = added(on=0)
    first, again = send(ann, document, event), send(ann, document, event)
    assert first.json() == again.json() == {"version": 1, "numbers": [1]}
    assert len(office.store.events(document)) == 1


def test_a_conflict_answers_with_what_came_in_between(office: Office) -> None:
    ann, document = office.browser("Ann"), office.document("Ann")
    send(ann, document, note("one", 0), note("two", 1))
    conflict = send(ann, document, note("late", 0))
    assert conflict.status_code == 409
    assert conflict.json()["version"] == 2
    assert [event["payload"]["text"] for event in conflict.json()["events"]] == ["one", "two"]
    assert send(ann, document, note("late", 2)).status_code == 201


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param({"kind": "paint"}, "event.kind: expected one of", id="unknown kind"),
        pytest.param({"payload": {"synset": None}}, "note: expected the field 'text'", id="payload"),
        pytest.param({"client_id": "UPPER"}, "events.0.client_id: string should match", id="id"),
        pytest.param({"on": -1}, "events.0.on: input should be greater", id="version"),
        pytest.param({"on": 7}, "event.on: expected a version up to 0", id="version to come"),
        pytest.param({"more": 1}, "events.0.more: extra inputs", id="unknown field"),
    ],
)
def test_a_wrong_event_is_refused_in_one_line(office: Office, change: dict[str, object], error: str) -> None:
    answer = send(office.browser("Ann"), office.document("Ann"), {**note("x", 0), **change})
    assert answer.status_code == 422
    assert error in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert office.store.events(office.document("Ann")) == []


def test_when_all_are_done_documents_are_locked_and_open_to_the_others(office: Office) -> None:
    ann, ben, cleo = office.browser("Ann"), office.browser("Ben"), office.browser("Cleo")
    anns, bens = office.document("Ann"), office.document("Ben")
    assert send(ann, anns, note("mine", 0), done(1)).status_code == 201
    assert ann.get(f"/api/documents/{bens}").status_code == 404
    assert send(ann, anns, done(2, False)).status_code == 201, "she may go on until all are done"
    assert send(ann, anns, done(3)).status_code == 201
    assert send(ben, bens, done(0)).status_code == 201
    refused = send(ann, anns, note("more", 4))
    assert refused.status_code == 423
    assert "read-only" in refused.json()["error"]
    work = ann.get(f"{office.path}/items/{office.item()}").json()
    assert work["document"]["locked"]
    assert work["others"] == [{"name": "Ben", "purpose": "work", "done": True, "document": bens}]
    assert ann.get(f"/api/documents/{bens}").json()["revealed"]
    assert send(cleo, anns, note("not hers", 4)).status_code == 403
    assert send(cleo, anns, done(4, False)).status_code == 201, "a curator may reopen"
    assert ann.get(f"/api/documents/{bens}").status_code == 404


def test_the_only_annotator_reopens_a_finished_sentence(office: Office) -> None:
    store, ann = office.store, office.browser("Ann")
    project = store.add_project("Alone", "synsets", "en", {"tagger": "none"})
    store.add_items(project.id, [NewItem("a1", "Ann left Ulm .")])
    store.assign(project.id, office.people["Ann"].id)
    path = f"/api/projects/{project.id}/items/{store.item_keys(project.id)['a1']}"
    document = ann.get(path).json()["document"]["id"]
    assert send(ann, document, note("mine", 0), done(1)).status_code == 201
    page = ann.get(path).json()["document"]
    assert (page["done"], page["locked"]) == (True, False)
    assert send(ann, document, done(2, False), note("better", 3), done(4)).status_code == 201


def test_nobody_works_before_passing_an_examination_that_is_asked_for(office: Office) -> None:
    office.store.change_project(office.project.id, settings={"examination": True, "tagger": "none"})
    ann, document = office.browser("Ann"), office.document("Ann")
    assert not ann.get(office.path).json()["may_work"]
    assert ann.get(f"/api/documents/{document}").json()["locked"]
    refused = send(ann, document, note("x", 0))
    assert (refused.status_code, refused.json()) == (403, {"error": "pass the project's examination first"})
    office.store.add_examination(office.project.id, office.people["Ann"].id, True, {})
    assert ann.get(office.path).json()["may_work"]
    assert send(ann, document, note("x", 0)).status_code == 201


def test_the_list_comes_in_pages_and_can_be_searched(office: Office) -> None:
    ann = office.browser("Ann")
    first = ann.get(f"{office.path}/items", params={"limit": 2}).json()
    assert [row["key"] for row in first["items"]] == ["s1", "s2"]
    second = ann.get(f"{office.path}/items", params={"limit": 2, "after": first["next"]}).json()
    assert ([row["key"] for row in second["items"]], second["next"]) == (["s3"], None)
    found = ann.get(f"{office.path}/items", params={"search": "OLD mill"}).json()
    assert [row["key"] for row in found["items"]] == ["s2"]
    send(ann, office.document("Ann", 3), note("x", 0))
    started = ann.get(f"{office.path}/items", params={"status": "started"}).json()
    assert [row["key"] for row in started["items"]] == ["s3"]
