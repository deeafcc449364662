"""Projects and assignments."""

from __future__ import annotations

from office import Office, added, done, note

from karat.annotate.project import NewItem


def test_a_project_is_made_and_changed(office: Office) -> None:
    cleo, dora = office.browser("Cleo"), office.browser("Dora")
    made = cleo.post("/api/projects", json={"name": "Second", "language": "de", "settings": {"explicit_only": False}})
    assert made.status_code == 201
    path = f"/api/projects/{made.json()['id']}"
    assert made.json()["settings"]["explicit_only"] is False
    changed = dora.patch(path, json={"settings": {"examination": True}})
    assert changed.status_code == 200
    settings = dora.get(path).json()["settings"]
    assert (settings["examination"], settings["explicit_only"]) == (True, False), "what is not named stays"
    assert cleo.post("/api/projects", json={"name": "Second"}).status_code == 409


def test_annotators_see_only_their_projects(office: Office) -> None:
    office.store.add_project("Second", "synsets", "en")
    assert [each["name"] for each in office.browser("Ann").get("/api/projects").json()] == ["Sample"]
    assert office.browser("Eve").get("/api/projects").json() == []
    assert len(office.browser("Cleo").get("/api/projects").json()) == 2


def test_sentences_are_assigned(office: Office) -> None:
    cleo, eve = office.browser("Cleo"), office.browser("Eve")
    body = {"people": [office.people["Eve"].id], "items": [office.item(2)]}
    assert cleo.post(f"{office.path}/assignments", json=body).json() == {"assigned": 1, "lacking": 0}
    assert cleo.post(f"{office.path}/assignments", json=body).json() == {"assigned": 0, "lacking": 0}
    assert [row["key"] for row in eve.get(f"{office.path}/items").json()["items"]] == ["s2"]
    assert eve.get(f"{office.path}/items/{office.item(1)}").status_code == 404
    body["items"] = "all"
    assert cleo.post(f"{office.path}/assignments", json=body).json() == {"assigned": 2, "lacking": 0}
    office.store.change_person(office.people["Eve"].id, active=False)
    assert cleo.post(f"{office.path}/assignments", json=body).status_code == 404


def test_a_curator_sees_how_far_the_annotators_of_a_sentence_are(office: Office) -> None:
    def team(name: str) -> str | None:
        return office.browser(name).get(f"{office.path}/items").json()["items"][0]["team"]

    def write(name: str, document: int, *events: dict[str, object]) -> None:
        answer = office.browser(name).post(f"/api/documents/{document}/events", json={"events": list(events)})
        assert answer.status_code == 201

    assert (team("Cleo"), team("Ann")) == ("open", None)
    write("Ann", office.document("Ann"), added(0), done(1))
    assert (team("Cleo"), team("Ben")) == ("started", None)
    write("Ben", office.document("Ben"), added(0), done(1))
    assert team("Cleo") == "done"
    path = f"{office.path}/items/{office.item()}/comparison/start"
    merged = office.browser("Cleo").post(path, json={}).json()
    assert team("Cleo") == "done"
    write("Cleo", merged["id"], done(merged["version"]))
    assert (team("Cleo"), team("Ann")) == ("merged", None)


def test_sentences_are_shared_out(office: Office) -> None:
    cleo, eve = office.browser("Cleo"), office.people["Eve"].id
    project = cleo.post("/api/projects", json={"name": "Shared", "settings": {"annotators_per_item": 2}}).json()["id"]
    office.store.add_items(project, [NewItem(f"n{number}", "It rained .") for number in range(6)])
    path = f"/api/projects/{project}/assignments"
    people = [office.people[name].id for name in ("Ann", "Ben")] + [eve]
    some = {"people": people, "items": [1], "share": True}
    assert cleo.post(path, json=some).status_code == 422
    body = {"people": people, "items": "all", "share": True}
    assert cleo.post(path, json={**body, "people": [eve]}).json() == {"assigned": 6, "lacking": 6}
    assert cleo.post(path, json=body).json() == {"assigned": 6, "lacking": 0}
    assert cleo.post(path, json=body).json() == {"assigned": 0, "lacking": 0}
    found = cleo.get(f"/api/projects/{project}/dashboard").json()["people"]
    assert [(each["name"], each["assigned"]) for each in found] == [("Ann", 3), ("Ben", 3), ("Eve", 6)]


def test_sentences_are_taken_back_where_nothing_was_done(office: Office) -> None:
    cleo, ann = office.browser("Cleo"), office.people["Ann"].id
    path = f"/api/projects/{office.project.id}/assignments"
    events = {"events": [note("seen", 0)]}
    ann_sends = office.browser("Ann").post(f"/api/documents/{office.document('Ann')}/events", json=events)
    assert ann_sends.status_code == 201
    assert cleo.delete(path, params={"person": ann, "item": office.item(2)}).json() == {"taken": 1, "kept": 2}
    assert cleo.delete(path, params={"person": ann}).json() == {"taken": 1, "kept": 1}
    assert cleo.delete(path, params={"person": ann}).json() == {"taken": 0, "kept": 1}
    rows = office.browser("Ann").get(path.replace("assignments", "items")).json()["items"]
    assert [row["key"] for row in rows] == ["s1"]
    assert cleo.delete(path, params={"person": 99}).status_code == 404
