"""Studies made from systems' outputs of any format: what is read, joined, shown, hidden and loaded again."""

from __future__ import annotations

import json

import pytest

from karat.annotate.event import NewEvent
from karat.annotate.people import Role
from karat.annotate.study.creation import add_study, assign_study, create_tasks
from karat.annotate.study.loading import load_study
from karat.annotate.study.options import StudyOptions
from karat.annotate.study.outputs import HowToRead, read_pool
from karat.annotate.synsets.gold import new_id
from karat.errors import KaratError
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity
from karat.model.study import AttributionLabel, FactLabel, Label, Source

SENTENCES = ["It rains in Bergen .", "Officials say that at least two bridges may close .", "Ann sold the old house ."]

TSV = """It rains in Bergen .\t0.9\trains in\tIt\tBergen
It rains in Bergen .\t0.4\trains\tIt
Ann sold the old house .\t0.7\tsold\tAnn\tthe old house
Ann sold the old house .\t0.8\tsold\tAnn\tthe  old house
"""

NOTES = "[factuality=(+,PS)][attribution=phrase:Officials;predicate:say;factuality:(+,CT)][quantities=S_1:at least two]"
MINIE = f"""Output:
(It;rains in;Bergen)[factuality=(+,CT)]
Output:
(QUANT_S_1 bridges;close){NOTES}
Output:
(Ann;sold;the old house)
"""


@pytest.fixture
def outputs(tmp_path):
    (tmp_path / "sentences.txt").write_text("\n".join(SENTENCES) + "\n", encoding="utf-8")
    (tmp_path / "plain.tsv").write_text(TSV, encoding="utf-8")
    (tmp_path / "minie.txt").write_text(MINIE, encoding="utf-8")
    return tmp_path


def test_equal_extractions_are_joined(outputs) -> None:
    pool = read_pool([outputs / "plain.tsv"])
    assert [candidate.extraction for candidate in pool.candidates] == [
        Extraction("rains in", ("It", "Bergen")),
        Extraction("rains", ("It",)),
        Extraction("sold", ("Ann", "the old house")),
    ]
    assert [dict(candidate.confidences) for candidate in pool.candidates] == [
        {"plain": 0.9},
        {"plain": 0.4},
        {"plain": 0.8},
    ]
    assert pool.systems["plain"].extractions == 3
    assert pool.systems["plain"].sentences == 2


def test_an_empty_object_is_none(tmp_path) -> None:
    facts = [
        {"sentence": "Jon sleeps .", "subject": "Jon", "relation": "sleeps", "object": ""},
        {"sentence": "Jon sleeps .", "subject": "", "relation": "sleeps", "object": " "},
    ]
    (tmp_path / "empty.json").write_text(json.dumps(facts), encoding="utf-8")
    (tmp_path / "plain.tsv").write_text("Jon sleeps .\t0.5\tsleeps\tJon\n", encoding="utf-8")
    pool = read_pool([tmp_path / "empty.json", tmp_path / "plain.tsv"])
    assert [(each.extraction.arguments, set(each.confidences)) for each in pool.candidates] == [
        (("Jon",), {"empty", "plain"}),
        (("",), {"empty"}),
    ]


def test_annotations_are_kept_and_tell_extractions_apart(outputs) -> None:
    pool = read_pool(
        {"plain": outputs / "plain.tsv", "minie": outputs / "minie.txt"},
        HowToRead(sentences=outputs / "sentences.txt"),
    )
    by_slots = {}
    for candidate in pool.candidates:
        by_slots.setdefault((candidate.extraction.relation, *candidate.extraction.arguments), []).append(candidate)
    # MinIE says that it is a fact, the other system nothing.
    assert [dict(each.confidences) for each in by_slots["rains in", "It", "Bergen"]] == [
        {"plain": 0.9},
        {"minie": None},
    ]
    assert by_slots["sold", "Ann", "the old house"][0].confidences == {"plain": 0.8, "minie": None}
    (annotated,) = by_slots["close", "QUANT_S_1 bridges"]
    assert annotated.extraction == Extraction(
        "close",
        ("QUANT_S_1 bridges",),
        polarity=Polarity.POSITIVE,
        modality=Modality.POSSIBILITY,
        attribution=Attribution("Officials", "say", Polarity.POSITIVE, Modality.CERTAINTY),
        quantities=(Quantity("QUANT_S_1", "at least two"),),
    )
    assert annotated.sentence.text == SENTENCES[1]


def test_sentences_may_come_from_a_benchmark() -> None:
    from karat.benchmarks import benchmark_named, where

    sample = benchmark_named("karat-sample")
    files = {name: where(*place) for name, place in sample.outputs}
    pool = read_pool(files, HowToRead(benchmark="karat-sample"))
    assert set(pool.systems) == set(files)
    assert all(candidate.sentence.id.isdigit() for candidate in pool.candidates)
    assert sum(len(candidate.confidences) for candidate in pool.candidates) == sum(
        totals.extractions for totals in pool.systems.values()
    )


@pytest.mark.parametrize(
    ("name", "text", "how", "message"),
    [
        (
            "ids.txt",
            "1\tAnn\tsold\tthe house\n",
            {},
            "ids.txt:1: expected the text of the sentence, found its id '1'; give the sentences by --sentences FILE",
        ),
        ("none.tsv", "", {}, "none.tsv: "),
        ("one.tsv", TSV, {"sentences": "a", "benchmark": "b"}, "expected --sentences or --benchmark, found both"),
        ("one.tsv", TSV, {"benchmark": "karat-smaple"}, "unknown benchmark 'karat-smaple'; did you mean"),
    ],
)
def test_bad_input_is_one_line(tmp_path, name, text, how, message) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(KaratError) as error:
        read_pool([tmp_path / name], HowToRead(**how))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.fixture
