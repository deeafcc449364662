"""The list of what somebody is unsure of, and how far they are."""

from __future__ import annotations

from typing import Any

from karat.annotate.event import NewEvent
from karat.annotate.project import NewItem
from karat.annotate.store import Store
from karat.annotate.store.values import OwnProgress

LABELLED: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "0001": [("fact", {"label": "correct"}), ("attribution", {"label": "none"}), ("done", {"done": True})],
    "0002": [("unsure", {"unsure": True})],
    "0004": [("fact", {"label": "correct"}), ("unsure", {"unsure": True})],
}


def test_documents_are_found_and_counted_by_their_summary(store: Store) -> None:
    project = store.add_project("Study", "study", "en").id
    store.add_items(project, [NewItem(f"{number:04}", "It rained .") for number in range(1, 6)])
    ann, ben = (store.add_person(name, "annotator").id for name in ("Ann", "Ben"))
    store.assign(project, ann)
    store.assign(project, ben)
    for key, events in LABELLED.items():
        document = store.document_of(store.item_keys(project)[key], ann)
        assert document is not None
        made = [NewEvent(f"{key}event{on:06}", kind, payload, on) for on, (kind, payload) in enumerate(events)]
        store.append(document.id, ann, made)

    def keys(person: int, **choice: Any) -> list[str]:
        return [row.key for row in store.items(project, person=person, **choice)]

    assert keys(ann, summary="unsure") == ["0002", "0004"]
    assert keys(ann, summary="correct") == ["0001"]
    assert keys(ann, summary="unsure", search="0004") == ["0004"]
    assert keys(ann, summary="unsure", status="done") == []
    assert keys(ben, summary="unsure") == []
    assert len(keys(ann)) == 5
    assert store.own_progress(project, ann, "unsure") == OwnProgress(assigned=5, done=1, summarised=2)
    assert store.own_progress(project, ben, "unsure") == OwnProgress(assigned=5, done=0, summarised=0)
    assert store.own_progress(project, 99, "unsure") == OwnProgress(0, 0, 0)
