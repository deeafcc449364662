"""Projects of translations: the first translator's text is the sentence for everybody, and ids stay parallel."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from karat.annotate.event import InvalidEventError, NewEvent
from karat.annotate.files import (
    Choice,
    ExportCounts,
    export_lines,
    import_sentences,
    import_work,
    live_scores,
    with_analysis,
)
from karat.annotate.people import Person
from karat.annotate.project import Item, Project
from karat.annotate.store import Store
from karat.annotate.synsets.gold import new_id

SOURCES = "a1\tAnn left Ulm .\na2\tBen stayed .\n"


@pytest.fixture
def german(store: Store, tmp_path: Path) -> Project:
    """Two English sentences to be translated into German."""
    settings = {"translation": True, "source_language": "en", "tagger": "none"}
    project = store.add_project("german", "synsets", "de", settings)
    path = tmp_path / "sources.txt"
    path.write_text(SOURCES, encoding="utf-8")
    import_sentences(store, project, path)
    return project


@pytest.fixture
def people(store: Store, german: Project) -> tuple[Person, Person]:
    ann, ben = (store.add_person(name, "annotator") for name in ("ann", "ben"))
    for person in (ann, ben):
        store.assign(german.id, person.id)
    return ann, ben


def item(store: Store, project: Project, key: str = "a1") -> Item:
    found = store.item_by_key(project.id, key)
    assert found is not None
    return found


def append(store: Store, project: Project, person: Person, kind: str, payload: dict, key: str = "a1") -> None:
    document = store.document_of(item(store, project, key).id, person.id)
    assert document is not None
    store.append(document.id, person.id, [NewEvent(new_id(), kind, payload, document.version)])


def a_triple(*slots: str) -> dict:
    chunks = [[{"text": word, "optional": False, "at": None} for word in slot.split()] for slot in slots]
    names = ("subject", "relation", "object")
    origin = {"round": 1, "way": "hand", "source": None}
    triple = {"id": new_id(), **dict(zip(names, chunks, strict=True)), "wholesome": None, "origin": origin}
    return {"synset": new_id(), "triples": [triple]}


def test_the_first_translation_is_the_sentence_for_everybody(store: Store, german: Project, people) -> None:
    ann, ben = people
    before = item(store, german)
    assert (before.text, before.source) == ("", "Ann left Ulm .")
    append(store, german, ann, "translate", {"text": "Ann verließ Ulm ."})
    translated = item(store, german)
    assert (translated.text, translated.analysis) == ("Ann verließ Ulm .", None)
    assert with_analysis(store, translated).tokens == ("Ann", "verließ", "Ulm", ".")
    assert item(store, german).analysis is not None
    assert [row.key for row in store.items(german.id, search="verließ")] == ["a1"]
    with pytest.raises(InvalidEventError, match="found one that has it"):
        append(store, german, ben, "translate", {"text": "Ann ging aus Ulm ."})
    append(store, german, ben, "add", a_triple("Ann", "verließ", "Ulm"))


def test_the_translator_may_change_and_undo_it_while_nobody_has_annotated_it(
    store: Store, german: Project, people
) -> None:
    ann, ben = people
    append(store, german, ann, "translate", {"text": "Ann verlies Ulm ."})
    with_analysis(store, item(store, german))
    append(store, german, ann, "translate", {"text": "Ann verließ Ulm ."})
    assert (item(store, german).text, item(store, german).analysis) == ("Ann verließ Ulm .", None)
    append(store, german, ann, "undo", {})
    assert item(store, german).text == "Ann verlies Ulm ."
    append(store, german, ann, "undo", {})
    assert item(store, german).text == ""
    append(store, german, ann, "redo", {})
    assert item(store, german).text == "Ann verlies Ulm ."
    append(store, german, ben, "add", a_triple("Ann", "verlies", "Ulm"))
    for kind, payload in (("translate", {"text": "Ann verließ Ulm ."}), ("undo", {})):
        with pytest.raises(InvalidEventError, match="expected a sentence that nobody else has annotated"):
            append(store, german, ann, kind, payload)
    assert item(store, german).text == "Ann verlies Ulm ."


def test_another_takes_over_what_was_given_back(store: Store, german: Project, people) -> None:
    ann, ben = people
    append(store, german, ann, "translate", {"text": "Ann ging ."})
    append(store, german, ann, "undo", {})
    append(store, german, ben, "translate", {"text": "Ann verließ Ulm ."})
    assert item(store, german).text == "Ann verließ Ulm ."
    with pytest.raises(InvalidEventError, match="found one that has it"):
        append(store, german, ann, "redo", {})


def test_an_analysis_of_an_old_text_is_not_kept(store: Store, german: Project, people) -> None:
    append(store, german, people[0], "translate", {"text": "Ann ging ."})
    old = item(store, german)
    append(store, german, people[0], "translate", {"text": "Ann verließ Ulm ."})
    with_analysis(store, old)
    assert item(store, german).analysis is None


def test_exports_have_parallel_ids(store: Store, german: Project, people) -> None:
    ann, _ = people
    append(store, german, ann, "translate", {"text": "Ann verließ Ulm ."})
    append(store, german, ann, "add", a_triple("Ann", "verließ", "Ulm"))
    append(store, german, ann, "done", {"done": True})
    lines = list(export_lines(store, german, "benchie", Choice(ann.id)))
    assert lines == ["sent_id:a1\tAnn verließ Ulm .", "a1--> Cluster 1:", "Ann --> verließ --> Ulm"]
    (row,) = csv.DictReader(export_lines(store, german, "csv", Choice(ann.id)))
    assert (row["sentence"], row["source_sentence"]) == ("Ann verließ Ulm .", "Ann left Ulm .")


def test_what_is_not_translated_is_not_done(store: Store, german: Project, people) -> None:
    ann, ben = people
    with pytest.raises(InvalidEventError) as caught:
        append(store, german, ann, "done", {"done": True})
    expected = "done: expected a sentence that is translated, found one that waits for its translation"
    assert str(caught.value) == expected
    append(store, german, ann, "done", {"done": False})
    document = store.document_of(item(store, german).id, ann.id)
    assert document is not None
    both = [NewEvent(new_id(), "translate", {"text": "Ann ging ."}, 1), NewEvent(new_id(), "done", {"done": True}, 2)]
    store.append(document.id, ann.id, both)
    append(store, german, ben, "done", {"done": True})


def test_an_export_leaves_out_what_is_not_translated(store: Store, german: Project, people) -> None:
    ann, _ = people
    test_exports_have_parallel_ids(store, german, people)
    append(store, german, ann, "note", {"synset": None, "text": "how?"}, key="a2")
    for format, lines in (("benchie", 3), ("benchie-e", 3), ("csv", 2)):
        counts = ExportCounts()
        assert len(list(export_lines(store, german, format, Choice(ann.id, unfinished=True), counts))) == lines
        assert (counts.sentences, counts.untranslated, counts.left_out) == (1, 1, 0)


def test_translations_can_come_from_a_file(store: Store, german: Project, people, tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("sent_id:a2\tBen blieb .\na2--> Cluster 1:\nBen --> blieb --> .\n", encoding="utf-8")
    report = import_work(store, german, gold, people[0])
    assert (report.added, report.documents) == (0, 1)
    found = item(store, german, "a2")
    assert (found.text, found.source, found.tokens) == ("Ben blieb .", "Ben stayed .", ("Ben", "blieb", "."))


def test_sentences_that_wait_for_a_translation_are_not_scored(store: Store, german: Project, people, tmp_path) -> None:
    test_exports_have_parallel_ids(store, german, people)
    output = tmp_path / "mine.tsv"
    output.write_text("a1\tAnn\tverließ\tUlm\n", encoding="utf-8")
    live = live_scores(store, german, output, Choice(people[0].id), resampling=None)
    assert (live.finished, live.sentences, live.evaluation["mine"].f1.value) == (1, 1, 1.0)