def study(store, outputs):
    """A study of both systems, labelled by Ann and Ben."""
    options = StudyOptions(repeats=0.25, labellers=2)
    project = add_study(store, "weather", options=options)
    pool = read_pool(
        {"plain": outputs / "plain.tsv", "minie": outputs / "minie.txt"},
        HowToRead(sentences=outputs / "sentences.txt"),
    )
    created = create_tasks(store, project, pool, options, ["ann", "ben"])
    assert (created.tasks, created.repeats, created.shares) == (6, 1, {"ann": 6, "ben": 6})
    return store.project(project.id)


def label(store, project, key, name, **state):
    item = store.item_by_key(project.id, key)
    document = store.document_of(item.id, store.person_by_name(name).id)
    empty = {"fact": None, "attribution": None, "rules": [], "note": "", "unsure": False, "done": False}
    event = NewEvent(new_id(), "import", {**empty, **state}, document.version, 1200)
    store.append(document.id, document.person, [event])


def test_what_is_hidden_is_not_among_what_is_shown(store, study) -> None:
    for item in store.stream_items(study.id):
        shown = json.dumps([item.key, item.text, item.content])
        assert "plain" not in shown
        assert "minie" not in shown
        assert set(item.content) == {"sentence_id", "clause", "extraction"}
        assert {source["system"] for source in item.hidden["sources"]} <= {"plain", "minie"}


def test_load_gives_tasks_and_labels(store, study) -> None:
    label(store, study, "0001", "ann", fact="incorrect", attribution="correct", rules=["F4"], note="no", done=True)
    label(store, study, "0001", "ben", fact="correct", unsure=True)
    label(store, study, "0002", "ben", fact="correct")
    loaded = load_study(store, study)
    assert loaded.name == "weather"
    assert [task.key for task in loaded.tasks] == [f"000{number}" for number in range(1, 7)]
    assert loaded.systems == ("plain", "minie")
    assert loaded.info["systems"]["plain"] == {"extractions": 3, "sentences": 3}
    assert loaded.labels == (
        Label("0001", "ann", FactLabel.INCORRECT, AttributionLabel.CORRECT, ("F4",), "no", active_ms=1200),
        Label("0001", "ben", FactLabel.CORRECT, unsure=True, active_ms=1200),
    )
    assert len(load_study(store, study, unfinished=True).labels) == 3
    shared = next(task for task in loaded.tasks if len(task.sources) == 2)
    assert shared.sources == (Source("plain", 0.8), Source("minie"))


def test_a_reader_who_labels_is_blind(store, study) -> None:
    label(store, study, "0001", "ben", fact="correct", attribution="correct", done=True)
    ann = store.person_by_name("ann")
    assert load_study(store, study, reader=ann).labels == ()
    curator = store.add_person("cora", Role.CURATOR)
    assert [each.labeller for each in load_study(store, study, reader=curator).labels] == ["ben"]


def test_adjudicated_labels_and_machines_are_marked(store, study) -> None:
    label(store, study, "0001", "ann", fact="correct", attribution="correct", done=True)
    label(store, study, "0001", "ben", fact="incorrect", attribution="correct", rules=["F1"], done=True)
    machine = store.add_person("model-7b", Role.ANNOTATOR, machine=True)
    item = store.item_by_key(study.id, "0001")
    store.assign(study.id, machine.id, [item.id])
    label(store, study, "0001", "model-7b", fact="correct", attribution="correct", done=True)
    curator = store.add_person("cora", Role.CURATOR)
    state = {"fact": "correct", "attribution": "correct", "rules": [], "note": "", "unsure": False, "done": True}
    store.append(store.merged(item.id).id, curator.id, [NewEvent(new_id(), "import", state, 0)])
    labels = {each.labeller: each for each in load_study(store, study).labels}
    assert {name for name, each in labels.items() if each.machine} == {"model-7b"}
    assert {name for name, each in labels.items() if each.adjudicated} == {"cora"}


def test_tasks_are_made_once(store, study, outputs) -> None:
    with pytest.raises(KaratError, match="weather: expected a study without tasks, found one that has them"):
        create_tasks(store, study, read_pool([outputs / "plain.tsv"]), StudyOptions())


def test_names_of_labellers(store, outputs) -> None:
    project = add_study(store, "weather")
    pool = read_pool([outputs / "plain.tsv"])
    with pytest.raises(KaratError, match="labellers: expected each name once, found 'ann' twice"):
        create_tasks(store, project, pool, StudyOptions(), ["ann", "Ann "])
    store.add_person("model-7b", Role.ANNOTATOR, machine=True)
    with pytest.raises(KaratError, match="labellers: expected a person, found the language model 'model-7b'"):
        create_tasks(store, project, pool, StudyOptions(), ["model-7b"])
    assert store.items(project.id, limit=1) == []


def test_labellers_may_come_later(store, outputs) -> None:
    options = StudyOptions(labellers=1)
    project = add_study(store, "weather", options=options)
    create_tasks(store, project, read_pool([outputs / "plain.tsv"]), options)
    shares = assign_study(store, store.project(project.id), ["ann", "ben", "cleo"])
    assert shares == {"ann": 1, "ben": 1, "cleo": 1}
