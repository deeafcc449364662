"""Projects, their sentences, and the list of sentences."""

from __future__ import annotations

import pytest
from small_project import Small

from karat.annotate.project import NewItem, Settings
from karat.annotate.store import NameTakenError, NotFoundError, Store
from karat.errors import InputError, UnknownNameError


def test_a_project_and_its_settings(store: Store) -> None:
    project = store.add_project(" Gold ", "synsets", "de", {"annotators_per_item": 3})
    assert (project.name, project.settings) == ("Gold", Settings(annotators_per_item=3))
    assert store.projects() == [project]
    changed = store.change_project(project.id, name="Gold 2", language="en", settings=Settings(tagger="none"))
    assert store.project(project.id) == changed
    assert (changed.name, changed.language, changed.settings.tagger) == ("Gold 2", "en", "none")
    assert store.change_project(project.id) == changed


def test_what_a_project_cannot_be(store: Store) -> None:
    one, two = store.add_project("One", "synsets", "en"), store.add_project("Two", "synsets", "en")
    for wrong in (lambda: store.add_project("One", "synsets", "en"), lambda: store.change_project(two.id, name="One")):
        with pytest.raises(NameTakenError, match="there is a project 'One' already"):
            wrong()
    with pytest.raises(UnknownNameError, match="unknown kind of project 'synset'; did you mean 'synsets'"):
        store.add_project("Three", "synset", "en")
    with pytest.raises(InputError, match="language"):
        store.add_project("Three", "synsets", "English!")
    with pytest.raises(UnknownNameError, match="setting"):
        store.add_project("Three", "synsets", "en", {"annotator": 2})
    with pytest.raises(InputError, match="printable"):
        store.add_project("a\0b", "synsets", "en")
    for wrong in (lambda: store.project(99), lambda: store.change_project(99), lambda: store.progress(99)):
        with pytest.raises(NotFoundError, match="there is no project 99"):
            wrong()
    assert store.projects() == [one, two]


def test_sentences_are_added_at_the_end_and_found(store: Store) -> None:
    project = store.add_project("Gold", "synsets", "zh").id
    analysis = {"tokens": [{"text": "安妮"}]}
    assert store.add_items(project, [NewItem("s1", "安妮 来 了", None, analysis)]) == 1
    assert store.add_items(project, (NewItem(f"t{n}", "", f"Ann came {n}") for n in range(1200))) == 1200
    rows = store.items(project, limit=3)
    assert [(row.position, row.key, row.source) for row in rows] == [
        (1, "s1", None),
        (2, "t0", "Ann came 0"),
        (3, "t1", "Ann came 1"),
    ]
    item = store.item(rows[0].id)
    assert (item.text, item.analysis, item.project) == ("安妮 来 了", analysis, project)
    assert store.item_by_key(project, "t7").source == "Ann came 7"
    assert store.item_by_key(project, "u") is None
    assert len(store.item_keys(project)) == 1201
    assert len(store.items(project, limit=10_000)) == 500


@pytest.mark.parametrize(
    ("items", "message"),
    [
        pytest.param([NewItem("new", "x"), NewItem("s1", "x")], "found 's1' again", id="key of another"),
        pytest.param([NewItem("n", "x"), NewItem("n", "x")], "found 'n' again", id="key twice"),
        pytest.param([NewItem("n", "x"), NewItem("m", "a\0b")], "a zero or half", id="NUL"),
        pytest.param([NewItem("n", "x"), NewItem("m", "a\ud800b")], "a zero or half", id="surrogate"),
        pytest.param([NewItem("n", "x"), NewItem("m", "x" * 20_001)], "at most 20000", id="too long"),
        pytest.param([NewItem("n", "x"), NewItem("m" * 201, "x")], "at most 200", id="long key"),
    ],
)
def test_sentences_are_added_all_or_none(small: Small, items, message: str) -> None:
    with pytest.raises(InputError, match=message):
        small.store.add_items(small.project.id, items)
    assert len(small.store.items(small.project.id)) == 5


def test_analysis_and_text_of_a_sentence(small: Small) -> None:
    store = small.store
    item = store.items(small.project.id, limit=1)[0].id
    store.set_analysis(item, {"tokens": []})
    store.set_analysis(item, {"tokens": [1]})
    assert store.item(item).analysis == {"tokens": [1]}
    store.set_text(item, "Ben slept .")
    assert (store.item(item).text, store.item(item).analysis) == ("Ben slept .", None)
    assert [row.id for row in store.items(small.project.id, search="SLEPT")] == [item]
    for wrong in (lambda: store.set_text(99, "x"), lambda: store.set_analysis(99, {}), lambda: store.item(99)):
        with pytest.raises(NotFoundError, match="there is no sentence 99"):
            wrong()


