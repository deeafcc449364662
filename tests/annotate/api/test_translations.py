"""Translations through the server: the page of work has the new text with its analysis, for everybody."""

from __future__ import annotations

import pytest
from office import Office, event

from karat.annotate.project import NewItem


@pytest.fixture
def item(office: Office) -> tuple[int, int]:
    """A project of translations whose only sentence Ann and Ben have."""
    settings = {"translation": True, "source_language": "en", "tagger": "none"}
    project = office.store.add_project("German", "synsets", "de", settings)
    office.store.add_items(project.id, [NewItem("a1", "", "Ann left Ulm .")])
    for name in ("Ann", "Ben"):
        office.store.assign(project.id, office.people[name].id)
    return project.id, office.store.item_keys(project.id)["a1"]


def test_a_translation_is_everybodys_sentence(office: Office, item: tuple[int, int]) -> None:
    ann, ben = office.browser("Ann"), office.browser("Ben")
    path = f"/api/projects/{item[0]}/items/{item[1]}"
    page = ann.get(path).json()
    assert (page["item"]["text"], page["item"]["analysis"]) == ("", None)
    answer = ann.post(
        f"/api/documents/{page['document']['id']}/events",
        json={"events": [event("translate", {"text": "Ann verließ Ulm ."}, 0)]},
    )
    assert answer.status_code == 201
    for browser in (ann, ben):
        found = browser.get(path).json()
        assert found["item"]["text"] == "Ann verließ Ulm ."
        assert [token["text"] for token in found["item"]["analysis"]["tokens"]] == ["Ann", "verließ", "Ulm", "."]
    refused = ben.post(
        f"/api/documents/{found['document']['id']}/events",
        json={"events": [event("translate", {"text": "Ann ging ."}, 0)]},
    )
    assert refused.status_code == 422
    assert refused.json() == {
        "error": "translate: expected a sentence that waits for its translation, found one that has it"
    }
