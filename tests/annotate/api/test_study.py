"""Studies through the server: making tasks, labelling blind, seeing and deciding disagreements."""

from __future__ import annotations

import pytest
from addresses import readable_paths
from office import Browser, Office, event

from karat.annotate.project import MACHINE
from karat.annotate.study.creation import add_study
from karat.annotate.study.loading import load_study
from karat.annotate.study.options import StudyOptions

MARKER = "zebrafinch"
"""In the names of the systems, which no labeller may see."""

OUTPUTS = {
    f"{MARKER}-one": b"It rains in Bergen .\t0.91\trains in\tIt\tBergen\nAnn sold it .\t0.92\tsold\tAnn\tit\n",
    f"{MARKER}-two": b"It rains in Bergen .\t0.93\trains in\tIt\tBergen\nIt rains in Bergen .\t0.94\trains\tIt\n",
}


def make_tasks(office: Office, name: str | None = "Cleo", **data):
    files = [("files", (f"{system}.tsv", text)) for system, text in OUTPUTS.items()]
    people = [office.people[each].id for each in ("Ann", "Ben")]
    return office.browser(name).post(f"{office.path}/study/tasks", files=files, data={"people": people, **data})


@pytest.fixture
def study(office: Office) -> Office:
    """The office with a study of three extractions and a hidden repeat, which Ann and Ben are to label."""
    office.project = add_study(office.store, "Labels", options=StudyOptions())
    answer = make_tasks(office, repeats=0.34)
    assert answer.status_code == 201, answer.text
    assert answer.json() == {
        "tasks": 4,
        "repeats": 1,
        "shares": [{"name": "Ann", "tasks": 4}, {"name": "Ben", "tasks": 4}],
        "notes": [],
    }
    return office


def label(office: Office, name: str, number: int, fact: str, attribution: str = "none", rules: tuple[str, ...] = ()):
    """Label a task as the page does, and finish it."""
    events = [event("fact", {"label": fact}, 0), event("attribution", {"label": attribution}, 1, active_ms=500)]
    if rules:
        events.append(event("rules", {"rules": list(rules)}, 2))
    events.append(event("done", {"done": True}, len(events)))
    answer = office.browser(name).post(
        f"/api/documents/{office.document(name, number)}/events", json={"events": events}
    )
    assert answer.status_code == 201, answer.text


def shown(office: Office, browser: Browser, *words: str) -> list[str]:
    """The addresses whose answers have one of the words."""
    found = []
    for path in readable_paths(office, items=4):
        answer = browser.get(path)
        if any(word in answer.text or word in str(answer.headers) for word in words):
            found.append(path)
    return found


@pytest.mark.parametrize("name", ["Ann", "Eve", None])
@pytest.mark.parametrize("labelled", [False, True], ids=["before", "after all are done"])
def test_no_labeller_sees_a_system_or_what_is_hidden(study: Office, name: str | None, labelled: bool) -> None:
    if labelled:
        for person in ("Ann", "Ben"):
            for number in range(1, 5):
                label(study, person, number, "correct")
    browser = study.browser(name)
    assert len(readable_paths(study, items=4)) > 30
    assert shown(study, browser, MARKER, "repeat_of", "0.91", "0.92", "0.93", "0.94", '"sources"', "sampled") == []
    settings = study.browser("Ann").get(study.path).json()["settings"]
    assert settings["options"] == {}


def test_a_curator_sees_the_systems_in_settings_and_exports(study: Office) -> None:
    cleo = study.browser("Cleo")
    paths = shown(study, cleo, MARKER)
    assert study.path in paths
    assert any("/exports/jsonl" in path for path in paths)
    assert not any("/items" in path or "/documents" in path for path in paths)


def test_labellers_see_each_other_only_when_all_are_done(study: Office) -> None:
    label(study, "Ben", 1, "incorrect", rules=("F4",))
    path = f"{study.path}/items/{study.item(1)}/labels"
    for name in ("Ann", "Cleo"):
        answer = study.browser(name).get(path)
        assert (answer.status_code, answer.json()) == (
            423,
            {"error": "the labels can be seen once all who label the task are done"},
        )
    assert study.browser("Eve").get(path).status_code == 404
    label(study, "Ann", 1, "correct")
    answer = study.browser("Ann").get(path).json()
    assert [(each["name"], each["machine"], each["state"]["fact"]) for each in answer["labels"]] == [
        ("Ann", False, "correct"),
        ("Ben", False, "incorrect"),
    ]
    assert (answer["differ"], answer["merged"], answer["may_adjudicate"]) == (True, None, False)


