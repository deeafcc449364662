"""Comparison and adjudication through the server."""

from __future__ import annotations

import pytest
from office import SENTENCES, Browser, Office, done, event, new_id

from karat.annotate.project import NewItem


def send(browser: Browser, document: int, *events: dict[str, object]) -> object:
    return browser.post(f"/api/documents/{document}/events", json={"events": list(events)})


def add(on: int, *triples: str, synset: str | None = None) -> dict:
    """Add triples written as `Ann --> met --> [Ben]`."""
    words = SENTENCES[0].split()
    made = []
    for text in triples:
        slots = {}
        for name, slot in zip(("subject", "relation", "object"), text.split(" --> "), strict=True):
            bare = [(word.strip("[]"), word.startswith("[")) for word in slot.split()]
            slots[name] = [{"text": word, "optional": optional, "at": [words.index(word)]} for word, optional in bare]
        made.append({"id": new_id(), **slots, "wholesome": None, "origin": {"round": 1, "way": "hand", "source": None}})
    return event("add", {"synset": synset or new_id(), "triples": made}, on, active_ms=1000)


def annotated(office: Office) -> str:
    """Let Ann and Ben finish the first sentence; give its path."""
    send(
        office.browser("Ann"),
        office.document("Ann"),
        add(0, "Ann --> met --> Ben", "Ann --> met --> Ben [in] [Oslo]"),
        add(1, "Ann --> met in --> Oslo"),
        done(2),
    )
    send(
        office.browser("Ben"),
        office.document("Ben"),
        add(0, "Ann --> met --> Ben", "Ann --> met --> Ben in [Oslo]"),
        done(1),
    )
    return f"{office.path}/items/{office.item()}/comparison"


def test_comparison_and_adjudication(both_offices: Office) -> None:
    office = both_offices
    path, cleo = annotated(office), office.browser("Cleo")
    compared = cleo.get(path).json()
    assert [each["name"] for each in compared["annotators"]] == ["Ann", "Ben"]
    both, only_ann = compared["pairs"]
    assert [(each["agrees"], each["differing"]) for each in both["triples"]] == [(True, []), (False, [[2, 1]])]
    assert (only_ann["b"], only_ann["agrees"]) == (None, False)
    assert compared["agreement"]["facts"] == (1 / 2 + 1) / 2
    assert compared["agreement"]["optional_tokens"] == {"value": 2 / 3, "both": 1, "a": 2, "b": 1}
    assert (compared["merged"], compared["history"], compared["may_adjudicate"]) == (None, [], True)

    merged = cleo.post(f"{path}/start", json={})
    assert merged.status_code == 201
    (synset,) = merged.json()["state"]["synsets"]
    (triple,) = synset["triples"]
    assert triple["origin"] == {"round": 1, "way": "adopted", "source": "Ann, Ben"}
    assert cleo.post(f"{path}/start", json={}).json() == merged.json(), "a second start changes nothing"

    taken = add(1, "Ann --> met in --> Oslo")
    taken["payload"]["triples"][0]["origin"] = {"round": 1, "way": "adopted", "source": "Ann"}
    assert send(cleo, merged.json()["id"], taken, done(2)).status_code == 201
    history = cleo.get(path).json()["history"]
    assert [(step["author"], step["kind"], step["sources"], step["undone"]) for step in history] == [
        ("Cleo", "import", ["Ann, Ben"], False),
        ("Cleo", "add", ["Ann"], False),
        ("Cleo", "done", [], False),
    ]
    assert [step["done"] for step in history] == [None, None, True]
    assert cleo.get(path).json()["merged"]["done"]


def test_the_history_says_whose_wording_was_taken(office: Office) -> None:
    path, cleo = annotated(office), office.browser("Cleo")
    merged = cleo.post(f"{path}/start", json={}).json()
    (triple,) = merged["state"]["synsets"][0]["triples"]
    changes = []
    for on, text in enumerate(("Ann --> met --> Ben in [Oslo]", "Ann --> met --> Oslo"), start=1):
        (wanted,) = add(0, text)["payload"]["triples"]
        slots = {name: wanted[name] for name in ("subject", "relation", "object")}
        changes.append(event("change", {"triple": triple["id"], **slots}, on))
    assert send(cleo, merged["id"], *changes).status_code == 201
    history = cleo.get(path).json()["history"]
    assert [(step["kind"], step["sources"]) for step in history[1:]] == [("change", ["Ben"]), ("change", [])]


def test_nobody_compares_before_all_are_done(office: Office) -> None:
    path = f"{office.path}/items/{office.item()}/comparison"
    send(office.browser("Ann"), office.document("Ann"), add(0, "Ann --> met --> Ben"), done(1))
    for name in ("Ann", "Ben", "Cleo", "Dora"):
        answer = office.browser(name).get(path)
        assert (answer.status_code, "Ann" in answer.text.replace("annotate", "")) == (423, False)
    assert office.browser("Cleo").post(f"{path}/start", json={}).status_code == 423
    assert office.store.merged(office.item(), create=False) is None


def test_annotators_see_the_comparison_but_do_not_adjudicate(office: Office) -> None:
    path = annotated(office)
    compared = office.browser("Ann").get(path).json()
    assert (len(compared["pairs"]), compared["may_adjudicate"]) == (2, False)
    assert office.browser("Ann").post(f"{path}/start", json={}).status_code == 403
    assert office.browser("Eve").get(path).status_code == 404


def test_whom_to_compare(office: Office) -> None:
    path, cleo = annotated(office), office.browser("Cleo")
    ann, ben = office.people["Ann"].id, office.people["Ben"].id
    swapped = cleo.get(path, params={"a": ben}).json()
    assert (swapped["a"], swapped["b"]) == (ben, ann)
    assert cleo.get(path, params={"b": ann}).json()["a"] == ben
    assert cleo.get(path, params={"a": ann, "b": ann}).status_code == 422
    assert cleo.get(path, params={"a": office.people["Eve"].id}).status_code == 404


@pytest.mark.parametrize("named", [{}, {"a": True}, {"b": True}], ids=str)
def test_work_of_one_annotator_alone_is_adopted_whole(office: Office, named: dict) -> None:
    office.store.add_items(office.project.id, [NewItem("s9", SENTENCES[0])])
    item, eve = office.item(4), office.people["Eve"].id
    office.store.assign(office.project.id, eve, [item])
    send(
        office.browser("Eve"),
        office.document("Eve", 4),
        add(0, "Ann --> met --> Ben"),
        add(1, "Ann --> met in --> Oslo"),
        done(2),
    )
    path, cleo = f"{office.path}/items/{item}/comparison", office.browser("Cleo")
    who = dict.fromkeys(named, eve)
    compared = cleo.get(path, params=who).json()
    assert (compared["a"], compared["b"], compared["agreement"]) == (eve, None, None)
    assert len(cleo.post(f"{path}/start", json=who).json()["state"]["synsets"]) == 2
