"""Which documents are exported, and what the forms hold."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from karat.annotate.event import NewEvent
from karat.annotate.files import Choice, ExportCounts, export_lines, import_candidates, import_work, write_export
from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.synsets.gold import new_id
from karat.annotate.synsets.state import State
from karat.errors import InputError, UnknownNameError

TEXT = """sent_id:1\tAnn left for old Ulm .
1--> Cluster 1:
Ann --> left --> for [old] Ulm
Ann --> left for --> [old] Ulm

sent_id:2\tYes .
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def filled(sqlite: Store, project: Project, ann: Person, file: Path) -> Project:
    import_work(sqlite, project, file, ann)
    return project


def document(store: Store, project: Project, person: Person | None, key: str = "1"):
    found = store.document_of(store.item_keys(project.id)[key], None if person is None else person.id)
    assert found is not None
    return found


def test_the_only_annotator_is_the_gold(sqlite: Store, filled: Project) -> None:
    counts = ExportCounts()
    assert "\n".join(export_lines(sqlite, filled, "benchie", counts=counts)) + "\n" == TEXT
    assert (counts.sentences, counts.synsets, counts.triples, counts.left_out) == (2, 1, 2, 0)


def test_two_annotators_are_gold_once_merged(
    sqlite: Store, filled: Project, ann: Person, ben: Person, file: Path
) -> None:
    import_work(sqlite, filled, file, ben)
    counts = ExportCounts()
    assert list(export_lines(sqlite, filled, "benchie", counts=counts)) == []
    assert counts.left_out == 2
    lines = list(export_lines(sqlite, filled, "benchie", Choice(otherwise=ben.id)))
    assert lines[0] == "sent_id:1\tAnn left for old Ulm ."
    cora = sqlite.add_person("cora", "curator")
    merged = sqlite.merged(sqlite.item_keys(filled.id)["1"])
    assert merged is not None
    synset = State.from_json(document(sqlite, filled, ann).state).synsets[0]
    adopted = {**synset.triples[0].to_json(), "origin": {"round": 1, "way": "adopted", "source": "ann"}}
    events = [
        NewEvent(new_id(), "add", {"synset": new_id(), "triples": [adopted]}, 0),
        NewEvent(new_id(), "done", {"done": True}, 1),
    ]
    sqlite.append(merged.id, cora.id, events)
    lines = list(export_lines(sqlite, filled, "benchie"))
    assert lines == ["sent_id:1\tAnn left for old Ulm .", "1--> Cluster 1:", "Ann --> left --> for [old] Ulm"]


def test_unfinished_work_is_left_out_unless_asked_for(sqlite: Store, filled: Project, ben: Person, file: Path) -> None:
    import_work(sqlite, filled, file, ben, done=False)
    assert list(export_lines(sqlite, filled, "benchie", Choice(ben.id))) == []
    lines = list(export_lines(sqlite, filled, "benchie", Choice(ben.id, unfinished=True)))
    assert lines == TEXT.splitlines()[:4]  # sentence 2 has no synset: nobody has started it


def test_facet_e_follows_people_and_is_derived_otherwise(sqlite: Store, filled: Project, ann: Person) -> None:
    assert list(export_lines(sqlite, filled, "benchie-e"))[2:4] == ["Ann --> left for --> [old] Ulm", ""]
    sqlite.change_person(ann.id, role="curator")
    own = document(sqlite, filled, ann)
    sqlite.append(own.id, ann.id, [NewEvent(new_id(), "done", {"done": False}, own.version)])
    first, second = State.from_json(own.state).synsets[0].triples
    marks = [
        NewEvent(new_id(), "mark", {"triples": [first.id], "wholesome": True}, own.version + 1),
        NewEvent(new_id(), "mark", {"triples": [second.id], "wholesome": False}, own.version + 2),
    ]
    sqlite.append(own.id, ann.id, marks)
    lines = list(export_lines(sqlite, filled, "benchie-e", Choice(ann.id, unfinished=True)))
    assert lines[:3] == ["sent_id:1\tAnn left for old Ulm .", "1--> Cluster 1:", "Ann --> left --> for [old] Ulm"]
    sqlite.append(
        own.id, ann.id, [NewEvent(new_id(), "mark", {"triples": [first.id], "wholesome": False}, own.version + 3)]
    )
    lines = list(export_lines(sqlite, filled, "benchie-e", Choice(ann.id, unfinished=True)))
    assert lines[:2] == ["sent_id:1\tAnn left for old Ulm .", ""]  # a fact that no entities can state


def test_csv(sqlite: Store, filled: Project) -> None:
    rows = list(csv.DictReader(export_lines(sqlite, filled, "csv")))
    assert [(row["sentence_id"], row["synset"], row["object"], row["way"]) for row in rows] == [
        ("1", "1", "for [old] Ulm", "imported"),
        ("1", "1", "[old] Ulm", "imported"),
        ("2", "", "", ""),
    ]
    assert {row["annotator"] for row in rows} == {"ann"}


def test_json_lines_have_everything(sqlite: Store, filled: Project, ann: Person, tmp_path: Path) -> None:
    output = tmp_path / "mine.tsv"
    output.write_text("1\tAnn\tleft\tthe old Ulm\n", encoding="utf-8")
    import_candidates(sqlite, filled, output)
    head, first, second = map(json.loads, export_lines(sqlite, filled, "jsonl"))
    assert (head["type"], head["name"], head["people"]) == (
        "project",
        "gold",
        [{"name": "ann", "role": "annotator", "active": True}],
    )
    (work,) = first["documents"]
    assert work["state"] == document(sqlite, filled, ann).state
    assert [(event["number"], event["kind"], event["author"]) for event in work["events"]] == [
        (1, "import", None),
        (2, "done", None),
    ]
    assert work["events"][0]["time"].endswith("+00:00")
    assert [(each["subject"], each["sources"]) for each in first["candidates"]] == [("Ann", ["mine"])]
    assert (second["text"], second["documents"][0]["done"]) == ("Yes .", True)
    assert "password" not in json.dumps(head)


def test_a_file_is_whole_or_as_it_was(
    sqlite: Store, filled: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")

    def broken(*_, **__):
        raise InputError("the disk is full")

    monkeypatch.setattr(sqlite, "stream_documents", broken)
    with pytest.raises(InputError, match="the disk is full"):
        write_export(sqlite, filled, "benchie", path)
    assert path.read_text() == "before"
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_file()) == ["gold.txt", "out.txt"]


def test_an_unknown_form(sqlite: Store, filled: Project) -> None:
    with pytest.raises(UnknownNameError, match="unknown export 'benchy'; did you mean 'benchie'"):
        export_lines(sqlite, filled, "benchy")