def test_labels_stay_hidden_from_whoever_has_the_repeat_still_to_label(study: Office) -> None:
    items = {item.key: item for item in study.store.stream_items(study.project.id)}
    repeat = next(item for item in items.values() if item.hidden["repeat_of"] is not None)
    first = items[repeat.hidden["repeat_of"]]
    study.store.assign(study.project.id, study.people["Cleo"].id, [first.id, repeat.id])
    label(study, "Ann", first.position, "correct")
    label(study, "Ben", first.position, "incorrect", rules=("F7",))
    label(study, "Cleo", first.position, "correct")
    path, begin = f"{study.path}/items/{first.id}/labels", f"{study.path}/items/{first.id}/adjudication"
    theirs = f"/api/documents/{study.document('Ben', first.position)}"
    for name in ("Ann", "Cleo"):
        browser = study.browser(name)
        assert browser.get(path).status_code == 423
        assert browser.get(theirs).status_code == browser.get(f"{theirs}/events").status_code == 404
        assert browser.get(f"{study.path}/items/{first.id}").json()["others"] == []
        assert browser.get(f"/api/documents/{study.document(name, first.position)}").status_code == 200
    cleo = study.browser("Cleo")
    assert cleo.post(begin).status_code == 423
    assert cleo.get(f"{study.path}/study/disagreements").json()["items"] == []
    assert "F7" not in cleo.get(f"{study.path}/exports/jsonl?who={study.people['Ben'].id}").text
    for name in ("Ann", "Cleo"):
        label(study, name, repeat.position, "correct")
        assert study.browser(name).get(path).status_code == 200
    assert study.browser("Ann").get(theirs).status_code == 200
    assert cleo.post(begin).status_code == 201
    assert [each["position"] for each in cleo.get(f"{study.path}/study/disagreements").json()["items"]] == [
        first.position
    ]


def test_a_repeat_stays_hidden_from_whoever_has_the_first_still_to_label(study: Office) -> None:
    items = {item.key: item for item in study.store.stream_items(study.project.id)}
    repeat = next(item for item in items.values() if item.hidden["repeat_of"] is not None)
    first = items[repeat.hidden["repeat_of"]]
    for name in ("Ann", "Ben"):
        label(study, name, repeat.position, "correct")
    ann, path = study.browser("Ann"), f"{study.path}/items/{repeat.id}/labels"
    assert ann.get(path).status_code == 423
    label(study, "Ann", first.position, "correct")
    assert ann.get(path).status_code == 200


def test_what_labellers_see_of_a_task(study: Office) -> None:
    page = study.browser("Ann").get(f"{study.path}/items/{study.item(1)}").json()
    assert set(page["item"]["content"]) == {"sentence_id", "clause", "extraction"}
    assert "hidden" not in page["item"]
    assert page["document"]["state"] == {
        "fact": None,
        "attribution": None,
        "rules": [],
        "note": "",
        "unsure": False,
        "done": False,
    }


def test_adjudication(study: Office) -> None:
    items = {item.id: item for item in study.store.stream_items(study.project.id)}
    number = next(item.position for item in items.values() if item.hidden["repeat_of"] is None)
    start = f"{study.path}/items/{study.item(number)}/adjudication"
    assert study.browser("Cleo").post(start).status_code == 423
    label(study, "Ann", number, "correct")
    label(study, "Ben", number, "incorrect", rules=("F4",))
    assert study.browser("Ann").post(start).status_code == 403
    cleo = study.browser("Cleo")
    listed = cleo.get(f"{study.path}/study/disagreements").json()
    assert [(each["position"], each["begun"]) for each in listed["items"]] == [(number, False)]
    assert [each["name"] for each in listed["items"][0]["labels"]] == ["Ann", "Ben"]
    assert listed["next"] is None
    merged = cleo.post(start)
    assert merged.status_code == 201
    assert merged.json()["state"]["attribution"] == "none"
    assert merged.json()["state"]["fact"] is None
    assert cleo.post(start).json() == merged.json(), "what was begun stays"
    assert cleo.get(f"{study.path}/study/disagreements").json()["items"][0]["begun"] is True
    events = [event("fact", {"label": "correct"}, 1), event("done", {"done": True}, 2)]
    answer = cleo.post(f"/api/documents/{merged.json()['id']}/events", json={"events": events})
    assert answer.status_code == 201, answer.text
    assert cleo.get(f"{study.path}/study/disagreements").json() == {"items": [], "next": None}
    adjudicated = [
        each for each in load_study(study.store, study.store.project(study.project.id)).labels if each.adjudicated
    ]
    assert [(each.labeller, each.fact) for each in adjudicated] == [("Cleo", "correct")]


