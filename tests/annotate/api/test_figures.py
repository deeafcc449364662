"""Dashboard, effort, agreement and live scores."""

from __future__ import annotations

from pathlib import Path

import pytest
from office import SENTENCES, Office, added, done

from karat.annotate.api.app import create_app
from karat.annotate.api.settings import ServerSettings
from karat.annotate.files import Choice, stream_chosen
from karat.annotate.files.demo import make_demo
from karat.annotate.store import Store
from karat.results.gold.statistics import fact_agreement


def test_a_dashboard_counts_what_was_done(both_offices: Office) -> None:
    office = both_offices
    ann, document = office.browser("Ann"), office.document("Ann")
    ann.post(f"/api/documents/{document}/events", json={"events": [added(0), done(1)]})
    seen = office.browser("Cleo").get(f"{office.path}/dashboard").json()
    assert {name: seen[name] for name in ("items", "started", "done", "merged")} == {
        "items": 3,
        "started": 1,
        "done": 0,
        "merged": 0,
    }
    anns, bens = seen["people"]
    assert anns == {
        "person": office.people["Ann"].id,
        "name": "Ann",
        "assigned": 3,
        "started": 0,
        "done": 1,
        "synsets": 1,
        "triples": 1,
        "active_ms": 1500,
    }
    assert bens["done"] == 0


def test_annotators_see_their_own_progress_alone(office: Office) -> None:
    ben = office.browser("Ben")
    ben.post(f"/api/documents/{office.document('Ben')}/events", json={"events": [added(0), done(1)]})
    seen = office.browser("Ann").get(f"{office.path}/dashboard").json()
    assert [row["name"] for row in seen["people"]] == ["Ann"]
    assert (seen["items"], seen["started"], seen["done"], seen["merged"]) == (3, 0, 0, 0)


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with the demo project, whose two annotators differ."""
    folder = tmp_path_factory.mktemp("demo")
    with Store.open(folder) as store:
        make_demo(store)
        store.add_person("Dora", "admin")
    return str(folder)


@pytest.fixture
def demo(demo_folder: str, page: Path) -> Office:
    store = Store.open(demo_folder)
    settings = ServerSettings(page=page)
    people = {person.name: person for person in store.people()}
    return Office(create_app(store, settings), store, settings, store.projects()[0], people)


def test_agreement_is_that_of_the_two_annotators_gold(demo: Office) -> None:
    answer = demo.browser("cora").get(f"{demo.path}/agreement").json()
    (pair,) = answer["pairs"]
    ann, ben = (
        [work.annotation for work in stream_chosen(demo.store, demo.project, Choice(demo.people[name].id))]
        for name in ("ann", "ben")
    )
    expected = fact_agreement(ann, ben)
    assert (pair["first"], pair["second"], pair["items"]) == ("ann", "ben", len(expected.sentences))
    assert pair["facts"] == expected.value
    assert 0 < pair["facts"] < 1
    assert pair["facts_low"] <= pair["facts"] <= pair["facts_high"]
    assert (pair["signature"], 0 < pair["optional_tokens"] <= 1) == (expected.signature, True)


def test_somebody_who_annotates_the_same_sentences_learns_no_agreement(demo_folder: str, demo: Office) -> None:
    demo.store.change_person(demo.people["ann"].id, role="curator")
    try:
        unrevealed = [row for row in demo.store.items(demo.project.id, limit=200) if not row.revealed]
        assert unrevealed
        (pair,) = demo.browser("ann").get(f"{demo.path}/agreement").json()["pairs"]
        revealed = len(demo.store.items(demo.project.id, limit=200)) - len(unrevealed)
        assert pair["items"] == revealed
    finally:
        demo.store.change_person(demo.people["ann"].id, role="annotator")


def test_progress_by_sentence_says_who_is_done(demo: Office) -> None:
    browser = demo.browser("cora")
    first = browser.get(f"{demo.path}/progress?limit=5").json()
    rest = browser.get(f"{demo.path}/progress?after={first['next']}&limit=200").json()
    items = [*first["items"], *rest["items"]]
    assert (len(first["items"]), rest["next"]) == (5, None)
    assert [item["id"] for item in items] == [row.id for row in demo.store.items(demo.project.id, limit=200)]
    names: set[str] = set()
    for item in items:
        statuses = {annotator["name"]: annotator["status"] for annotator in item["annotators"]}
        names.update(statuses)
        assert (item["status"] == "done") == (set(statuses.values()) == {"done"})
    assert {"ann", "ben"} <= names
    assert {item["status"] for item in items} == {"open", "started", "done"}


def test_effort_counts_rounds_and_time(demo: Office) -> None:
    seen = demo.browser("Dora").get(f"{demo.path}/effort").json()
    assert [row["round"] for row in seen["rounds"]] == [1, 2, 3]
    first = seen["rounds"][0]
    assert first["triples"] > 0
    assert 0 < first["recall"] <= 1
    assert seen["active_ms_per_item"] > 0


def test_systems_are_scored_on_what_is_done_so_far(demo: Office) -> None:
    seen = demo.browser("cora").get(f"{demo.path}/scores").json()
    assert 0 < seen["finished"] < seen["sentences"]
    assert seen["note"] is None
    assert len({score["system"] for score in seen["scores"]}) == 3
    assert all(0 <= score["f1"] <= 1 for score in seen["scores"] if score["f1"] is not None)
    assert all("benchie" in score["signature"] for score in seen["scores"])


def test_why_there_are_no_scores_is_told_in_plain_words(office: Office) -> None:
    def told() -> tuple[int, int, str]:
        seen = office.browser("Cleo").get(f"{office.path}/scores").json()
        assert seen["scores"] == []
        return seen["sentences"], seen["finished"], seen["note"]

    nothing = "No sentence is done yet. Systems are scored on the sentences whose gold is done."
    assert told() == (len(SENTENCES), 0, nothing)
    for name in ("Ann", "Ben"):
        address = f"/api/documents/{office.document(name)}/events"
        office.browser(name).post(address, json={"events": [added(0), done(1)]})
    unmerged = "Done by all annotators: 1, but none is merged yet. Merge them on the Compare screen first."
    assert told() == (len(SENTENCES), 0, unmerged)
    cleo = office.browser("Cleo")
    merged = cleo.post(f"{office.path}/items/{office.item()}/comparison/start", json={}).json()
    cleo.post(f"/api/documents/{merged['id']}/events", json={"events": [done(merged["version"])]})
    missing = (
        f"Sentences whose gold is done: 1 of {len(SENTENCES)}. No system has an output for them yet: "
        "add one under Files."
    )
    assert told() == (len(SENTENCES), 1, missing)