@pytest.mark.parametrize(
    ("search", "keys"),
    [
        pytest.param("straße", ["a"], id="as it is"),
        pytest.param("STRASSE", ["a"], id="in another case"),
        pytest.param("50 %", ["b"], id="a wildcard is a character"),
        pytest.param("_", ["c"], id="so is the other"),
        pytest.param("\\", [], id="and the escape"),
        pytest.param("Ü", ["b"], id="a capital umlaut"),
        pytest.param("left", ["c"], id="in the source"),
        pytest.param("安", ["d"], id="without spaces"),
        pytest.param("", ["a", "b", "c", "d"], id="nothing"),
        pytest.param("Die\0", [], id="what no sentence has"),
        pytest.param("\ud800", [], id="half a character"),
    ],
)
def test_search(store: Store, search: str, keys: list[str]) -> None:
    project = store.add_project("Gold", "synsets", "de").id
    texts = [
        ("a", "Die Straße", None),
        ("b", "Über 50 % sind da", None),
        ("c", "x_y", "Ann left"),
        ("d", "安妮来了", None),
    ]
    store.add_items(project, (NewItem(key, text, source) for key, text, source in texts))
    assert [row.key for row in store.items(project, search=search)] == keys


def test_the_list_goes_on_after_a_position_and_is_filtered_by_status(small: Small) -> None:
    store, project = small.store, small.project.id
    for item, events in {1: ["done"], 2: ["add"], 4: ["add", "done"]}.items():
        for on, kind in enumerate(events):
            event = small.add(on) if kind == "add" else small.finish(on)
            store.append(small.document(small.ann, item), small.ann.id, [event])
    keys = {
        status: [row.key for row in store.items(project, person=small.ann.id, status=status)]
        for status in ("open", "started", "done")
    }
    assert keys == {"open": ["s3", "s5"], "started": ["s2"], "done": ["s1", "s4"]}
    assert [row.key for row in store.items(project, person=small.ann.id, status="done", after=1)] == ["s4"]
    assert [row.key for row in store.items(project, person=small.ann.id, after=3)] == ["s4", "s5"]
    assert [row.status for row in store.items(project, person=small.ben.id)] == ["open"] * 5
    assert [row.status for row in store.items(project)] == ["started", "started", "open", "started", "open"]
    assert [row.document for row in store.items(project, person=small.curator.id)] == [None] * 5
    assert store.items(project, person=small.curator.id, assigned=True) == []
    with pytest.raises(UnknownNameError, match="unknown status"):
        store.items(project, status="finished")


def test_assigning(small: Small) -> None:
    store, project = small.store, small.project.id
    rows = store.items(project)
    assert store.assign(project, small.ann.id) == 0
    store.add_items(project, [NewItem("new", "Ann left .")])
    assert store.assign(project, small.curator.id, [rows[0].id, rows[2].id, 10_000]) == 2
    assert store.assign(project, small.ann.id) == 1
    assert [row.key for row in store.items(project, person=small.curator.id, assigned=True)] == ["s1", "s3"]
    assert [row.key for row in store.items(project, person=small.curator.id, assigned=True, after=1)] == ["s3"]
    assert store.members(project) == [small.ann.id, small.ben.id, small.curator.id]
    other = store.add_project("Other", "synsets", "en")
    assert store.assign(other.id, small.ann.id, [rows[0].id]) == 0
    with pytest.raises(NotFoundError, match="there is no person 99"):
        store.assign(project, 99)


def test_one_more_annotator_hides_what_one_alone_finished_but_not_what_two_know(store: Store) -> None:
    project = store.add_project("Gold", "synsets", "en").id
    store.add_items(project, [NewItem("s1", "Ann left ."), NewItem("s2", "Ben left .")])
    people = [store.add_person(name, "annotator") for name in ("Ann", "Ben", "Cleo")]
    small = Small(store, store.project(project), *people)
    for person in people[:2]:
        store.assign(project, person.id, [store.items(project)[0].id])
    store.assign(project, people[0].id)
    for person, item in ((people[0], 1), (people[1], 1), (people[0], 2)):
        store.append(small.document(person, item), person.id, [small.finish(0)])
    assert [row.revealed for row in store.items(project)] == [True, True]
    assert store.assign(project, people[2].id) == 1
    assert [row.revealed for row in store.items(project)] == [True, False]