def test_hidden_repeats_need_no_decision(study: Office) -> None:
    repeat = next(item for item in study.store.stream_items(study.project.id) if item.hidden["repeat_of"] is not None)
    label(study, "Ann", repeat.position, "correct")
    label(study, "Ben", repeat.position, "incorrect", rules=("F4",))
    assert study.browser("Cleo").get(f"{study.path}/study/disagreements").json()["items"] == []


def test_disagreements_come_in_pages(study: Office) -> None:
    for number in range(1, 5):
        label(study, "Ann", number, "correct")
        label(study, "Ben", number, "incorrect", rules=("F4",))
    cleo = study.browser("Cleo")
    positions: list[int] = []
    after: int | None = 0
    while after is not None:
        page = cleo.get(f"{study.path}/study/disagreements?after={after}&limit=1").json()
        positions += [each["position"] for each in page["items"]]
        after = page["next"]
    assert len(positions) == 3
    assert positions == sorted(set(positions))


def test_a_language_model_is_marked_and_does_not_count(study: Office) -> None:
    model = study.store.add_person("model-7b", "annotator", machine=True)
    study.store.assign(study.project.id, model.id, purpose=MACHINE)
    document = study.store.document_of(study.item(1), model.id)
    state = {"fact": "incorrect", "attribution": "none", "rules": ["F1"], "note": "", "unsure": False, "done": True}
    study.store.append(document.id, None, [as_event("import", state)])
    label(study, "Ann", 1, "correct")
    label(study, "Ben", 1, "correct")
    answer = study.browser("Cleo").get(f"{study.path}/items/{study.item(1)}/labels").json()
    assert [(each["name"], each["machine"]) for each in answer["labels"]] == [
        ("Ann", False),
        ("Ben", False),
        ("model-7b", True),
    ]
    assert answer["differ"] is False


def as_event(kind: str, payload: dict):
    from karat.annotate.event import NewEvent

    return NewEvent("machineevent1", kind, payload, 0)


def test_the_guideline_is_for_all_members(study: Office) -> None:
    rules = study.browser("Ann").get(f"{study.path}/study/rules").json()
    assert [rule["id"] for rule in rules["rules"]][:3] == ["F1", "F2", "F3"]
    assert [label["id"] for label in rules["labels"]] == ["fact", "attribution"]
    assert study.browser("Eve").get(f"{study.path}/study/rules").status_code == 404


def test_tasks_are_made_once_and_by_curators(study: Office) -> None:
    assert make_tasks(study, "Ann").status_code == 403
    again = make_tasks(study)
    assert (again.status_code, again.json()) == (
        422,
        {"error": "Labels: expected a study without tasks, found one that has them"},
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"names": ["one"]}, "expected a name for each of 2 files, found 1"),
        ({"names": ["one", "one"]}, "expected a name of its own for each system, found 'one', 'one'"),
        ({"benchmark": "nothing"}, "unknown benchmark 'nothing'"),
        ({"format": "nothing"}, "unknown format 'nothing'"),
        ({"format": "minie"}, f"{MARKER}-one.tsv:1: expected 'Output:' before the first proposition"),
    ],
)
def test_bad_outputs_are_refused_in_one_line(office: Office, data, message) -> None:
    office.project = add_study(office.store, "Labels")
    answer = make_tasks(office, **data)
    assert answer.status_code == 422
    assert message in answer.json()["error"].splitlines()[0]
    assert office.store.items(office.project.id, limit=1) == []


def test_labels_are_imported_and_exported(study: Office) -> None:
    cleo = study.browser("Cleo")
    label(study, "Ann", 1, "incorrect", rules=("F4",))
    exported = cleo.get(f"{study.path}/exports/csv")
    assert exported.status_code == 200
    table = exported.text.replace("Ann", "Eve")
    answer = cleo.post(f"{study.path}/imports", files={"file": ("labels.csv", table.encode())}, data={"what": "labels"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["lines"] == ["1 label of Eve imported"]
