"""Review of candidates through the server."""

from __future__ import annotations

from office import Browser, Office, event, new_id

from karat.annotate.api.routes.review import Which


def send(browser: Browser, document: int, *events: dict[str, object]) -> object:
    return browser.post(f"/api/documents/{document}/events", json={"events": list(events)})


def candidates(office: Office, *rows: tuple[int, str, str, str, str]) -> None:
    office.store.add_candidates(office.project.id, ((office.item(), *row) for row in rows))


def review(office: Office, name: str, document: Which | None = None) -> dict:
    parameters = {} if document is None else {"document": document}
    answer = office.browser(name).get(f"{office.path}/items/{office.item()}/candidates", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def decide(candidate: dict, synset: str | None, on: int) -> dict:
    if synset is None:
        return event("decide", {"candidate": candidate["id"], "accepted": False}, on)
    slots = {name: candidate[name] for name in ("subject", "relation", "object")}
    origin = {"round": candidate["round"], "way": "candidate", "source": None}
    triple = {"id": new_id(), **slots, "wholesome": None, "origin": origin}
    return event("decide", {"candidate": candidate["id"], "accepted": True, "synset": synset, "triple": triple}, on)


def test_candidates_are_accepted_and_rejected(both_offices: Office) -> None:
    office = both_offices
    candidates(
        office,
        (3, "Ann", "met", "Ben", "alpha"),
        (3, "Ann", "met", "Ben", "beta"),
        (2, "Ann", "met in", "Oslo", "gold of others"),
        (3, "Ann", "met", "Ben Oslo", "beta"),
        (3, "She", "met", "Ben", "beta"),
    )
    before = review(office, "Ann")
    assert [each["round"] for each in before["candidates"]] == [2, 3, 3]
    assert (before["implicit"], before["covered"]) == (1, 0)
    assert {each["suggestion"] for each in before["candidates"]} == {None}
    in_oslo, met, wrong = before["candidates"]
    page = f"{office.path}/items/{office.item()}"
    assert office.browser("Ann").get(page).json()["candidates"] == 3
    ann, synset = office.browser("Ann"), new_id()
    events = decide(met, synset, 0), decide(wrong, None, 1)
    assert send(ann, office.document("Ann"), *events).status_code == 201
    after = review(office, "Ann")
    assert [each["id"] for each in after["candidates"]] == [in_oslo["id"]]
    assert (after["accepted"], after["rejected"]) == (1, 1)
    assert ann.get(page).json()["candidates"] == 1
    assert after["candidates"][0]["suggestion"]["synset"] == synset
    assert after["document"]["state"]["synsets"][0]["triples"][0]["origin"]["round"] == 3
    assert len(review(office, "Ben")["candidates"]) == 3, "each decides for themselves"
    assert send(ann, office.document("Ann"), event("undo", {}, 2)).status_code == 201
    assert len(review(office, "Ann")["candidates"]) == 2


def test_no_answer_names_a_system(office: Office) -> None:
    candidates(office, (3, "Ann", "met", "Ben", "secretsystem"))
    for name in ("Ann", "Ben"):
        browser = office.browser(name)
        item = f"{office.path}/items/{office.item()}"
        for path in (item, f"{item}/candidates", f"{office.path}/items", f"/api/documents/{office.document(name)}"):
            answer = browser.get(path)
            assert (answer.status_code, "secretsystem" in answer.text) == (200, False)


def test_a_curator_reviews_in_the_merged_document(office: Office) -> None:
    candidates(office, (3, "Ann", "met", "Ben", "alpha"))
    path = f"{office.path}/items/{office.item()}"
    assert office.browser("Cleo").get(f"{path}/candidates").status_code == 404
    assert office.browser("Ann").get(f"{path}/candidates", params={"document": "merged"}).status_code == 404
    for name in ("Ann", "Ben"):
        send(office.browser(name), office.document(name), event("done", {"done": True}, 0))
    assert office.browser("Cleo").post(f"{path}/comparison/start", json={}).status_code == 201
    found = review(office, "Cleo")
    assert found["document"]["person"] is None
    assert not found["document"]["locked"]
    assert (
        send(office.browser("Cleo"), found["document"]["id"], decide(found["candidates"][0], new_id(), 0)).status_code
        == 201
    )
    assert review(office, "Cleo")["accepted"] == 1
