"""Projects of other kinds: their pages, what is hidden in them, and documents that are no annotator's work."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from addresses import readable_paths
from office import Browser, Office, done, note

from karat.annotate.event import NewEvent
from karat.annotate.kind import KINDS
from karat.annotate.project import CHECK, NewItem, Project
from karat.annotate.store import Store

MARKER = "zebrafinch"
"""A word that stands only in what is hidden."""

EXTRACTION = {"relation": "met", "arguments": ["Ann", "Ben"], "polarity": None, "modality": None}
CONTENTS = {
    "synsets": {"any": "thing"},
    "study": {"sentence_id": "1", "clause": None, "extraction": {**EXTRACTION, "attribution": None, "quantities": []}},
    "cliques": {
        "stage": 1,
        "clique": "1",
        "sentences": [
            {"id": "1", "text": "Ann met Ben .", "original": True},
            {"id": "1.1", "text": "Ben was met by Ann .", "original": False},
        ],
        "given": [],
    },
}
OPTIONS = {
    "synsets": {},
    "study": {"systems": {MARKER: {"extractions": 3, "sentences": 1}}},
    "cliques": {},
}


def add_project(store: Store, kind: str, *people: int) -> Project:
    """A project of a kind with one item, assigned to people."""
    project = store.add_project(f"Of {kind}", kind, "en", {"tagger": "none", "options": OPTIONS[kind]})
    hidden = {"sources": [{"system": MARKER, "confidence": 0.5, "sampled": True}], "repeat_of": None, "stratum": MARKER}
    store.add_items(project.id, [NewItem("0001", "Ann met Ben .", content=CONTENTS[kind], hidden=hidden)])
    for person in people:
        store.assign(project.id, person)
    return project


@dataclass
class Seen:
    """The addresses of a project whose answer shows the marker, and how many there are."""

    paths: int
    showing: list[str]

    @classmethod
    def by(cls, office: Office, project: Project, browser: Browser) -> Seen:
        there = Office(office.app, office.store, office.settings, project, office.people)
        paths = readable_paths(there, items=1)
        answers = {path: browser.get(path) for path in paths}
        found = [path for path, answer in answers.items() if MARKER in answer.text + str(answer.headers)]
        return cls(len(paths), found)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_hidden_reaches_no_annotator(office: Office, kind: str) -> None:
    ann, ben = office.people["Ann"].id, office.people["Ben"].id
    project = add_project(office.store, kind, ann, ben)
    for _ in range(2):
        for name in ("Ann", "Ben", "Eve", None):
            seen = Seen.by(office, project, office.browser(name))
            assert seen.paths > 20
            assert seen.showing == []
        # Once more when all are done, and see each other's work.
        (row,) = office.store.items(project.id)
        for person in (ann, ben):
            document = office.store.document_of(row.id, person)
            assert document is not None
            with office.store.write() as connection:
                connection.exec_driver_sql(f"UPDATE document SET status = 2 WHERE id = {document.id}")
                connection.exec_driver_sql(f"UPDATE item SET status = 2 WHERE id = {row.id}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_conflict_and_a_page_of_work_show_nothing_hidden(office: Office, kind: str) -> None:
    project = add_project(office.store, kind, office.people["Ann"].id)
    (row,) = office.store.items(project.id)
    ann = office.browser("Ann")
    work = ann.get(f"/api/projects/{project.id}/items/{row.id}")
    assert work.json()["item"]["content"] == CONTENTS[kind]
    assert "hidden" not in work.text
    document = work.json()["document"]["id"]
    answers = [
        ann.post(f"/api/documents/{document}/events", json={"events": [{**note("x", 9), "payload": {"text": "x"}}]}),
        ann.post(f"/api/documents/{document}/events", json={"events": [note("x", 0)]}),
    ]
    assert all(MARKER not in answer.text for answer in answers)


@pytest.mark.parametrize("kind", KINDS)
def test_a_project_of_every_kind_is_made_and_says_what_it_has(office: Office, kind: str) -> None:
    made = office.browser("Cleo").post("/api/projects", json={"name": f"New {kind}", "kind": kind})
    assert made.status_code == 201, made.text
    project = made.json()
    assert project["kind"] == kind
    assert project["screens"]
    assert {"name", "title", "suffix"} == set(project["exports"][0])


def test_synsets_say_what_they_import_and_export(office: Office) -> None:
    project = office.browser("Ann").get(office.path).json()
    assert project["screens"] == ["annotate", "review", "compare"]
    assert project["imports"] == ["sentences", "gold", "draft", "candidates"]
    assert project["exports"][0] == {"name": "benchie", "title": "BenchIE gold", "suffix": "txt"}
    assert [export["name"] for export in project["exports"]] == ["benchie", "benchie-e", "jsonl", "csv"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"kind": "synset"}, "unknown kind of project 'synset'; did you mean 'synsets'"),
        (
            {"settings": {"options": {"seed": 1}}},
            "setting options: expected none in a project of synsets, found 'seed'",
        ),
        ({"kind": "study", "settings": {"translation": True}}, "setting translation: expected false in a project"),
        ({"kind": "study", "settings": {"examination": True}}, "setting examination: expected false in a project"),
    ],
)
def test_projects_that_are_refused(office: Office, body: dict[str, object], message: str) -> None:
    answer = office.browser("Cleo").post("/api/projects", json={"name": "New", **body})
    assert answer.status_code == 422
    assert message in answer.json()["error"]


@pytest.mark.parametrize("who", ["Ann", "Cleo"])
def test_pages_of_synsets_are_not_there_in_other_kinds(office: Office, who: str) -> None:
    project = add_project(office.store, "study", office.people["Ann"].id).id
    item = office.store.items(project)[0].id
    browser, path = office.browser(who), f"/api/projects/{project}"
    pages = [f"{path}/items/{item}/candidates", f"{path}/items/{item}/comparison"]
    if who == "Cleo":
        pages += [f"{path}/{page}" for page in ("effort", "agreement", "scores")]
    for page in pages:
        answer = browser.get(page)
        assert (answer.status_code, answer.json()) == (404, {"error": f"project {project} has no such page"})
    started = browser.post(f"{path}/items/{item}/comparison/start", json={})
    assert started.status_code == 404


def test_imports_and_exports_that_a_kind_has_not(office: Office) -> None:
    cleo = office.browser("Cleo")
    file = {"file": ("a.txt", b"It rained .")}
    answer = cleo.post(f"{office.path}/imports", files=file, data={"what": "labels"})
    assert (answer.status_code, "unknown import 'labels'" in answer.text) == (422, True)
    answer = cleo.get(f"{office.path}/exports/robust")
    assert (answer.status_code, "unknown export 'robust'" in answer.text) == (422, True)


def test_only_curators_see_the_options_of_a_project(office: Office) -> None:
    project = add_project(office.store, "study", office.people["Ann"].id)
    path = f"/api/projects/{project.id}"
    assert office.browser("Ann").get(path).json()["settings"]["options"] == {}
    assert MARKER in office.browser("Cleo").get(path).json()["settings"]["options"]["systems"]
    # Other settings are changed without touching them.
    changed = office.browser("Dora").patch(path, json={"settings": {"annotators_per_item": 3}})
    assert MARKER in changed.json()["settings"]["options"]["systems"]


def finish(office: Office, *names: str) -> None:
    for name in names:
        document = office.document(name)
        version = office.store.document(document).version
        answer = office.browser(name).post(f"/api/documents/{document}/events", json={"events": [done(version)]})
        assert answer.status_code == 201, answer.text


def test_a_machine_works_beside_people(office: Office) -> None:
    store, item = office.store, office.item()
    machine = store.add_person("model", "annotator", machine=True)
    dora = office.browser("Dora")
    assigned = dora.post(f"{office.path}/assignments", json={"people": [machine.id], "items": [item]})
    assert assigned.json()["assigned"] == 1
    document = store.document_of(item, machine.id)
    assert document is not None
    listed = {person["name"]: person["machine"] for person in dora.get("/api/people").json()}
    assert (listed["model"], listed["Ann"]) == (True, False)
    page = office.browser("Cleo").get(f"/api/documents/{document.id}").json()
    assert (page["purpose"], page["locked"]) == ("machine", True)
    assert office.browser("Ann").get(f"/api/documents/{document.id}").status_code == 404
    finish(office, "Ann", "Ben")
    assert office.browser("Ann").get(f"/api/documents/{document.id}").status_code == 200
    assert office.browser("Eve").get(f"/api/documents/{document.id}").status_code == 404
    others = office.browser("Ann").get(f"{office.path}/items/{item}").json()["others"]
    assert {each["name"]: each["purpose"] for each in others} == {"Ben": "work", "model": "machine"}
    for name in ("Cleo", "Dora"):
        events = {"events": [note("x", 0)]}
        assert office.browser(name).post(f"/api/documents/{document.id}/events", json=events).status_code == 403
    dashboard = dora.get(f"{office.path}/dashboard").json()
    assert [each["name"] for each in dashboard["people"]] == ["Ann", "Ben"]
    assert [each["name"] for each in dashboard["machines"]] == ["model"]
    assert dashboard["done"] == 1
    assert office.browser("Ann").get(f"{office.path}/dashboard").json()["machines"] == []
    comparison = office.browser("Ann").get(f"{office.path}/items/{item}/comparison")
    assert [each["name"] for each in comparison.json()["annotators"]] == ["Ann", "Ben"]


def test_a_machine_cannot_sign_in(office: Office) -> None:
    machine = office.store.add_person("model", "annotator", machine=True)
    dora = office.browser("Dora")
    for body in ({"password": "seven grey herons"}, {"role": "admin"}):
        answer = dora.patch(f"/api/people/{machine.id}", json=body)
        assert (answer.status_code, "language model" in answer.json()["error"]) == (422, True)
    assert dora.patch(f"/api/people/{machine.id}", json={"name": "A model"}).status_code == 200


def test_an_experts_check_through_the_api(office: Office) -> None:
    store, item = office.store, office.item()
    cleo, dora = office.people["Cleo"], office.people["Dora"]
    for expert in (cleo, dora):
        assert store.assign(office.project.id, expert.id, [item], purpose=CHECK) == 1
    checks = {person.name: store.document_of(item, person.id) for person in (cleo, dora)}
    mine, other = (checks[name].id for name in ("Cleo", "Dora"))
    browser = office.browser("Cleo")
    assert browser.post(f"/api/documents/{mine}/events", json={"events": [note("x", 0)]}).status_code == 423
    finish(office, "Ann", "Ben")
    page = browser.get(f"{office.path}/items/{item}").json()
    assert (page["document"]["id"], page["document"]["purpose"], page["document"]["locked"]) == (mine, "check", False)
    assert {each["purpose"] for each in page["others"]} == {"work"}
    assert browser.post(f"/api/documents/{mine}/events", json={"events": [note("x", 0)]}).status_code == 201
    assert browser.get(f"/api/documents/{other}").status_code == 404, "Dora is not done"
    answer = office.browser("Dora").post(f"/api/documents/{other}/events", json={"events": [done(0)]})
    assert answer.status_code == 201
    assert browser.get(f"/api/documents/{other}").status_code == 404, "Cleo is not done"
    assert browser.post(f"/api/documents/{mine}/events", json={"events": [done(1)]}).status_code == 201
    assert browser.get(f"/api/documents/{other}").status_code == 404, "nothing is decided"
    for name in ("Ann", "Ben", "Eve"):
        for document in (mine, other):
            assert office.browser(name).get(f"/api/documents/{document}").status_code == 404
            assert office.browser(name).get(f"/api/documents/{document}/events").status_code == 404
    dashboard = browser.get(f"{office.path}/dashboard").json()
    assert [(each["name"], each["done"]) for each in dashboard["checks"]] == [("Cleo", 1), ("Dora", 1)]


def test_the_list_has_what_somebody_is_unsure_of(office: Office) -> None:
    ann, ben = office.people["Ann"].id, office.people["Ben"].id
    project = add_project(office.store, "study", ann, ben)
    path = f"/api/projects/{project.id}/items?summary=unsure"
    assert office.browser("Ann").get(path).json()["items"] == []
    (row,) = office.store.items(project.id)
    document = office.store.document_of(row.id, ann)
    assert document is not None
    office.store.append(document.id, ann, [NewEvent("unsureevent1", "unsure", {"unsure": True}, 0)])
    (listed,) = office.browser("Ann").get(path).json()["items"]
    assert (listed["key"], listed["summary"], listed["status"]) == ("0001", "unsure", "started")
    assert office.browser("Ben").get(path).json()["items"] == []
    mine = f"/api/projects/{project.id}/progress/mine?summary=unsure"
    assert office.browser("Ann").get(mine).json() == {"assigned": 1, "done": 0, "summarised": 1}
    assert office.browser("Ben").get(mine).json() == {"assigned": 1, "done": 0, "summarised": 0}
    assert office.browser("Cleo").get(mine).json() == {"assigned": 0, "done": 0, "summarised": 0}