def test_what_others_have_finished_is_revealed_when_the_last_one_is_taken_off(store: Store) -> None:
    project = store.add_project("Gold", "synsets", "en").id
    store.add_items(project, [NewItem("s1", "Ann left ."), NewItem("s2", "Ben left ."), NewItem("s3", "It rained .")])
    ann, ben = (store.add_person(name, "annotator") for name in ("Ann", "Ben"))
    small = Small(store, store.project(project), ann, ben, ben)
    for person in (ann, ben):
        store.assign(project, person.id)
    store.append(small.document(ann, 1), ann.id, [small.finish(0)])
    store.append(small.document(ben, 2), ben.id, [small.finish(0)])
    assert store.take_back(project, ben.id) == 2
    assert [row.status for row in store.items(project)] == ["done", "started", "open"]
    assert [row.key for row in store.items(project, person=ben.id, assigned=True)] == ["s2"]
    assert store.take_back(project, ann.id, [row.id for row in store.items(project)]) == 2
    assert [row.status for row in store.items(project)] == ["done", "done", "open"]


def test_progress_counts_each_annotator(small: Small) -> None:
    store = small.store
    store.append(small.document(small.ann, 1), small.ann.id, [small.add(0, 2), small.finish(1)])
    store.append(small.document(small.ann, 2), small.ann.id, [small.add(0, 3)])
    store.append(small.document(small.ben, 1), small.ben.id, [small.finish(0)])
    progress = store.progress(small.project.id)
    assert (progress.items, progress.started, progress.done, progress.merged) == (5, 1, 1, 0)
    found = [
        (each.name, each.assigned, each.started, each.done, each.triples, each.active_ms) for each in progress.people
    ]
    assert found == [("Ann", 5, 1, 1, 5, 2000), ("Ben", 5, 0, 1, 0, 0)]


def test_a_stream_has_every_sentence_with_the_document_asked_for(store: Store) -> None:
    small = Small.make(store, 250)
    store.append(small.document(small.ann, 120), small.ann.id, [small.add(0)])
    store.merged(store.items(small.project.id, after=6, limit=1)[0].id)
    found = list(store.stream_documents(small.project.id, small.ann.id))
    assert [item.position for item, _ in found] == list(range(1, 251))
    assert [item.position for item, document in found if document.state["synsets"]] == [120]
    assert {document.person for _, document in found} == {small.ann.id}
    merged = [
        (item.position, document is None) for item, document in store.stream_documents(small.project.id, "merged")
    ]
    assert [position for position, is_missing in merged if not is_missing] == [7]
    item = store.items(small.project.id, limit=1)[0].id
    store.set_analysis(item, {"tokens": []})
    assert next(store.stream_documents(small.project.id, analysis=True))[0].analysis == {"tokens": []}
    assert next(store.stream_documents(small.project.id))[0].analysis is None


def test_candidates_are_kept_once_with_all_their_sources(small: Small) -> None:
    store, project = small.store, small.project.id
    item, other = (row.id for row in store.items(project, limit=2))
    triples = [
        (item, 3, "Ann", "met", "Ben", "system b"),
        (item, 3, "Ann", "met", "Ben", "system a"),
        (item, 2, "Ann", "met", "Ben", "gold"),
        (other, 3, "Ann", "met", "Ben", "system a"),
    ]
    assert store.add_candidates(project, triples) == 3
    assert store.add_candidates(project, [*triples, (item, 3, "Ann", "met", "Ben", "system c")]) == 0
    found = [(each.round, each.subject, each.sources) for each in store.candidates(item)]
    assert found == [(2, "Ann", ("gold",)), (3, "Ann", ("system b", "system a", "system c"))]
    assert (store.count_candidates(item), store.count_candidates(other)) == (2, 1)
    with pytest.raises(InputError, match="found one for sentence 99"):
        store.add_candidates(project, [(item, 3, "a", "b", "c", "d"), (99, 3, "a", "b", "c", "d")])
    assert store.count_candidates(item) == 2


def test_examinations(small: Small) -> None:
    store, project = small.store, small.project.id
    store.add_examination(project, small.ann.id, False, [1, 2])
    assert not store.passed_examination(project, small.ann.id)
    store.add_examination(project, small.ann.id, True, [1, 1])
    store.add_examination(project, small.ann.id, False, [2, 2])
    assert store.passed_examination(project, small.ann.id)
    assert not store.passed_examination(project, small.ben.id)
    with pytest.raises(NotFoundError):
        store.add_examination(project, 99, True, [])
