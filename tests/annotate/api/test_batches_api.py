"""Batches of cliques through the server: who may do what, and who learns what of whose work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from addresses import readable_paths
from office import Browser, Office

from karat.annotate.api.app import create_app
from karat.annotate.api.settings import ServerSettings
from karat.annotate.store import Store

sys.path.append(str(Path(__file__).parents[1] / "cliques"))

from workshop import Workshop, verdict

MARKER = "zebrafinch"
"""A word that an expert wrote."""


@pytest.fixture
def workshop(folder_store: Store) -> Workshop:
    made = Workshop.make(folder_store)
    made.people["Eve"] = folder_store.add_person("Eve", "annotator")
    return made


@pytest.fixture
def shop(workshop: Workshop, page: Path) -> Iterator[Office]:
    """A server over a clique project with a batch that is to be checked."""
    settings = ServerSettings(page=page)
    app = create_app(workshop.store, settings)
    office = Office(app, workshop.store, settings, workshop.project, workshop.people)
    yield office
    office.close()


def test_a_batch_from_the_page(shop: Office, workshop: Workshop) -> None:
    zoe, path = shop.browser("Zoe"), f"{shop.path}/batches"
    assert zoe.get(path).json() == {"batches": [], "waiting": {"1": 5, "2": 0}}
    workers = workshop.ids_of("Ann", "Ben", "Cem")
    made = zoe.post(path, json={"stage": 1, "workers": workers, "seed": 3})
    assert made.status_code == 201, made.text
    batch = made.json()
    assert (batch["number"], batch["status"], len(batch["items"]), batch["checks"]) == (1, "working", 5, [])
    assert sum(worker["cliques"] for worker in batch["workers"]) == 5
    found = workshop.store.batch(batch["id"])
    early = zoe.post(f"{path}/{found.id}/checks", json={"experts": workshop.ids_of("Xia", "Yves")})
    assert (early.status_code, early.json()) == (
        409,
        {"error": "batch 1: expected all its work done, found 5 of 5 cliques open"},
    )
    workshop.work(found)
    checked = zoe.post(f"{path}/{found.id}/checks", json={"experts": workshop.ids_of("Xia", "Yves")})
    assert checked.status_code == 201, checked.text
    (check,) = checked.json()["checks"]
    assert (check["cliques"], check["accepted"], check["accept_above"], check["rule"]) == (2, None, 90, "all")
    assert [(expert["name"], expert["cliques"], expert["done"]) for expert in check["experts"]] == [
        ("Xia", 2, 0),
        ("Yves", 2, 0),
    ]
    assert zoe.post(f"{path}/{found.id}/decision").status_code == 409
    workshop.check(found)
    decided = zoe.post(f"{path}/{found.id}/decision")
    assert (decided.status_code, decided.json()["status"]) == (201, "accepted")
    (check,) = decided.json()["checks"]
    assert (check["right"], check["total"], check["accepted"]) == (4, 4, True)
    again = zoe.post(f"{path}/{found.id}/decision")
    assert (again.status_code, again.json()["error"]) == (
        409,
        "batch 1: expected it to be checking, found it accepted",
    )
    assert zoe.get(path).json()["waiting"] == {"1": 0, "2": 5}


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"stage": 1, "workers": []}, 422, "workers: list should have at least 1 item"),
        ({"stage": 3, "workers": [1]}, 422, "stage: input should be 1 or 2"),
        ({"stage": 2, "workers": [1, 2, 3]}, 422, "batch: expected cliques that wait for stage 2, found none"),
        ({"stage": 1, "workers": [1, 2]}, 422, "workers: expected at least 3 people, found 2"),
        ({"stage": 1, "workers": [1, 2, 99]}, 404, "there is no person 99"),
    ],
)
def test_wrong_batches(shop: Office, body: dict, status: int, message: str) -> None:
    answer = shop.browser("Zoe").post(f"{shop.path}/batches", json=body)
    assert answer.status_code == status
    assert message in answer.json()["error"]


def test_cliques_are_not_assigned_one_by_one(shop: Office) -> None:
    answer = shop.browser("Zoe").post(f"{shop.path}/assignments", json={"people": [1], "items": "all"})
    assert (answer.status_code, "in batches" in answer.json()["error"]) == (422, True)


STEPS = {
    "GET batches": ("GET", "/batches", None),
    "POST batches": ("POST", "/batches", {"stage": 1, "workers": [1, 2, 3]}),
    "POST checks": ("POST", "/batches/1/checks", {"experts": [4, 5]}),
    "POST decision": ("POST", "/batches/1/decision", None),
    "POST replacements": ("POST", "/batches/1/replacements", {"person": 4, "successor": 5}),
    "GET feedback": ("GET", "/batches/1/feedback", None),
    "GET check": ("GET", "/items/{item}/check", None),
}


@pytest.mark.parametrize(
    ("step", "statuses"),
    # nobody, Ann who works, Eve in no project, Xia who checks, Yves who checks too, Zoe the admin
    [
        ("GET batches", (401, 200, 404, 200, 200, 200)),
        ("POST batches", (401, 403, 403, 422, 422, 422)),
        ("POST checks", (401, 403, 403, 409, 409, 409)),
        ("POST decision", (401, 403, 403, 409, 409, 409)),
        ("POST replacements", (401, 403, 403, 422, 422, 422)),
        ("GET feedback", (401, 200, 404, 423, 423, 200)),
        ("GET check", (401, 404, 404, 200, 200, 404)),
    ],
)
def test_who_may_do_what(shop: Office, workshop: Workshop, step: str, statuses: tuple[int, ...]) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    item = workshop.start_check(batch).checks[0].sample[0]
    method, path, body = STEPS[step]
    for name, status in zip((None, "Ann", "Eve", "Xia", "Yves", "Zoe"), statuses, strict=True):
        options = {} if body is None else {"json": body}
        answer = shop.browser(name).request(method, shop.path + path.format(item=item), **options)
        assert answer.status_code == status, (name, answer.text)


def find_marker(shop: Office, browser: Browser, marker: str = MARKER) -> list[str]:
    paths = readable_paths(shop, 5)
    assert len(paths) > 40
    return [path for path in paths if marker in browser.get(path).text]


def mark(workshop: Workshop, name: str, done: bool = True) -> None:
    """Let an expert refuse everything, in words that can be found again."""
    batch = workshop.store.batches(workshop.project.id)[0]
    for document in workshop.documents(batch, "check"):
        if document.person != workshop.people[name].id or document.done:
            continue
        steps = []
        for sentence in workshop.content(document).sentences_to_do:
            kind, payload = verdict(batch.round, sentence.id, ["form"])
            steps.append((kind, {**payload, "note": f"{MARKER} of {name}"}))
        finish = [("done", {"done": True})] if done else []
        workshop.append(document, ("note", {"text": MARKER}), *steps, *finish)


def test_nobody_sees_a_check_before_it_is_theirs_to_see(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    mark(workshop, "Xia")
    for name in ("Ann", "Ben", "Cem", "Eve", None):
        assert find_marker(shop, shop.browser(name)) == [], name
    assert find_marker(shop, shop.browser("Yves")) == [], "Yves is not done"
    assert find_marker(shop, shop.browser("Xia")) != []
    assert find_marker(shop, shop.browser("Zoe")) == [], "Zoe may become an expert"
    mark(workshop, "Yves")
    of_xia = f"{MARKER} of Xia"
    assert find_marker(shop, shop.browser("Yves"), of_xia) == [], "both are done, and Yves may open his again"
    assert workshop.decide(batch).status == "working"
    assert find_marker(shop, shop.browser("Yves"), of_xia) != [], "it is decided"
    assert find_marker(shop, shop.browser("Zoe")) != []


def test_an_expert_opens_a_check_again_without_having_seen_the_other(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    mark(workshop, "Xia")
    mark(workshop, "Yves")
    mine, others = (
        [each for each in workshop.documents(batch, "check") if each.person == workshop.people[name].id]
        for name in ("Yves", "Xia")
    )
    yves = shop.browser("Yves")
    reopen = {"client_id": "openitagain1", "kind": "done", "payload": {"done": False}, "on": mine[0].version}
    assert yves.post(f"/api/documents/{mine[0].id}/events", json={"events": [reopen]}).status_code == 201
    for other in others:
        assert yves.get(f"/api/documents/{other.id}").status_code == 404
        assert yves.get(f"/api/documents/{other.id}/events").status_code == 404
    workshop.append(mine[0], ("done", {"done": True}))
    workshop.decide(batch)
    assert yves.get(f"/api/documents/{others[0].id}").status_code == 200
    # What was decided on can no longer be changed by who sees it now.
    late = {**reopen, "client_id": "openitagain2", "on": mine[1].version}
    assert yves.post(f"/api/documents/{mine[1].id}/events", json={"events": [late]}).status_code == 423


def test_the_events_of_returned_work_name_no_curator(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    mark(workshop, "Xia")
    mark(workshop, "Yves")
    (document, *_) = workshop.documents(workshop.decide(batch))
    (name,) = (name for name, person in workshop.people.items() if person.id == document.person)
    events = shop.browser(name).get(f"/api/documents/{document.id}/events").json()["events"]
    assert {event["author"] for event in events} == {document.person, None}
    assert (events[-1]["kind"], events[-1]["author"]) == ("return", None)
    undo = {"client_id": "undothedone1", "kind": "undo", "payload": {}, "on": document.version}
    answer = shop.browser(name).post(f"/api/documents/{document.id}/events", json={"events": [undo]})
    assert (answer.status_code, answer.json()["error"]) == (422, "undo: there is nothing to undo")
    assert workshop.store.document(document.id).version == document.version
    forged = {"client_id": "giveitback12", "kind": "return", "payload": {"round": 3}, "on": document.version}
    for anybody, status in ((name, 403), ("Zoe", 403)):
        answer = shop.browser(anybody).post(f"/api/documents/{document.id}/events", json={"events": [forged]})
        assert answer.status_code == status


def test_an_expert_has_not_started_before_the_first_verdict(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)

    def started() -> dict[str, int]:
        checks = shop.browser("Zoe").get(f"{shop.path}/dashboard").json()["checks"]
        return {each["name"]: each["started"] for each in checks}

    assert started() == {"Xia": 0, "Yves": 0}
    assert workshop.store.check() == []
    (check, *_) = workshop.documents(batch, "check")
    workshop.append(check, verdict(1, workshop.content(check).paraphrases[0].id, []))
    assert sorted(started().values()) == [0, 1]


def test_workers_learn_what_was_refused_but_not_by_whom(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    mark(workshop, "Xia")
    mark(workshop, "Yves")
    path = f"{shop.path}/batches/{batch.id}/feedback"
    assert shop.browser("Ann").get(path).json()["refusals"] == [], "not decided yet"
    refused = workshop.decide(batch)
    assert refused.status == "working"
    sample = refused.checks[0].sample
    listed = {}
    for name in ("Ann", "Ben", "Cem"):
        answer = shop.browser(name).get(path)
        assert "Xia" not in answer.text.replace("of Xia", "")
        refusals = answer.json()["refusals"]
        mine = {item for item, worker in batch.cliques.items() if worker == workshop.people[name].id}
        assert {each["item"] for each in refusals} == mine & set(sample)
        assert {each["worker"] for each in refusals} <= {name}
        assert all(
            set(each) == {"item", "key", "worker", "round", "sentence", "text", "faults", "note"} for each in refusals
        )
        listed[name] = len(refusals)
    # two cliques, two paraphrases, two experts
    assert sum(listed.values()) == 8
    assert len(shop.browser("Zoe").get(path).json()["refusals"]) == 8
    shown = shop.browser("Ann").get(f"{shop.path}/batches").json()
    assert shown["waiting"] == {}
    (mine,) = shown["batches"]
    assert [worker["name"] for worker in mine["workers"]] == ["Ann"]
    assert (mine["checks"][0]["experts"], mine["checks"][0]["accepted"]) == ([], False)
    # The checks themselves stay closed to those who worked.
    documents = [each for item in sample for each in workshop.store.documents_of(item) if each.purpose == "check"]
    for name in ("Ann", "Ben", "Cem"):
        for document in documents:
            assert shop.browser(name).get(f"/api/documents/{document.id}").status_code == 404
            assert shop.browser(name).get(f"/api/documents/{document.id}/events").status_code == 404


def test_somebody_takes_over_from_a_worker_and_an_expert(shop: Office, workshop: Workshop) -> None:
    store, zoe = workshop.store, shop.browser("Zoe")
    workshop.people["Dan"] = store.add_person("Dan", "annotator")
    workshop.people["Wim"] = store.add_person("Wim", "curator")
    batch = workshop.make_batch()
    path = f"{shop.path}/batches/{batch.id}"
    store.change_person(workshop.people["Ann"].id, active=False)
    shown = zoe.get(f"{shop.path}/batches").json()["batches"][0]
    assert {each["name"]: each["gone"] for each in shown["workers"]} == {"Ann": "deactivated", "Ben": None, "Cem": None}
    ann, dan, yves, wim = workshop.ids_of("Ann", "Dan", "Yves", "Wim")
    answer = zoe.post(f"{path}/replacements", json={"person": ann, "successor": dan})
    assert answer.status_code == 201, answer.text
    assert [each["name"] for each in answer.json()["workers"]] == ["Ben", "Cem", "Dan"]
    mine = [item for item, worker in store.batch(batch.id).cliques.items() if worker == dan]
    (seen,) = shop.browser("Dan").get(f"{shop.path}/batches").json()["batches"]
    assert (seen["items"], seen["replacements"]) == (mine, [])
    assert shop.browser("Dan").get(f"{shop.path}/items/{mine[0]}").json()["document"]["person"] == dan
    workshop.work(batch)
    workshop.start_check(batch)
    store.change_person(yves, role="annotator")
    shown = zoe.get(f"{shop.path}/batches").json()["batches"][0]
    experts = {each["name"]: each["gone"] for each in shown["checks"][0]["experts"]}
    assert experts == {"Xia": None, "Yves": "no longer a curator"}
    answer = zoe.post(f"{path}/replacements", json={"person": yves, "successor": wim})
    assert answer.status_code == 201, answer.text
    assert [each["name"] for each in answer.json()["checks"][0]["experts"]] == ["Xia", "Wim"]
    replaced = [(each["purpose"], each["person"], each["successor"]) for each in answer.json()["replacements"]]
    assert replaced == [("work", "Ann", "Dan"), ("check", "Yves", "Wim")]
    workshop.check(batch)
    assert zoe.post(f"{path}/decision").json()["status"] == "accepted"
    late = zoe.post(f"{path}/replacements", json={"person": ann, "successor": dan})
    assert (late.status_code, late.json()["error"]) == (
        409,
        "batch 1: expected it to be working or checking, found it accepted",
    )


def test_a_curator_who_works_on_a_batch_is_treated_as_a_worker(shop: Office, workshop: Workshop) -> None:
    workshop.people["Wim"] = workshop.store.add_person("Wim", "curator")
    batch = workshop.make_batch(1, "Ann", "Ben", "Wim")
    workshop.work(batch)
    workshop.start_check(batch)
    mark(workshop, "Xia")
    mark(workshop, "Yves")
    wim = workshop.people["Wim"].id
    for item, worker in batch.cliques.items():
        for document in workshop.store.documents_of(item):
            if document.purpose == "check" and worker == wim:
                assert shop.browser("Wim").get(f"/api/documents/{document.id}").status_code == 404
    workshop.decide(batch)
    refusals = shop.browser("Wim").get(f"{shop.path}/batches/{batch.id}/feedback").json()["refusals"]
    assert {each["worker"] for each in refusals} <= {"Wim"}


def test_an_expert_gets_the_work_and_their_own_check(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    item = workshop.start_check(batch).checks[0].sample[0]
    shown = shop.browser("Xia").get(f"{shop.path}/items/{item}/check").json()
    assert (shown["batch"], shown["round"]) == (1, 1)
    assert shown["document"]["purpose"] == "check"
    assert not shown["document"]["locked"]
    assert set(shown["work"]["corrections"]) == {each["id"] for each in shown["item"]["content"]["sentences"][1:]}
    assert "person" not in shown["work"]
    event = {"client_id": "checkofround1", "kind": "check", "payload": {"round": 2}, "on": 1}
    refused = shop.browser("Xia").post(f"/api/documents/{shown['document']['id']}/events", json={"events": [event]})
    assert refused.status_code == 403


def test_frozen_work_is_locked_with_a_reason(shop: Office, workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    (document, *_) = workshop.documents(batch)
    (name,) = (name for name, person in workshop.people.items() if person.id == document.person)
    browser = shop.browser(name)
    page = browser.get(f"{shop.path}/items/{document.item}").json()
    assert page["document"]["locked"]
    event = {"client_id": "openitagain1", "kind": "done", "payload": {"done": False}, "on": document.version}
    answer = browser.post(f"/api/documents/{document.id}/events", json={"events": [event]})
    assert (answer.status_code, answer.json()["error"]) == (
        423,
        "the batch is being checked, or its check is over, so the document is read-only",
    )


def test_a_batch_of_another_project_is_not_there(shop: Office, workshop: Workshop) -> None:
    workshop.make_batch()
    other = workshop.store.add_project("Other", "cliques", "en")
    answer = shop.browser("Zoe").get(f"/api/projects/{other.id}/batches/1/feedback")
    assert (answer.status_code, answer.json()) == (404, {"error": "there is no batch 1"})
